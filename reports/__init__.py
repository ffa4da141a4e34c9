"""Reports: a *record* (what a run found, as JSON) rendered for people and machines.

The record is the only input; nothing here evaluates, checks or grades mathematics. Each module is one form:
`reports.latex`, `reports.html`, `reports.markdown`, `reports.junit`, `reports.github`, `reports.text`, all with
`render(record)`; `reports.record` loads, validates and writes the record itself.
"""
