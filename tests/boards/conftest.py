from __future__ import annotations

from pathlib import Path

import pytest

from boards.toy import ToyFiles


@pytest.fixture
def toy(tmp_path: Path) -> ToyFiles:
    return ToyFiles(tmp_path)
