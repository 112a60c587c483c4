"""Checks what `show` and `play` print, in each form, and the same texts with one token changed.

    python3 tests/independent/read_backwards.py target/release/pioche [GAMES] [CHANGES] [GAME]

GAMES random games (20 by default) are printed in each form, in turn with each choice of options; all have to be right. In
CHANGES of the texts (20 by default) of each form one card, number or sign is changed. The change has to be found at its line,
or the text refused; it may be found later if the lines before are another right game. A text that is called right has to be
another right game by the rules in this file, or it is a problem.
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
    """Each form: its game, and the printers of its games, each with the options of `check`."""
    shown = [("--lang", lang, *explain) for lang in ("en", "fr") for explain in ((), ("--explain",))]
    for form in shown:
        yield "alliances", [(show("alliances", "--cards", cards, *form), ()) for cards in ("32", "36", "52")]
        choices = ((), ("--order", "alternating"), ("--face-down", "2", "--turns", "40"), ("--out-of-cards", "last-card", "--pickup", "loser-first"))
        yield "bataille", [(show("bataille", "--values", "5", *options, *form), options) for options in choices]
        boards = ("triangle:5", "triangle:6", "english")
        yield "solitaire", [(show("solitaire", "--board", board, *form), ("--board", board)) for board in boards]
        choices = (("--cells", "9"), ("--cells", "7", "--edge", "ring"), ("--cells", "6", "--own-group", "captured"))
        yield "alak", [(show("alak", "--max-plies", "60", *options, *form), options[2:]) for options in choices]
        choices = ((), ("--takes", "1..3"), ("--misere",))
        yield "nim", [(show("nim", "--matches", "23", *options, *form), options) for options in choices]
    for lang in ("en", "fr"):
        yield "nim", [(play("nim", lang, lambda rng: rng.choice("2234x"), "--matches", "23"), ())]
        yield "alak", [(play("alak", lang, lambda rng: str(rng.randrange(1, 11)), "--cells", "9"), ())]
        yield "solitaire", [(play("solitaire", lang, lambda rng: f"{rng.randrange(15)} {rng.randrange(15)}"), ())]
        yield "alliances", [
            (play("alliances", lang, lambda rng: rng.choice(["p", "p", "p", "s", "2", "3"]), "--seed", seed), ()) for seed in ("1", "7")
        ]


def other_nim(text, options):
    """True for a game of Nim that another player may have begun: it takes what may be taken, and its end has the right winner."""
    heaps = [line.count("|") for line in text.splitlines() if line and set(line) <= set("| ")]
    takes = [1, 2, 3] if "1..3" in options else [2, 3]
    if any(one - two not in takes for one, two in zip(heaps, heaps[1:])):
        return False
    moves = [int(line.split()[0]) for line in text.splitlines() if re.match(r"\d+( |$)", line)]
    end = heaps[0] - sum(moves)
    result = [line for line in text.splitlines() if NUMBER.search(line) and not re.match(r"[\d|]", line)]
    if not result or end >= min(takes):
        return not result
    winner = int(NUMBER.search(result[-1])[0])
    if end > 0:
        return False
    for beginner in (1, 2):
        last = beginner if len(moves) % 2 else 3 - beginner
        if winner == (3 - last if "--misere" in options else last):
            return True
    return False


def other_alak(text, options, place):
    """True if the moves of a text without words are legal, and lead to the boards that it shows."""
    if place < 3 or not text.splitlines()[place - 1].isdigit():
        return False
    lines = [line for line in text.splitlines() if line and not line.startswith("1 2") and not re.search("[a-z]{3}", line)]
    ring, captured = "ring" in options, "captured" in options
    board, player = lines[0].split(), "x"
    for move, shown in zip(lines[1::2], lines[2::2]):
        cell = int(move) - 1
        if board[cell] != ".":
            return False
        board = after_alak_move(board, cell, player, ring, captured)
        if board != shown.split():
            return False
        player = "o" if player == "x" else "x"
    return True


def after_alak_move(board, cell, player, ring, captured):
    """The board after a stone: the other player's groups without a free neighbour go, then, by that rule, one's own."""
    board = board[:]
    board[cell] = player
    others = [group for group in alak_groups(board, ring) if board[group[0]] != player]
    own = [group for group in alak_groups(board, ring) if board[group[0]] == player]
    taken = [group for group in others if not has_free_neighbour(board, group, ring)]
    for group in taken:
        for place in group:
            board[place] = "."
    if captured:
        for group in own:
            if not has_free_neighbour(board, group, ring):
                for place in group:
                    board[place] = "."
    return board


def alak_groups(board, ring):
    groups = []
    for place, stone in enumerate(board):
        if stone == ".":
            continue
        if groups and groups[-1][-1] == place - 1 and board[place - 1] == stone:
            groups[-1].append(place)
        else:
            groups.append([place])
    if ring and len(groups) > 1 and groups[0][0] == 0 and groups[-1][-1] == len(board) - 1 and board[0] == board[-1]:
        groups[0] = groups.pop() + groups[0]
    return groups


def has_free_neighbour(board, group, ring):
    places = [place for cell in group for place in (cell - 1, cell + 1)]
    if ring:
        places = [place % len(board) for place in places]
    return any(board[place] == "." for place in places if 0 <= place < len(board))


def legal_jumps(pegs):
    """The jumps of a position of the triangle of 15 cells, numbered from 0 by rows."""
    cells = {(row, place): row * (row + 1) // 2 + place for row in range(5) for place in range(row + 1)}
    for (row, place), cell in cells.items():
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
            over = cells.get((row + down, place + right))
            to = cells.get((row + 2 * down, place + 2 * right))
            if to is not None and cell in pegs and over in pegs and to not in pegs:
                yield cell, over, to


def other_dialogue(name, old, new, before):
    """True if a changed entry of a dialogue leaves it as it was: both entries are refused in the same words."""
    old_entry, new_entry = old.rsplit(":", 1)[-1].split(), new.rsplit(":", 1)[-1].split()
    if name != "solitaire" or not all(word.isdigit() for word in old_entry + new_entry):
        return False
    rows = [line for line in before if DISC.search(line) and not re.search("[a-z]", line)][-5:]
    signs = [sign for line in rows for sign in DISC.findall(line)]
    full = lambda sign: 0x24FF <= ord(sign) or 0x24EB <= ord(sign) <= 0x24F4
    for pegs in ({i for i, sign in enumerate(signs) if full(sign)}, {i for i, sign in enumerate(signs) if not full(sign)}):
        legal = {(start, end) for start, _, end in legal_jumps(pegs)}
        if tuple(map(int, old_entry)) in legal or tuple(map(int, new_entry)) in legal:
            return False
    return True


def is_other_game(name, options, is_dialogue, text, place, old, new):
    if is_dialogue and not new.strip():
        # A dialogue may leave a state out.
        return True
    if is_dialogue:
        return other_dialogue(name, old, new, text.splitlines()[: place - 1])
    if name == "alak":
        return other_alak(text, options, place)
    return name == "nim" and other_nim(text, options)


def is_other_mistake(name, options, text, place, answer):
    """True if the text is a right game with the line that the answer expects: two lines contradict each other, and either may be
    the mistake."""
    lines = text.splitlines()
    lines[answer["line"] - 1] = answer["expected"]
    return name == "alak" and other_alak("\n".join(lines), options, place)


def begins_other_game(name, options, is_dialogue, text, place, line):
    """True if the lines before this one are a game of their own: an entry, a greeting or a hand is changed, to which a later line
    is the answer, or another player begins."""
    if name == "bataille" and place <= 2:
        return True
    changed = text.splitlines()[place - 1]
    if is_dialogue and (place <= 3 or line <= place + 2) and not DISC.search(changed):
        return True
    return name == "nim" and other_nim("\n".join(text.splitlines()[: line - 1]), options)


def checked(program, game, texts, options):
    """The verdicts on texts, of the game that is named or of any."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            pathlib.Path(folder, f"{number:06}.txt").write_text(text, encoding="utf-8")
        result = run(program, "check", *game, folder, "--format", "json", "--lang", "en", *options)
        return json.loads(result.stdout)["files"]


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    changes = int(sys.argv[3]) if len(sys.argv) > 3 else games
    rng = random.Random(1)
    failures = 0
    totals = {}
    for name, printers in forms():
        if len(sys.argv) > 4 and sys.argv[4] != name:
            continue
        total = totals.setdefault(name, {"right": 0, "unread": 0, "changed": 0, "found": 0, "found later": 0, "refused": 0, "other game": 0})
        is_dialogue = "play" in printers[0][0].__qualname__
        for number, (printer, options) in enumerate(printers):
            deals = range(number, games, len(printers))
            texts = [printer(program, rng, deal) for deal in deals]
            right_texts = []
            for text, file in zip(texts, checked(program, [], texts + ["7-K"], options)):
                if file.get("answer", {}).get("right") is True:
                    total["right"] += 1
                    right_texts.append(text)
                elif is_dialogue and "error" in file:
                    total["unread"] += 1
                else:
                    failures += 1
                    print(f"PROBLEM {name} {options}: {file}\n{text[:600]}", file=sys.stderr)
            changed_texts, places = [], []
            for text in right_texts[: changes // len(printers)]:
                lines = text.splitlines()
                for _ in range(50 if lines else 0):
                    place = rng.randrange(len(lines))
                    line = changed_token(rng, lines[place])
                    if line is not None:
                        changed_texts.append("\n".join([*lines[:place], line, *lines[place + 1 :]]) + "\n")
                        places.append((place + 1, lines[place], line))
                        break
            total["changed"] += len(changed_texts)
            for text, (place, old, new), file in zip(changed_texts, places, checked(program, [name], changed_texts + ["7-K"], options)):
                answer = file.get("answer")
                if answer is None:
                    total["refused"] += 1
                elif answer["right"] and is_other_game(name, options, is_dialogue, text, place, old, new):
                    total["other game"] += 1
                elif not answer["right"] and answer["line"] == place:
                    total["found"] += 1
                elif not answer["right"] and answer["line"] > place and begins_other_game(name, options, is_dialogue, text, place, answer["line"]):
                    total["found later"] += 1
                elif not answer["right"] and is_other_mistake(name, options, text, place, answer):
                    total["found later"] += 1
                else:
                    failures += 1
                    print(f"PROBLEM {name} {options} line {place}: {old!r} -> {new!r}: {answer}\n{text[:3000]}", file=sys.stderr)
    for name, total in totals.items():
        print(name, total)
    print("judged wrongly:", failures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
