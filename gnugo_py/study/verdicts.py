"""What a comment in a problem file says of a move: that it is right, or that it is wrong.

Comments are read clause by clause. A word such as "correct" counts unless it is negated ("not the correct
answer"), about another move ("the correct move is at A", "find the right answer", "White's correct move"), or
part of a question. The words are those of English, German, French, Spanish, Portuguese, Italian, Dutch,
Russian, Chinese, Japanese and Korean. Languages in one script share their words, since files mix them.
"""

# ruff: noqa: RUF001 - punctuation and letters of many languages
from __future__ import annotations

import re
from typing import NamedTuple

from gnugo_py.games.types import Color

_SENTENCE = re.compile(r"[^.!?…;\n。！？；]+[?？]?")
_CLAUSE = re.compile(
    r"[,:，：、（）()「」『』]|\s[-–—]+\s"
    r"|\b(?:and|because|since|but|und|weil|denn|aber|et|car|mais|porque|pero|perché|ma|omdat|maar|и|но)\b",
    re.IGNORECASE,
)
_NAMES_POINT = re.compile(r"[:：]\s*[A-Z]\d{0,2}\s*$")
"""The end of a sentence such as "Correct answer: C3"."""
_COLOR_WORDS = (
    re.compile(r"\b(?:black|schwarz|noir|negr|pret|nero|zwart|ч[её]рн)|[黑黒흑]", re.IGNORECASE),
    re.compile(r"\b(?:white|wei(?:ß|ss)|blanc|branc|bianc|wit\b|бел)|[白백]", re.IGNORECASE),
)
"""What names Black and White."""


class _Words(NamedTuple):
    """The words of some languages, as regular expressions, which are searched in one clause.

    right         -- what says that a move is right.
    wrong         -- what says that it is wrong.
    not_before    -- what negates a word after it in the clause.
    not_after     -- what negates a word that it follows directly.
    other_before  -- what stands before a word that is about another move.
    other_after   -- what follows a word that is about another move.
    also          -- what says that another move is right, too.
    """

    right: re.Pattern[str]
    wrong: re.Pattern[str]
    not_before: re.Pattern[str]
    not_after: re.Pattern[str]
    other_before: re.Pattern[str]
    other_after: re.Pattern[str]
    also: re.Pattern[str]

    def verdict(self, clause: str, opponent: re.Pattern[str], own: re.Pattern[str]) -> bool | None:
        """Return whether a clause says that a move is right or wrong; None if it says neither."""
        for words, says in ((self.right, True), (self.wrong, False)):
            found = words.search(clause)
            if found is None:
                continue
            before, after = clause[: found.start()], clause[found.end() :]
            if opponent.search(before) and not own.search(before):
                continue
            if self.not_before.search(before + found[0].rpartition(" ")[0]) or self.not_after.match(after):
                return False if says else None
            if not (self.other_before.search(before) or self.other_after.match(after)):
                return says
        return None


def _any_of(*languages: str) -> re.Pattern[str]:
    """Return the pattern of some alternatives, each of whole words."""
    return re.compile("|".join(rf"(?:{words})" for words in languages), re.IGNORECASE)


_ALPHABETIC = _Words(
    right=_any_of(
        r"\bcorrect(?:ly)?\b(?! (?:idea|direction|shape))",
        r"^right$|\b(?:is|are|was|be|also|quite|absolutely|completely|exactly|not|never"
        r"|\w+['’](?:s|re|t)) right(?=$| (?:too|as well|again|here)\b)"
        r"|\bright (?:first |next |last )?(?:move|answer|point|choice|solution|play|spot|way|result|one)\b",
        r"^(?:success(?:ful)?|solved|solution)\b|^(?:well done|congratulations|bravo|you (?:got|did) it)$",
        r"\brichtig(?:e[rnsm]?)?\b|\bkorrekt(?:e[rnsm]?)?\b|\bstimmt\b|^(?:lösung|gelöst|erfolg|geschafft)\b",
        r"\bcorrecte?s?\b|\bexacte?\b|\bbonne (?:réponse|solution)|\ble bon coup\b|^(?:réussi|succès|trouvé)",
        r"(?:^|\b(?:est|coup|réponse|aussi|également|pas|bien|non) )juste(?=$| (?:aussi|également)\b)",
        r"\bcorrect[oa]s?\b|\bacertad[oa]s?\b|\bacertaste\b|\bexact[oa]\b|\bbuena respuesta\b",
        r"^(?:[ée]xito|soluci[óo]n|resuelto|bien hecho|muy bien$)",
        r"\bcorret[oa]s?\b|\bexat[oa]\b|\bacertou\b|\b(?:resposta|jogada|lance) cert[oa]\b"
        r"|(?:^|\b(?:é|está|também|não) )cert[oa]$|^(?:sucesso|solução|parabéns|resolvido|muito bem$)",
        r"\bcorrett[oaie]\b|\besatt[oaie]\b|\bgiust[oaie]\b(?! in\b)|^(?:successo|soluzione|risolto)\b",
        r"\bjuiste\b|(?:^|\b(?:is|ook|niet|antwoord|zet) )juist$|(?:^|\b(?:is|ook|niet) )goed$|\bklopt\b"
        r"|\bgoede? (?:antwoord|zet|oplossing)\b|^(?:succes|oplossing|opgelost|gelukt|goed gedaan)\b",
        r"\bправильн\w+|\bверн(?:о|ый|ая|ое|ые|ого|ому|ым|ую)\b|^(?:успех|решение|решено|молодец)\b",
    ),
    wrong=_any_of(
        r"\bwrong\b|\bincorrect(?:ly)?\b|^fail(?:ure|ed)?\b|^(?:mistake|error|nope|try again)$",
        r"\bfalsch(?:e[rnsm]?)?\b(?! auge)|\bverkehrt|\binkorrekt|\bunrichtig|^(?:fehler|fehlschlag)\b"
        r"|^(?:misserfolg|gescheitert|fehlgeschlagen|misslungen)\b",
        r"\bfau(?:x|sse)\b(?! (?:œil|oeil|yeux))|\bincorrecte?s?\b|\binexacte?\b|\berronée?\b"
        r"|\bmauvaise? (?:coup|réponse|choix|solution)\b|^(?:[ée]chec|raté|erreur|perdu)",
        r"\bincorrect[oa]s?\b|\bequivocad[oa]s?\b|\berr[óo]ne[oa]s?\b|\bmala (?:jugada|respuesta)\b"
        r"|^(?:mal|error|fallo|fallaste|fracaso|falso)\b",
        r"\bincorret[oa]s?\b|\berrad[oa]s?\b|\berrou\b|^(?:erro|falha|falhou|fracasso)\b",
        r"\bsbagliat[oaie]\b|\berrat[oaie]\b|\bscorrett[oaie]\b|\bincorrett[oaie]\b|^(?:errore|fallit|fallim)",
        r"\bfoute?\b|\bverkeerde?\b|\bonjuiste?\b|^(?:mislukt|mislukking|jammer)\b",
        r"\bнеправильн\w+|\bневерн\w+|\bошибочн\w+|^(?:ошибка|неудача|провал)\b",
    ),
    not_before=_any_of(
        r"\bnot\b(?! only)|n['’]t\b|\b(?:isnt|doesnt|cannot|never|neither|nor|no|hardly|nearly|almost)\b"
        r"|\bfar from\b|\bnothing\b|\banything but\b",
        r"\bnicht\b(?! nur)|\bkein\w*|\bnie(?:mals)?\b|\bbeinahe\b|\bfast *$|\bweder\b",
        r"\bpas\b|\bnon\b|\bjamais\b|\bpresque\b|\bguère\b|\bn['’]",
        r"\bnunca\b|\btampoco\b|\bni\b|\bcasi\b|\bjam[áa]s\b",
        r"\bn[ãa]o\b|\bnem\b|\bquase\b|\bjamais\b",
        r"\bmai\b|\bquasi\b|\bné\b|\bneppure\b|\bnemmeno\b|\bneanche\b",
        r"\bniet\b|\bgeen\b|\bnooit\b|\bbijna\b",
        r"\bне\b|\bнет\b|\bни\b|\bникогда\b|\bпочти\b|\bнельзя\b",
    ),
    not_after=re.compile(r"(?: \w+){0,3} (?:nicht|niet)\b(?! nur)", re.IGNORECASE),
    other_before=_any_of(
        r"\b(?:find|finding|look|looks|seek|seems?|appears?|try|if|should|instead|whether|than)\b",
        r"\b(?:finde|suche|such|versuche|wenn|scheint|wirkt|statt|statt dessen|als)\b",
        r"\b(?:trouve[rz]?|cherche[rz]?|essaye[rz]?|si|semble|paraît)\b",
        r"\b(?:busca|encuentra|intenta|si|parece|encontrar|procure|procura|encontre|tente|se)\b",
        r"\b(?:cerca|trova|prova|sembra|zoek|vind|probeer|als|lijkt)\b",
        r"\b(?:найди\w*|ищи\w*|попробу\w+|если|кажется)\b",
    ),
    other_after=re.compile(
        r"(?: (?!black|white|noir|blanc)\w+)? (?:is|was|would|lies|ist|war|wäre|liegt|est|était|serait|es|era"
        r"|sería|é|seria|è|sarebbe|zou|—|это)\b|(?: \w+)? (?:at|bei|en|em|in|auf|op|на) [A-Z]\d{0,2}\b",
        re.IGNORECASE,
    ),
    also=re.compile(
        r"\b(?:also|too|as well|another|auch|ebenfalls|ebenso|aussi|également|tambi[ée]n|igualmente|tamb[ée]m"
        r"|anche|pure|ook|eveneens|тоже|также)\b",
        re.IGNORECASE,
    ),
)
_EAST_ASIAN = _Words(
    right=_any_of(
        r"正解|正确|正確|答对|答對|做对|成功|恭喜|没错|沒錯|正着|^(?:对|對)(?:了|$)",
        r"正し(?:い|く(?=な|あ))|お見事",
        r"정답|정해(?!진)|성공|맞(?:습|았|아요|는 수|는 답)|옳(?:은|습|다|아요)|올바른",
    ),
    wrong=_any_of(
        r"失败|失敗|错误|錯誤|答错|答錯|[错錯]了|^[错錯]$|不对|不對",
        r"間違|誤り|誤答|残念|ハズレ|^はずれ|失着",
        r"실패|오답|틀[린렸림려립]|잘못|(?:맞|옳|올바르|정확하)지 ?(?:않|못)",
    ),
    not_before=re.compile(
        r"(?:[不非没沒未無无]|几乎|幾乎|差点|差點|差一[点點]|ほぼ|もう少しで|거의|(?:^| )[안못] ).{0,6}$"
    ),
    not_after=re.compile(
        r"(?:の?手)?(?:で|じゃ|と|く|く?は)?(?:は|も)?(?:あり|言え|いえ|し)?(?:ない|ません|なかった)"
        r"|(?:이|가|은|는|도|이?라고|으로)? ?(?:할 수|볼 수|하지)?(?:는|가)? ?(?:아니|아닙|않|없|못)"
    ),
    other_before=re.compile(r"[与和跟比同找寻尋]$|[与和跟比同找]出?了?$|[とより]$"),
    other_after=re.compile(
        r"(?:的|图|圖)?(?:下法|走法|着法|手|答案|应对|應對)?(?:是|在|见|見|应|應|一样|一樣|相同)"
        r"|(?:の?手|の?手順|図)?[はがを]|[은는이가을를] "
    ),
    also=re.compile(r"[也亦]|同样|同樣|も(?:また)?(?:正|成)|도 (?:정|성|맞)|역시|또한"),
)
_BOTH = (_ALPHABETIC, _EAST_ASIAN)
_EDGE = re.compile(r"^\W+|\W+$")
_INSERTED = re.compile(rf"({_ALPHABETIC.not_before.pattern}),[^,]*,", re.IGNORECASE)
"""A negation, and what is inserted between commas after it."""


def verdict(comment: str, color: Color) -> bool | None:
    """Return whether a comment says that a move of the one who solves is right or wrong; None for neither.

    comment -- the comment, in any of the languages of this module.
    color   -- the color that solves the problem.

    The first clause that says it decides. What is said of the opponent's moves does not count.
    """
    own, opponent = _COLOR_WORDS[color], _COLOR_WORDS[color.opponent]
    for sentence in _SENTENCE.findall(comment):
        if sentence[-1] in "?？" or _NAMES_POINT.search(sentence):
            continue
        for clause in _CLAUSE.split(_INSERTED.sub(r"\1 ", sentence)):
            text = _EDGE.sub("", clause or "")
            for words in _BOTH:
                found = words.verdict(text, opponent, own)
                if found is not None:
                    return found
    return None


def says_also(comment: str) -> bool:
    """Return whether a comment says that something is right or wrong as well as something else."""
    return any(words.also.search(comment) for words in _BOTH)
