"""Tests of what comments in problem files say: right, wrong, or neither, in eleven languages."""

# ruff: noqa: RUF001 - punctuation and letters of many languages
import pytest

from gnugo_py.games.types import Color
from gnugo_py.study.verdicts import says_also, verdict

RIGHT = [
    # English
    "Correct. | Also correct. | Right | Right! | This is also correct, but there's a better way.",
    "You found the correct answer. | Yes, that's right. | Success! | Correct. White shouldn't play A.",
    "Correct, White shouldn't play this way. | This is the correct answer. | This is right, too.",
    "Very nice: the right move! | Correct White is dead | Correct. Not the only way.",
    "That is right as well",
    # German
    "Richtig. | Das ist auch richtig. | Korrekt! | Das stimmt. | Die richtige Antwort! | Lösung",
    "Sehr gut, das ist der richtige Zug.",
    # French
    "Juste ! | C'est juste. | Correct | Bonne réponse ! | C'est aussi correct. | Réussi",
    "Oui, c'est le bon coup",
    # Spanish
    "Correcto | ¡Correcto! | También es correcto. | Respuesta correcta | ¡Muy bien! | Éxito",
    "Acertaste",
    # Portuguese
    "Certo! | Correto. | Também está certo. | Resposta certa | Acertou! | Muito bem!",
    # Italian
    "Giusto! | Corretto. | Anche questo è corretto | Esatto | La risposta giusta!",
    "È giusto anche questo",
    # Dutch
    "Goed! | Juist. | Dat is ook goed. | Het juiste antwoord! | Dat klopt | Correct!",
    # Russian
    "Правильно! | Верно. | Это тоже правильный ход. | Правильный ответ! | Успех",
    # Chinese
    "正解 | 正确 | 答对了 | 恭喜答对 | 这也是正解。 | 正解图 | 正确答案！ | 成功 | 正解！白棋被杀。",
    "没错 | 这是正确的下法",
    # Japanese
    "正解です | 正解！ | これも正解 | 正しい手です | 成功図 | 正解図 | 正解だが、コウになる。",
    # Korean
    "정답 | 정답입니다! | 성공 | 정해도 | 이것도 정답 | 맞았습니다 | 맞는 수입니다 | 올바른 수입니다",
]

WRONG = [
    # English
    "That is not the correct answer. | Not correct | This isn't right. | This isn’t correct.",
    "Failure. | Failed | Wrong! | Incorrect, keep playing to see why. | Not quite right",
    "That's not, I'm afraid, the correct answer. | Almost correct | You haven't found the right move",
    "No, that is wrong. | This is not the right move for Black. | Wrong. The correct move is A.",
    "never right | This cannot be right. | Black is wrong here | Not the correct answer",
    # German
    "Falsch. | Nicht richtig. | Das ist leider nicht die richtige Antwort. | Das stimmt nicht.",
    "Das stimmt so leider nicht | Fehler | Richtig ist das nicht. | Das ist kein richtiger Zug.",
    "fast richtig | Leider falsch",
    # French
    "Faux ! | Faux. | Ce n'est pas juste. | Ce n'est pas la bonne réponse. | Pas correct | Incorrect",
    "Échec | Mauvais coup | Pas tout à fait exact | Raté",
    # Spanish
    "Incorrecto | No es correcto. | No es la respuesta correcta | Mal. | Error | Fallo",
    "Esto tampoco es correcto | Equivocado",
    # Portuguese
    "Errado | Incorreto. | Não está certo. | Não é a resposta certa. | Não é correto | Falhou",
    "Quase correto",
    # Italian
    "Sbagliato! | Non è corretto. | Non è la risposta giusta | Errato | Fallito | Quasi giusto",
    "Scorretto",
    # Dutch
    "Fout | Niet juist. | Dat is niet goed. | Dat is niet het juiste antwoord | Verkeerd",
    "Dat klopt niet | Mislukt | Onjuist",
    # Russian
    "Неправильно. | Неверно | Это не правильный ход. | Не верно | Ошибка | Неудача",
    "Это неправильный ответ",
    # Chinese
    "失败 | 失敗 | 错误 | 不正确 | 不是正解 | 不正解 | 答错了 | 错了 | 并非正确答案 | 没有答对",
    "失败，重来吧 | 失败图 | 不对 | 这不是正确的下法 | 还不算正确",
    # Japanese
    "失敗 | 不正解 | 正解ではありません | 正解ではない | 正しくない | 正しくありません | 間違いです",
    "残念！ | 失敗図 | 正解とは言えない | 正解じゃない",
    # Korean
    "실패 | 오답 | 정답이 아닙니다 | 정답은 아니다 | 틀렸습니다 | 실패도 | 맞지 않습니다 | 옳지 않다",
    "정답이라고 할 수 없습니다 | 틀린 수 | 잘못된 수",
]

NEITHER = [
    # English
    "White lives on the right side. | The group on the right | Black dies.",
    "It's a ko, but Black can do better. | White is on the right | Can you find the right move?",
    "The correct move is A. | Correct answer: C3 | Try to find the correct answer",
    "White's correct reply. | Even if White plays the right answer | White plays right here",
    "It's also possible, but Black can do better. | The right answer was at C3",
    "White made a mistake.",
    # German
    "Die richtige Antwort ist A | Weiß lebt. | Finde den richtigen Zug | Weiß rechts",
    # French
    "Juste à temps | Blanc vit | La bonne réponse est A | Un faux œil | Noir joue juste après",
    # Spanish
    "La respuesta correcta es C3 | a la derecha | Negro vive",
    # Portuguese
    "A resposta certa é A | Branco vive | Naquela altura",
    # Italian
    "La risposta giusta è A | giusto in tempo",
    # Dutch
    "Het juiste antwoord is A | rechts | juist daarom",
    # Russian
    "Правильный ответ это A | белые живут",
    # Chinese
    "正解是A | 黑地和正解一样，白多4目 | 白活 | 正确的下法是A | 参考",
    # Japanese
    "正解はA | 白生き | 正解を見つけて",
    # Korean
    "정답은 A | 백이 산다 | 정답을 찾아보세요",
    # Polish
    "Nie martwe | Źle | Dobrze | No. 5",
]


def all_of(lines: list[str]) -> list[str]:
    return [comment for line in lines for comment in line.split(" | ")]


@pytest.mark.parametrize(("comments", "meant"), [(RIGHT, True), (WRONG, False), (NEITHER, None)])
def test_a_comment_calls_a_move_right_or_wrong_or_neither(comments: list[str], meant: bool | None) -> None:
    assert [each for each in all_of(comments) if verdict(each, Color.BLACK) is not meant] == []


def test_what_is_said_of_the_opponents_move_is_no_verdict() -> None:
    assert verdict("Black's answer is correct", Color.BLACK) is True
    assert verdict("Black's answer is correct", Color.WHITE) is None
    assert verdict("白成功", Color.WHITE) is True
    assert verdict("白成功", Color.BLACK) is None


@pytest.mark.parametrize(
    "comment",
    ["Also correct.", "This is right, too.", "Auch richtig", "也是正解", "これも正解", "이것도 정답"],
)
def test_a_comment_can_say_that_a_move_is_right_as_well_as_another(comment: str) -> None:
    assert says_also(comment)
    assert not says_also("Correct.")


def test_a_long_comment_is_read_quickly() -> None:
    assert verdict("not " * 20_000 + ", " * 20_000 + "n't right " * 20_000, Color.BLACK) is False
