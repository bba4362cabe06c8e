"""The version of the rules: raised when an old record would play differently. Records name it."""

from typing import Final

RULES_VERSION: Final = 1
