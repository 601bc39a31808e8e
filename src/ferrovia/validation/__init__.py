"""Reads untrusted plain data: types, ranges, unknown keys. Finds all problems and reports them together."""

from ferrovia.validation.problems import MAX_PROBLEMS, Problem, Problems, nearest, shown
from ferrovia.validation.table import Table, whole_number

__all__ = ["MAX_PROBLEMS", "Problem", "Problems", "Table", "nearest", "shown", "whole_number"]
