"""Tests of the dialects in which engines report an analysis."""

import pytest

from gnugo_py import GoPosition
from gnugo_py.engines.external.info_lines import analysis_from_info_line

START = GoPosition.start(9, "chinese")


@pytest.mark.parametrize(
    ("command", "line", "rates"),
    [
        ("lz-analyze", "info move D4 visits 9 winrate 1 pv D4", [0.0001]),
        ("lz-analyze", "info move D4 visits 9 winrate 0 pv D4 info move C3 winrate 1 pv C3", [0, 0.0001]),
        ("lz-analyze", "info move D4 visits 9 winrate 10000 prior 1 pv D4", [1]),
        ("lz-analyze", "info move D4 visits 9 winrate 1 scoreLead 20 pv D4", [1]),
        ("lz-analyze", "info move D4 visits 9 winrate 0.4 pv D4 info move C3 winrate 1 pv C3", [0.4, 1]),
        ("kata-analyze", "info move D4 visits 9 winrate 1 pv D4", [1]),
        ("kata-analyze", "info move D4 visits 9 winrate 1 scoreLead 20 prior 1e-08 pv D4", [1]),
        (
            "kata-analyze",
            "info move D4 visits 9 winrate 9.99964e-05 scoreLead -1.2e-05 pv D4",
            [0.0000999964],
        ),
        (
            "kata-analyze",
            "info move D4 visits 9 winrate 4800 pv D4 info move C3 winrate 1 pv C3",
            [0.48, 0.0001],
        ),
    ],
)
def test_the_dialect_decides_what_a_win_rate_of_1_means(command: str, line: str, rates: list[float]) -> None:
    analysis = analysis_from_info_line(line, START, command)
    assert analysis is not None
    assert [each.win_rate for each in analysis.candidates] == pytest.approx(rates)


def test_a_prior_of_1_is_a_hundredth_of_a_percent_in_the_dialect_of_leela_zero() -> None:
    line = "info move D4 visits 9 winrate 5000 prior 1 pv D4"
    analysis = analysis_from_info_line(line, START, "lz-analyze")
    assert analysis is not None
    assert analysis.candidates[0].prior == pytest.approx(0.0001)
