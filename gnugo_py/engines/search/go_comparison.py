"""The comparison of two lines in Go: the better move, and the move that was played with the best answer.

It says which stones and points change their owner between the lines, and how much that is in points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from gnugo_py.engines.analysis import MistakeLines, mean_ownership
from gnugo_py.engines.search.go_places import corner_claim, line_of, region_name
from gnugo_py.games.go.ladders import NET, is_captured
from gnugo_py.games.go.move_facts import Attack, MoveFacts
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import iter_points, points_near
from gnugo_py.games.text import join_words, pluralize
from gnugo_py.games.types import Color, Move, Play

CHANGED, TOUCHED, _NOTICED, _ENDANGERED = 0.4, 0.25, 0.15, 0.7
"""The differences in ownership between the lines at which a group or an area changes, at which stones fare
worse, and at which a group is in danger.
"""
_DOUBTFUL, LIKELY, SURE, CERTAIN, SAFE = 0.3, 0.5, 0.75, 0.85, 0.9
"""The ownership above which stones may belong to a color, are likely to, nearly certain to, certain to, and
need no move.
"""
NEAR, ATTACKING = 2, 3
"""The distances in lines up to which stones are near a move, and up to which a move may threaten them."""
LARGE = 4
"""The number of stones of a group that reading need not catch to be called dead, and that may have no eye."""
_MIN_CHANGE, _MUCH, _MIN_POINTS, _MIN_GAIN = 1.5, 5.0, 3.0, 2.0
"""The points by which a group or an area changes at least, that are worth a number, and that a move gains
which is not small.
"""
_MIN_SHARE, _MAX_SHARE = 0.6, 1.2
"""The least and largest share of the points that the mistake lost of those that are said."""
_MAX_ROOM, _MAX_LINE_OF_BASE = 20, 3
"""The points of the largest room in which a group needs eyes, and the line of a base."""
_MIN_AREA, _MIN_SIZE, _MIN_SIZE_OF_PARTS = 3, 7, 9
"""The number of points that are an area, and the smallest boards on which points, and parts, are named."""
_WEAK = ("weakens", "strengthens", "secures")


class Comparison:
    """The better line and the line that was played, with their owners.

    reach -- the distance in lines up to which a move decides about stones; what is beyond it is far.
    gains_little -- whether the points around the move that was played are much the same in both lines.

    In all methods, the loser is the color that made the mistake, and the winner the other one.
    """

    def __init__(self, lines: MistakeLines) -> None:
        position = lines.position
        assert isinstance(position, GoPosition)
        self.position, self.size, self.reach = position, position.size, max(position.size // 4, NEAR)
        self.name = position.format_point
        self.loser, self.winner = position.to_move, position.to_move.opponent
        self.good, self._lost = lines.owners_best, lines.points_lost
        self.bad = [owners for owners in (lines.owners_played, lines.owners_reply) if owners]
        self.played = _facts(position, lines.played)
        self.best = _facts(position, lines.best)
        after = position.play_unchecked(lines.played)
        self.reply = _facts(after, lines.reply)
        self.board = after.board
        near = 0 if self.played is None else points_near(self.played.point, NEAR, self.size)
        self.gains_little = not near or -self.points_lost(near) < _MIN_GAIN

    def stake(self, points: int) -> float:
        """Return how much of its ownership of some points the loser loses by the mistake, 2 to -2."""
        good = mean_ownership(self.good, points, self.loser)
        return min(good - mean_ownership(bad, points, self.loser) for bad in self.bad)

    def worth(self, stones: int) -> float:
        """Return how many points some stones are worth to the loser, whichever color they have."""
        return stones.bit_count() * self.stake(stones)

    def owned(self, points: int, color: Color, is_better: bool) -> float:
        """Return the ownership that a color has of some points at least, at the end of one of the lines."""
        lines = [self.good] if is_better else self.bad
        return min(mean_ownership(owners, points, color) for owners in lines)

    def points_lost(self, points: int) -> float:
        """Return how many of some points the loser loses by the mistake."""
        good, bad = (mean_ownership(each, points, self.loser) for each in (self.good, self.bad[-1]))
        return points.bit_count() * (good - bad)

    def fate(self, group: int, mover: Color) -> tuple[str, str]:
        """Return what a move does to a group that fares worse for the loser, and the kind of mistake.

        mover -- the color of the move: the loser's is the better move, the winner's the answer.
        """
        color, is_better = Color(group & self.board.white != 0), mover is self.loser
        without, then = self.owned(group, color, not is_better), self.owned(group, color, is_better)
        is_clear = self.stake(group) > _ENDANGERED or self.worth(group) > _MUCH
        if color is mover:
            is_turned = without < -LIKELY or (is_clear and without < 0 and then < SURE)
            helps = "secures {}" if then > SURE else "strengthens {}"
            words = "gives {} a chance to live" if is_turned else helps
        elif then < -CERTAIN:
            words = "leaves {} almost dead"
        else:
            words = "endangers {}" if is_clear and then < LIKELY else "weakens {}"
        if self._is_decided(group):
            words = "saves {}" if color is mover else "kills {}"
        return words, "weak group" if words.startswith(_WEAK) else "life and death"

    def _is_decided(self, group: int) -> bool:
        """Return whether the lines leave no doubt that a group lives in one of them and dies in the other."""
        is_own = bool(group & self.board.stones(self.loser))
        lost = [mean_ownership(each, group, self.winner) for each in self.bad]
        chains = self.board.geometry.regions(group)
        return (
            self.owned(group, self.loser, True) > (LIKELY if is_own else SAFE)
            and min(lost) > _DOUBTFUL
            and lost[-1] > CERTAIN
            and (
                group.bit_count() >= LARGE or all(is_captured(self.board, each, True, NET) for each in chains)
            )
        )

    @cached_property
    def groups(self) -> list[int]:
        """The groups that fare worse for the loser, or if there are none, a little worse."""
        return self._groups(TOUCHED) or self._groups(_NOTICED)

    def _groups(self, least: float) -> list[int]:
        found = list[int]()
        for color in Color:
            stones = self.board.stones(color) & self.position.board.stones(color)
            chains = [each for each in self.board.geometry.regions(stones) if self.stake(each) > least]
            while chains:
                group = chains.pop()
                while joined := [
                    each
                    for each in chains
                    if any(points_near(at, NEAR, self.size) & group for at in iter_points(each))
                    and abs(self.stake(each) - self.stake(group)) < CHANGED
                ]:
                    group |= sum(joined)
                    chains = [each for each in chains if each not in joined]
                found += [group] if group & group - 1 else []
        return found

    def describe(self, stones: int, move: MoveFacts | None = None) -> str:
        """Return stones of one color in words, by those nearest to a move, if not to the better one."""
        board = self.position.board if stones & self.board.empty_points else self.board
        color = Color(stones & board.white != 0)
        chains = sorted(board.geometry.regions(stones), key=int.bit_count, reverse=True)
        words = pluralize(stones.bit_count(), "stone").removeprefix("1 ")
        is_small = len(chains) < 3
        at = f"{'at' if is_small else 'around'} {self.names(chains if is_small else chains[:1], move)}"
        return f"{color}'s {words} {at}"

    def names(self, chains: Iterable[int], move: MoveFacts | None = None) -> str:
        """Return chains by their stones nearest to a move, if not to the better one."""
        near = move or self.best or self.reply or self.played
        assert near is not None
        nearest = (min(iter_points(each), key=lambda at: self.distance(near, 1 << at)) for each in chains)
        return join_words([self.name(each) for each in nearest])

    def distance(self, move: MoveFacts, stones: int) -> int:
        """Return the distance in lines between a move and the nearest of some stones."""
        lines = range(self.size)
        return next((each for each in lines if points_near(move.point, each, self.size) & stones), self.size)

    def reaches(self, move: MoveFacts, stones: int) -> bool:
        """Return whether a move is near stones and not behind others: empty points lead from it to them."""
        near = points_near(move.point, min(self.reach, ATTACKING), self.size) & move.before.empty_points
        room = next(each for each in move.before.geometry.regions(near) if each >> move.point & 1)
        return bool(move.before.neighbors_of_points(room) & stones)

    def room(self, move: MoveFacts, group: int) -> str:
        """Return what the point of a move is to a group; empty if it is not beside its room.

        `eyes`, room for eyes; `out`, its way out; in the open, `base` on a low line, and else `open`. The
        room of a group is what it reaches on points that are not beside the other color's stones.
        """
        board, color = move.before, Color(group & move.before.white != 0)
        sizes = list[int]()
        for taken_by in (color.opponent, color):
            then = board.with_stone(move.point, taken_by)
            free = then.empty_points & ~then.neighbors_of_points(then.stones(color.opponent))
            reached = board.geometry.flood_fill(group, free | then.stones(color))
            sizes.append((reached & then.empty_points).bit_count())
        shut, opened = sizes
        if opened > _MAX_ROOM and 2 * shut <= opened:
            return "out"
        if shut >= opened or group.bit_count() < LARGE:
            return ""
        if opened <= _MAX_ROOM:
            return "eyes"
        if self.distance(move, group) > NEAR or not self.reaches(move, group):
            return ""
        return "base" if line_of(move.point, self.size) <= _MAX_LINE_OF_BASE else "open"

    def is_far(self, points: int) -> bool:
        """Return whether the answer, and the points about which it decides, are far from the move played.

        An answer that is near stones which the move may threaten is not.
        """
        if self.played is None or self.reply is None:
            return False
        near_both = [points_near(each.point, ATTACKING, self.size) for each in (self.played, self.reply)]
        for chain in self.board.chains(self.winner):
            is_in_doubt = 0 < self.owned(chain, self.winner, False) < SURE
            if is_in_doubt and all(chain & each for each in near_both):
                return False
        return self.distance(self.played, 1 << self.reply.point | points) > self.reach

    def points_around(self, move: MoveFacts) -> int:
        """Return the points around a move about which it decides."""
        return points_near(move.point, max(self.size // 4, 3), self.size)

    def area(self, move: MoveFacts) -> tuple[str, int]:
        """Return what a move does to the area around it, and its points; empty if that is little."""
        near = self.points_around(move) & self.board.empty_points
        area = sum(1 << each for each in iter_points(near) if self.points_lost(1 << each) > TOUCHED)
        if not area or self.points_lost(area) < _MIN_CHANGE:
            return "", 0
        middle = max(iter_points(area), key=lambda at: (points_near(at, NEAR, self.size) & area).bit_count())
        here = f"around {self.name(middle)}"
        owners = (self.bad[-1], self.good) if move.color is self.loser else (self.good, self.bad[-1])
        without, then = (mean_ownership(each, area, move.color) for each in owners)
        if self.size < _MIN_SIZE_OF_PARTS:
            return "gains points", area
        text = f"gains ground {here}"
        if area.bit_count() >= _MIN_AREA:
            whose = f"{move.color.opponent}'s area {here}"
            text = f"reduces {whose}" if without < -LIKELY else text
            takes = f"takes {whose}" if without < -LIKELY else f"takes the area {here} for {move.color}"
            text = takes if then > CHANGED else text
        corner = corner_claim(move, {})
        return f"{corner} {region_name(move.point, self.size)}" if corner else text, area

    def worth_in_words(self, move: MoveFacts, least: float = _MIN_SHARE) -> str:
        """Return the points around a move that the loser loses; empty if few, or unlike the mistake's.

        least -- their least share of the points that the mistake lost.
        """
        points = self.points_lost(self.points_around(move))
        is_like = not self._lost or least * self._lost <= points <= _MAX_SHARE * self._lost
        is_said = points >= _MIN_POINTS and is_like and self.size >= _MIN_SIZE
        return f" (about {round(points)} points)" if is_said else ""

    @cached_property
    def deed(self) -> tuple[str, int]:
        """Return what the move that was played does to stones, and holds, and these; empty if nothing."""
        move = self.played
        if move is None:
            return "", 0
        phrase, chains = next((each for each in self._deeds(move) if each[1]), ("", []))
        stones = max(chains, key=int.bit_count, default=0)
        if not stones:
            return "", 0
        gained = -self.points_lost(points_near(move.point, NEAR, self.size))
        is_sure = self.size >= _MIN_SIZE and phrase.startswith(("captures", "saves", "takes"))
        worth = f" (about {round(gained)} points)" if gained > _MIN_CHANGE and is_sure else ""
        return phrase.format(self.describe(stones, move)) + worth + self._anyway(stones, phrase), stones

    def _deeds(self, move: MoveFacts) -> Iterator[tuple[str, list[int]]]:
        """Yield what a move does to chains, what is seen first before the rest, if it holds in the end."""
        before, attacks = move.before, move.attacks.items()
        yield f"captures {{}}{' in a ko' * move.is_ko}", [*before.geometry.regions(move.captured)]
        answered = move.after if self.reply is None else self.reply.after
        held = [each for each in move.saved if self.owned(each, self.loser, False) > SURE]
        yield "saves {}", [each for each in held if not is_captured(answered, each, False)]
        threatened = [each for each in move.joined if before.is_in_atari(each)]
        yield "takes {} out of atari", [each for each in threatened if not answered.is_in_atari(each)]
        for attack in Attack:
            chains = [each for each, found in attacks if found is attack]
            is_held = attack in (Attack.ATARI, Attack.THREAT)
            yield (
                attack.value,
                [each for each in chains if is_held or self.owned(each, self.loser, False) > SURE],
            )
        yield f"connects {{}} to {self.names(move.connected[1:], move)}", move.connected[:1]

    def _anyway(self, stones: int, deed: str) -> str:
        """Return that stones which the move saves or takes are safe or lost after the better move, too."""
        is_sure, is_saved = deed.startswith(("saves", "catches", "captures")), deed.startswith("saves")
        if not is_sure or self.best is None or self.owned(stones, self.loser, True) < CERTAIN:
            return ""
        if is_saved and self.distance(self.best, stones) <= self.reach:
            return ""  # the better move may save them, too
        return (
            f", which {'was' if stones.bit_count() == 1 else 'were'} {'safe' if is_saved else 'lost'} anyway"
        )

    def needless(self) -> tuple[str, str] | None:
        """Return why the move was not needed where it is, and the kind of mistake; None if it may have been.

        It gains little, the better one is not beside it, and the stones near it are dead already or safe
        without it.
        """
        move, best = self.played, self.best
        if move is None or best is None or not self.gains_little:
            return None
        if self.distance(best, 1 << move.point) <= NEAR:
            return None
        name, near = self.name(move.point), points_near(move.point, NEAR, self.size)
        own, other = (
            [*self.board.geometry.regions(self.position.board.chains_on(near, each))]
            for each in (self.loser, self.winner)
        )
        for chains, word in ((other, "dead"), (own, "lost")):
            if gone := [each for each in chains if self._is_gone(each, move)]:
                nearest = min(gone, key=lambda each: (self.distance(move, each), -each.bit_count()))
                verb = "is" if nearest.bit_count() == 1 else "are"
                return f"{self.describe(nearest, move)} {verb} {word} already", "settled stones"
        is_safe = sum(own).bit_count() > 1 and all(
            self.owned(each, self.loser, line) > SURE for each in own for line in (True, False)
        )
        if is_safe and not any(is_captured(self.position.board, each, True, NET) for each in own):
            return f"{self.loser}'s stones near {name} are safe without it", "settled stones"
        return None

    def _is_gone(self, chain: int, move: MoveFacts) -> bool:
        """Return whether a chain that is large or beside a move is certainly dead in both lines."""
        other = Color(chain & self.board.white == 0)
        is_meant = chain.bit_count() >= LARGE or self.distance(move, chain) == 1
        return is_meant and all(self.owned(chain, other, line) > SURE for line in (True, False))


def _facts(position: GoPosition, move: Move | None) -> MoveFacts | None:
    """Return the facts about a move, None for a pass or if there is no move."""
    return MoveFacts(position, move.points[0]) if isinstance(move, Play) else None
