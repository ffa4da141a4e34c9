"""Values: what sides come to, exactly, in balls or in floats with measured noise, and how they compare."""
