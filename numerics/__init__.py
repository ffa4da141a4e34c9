"""Definitions, evaluated: functions on the cube, their spectra and sensitivities, first-order methods, and small
exact transformers.

Every function computes what its docstring defines, from the definition: exactly on ints and Fractions, in float64 or in
balls otherwise. Importing the package loads NumPy only; PyTorch and python-flint load inside the functions that need
them.
"""

from numerics.adversary import ascend
from numerics.alarm import alarm_network
from numerics.attention import softmax, softmax_ball
from numerics.attention_kind import attention_pullback, attention_weights
from numerics.ball import bounds, exact_rational, exact_rationals, rational_ball
from numerics.binomial_interval import clopper_pearson
from numerics.bit_influence import attention_influence, transformer_influence, two_weight_attention
from numerics.blowup_measure import measured_blowup
from numerics.boolean import (
    address,
    conjunction,
    dictator,
    disjunction,
    first,
    majority,
    mean,
    parity,
    scratchpad_step,
    symmetric,
    threshold,
    tribes,
)
from numerics.cls_transformer import cls_gradient, cls_matrices, cls_output, cls_trajectory
from numerics.descent import accelerated_gradient, gradient_descent, heavy_ball, huber, huber_derivative
from numerics.dual import Dual, gradient, partial_derivative
from numerics.edge import (
    average_indicator_sensitivity,
    average_sensitivity,
    indicator_sensitivity,
    influence,
    sensitivity,
)
from numerics.encoder_training import EncoderTraining, Schedule, train_encoder
from numerics.fixed_feature import input_error, least_squares_errors, mean_input_error, mean_parity_error
from numerics.forward import Trace, attention_pattern, evaluate, is_defined, states
from numerics.forward_ball import BallTrace, evaluate_ball, evaluate_cube_ball, evaluate_orbits_ball
from numerics.forward_cube import evaluate_cube
from numerics.forward_torch import output_gradient, torch_output, torch_parameters, torch_trace
from numerics.function_class import (
    boolean_functions,
    is_monotone,
    junta,
    random_boolean_function,
    random_polynomial,
)
from numerics.hypercube import coordinate_names, cube, dimension, flip, star
from numerics.layernorm import DegenerateVariance, layer_norm, layer_norm_ball, scale, scale_ball
from numerics.multi_head import heads_gradient, heads_loss, heads_product, heads_specialise
from numerics.network import first_network, majority_network, mean_network, or_network, scratchpad_network
from numerics.noise import flip_probabilities, noise_operator, noise_stability
from numerics.orbit import evaluate_orbits, orbit_mean, orbits, position_groups
from numerics.parameter_norm import TransformerNorm, euclidean_norm, mlp_lipschitz, transformer_norm
from numerics.parity_network import attention_parity_network, hot_parity_network, saw_parity_network
from numerics.random_walk import passage_probability
from numerics.ring import vector
from numerics.sample import sample_gradient, sample_inputs, sample_step
from numerics.sharpness import Sharpness, loss_sharpness, mean_square_change, perturbed, sharpness_estimate
from numerics.training import Training, model_gradient, model_heads, model_loss, train
from numerics.transformer import Transformer, random_transformer
from numerics.two_head_descent import (
    gradient_step,
    head_gradient,
    parameter_gradient,
    population_gradient,
    positions,
    start,
)
from numerics.two_head_instance import Instance, centred_positions, instance, integer_stream
from numerics.two_head_loss import expected_loss, loss_ball, loss_derivative, loss_gradient, population_loss
from numerics.two_head_model import heads_argmax, linear_form, specialises, target, two_head, two_head_table
from numerics.walsh import (
    degree,
    fourier_coefficients,
    inverse_walsh_hadamard,
    mean_degree,
    parseval,
    spectral_weight,
    walsh_hadamard,
)
from numerics.zonogon import enumerated_error, worst_case_error, zonogon_vertices

__all__ = [
    "BallTrace",
    "DegenerateVariance",
    "Dual",
    "EncoderTraining",
    "Instance",
    "Schedule",
    "Sharpness",
    "Trace",
    "Training",
    "Transformer",
    "TransformerNorm",
    "accelerated_gradient",
    "address",
    "alarm_network",
    "ascend",
    "attention_influence",
    "attention_parity_network",
    "attention_pattern",
    "attention_pullback",
    "attention_weights",
    "average_indicator_sensitivity",
    "average_sensitivity",
    "boolean_functions",
    "bounds",
    "centred_positions",
    "clopper_pearson",
    "cls_gradient",
    "cls_matrices",
    "cls_output",
    "cls_trajectory",
    "conjunction",
    "coordinate_names",
    "cube",
    "degree",
    "dictator",
    "dimension",
    "disjunction",
    "enumerated_error",
    "euclidean_norm",
    "evaluate",
    "evaluate_ball",
    "evaluate_cube",
    "evaluate_cube_ball",
    "evaluate_orbits",
    "evaluate_orbits_ball",
    "exact_rational",
    "exact_rationals",
    "expected_loss",
    "first",
    "first_network",
    "flip",
    "flip_probabilities",
    "fourier_coefficients",
    "gradient",
    "gradient_descent",
    "gradient_step",
    "head_gradient",
    "heads_argmax",
    "heads_gradient",
    "heads_loss",
    "heads_product",
    "heads_specialise",
    "heavy_ball",
    "hot_parity_network",
    "huber",
    "huber_derivative",
    "indicator_sensitivity",
    "influence",
    "input_error",
    "instance",
    "integer_stream",
    "inverse_walsh_hadamard",
    "is_defined",
    "is_monotone",
    "junta",
    "layer_norm",
    "layer_norm_ball",
    "least_squares_errors",
    "linear_form",
    "loss_ball",
    "loss_derivative",
    "loss_gradient",
    "loss_sharpness",
    "majority",
    "majority_network",
    "mean",
    "mean_degree",
    "mean_input_error",
    "mean_network",
    "mean_parity_error",
    "mean_square_change",
    "measured_blowup",
    "mlp_lipschitz",
    "model_gradient",
    "model_heads",
    "model_loss",
    "noise_operator",
    "noise_stability",
    "or_network",
    "orbit_mean",
    "orbits",
    "output_gradient",
    "parameter_gradient",
    "parity",
    "parseval",
    "partial_derivative",
    "passage_probability",
    "perturbed",
    "population_gradient",
    "population_loss",
    "position_groups",
    "positions",
    "random_boolean_function",
    "random_polynomial",
    "random_transformer",
    "rational_ball",
    "sample_gradient",
    "sample_inputs",
    "sample_step",
    "saw_parity_network",
    "scale",
    "scale_ball",
    "scratchpad_network",
    "scratchpad_step",
    "sensitivity",
    "sharpness_estimate",
    "softmax",
    "softmax_ball",
    "specialises",
    "spectral_weight",
    "star",
    "start",
    "states",
    "symmetric",
    "target",
    "threshold",
    "torch_output",
    "torch_parameters",
    "torch_trace",
    "train",
    "train_encoder",
    "transformer_influence",
    "transformer_norm",
    "tribes",
    "two_head",
    "two_head_table",
    "two_weight_attention",
    "vector",
    "walsh_hadamard",
    "worst_case_error",
    "zonogon_vertices",
]
