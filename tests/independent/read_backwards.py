"""Checks what `show` and `play` print, in each form, and the same texts with one token changed.

    python3 tests/independent/read_backwards.py target/release/pioche [GAMES] [CHANGES]

GAMES random games (20 by default) are printed in each form; all have to be right. In CHANGES of the texts (20 by default) of
each form one card, number or sign is changed. The change has to be found at its line, or the text refused; a text that is
called right is printed with the change, since it has to be another right game.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

CARD = re.compile(r"(?:10|[2-9VDRAJQK])[♥♦♠♣]")
NUMBER = re.compile(r"\d+")
DISC = re.compile("[\u2460-\u2473\u24ea-\u24f4\u24ff\u2776-\u2793○●]")
CELL = re.compile(r"(?<![^ ])[.xo](?![^ ])")
BARS = re.compile(r"\|+")


def changed_token(rng, line):
    """The line with another value of one token; None if it has none."""
    places = [match for pattern in (CARD, NUMBER, DISC, CELL, BARS) for match in pattern.finditer(line)]
    places = [match for match in places if not (NUMBER.fullmatch(match[0]) and line[match.end() : match.end() + 1] in "♥♦♠♣" and line[match.end():])]
    if not places:
        return None
    match = rng.choice(places)
    text = match[0]
    if CARD.fullmatch(text):
        new = rng.choice(["7♥", "8♦", "9♠", "10♣", "A♥", "A♦", "8♠", "9♥"])
    elif NUMBER.fullmatch(text):
        new = str(max(0, int(text) + rng.choice([-2, -1, 1, 2, 3])))
    elif CELL.fullmatch(text):
        new = rng.choice(".xo")
    elif BARS.fullmatch(text):
        new = "|" * (len(text) + rng.choice([-1, 1]))
    else:
        code = ord(text)
        pairs = [(0x24EA, 0x24FF, 1), (0x2460, 0x278A, 10), (0x246A, 0x24EB, 10), (0x25CB, 0x25CF, 1)]
        new = text
        for one, two, count in pairs:
            if one <= code < one + count:
                new = chr(code - one + two)
            elif two <= code < two + count:
                new = chr(code - two + one)
    return None if new == text else line[: match.start()] + new + line[match.end() :]


def run(program, *words, text=None):
    return subprocess.run([program, *words], input=text, capture_output=True, text=True)


def show(game, *options):
    def text(program, rng, deal):
        return run(program, "show", game, "--deal", str(deal), *options).stdout

    return text


def play(game, lang, entry, *options):
    def text(program, rng, deal):
        entries = "".join(entry(rng) + "\n" for _ in range(rng.randrange(3, 30)))
        return run(program, "play", game, "--lang", lang, *options, text=entries).stdout

    return text


def forms():
    """Each form with the options of `check`."""
    shown = [("--lang", lang, *explain) for lang in ("en", "fr") for explain in ((), ("--explain",))]
    for form in shown:
        for cards in ("32", "36", "52"):
            yield "alliances", show("alliances", "--cards", cards, *form), ()
        for options in ((), ("--order", "alternating"), ("--face-down", "2", "--turns", "40"), ("--out-of-cards", "last-card", "--pickup", "loser-first")):
            yield "bataille", show("bataille", "--values", "5", *options, *form), options
        for board in ("triangle:5", "triangle:6", "english"):
            yield "solitaire", show("solitaire", "--board", board, *form), ("--board", board)
        for options in (("--cells", "9"), ("--cells", "7", "--edge", "ring"), ("--cells", "6", "--own-group", "captured")):
            yield "alak", show("alak", "--max-plies", "60", *options, *form), options[2:]
        for options in ((), ("--takes", "1..3"), ("--misere",)):
            yield "nim", show("nim", "--matches", "23", *options, *form), options
    for lang in ("en", "fr"):
        yield "nim", play("nim", lang, lambda rng: rng.choice("2234x"), "--matches", "23"), ()
        yield "alak", play("alak", lang, lambda rng: str(rng.randrange(1, 11)), "--cells", "9"), ()
        yield "solitaire", play("solitaire", lang, lambda rng: f"{rng.randrange(15)} {rng.randrange(15)}"), ()
        for seed in ("1", "7"):
            yield "alliances", play("alliances", lang, lambda rng: rng.choice(["p", "p", "p", "s", "2", "3"]), "--seed", seed), ()


def checked(program, texts, options):
    """The verdicts on texts."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            pathlib.Path(folder, f"{number:06}.txt").write_text(text, encoding="utf-8")
        result = run(program, "check", folder, "--format", "json", "--lang", "en", *options)
        return json.loads(result.stdout)["files"]


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    changes = int(sys.argv[3]) if len(sys.argv) > 3 else games
    rng = random.Random(1)
    failures = 0
    totals = {}
    for name, printer, options in forms():
        texts = [printer(program, rng, deal) for deal in range(games)]
        total = totals.setdefault(name, {"right": 0, "found": 0, "refused": 0, "other game": 0})
        for text, file in zip(texts, checked(program, texts + ["7-K"], options)):
            if file.get("answer", {}).get("right") is True:
                total["right"] += 1
            elif "play" not in printer.__qualname__ or "error" not in file:
                failures += 1
                print(f"PROBLEM {name} {options}: {file}\n{text[:600]}", file=sys.stderr)
        changed_texts, places = [], []
        for text in texts[:changes]:
            lines = text.splitlines()
            for _ in range(50 if lines else 0):
                place = rng.randrange(len(lines)) if lines else 0
                line = changed_token(rng, lines[place])
                if line is not None:
                    changed_texts.append("\n".join([*lines[:place], line, *lines[place + 1 :]]) + "\n")
                    places.append((place + 1, lines[place], line))
                    break
        for text, (place, old, new), file in zip(changed_texts, places, checked(program, changed_texts + ["7-K"], options)):
            answer = file.get("answer")
            if answer is None:
                total["refused"] += 1
            elif answer["right"]:
                total["other game"] += 1
                print(f"OTHER {name} {options} line {place}: {old!r} -> {new!r}")
            elif answer["line"] == place:
                total["found"] += 1
            else:
                failures += 1
                print(f"PROBLEM {name} {options} line {place}: {old!r} -> {new!r}: {answer}\n{text[:1500]}", file=sys.stderr)
    for name, total in totals.items():
        print(name, total)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
