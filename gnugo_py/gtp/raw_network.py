"""The response of `kata-raw-nn`: what the network thinks of a position without a search."""

from __future__ import annotations

from gnugo_py.core.types import PASS, Color, Play
from gnugo_py.engines.network.network import default_network
from gnugo_py.games.go.position import GoPosition

_UNKNOWN = "-1.000"
"""What KataGo writes for a value that a network does not predict."""


def format_raw_network(position: GoPosition) -> str:
    """Return the lines of `kata-raw-nn 0`: win rates, leads, policy and ownership, row by row from the top.

    Win rates, leads and ownership are White's; the policy is that of the color to move, `NAN` where a move is
    illegal.
    """
    evaluation = default_network().evaluate(position.without_passes())
    komi = position.rules.komi + position.rules.handicap_bonus
    sign = 1 if position.to_move is Color.WHITE else -1
    rate = evaluation.win_rate(komi)
    white_rate = rate if sign == 1 else 1 - rate
    lead = sign * evaluation.score_mean + komi
    policy, owners, stride = evaluation.policy, evaluation.ownership, position.size + 1
    lines = [
        "symmetry 0",
        f"whiteWin {white_rate:.6f}",
        f"whiteLoss {1 - white_rate:.6f}",
        "noResult 0.000000",
        f"whiteLead {lead:.3f}",
        f"whiteScoreSelfplay {lead:.3f}",
        f"whiteScoreSelfplaySq {lead**2 + evaluation.score_stdev**2:.3f}",
        f"varTimeLeft {_UNKNOWN}",
        f"shorttermWinlossError {_UNKNOWN}",
        f"shorttermScoreError {_UNKNOWN}",
        "policy",
    ]
    rows = [range(row * stride, row * stride + position.size) for row in range(position.size)]
    lines += [" ".join(_format_share(policy.get(Play((point,)))) for point in row) for row in rows]
    lines += [f"policyPass {policy[PASS]:.6f}", "whiteOwnership"]
    lines += [" ".join(f"{sign * owners[point]:.7f}" for point in row) for row in rows]
    return "\n".join(lines)


def _format_share(share: float | None) -> str:
    """Return a probability, or `NAN` for an illegal move, in the width of KataGo."""
    return "    NAN" if share is None else f"{share:.6f}"
