"""How long Hypothesis looks: the same few examples in every run, or FERROVIA_DEEP=1 for many fresh ones."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

DEEP = os.environ.get("FERROVIA_DEEP", "0") not in ("", "0")
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much]

settings.register_profile(
    "ferrovia", max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=SLOW
)
settings.register_profile("ferrovia-deep", max_examples=1000, deadline=None, suppress_health_check=SLOW)

PROFILE = settings.get_profile("ferrovia-deep" if DEEP else "ferrovia")


def examples(usual: int) -> settings:
    """The profile for a test that needs another number of examples than the others."""
    return settings(PROFILE, max_examples=usual * 40 if DEEP else usual)


def whole_games(usual: int) -> settings:
    """The same where an example is a whole game: making a failing one smaller would take hours."""
    return settings(examples(usual), phases=[Phase.explicit, Phase.reuse, Phase.generate])
