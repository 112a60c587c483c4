"""Prints right games as programs of students do, and games with single faults, and asks `pioche check` about them.

The rules are written here anew, from the handouts. Run with
    python3 tests/independent/printed_games.py target/release/pioche [GAMES] [FAULTS]
GAMES right games (100 by default) and FAULTS games of each kind of fault (3 by default) are made of each game. The script
prints a table of the kinds of faults, and fails if a right game is called wrong, or a fault is neither found at its line nor
refused with its text.
"""

import json
import random
import re
import subprocess
import sys


class Page:
    """A text with the numbers of the lines that show a step."""

    def __init__(self):
        self.lines = []

    def add(self, text=""):
        """Adds lines and returns the number of the first one."""
        number = len(self.lines) + 1
        self.lines.extend(str(text).split("\n"))
        return number

    def text(self):
        return "\n".join(self.lines) + "\n"


def check(program, text, options=()):
    command = [program, "check", "-", "--format", "json", "--lang", "en", *options]
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return {"error": run.stderr.strip(), "code": run.returncode}
    return json.loads(run.stdout)


# The patience -------------------------------------------------------------------------------------------------------

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A"]
ENGLISH = {"V": "J", "D": "Q", "R": "K"}
SYMBOLS = {"C": "♥", "K": "♦", "P": "♠", "T": "♣"}
WHITE = {"C": "♡", "K": "♢", "P": "♠", "T": "♣"}


def pack(cards):
    ranks = RANKS[13 - cards // 4 :]
    return [(rank, suit) for suit in "CKPT" for rank in ranks]


def allied(one, two):
    return one[0] == two[0] or one[1] == two[1]


def patience(deck):
    """The rows after each draw and each jump, with the kind of the step."""
    row, rows = [], []
    for card in deck:
        row = row + [card]
        rows.append(("draw", row))
        if len(row) >= 3 and allied(row[-3], row[-1]):
            row = row[:-3] + row[-2:]
            rows.append(("jump", row))
            place = 1
            while place + 1 < len(row):
                if allied(row[place - 1], row[place + 1]):
                    row = row[: place - 1] + row[place:]
                    rows.append(("jump", row))
                    place = 1
                else:
                    place += 1
    return rows


class CardForm:
    def __init__(self, rng):
        self.kind = rng.choice(["symbols", "white", "english", "handout", "list", "dict", "tight"])

    def card(self, card):
        rank, suit = card
        if self.kind == "english":
            return ENGLISH.get(rank, rank) + SYMBOLS[suit]
        if self.kind in ("handout", "dict"):
            return rank + "-" + suit
        return rank + (WHITE if self.kind in ("white", "tight") else SYMBOLS)[suit]

    def row(self, cards):
        if self.kind == "list":
            return str([self.card(card) for card in cards])
        if self.kind == "tight":
            return "".join(self.card(card).rjust(3) for card in cards)
        if self.kind == "handout":
            return " ".join(self.card(card) for card in cards)
        return " ".join(self.card(card).rjust(3) for card in cards)

    def final(self, cards):
        if self.kind == "dict":
            return str([{"valeur": rank if not rank.isdigit() else int(rank), "couleur": suit} for rank, suit in cards])
        return self.row(cards)


def print_patience(rng, deck, rows, form, final_count):
    """Prints a game in one of many layouts. Returns the text and the line of each row."""
    page = Page()
    layout = rng.choice(["plain", "labels", "steps", "pioche", "before_and_after", "no_stock", "arrows"])
    if rng.random() < 0.3:
        page.add("La réussite des alliances")
        page.add("-" * 30)
    blank = rng.random() < 0.7
    if layout != "no_stock":
        if rng.random() < 0.3:
            page.add(form.row(sorted(deck)))
            page.add()
        if layout in ("labels", "pioche"):
            page.add("Pioche : " + form.row(deck))
        elif rng.random() < 0.2:
            page.add("Voici la pioche")
            page.add(form.row(deck))
        else:
            page.add(form.row(deck))
        if blank:
            page.add()
    lines = []
    drawn = 0
    for number, (kind, row) in enumerate(rows, 1):
        drawn += kind == "draw"
        if layout == "before_and_after" and kind == "draw" and lines and rng.random() < 0.5:
            page.add(form.row(rows[number - 2][1]))
        if layout == "labels":
            lines.append(page.add("Tas : " + form.row(row)))
        elif layout == "steps":
            if rng.random() < 0.5:
                page.add(f"Etape {number} :")
                lines.append(page.add(form.row(row)))
            else:
                lines.append(page.add(f"Etape {number} : " + form.row(row)))
        elif layout == "pioche":
            lines.append(page.add("Réussite : " + form.row(row)))
            rest = deck[drawn:]
            page.add("Pioche : " + (form.row(rest) if rest else "vide"))
        elif layout == "arrows":
            lines.append(page.add("--> " + form.row(row)))
        else:
            lines.append(page.add(form.row(row)))
        if blank:
            page.add()
    if rng.random() < 0.4:
        page.add(form.final(rows[-1][1]))
    ending = rng.choice(["", "Il reste {} tas", "Nombre de tas restants : {}", "Partie finie : {} tas restants", "{} tas"])
    count_line = page.add(ending.format(final_count)) if ending else None
    return page, lines, layout, count_line


def patience_fault(rng, kind, deck, rows):
    """Returns the index of the wrong step and all rows, or None."""
    indices = list(range(1, len(rows)))
    rng.shuffle(indices)
    for at in indices:
        step, row = rows[at]
        before = rows[at - 1][1]
        jumps = [p for p in range(1, len(before) - 1) if allied(before[p - 1], before[p + 1])]
        drawn = sum(1 for other in rows[:at] if other[0] == "draw")
        new = None
        if kind == "missed jump" and step == "jump" and drawn < len(deck):
            new = before + [deck[drawn]]
        if kind == "jump not leftmost" and step == "jump" and len(jumps) > 1:
            new = before[: jumps[1] - 1] + before[jumps[1] :]
        if kind == "wrong card drawn" and step == "draw" and drawn + 1 < len(deck):
            new = before + [deck[drawn + 1]]
        if kind == "jump of strangers" and step == "draw" and len(before) > 3:
            other = [p for p in range(1, len(before) - 1) if p not in jumps]
            if other:
                new = before[: other[0] - 1] + before[other[0] :]
        if kind == "middle pile vanishes" and step == "draw" and len(before) > 4:
            place = rng.randrange(1, len(before) - 1)
            new = before[:place] + before[place + 1 :] + [deck[drawn]]
        if kind == "jump removes the wrong pile" and step == "jump":
            place = jumps[0]
            if place + 1 not in jumps:
                new = before[:place] + before[place + 1 :]
        if kind == "card twice" and len(row) > 2:
            new = row[:-2] + [row[-1], row[-1]]
        if kind == "piles exchanged" and len(row) > 2:
            new = [row[1], row[0]] + row[2:]
        if kind == "card laid at the left" and step == "draw" and len(before) > 1:
            new = [row[-1]] + before
        if kind == "unknown card" and step == "draw":
            new = before + [next(c for c in pack(52) if c not in deck)] if len(deck) < 52 else None
        if kind == "row left out" and at + 1 < len(rows) and rows[at + 1][1] != before:
            return at, rows[:at] + rows[at + 1 :]
        if new is not None and new != row and new != before:
            return at, rows[:at] + [(step, new)] + rows[at + 1 :]
    return None


PATIENCE_FAULTS = [
    "missed jump",
    "jump not leftmost",
    "wrong card drawn",
    "jump of strangers",
    "middle pile vanishes",
    "jump removes the wrong pile",
    "card twice",
    "piles exchanged",
    "card laid at the left",
    "unknown card",
    "row left out",
    "truncated",
    "steps after the end",
    "wrong number of piles",
    "stock lacks a card",
    "stock has a double",
    "deck from the wrong end",
    "52 cards with --cards 32",
]


def patience_games(rng, program, games, faults, report):
    def game():
        deck = pack(rng.choice([32, 32, 52, 36]))
        rng.shuffle(deck)
        if rng.random() < 0.1:
            deck = deck[: rng.randrange(3, 9)]
        return deck, patience(deck)

    for _ in range(games):
        deck, rows = game()
        page, *_ = print_patience(rng, deck, rows, CardForm(rng), len(rows[-1][1]))
        report.right(check(program, page.text()), page)
    for kind in PATIENCE_FAULTS:
        made = 0
        while made < faults:
            deck, rows = game()
            if len(deck) < 32:
                continue
            form, options, where, start = CardForm(rng), [], None, list(deck)
            if kind in ("truncated", "steps after the end", "wrong number of piles"):
                if kind == "truncated":
                    where = rng.randrange(3, len(rows) - 2)
                    shown = rows[:where]
                elif kind == "steps after the end":
                    where, shown = len(rows), rows + [("jump", rows[-1][1][1:])]
                else:
                    where, shown = "count", rows
                count = len(rows[-1][1]) + (kind == "wrong number of piles")
                page, lines, layout, count_line = print_patience(rng, deck, shown, form, count)
                if layout == "no_stock" or (where == "count") != (count_line is not None) or form.kind == "dict":
                    continue
                if kind == "steps after the end" and page.lines[-1] and len(lines) > where and page.add() < lines[-1]:
                    continue
                expected = count_line if where == "count" else (lines[where] if where < len(lines) else None)
            elif kind.startswith("stock") or kind.startswith("deck") or kind.startswith("52"):
                if kind == "stock lacks a card":
                    start = deck[:-1]
                elif kind == "stock has a double":
                    start[5] = start[9]
                elif kind == "52 cards with --cards 32":
                    if len(deck) != 52:
                        continue
                    options = ["--cards", "32"]
                shown = patience(deck[::-1]) if kind.startswith("deck") else patience(start)
                page, lines, layout, _ = print_patience(rng, start, shown, form, len(shown[-1][1]))
                if layout == "no_stock":
                    continue
                stock_line = next(i for i, line in enumerate(page.lines, 1) if line.strip().endswith(form.row(start).strip()))
                expected = lines[0] if kind.startswith("deck") else stock_line
                if form.row(sorted(start)) == form.row(start):
                    continue
            else:
                fault = patience_fault(rng, kind, deck, rows)
                if fault is None:
                    continue
                at, shown = fault
                page, lines, layout, _ = print_patience(rng, deck, shown, form, len(rows[-1][1]))
                if layout in ("no_stock", "pioche"):
                    continue
                expected = lines[at]
            made += 1
            report.wrong(kind, check(program, page.text(), options), expected, page)


# Alak ---------------------------------------------------------------------------------------------------------------


def alak_put(board, player, cell, ring, captured_rule):
    """Returns the new board and the removed cells of the other player."""
    size = len(board)

    def neighbours(at):
        near = [at - 1, at + 1]
        if ring and size > 2:
            return {place % size for place in near}
        return {place for place in near if 0 <= place < size}

    def group(board, at):
        found, work = {at}, [at]
        while work:
            for near in neighbours(work.pop()):
                if near not in found and board[near] == board[at]:
                    found.add(near)
                    work.append(near)
        return found

    def is_free(board, cells):
        return any(board[near] == 0 for at in cells for near in neighbours(at))

    board = list(board)
    board[cell] = player
    removed = set()
    for near in neighbours(cell):
        if board[near] == 3 - player:
            cells = group(board, near)
            if not is_free(board, cells):
                removed |= cells
    for at in removed:
        board[at] = 0
    if captured_rule:
        own = group(board, cell)
        if not is_free(board, own):
            for at in own:
                board[at] = 0
    return board, removed


def alak_game(rng, size, ring, captured_rule, limit=400):
    """Returns the steps (board before, player, removed before, refused entries, cell, board) of a finished game."""
    board, player, removed, steps = [0] * size, 1, set(), []
    while len(steps) < limit:
        legal = [at for at in range(size) if board[at] == 0 and at not in removed]
        if not legal:
            return steps, board
        cell = rng.choice(legal)
        refused = [at for at in range(size) if at not in legal]
        refused = rng.sample(refused, min(len(refused), rng.choice([0, 0, 1, 2])))
        after, gone = alak_put(board, player, cell, ring, captured_rule)
        steps.append((board, player, removed, refused, cell, after))
        board, player, removed = after, 3 - player, gone
    return None, board


def alak_winner(board):
    one, two = board.count(1), board.count(2)
    return 1 if one > two else 2 if two > one else 0


def alak_row(board, form):
    signs = {"lower": ".xo", "upper": ".XO", "zero": ".x0"}[form[0]]
    separator = {"tight": "", "spaced": " ", "wide": "  "}[form[1]]
    return separator.join(signs[cell] for cell in board)


def print_alak(rng, steps, board, winner, form=None):
    page = Page()
    form = form or (rng.choice(["lower", "upper", "zero"]), rng.choice(["tight", "spaced", "wide"]))
    numbered = rng.random() < 0.6
    # Of a program with piped input, the entries are not visible.
    layout = rng.choice(["dialogue", "dialogue", "boards", "piped", "announced"])
    blank = rng.random() < 0.5

    def show(board, prefix=""):
        line = page.add(prefix + alak_row(board, form))
        if numbered:
            page.add(" ".join(str(number) for number in range(1, len(board) + 1)))
        if blank:
            page.add()
        return line

    if rng.random() < 0.3:
        page.add("Bienvenue dans le jeu d'Alak")
        page.add(f"Nombre de cases : {len(board)}")
    lines, entry_lines = [], []
    show(steps[0][0])
    for index, (_, player, _, refused, cell, after) in enumerate(steps):
        prompt = "Choisissez un nombre licite de carré : "
        if layout == "dialogue":
            page.add(f"Joueur {player}")
            for other in refused:
                page.add(prompt + str(other + 1))
            if rng.random() < 0.1:
                page.add(prompt + str(len(board) + 3))
            entry_lines.append(page.add(prompt + str(cell + 1)))
            lines.append(show(after))
        elif layout == "piped":
            page.add(f"Joueur {player}")
            lines.append(show(after, prompt * (1 + len(refused))))
        elif layout == "announced":
            verb = rng.choice(["joue en", "place un pion sur la case n°", "pose un pion en"])
            page.add(f"Le joueur {player} {verb} {cell + 1}")
            lines.append(show(after))
        else:
            lines.append(show(after))
            if rng.random() < 0.1:
                show(after)
    text = {0: ["Partie nulle", "Match nul !", "Egalité"]}.get(
        winner, [f"Gagnant : {winner}", f"Le joueur {winner} a gagné !", f"Vainqueur : joueur {winner}"]
    )
    result_line = page.add(rng.choice(text)) if winner is not None else None
    return page, lines, layout, result_line


ALAK_FAULTS = [
    "stone on another cell than typed",
    "stone on a forbidden cell",
    "captured group left",
    "one stone of a captured group left",
    "own group captured under rule 3",
    "free group captured",
    "stone of the wrong player",
    "two stones placed",
    "stone on an occupied cell",
    "stone moved",
    "wrong winner",
    "winner of an unfinished game",
    "truncated",
    "start with stones",
    "board of another length",
    "player moves twice",
]


def alak_fault(rng, kind, steps):
    order = list(range(len(steps)))
    rng.shuffle(order)
    for at in order:
        board, player, removed, _, cell, after = steps[at]
        other = 3 - player
        new = None
        legal = [place for place in range(len(board)) if board[place] == 0 and place not in removed]
        gone = [place for place in range(len(board)) if board[place] == other and after[place] == 0]
        if kind == "stone on another cell than typed" and len(legal) > 1:
            place = rng.choice([place for place in legal if place != cell])
            new = alak_put(board, player, place, False, False)[0]
        if kind == "stone on a forbidden cell" and removed:
            place = rng.choice(sorted(removed))
            new = alak_put(board, player, place, False, False)[0]
        if kind == "captured group left" and gone:
            new = list(after)
            for place in gone:
                new[place] = other
        if kind == "one stone of a captured group left" and len(gone) > 1:
            new = list(after)
            new[rng.choice(gone)] = other
        own = [place for place in range(len(board)) if after[place] == player and place != cell]
        if kind == "own group captured under rule 3" and own:
            new = list(after)
            new[rng.choice(own)] = 0
        foes = [place for place in range(len(board)) if after[place] == other]
        if kind == "free group captured" and foes:
            new = list(after)
            new[rng.choice(foes)] = 0
        if kind == "stone of the wrong player" and not gone:
            new = list(board)
            new[cell] = other
        spare = [place for place in legal if place != cell and after[place] == 0]
        if kind == "two stones placed" and spare:
            new = list(after)
            new[rng.choice(spare)] = player
        if kind == "stone on an occupied cell" and foes:
            new = list(board)
            new[rng.choice(foes)] = player
        if kind == "stone moved" and own and spare:
            new = list(board)
            new[rng.choice(own)] = 0
            new[rng.choice(spare)] = player
            new[cell] = board[cell]
        if kind == "board of another length":
            new = after[:-1]
        if new is not None and new != after and new != board:
            return at, new
    return None


def alak_games(rng, program, games, faults, report):
    def game():
        while True:
            size = rng.choice([3, 5, 7, 9, 9, 12, 15])
            ring, captured = rng.random() < 0.2, rng.random() < 0.2
            steps, board = alak_game(rng, size, ring, captured)
            if steps:
                options = (["--edge", "ring"] if ring else []) + (["--own-group", "captured"] if captured else [])
                return steps, board, options, ring, captured

    for _ in range(games):
        steps, board, options, *_ = game()
        page, *_ = print_alak(rng, steps, board, alak_winner(board))
        report.right(check(program, page.text(), options), page)
    for kind in ALAK_FAULTS:
        made = 0
        while made < faults:
            steps, board, options, ring, captured = game()
            if ring or captured or len(board) < 5:
                continue
            winner = alak_winner(board)
            shown, expected = list(steps), None
            if kind == "wrong winner":
                page, lines, layout, expected = print_alak(rng, steps, board, rng.choice([w for w in (0, 1, 2) if w != winner]))
            elif kind == "winner of an unfinished game":
                shown = steps[: rng.randrange(1, len(steps))]
                page, lines, layout, expected = print_alak(rng, shown, board, alak_winner(shown[-1][5]))
            elif kind == "truncated":
                shown = steps[: rng.randrange(1, len(steps))]
                page, lines, layout, _ = print_alak(rng, shown, board, None)
            elif kind == "start with stones":
                first = list(shown[0][0])
                first[0] = first[2] = 1
                shown[0] = (first,) + shown[0][1:]
                page, lines, layout, _ = print_alak(rng, shown, board, winner)
                expected = next(i for i, line in enumerate(page.lines, 1) if set(line.lower().strip()) & set("xo") and set(line.lower()) <= set(".xo0 "))
            elif kind == "player moves twice":
                at = rng.randrange(len(steps))
                page, lines, layout, _ = print_alak(rng, shown, board, winner, ("lower", "spaced"))
                if layout != "dialogue":
                    continue
                place = [i for i, line in enumerate(page.lines) if line.startswith("Joueur ")][at]
                page.lines[place] = "Joueur " + str(3 - steps[at][1])
                expected = place + 1
            else:
                fault = alak_fault(rng, kind, steps)
                if fault is None:
                    continue
                at, new = fault
                shown[at] = shown[at][:5] + (new,)
                page, lines, layout, _ = print_alak(rng, shown, board, winner)
                if kind == "stone on another cell than typed" and layout not in ("dialogue", "announced"):
                    continue
                # Without entries, another legal move may lead to the same board.
                if layout in ("boards", "piped"):
                    before, player, removed = steps[at][:3]
                    legal = [c for c in range(len(before)) if before[c] == 0 and c not in removed]
                    if any(alak_put(before, player, c, False, False)[0] == new for c in legal):
                        continue
                expected = lines[at]
            made += 1
            report.wrong(kind, check(program, page.text(), options), expected, page)


# Nim ----------------------------------------------------------------------------------------------------------------


def nim_game(rng, matches, takes):
    left, player, steps = matches, 1, []
    while any(take <= left for take in takes):
        take = rng.choice([take for take in takes if take <= left])
        refused = rng.sample([0, 1, 4, 5, 9], rng.choice([0, 0, 1, 2]))
        refused = [number for number in refused if number not in takes or number > left]
        steps.append((player, refused, take, left, left - take))
        left, player = left - take, 3 - player
    winner = 3 - player if left == 0 else 0
    return steps, winner


def bars(matches, form):
    if form == "groups":
        return " ".join("|" * min(5, matches - at) for at in range(0, matches, 5))
    if form == "list":
        return str(["|"] * matches)
    return "|" * matches


def print_nim(rng, matches, steps, winner):
    page = Page()
    form = rng.choice(["groups", "plain", "list", "none"])
    layout = rng.choice(["handout", "handout", "piped", "announced"])
    if rng.random() < 0.5:
        page.add("Voulez-vous jouer à deux joueurs, ou seul contre l'ordinateur ?")
        page.add("Pour jouer à deux, tapez 2 ; pour jouer seul, taper 1 : 2")
    if rng.random() < 0.6:
        page.add("Veuillez indiquer le nombre d allumettes présentes au départ (25 par défaut).")
        page.add(matches)
    page.add(f"Sur le plateau, sont donc diposées {matches} allumettes.")
    if form != "none":
        page.add(bars(matches, form))
    state_lines, move_lines = [], []
    for player, refused, take, _, left in steps:
        prompt = rng.choice([f"Joueur {player}, combien d'allumettes retirez-vous (2 ou 3) ? ", f"Joueur {player} : votre choix ? "])
        if layout == "handout":
            for number in refused:
                page.add(prompt + str(number))
            move_lines.append(page.add(prompt + str(take)))
            if rng.random() < 0.5:
                page.add(f"Le joueur {player} retire {take} allumettes.")
        elif layout == "announced":
            verb = rng.choice(["retire", "prend", "enlève", "ramasse"])
            move_lines.append(page.add(f"Le joueur {player} {verb} {take} allumettes"))
        else:
            move_lines.append(page.add(prompt))
        if left > 0 and form != "none":
            state_lines.append(page.add(bars(left, form)))
            if left > 1 and rng.random() < 0.6:
                page.add(f"Il reste {left} allumette(s) sur la table.")
        elif left > 0 and (left > 1 or layout == "piped"):
            state_lines.append(page.add(f"Il reste {left} allumette(s) sur la table."))
        else:
            state_lines.append(None)
    result = None
    if winner is not None:
        text = f"La partie est remportée par le joueur {winner}." if winner else "Egalité"
        result = page.add(text)
    return page, state_lines, move_lines, layout, result


NIM_FAULTS = [
    "one match too many gone",
    "one match too few gone",
    "take of 1 accepted",
    "take of 4 accepted",
    "matches added",
    "wrong winner",
    "draw called a win",
    "win called a draw",
    "winner of an unfinished game",
    "truncated",
    "player moves twice",
    "announced take is not made",
]


def nim_games(rng, program, games, faults, report):
    def game():
        takes = rng.choice([[2, 3], [2, 3], [1, 2, 3]])
        matches = rng.randrange(6, 40)
        steps, winner = nim_game(rng, matches, takes)
        options = [] if takes == [2, 3] else ["--takes", "1,2,3"]
        return matches, steps, winner, options

    for _ in range(games):
        matches, steps, winner, options = game()
        page, *_ = print_nim(rng, matches, steps, winner)
        report.right(check(program, page.text(), options), page)
    for kind in NIM_FAULTS:
        made = 0
        while made < faults:
            matches, steps, winner, options = game()
            if options:
                continue
            expected, shown = None, list(steps)
            if kind in ("wrong winner", "draw called a win", "win called a draw"):
                if (winner == 0) != (kind == "draw called a win"):
                    continue
                told = {"wrong winner": 3 - winner, "draw called a win": 1, "win called a draw": 0}[kind]
                page, _, _, layout, expected = print_nim(rng, matches, steps, told)
                if layout == "piped":
                    continue
            elif kind in ("winner of an unfinished game", "truncated"):
                shown = steps[: rng.randrange(1, len(steps))]
                told = shown[-1][0] if kind.startswith("winner") else None
                page, _, _, layout, expected = print_nim(rng, matches, shown, told)
            else:
                at = rng.randrange(len(steps))
                player, refused, take, before, left = steps[at]
                if left < 2 or before < 9:
                    continue
                if kind == "player moves twice":
                    shown[at] = (3 - player, [], take, before, left)
                elif kind == "announced take is not made":
                    shown[at] = (player, [], take, before, before)
                else:
                    gone = {
                        "one match too many gone": take + 1,
                        "one match too few gone": take - 1,
                        "take of 1 accepted": 1,
                        "take of 4 accepted": 4,
                        "matches added": -2,
                    }[kind]
                    typed = gone if kind.startswith("take of") else take
                    shown[at] = (player, [], typed, before, before - gone)
                page, states, moves, layout, _ = print_nim(rng, matches, shown, winner)
                if layout == "piped" and (kind == "player moves twice" or gone in (2, 3)):
                    continue
                if layout == "piped" and kind == "announced take is not made":
                    continue
                expected = states[at]
                if kind == "player moves twice":
                    expected = moves[at]
                if expected is None:
                    continue
                # The take is announced before the matches are shown.
                if kind.startswith("take of"):
                    expected = list(range(moves[at], expected + 1))
            made += 1
            report.wrong(kind, check(program, page.text(), options), expected, page)


# Peg solitaire ------------------------------------------------------------------------------------------------------

NEIGHBOURS = [
    [1, 2, None, None, None, None],
    [3, 4, 2, 0, None, None],
    [4, 5, None, None, 0, 1],
    [6, 7, 4, 1, None, None],
    [7, 8, 5, 2, 1, 3],
    [8, 9, None, None, 2, 4],
    [10, 11, 7, 3, None, None],
    [11, 12, 8, 4, 3, 6],
    [12, 13, 9, 5, 4, 7],
    [13, 14, None, None, 5, 8],
    [None, None, 11, 6, None, None],
    [None, None, 12, 7, 6, 10],
    [None, None, 13, 8, 7, 11],
    [None, None, 14, 9, 8, 12],
    [None, None, None, None, 9, 13],
]


def all_jumps():
    jumps = []
    for start in range(15):
        for direction, over in enumerate(NEIGHBOURS[start]):
            end = NEIGHBOURS[over][direction] if over is not None else None
            if end is not None:
                jumps.append((start, over, end))
    return jumps


JUMPS = all_jumps()


def possible(pegs):
    return [(a, b, c) for a, b, c in JUMPS if a in pegs and b in pegs and c not in pegs]


def jumped(pegs, jump):
    return (pegs - {jump[0], jump[1]}) | {jump[2]}


def solution(pegs, dead):
    if len(pegs) == 1:
        return []
    if pegs in dead:
        return None
    for jump in possible(pegs):
        rest = solution(frozenset(jumped(pegs, jump)), dead)
        if rest is not None:
            return [jump] + rest
    dead.add(pegs)
    return None


def circled(cell, peg):
    if peg:
        return "⓪" if cell == 0 else chr(0x2460 + cell - 1)
    return "⓿" if cell == 0 else chr(0x278A + cell - 1) if cell <= 10 else chr(0x24EB + cell - 11)


def triangle(pegs):
    rows, cell = [], 0
    for row in range(5):
        rows.append(" " * (4 - row) + "".join(circled(cell + at, cell + at in pegs) + " " for at in range(row + 1)))
        cell += row + 1
    return "\n".join(rows)


def solitaire_game(rng, dead):
    pegs = frozenset(range(15)) - {rng.choice([12, 12, rng.randrange(15)])}
    states, jumps = [pegs], []
    solved = rng.random() < 0.4
    if solved:
        jumps = solution(pegs, dead)
        for jump in jumps:
            states.append(frozenset(jumped(states[-1], jump)))
    else:
        while possible(states[-1]):
            jump = rng.choice(possible(states[-1]))
            jumps.append(jump)
            states.append(frozenset(jumped(states[-1], jump)))
    return states, jumps


def print_solitaire(rng, states, jumps, ending, layout=None, dead=None, refusals=True):
    page = Page()
    layout = layout or rng.choice(["dialogue", "dialogue", "piped", "boards", "jumps"])
    clear = "\x1b[H\x1b[2J\x1b[3J" if rng.random() < 0.3 else ""
    state_lines, jump_lines = [page.add(clear + triangle(states[0]))], []
    for (start, over, end), before, after in zip(jumps, states, states[1:]):
        ask, ask_end = "  donnez une case de départ: ", "  donnez une case d'arrivée: "
        if layout == "dialogue":
            page.add("tapez ^C pour arrêter et lancer la résolution\nou alors ")
            empty = [cell for cell in range(15) if cell not in before]
            if refusals and rng.random() < 0.2:
                page.add(ask + str(rng.choice(empty)))
                page.add("  case de départ invalide")
                page.add("tapez ^C pour arrêter et lancer la résolution\nou alors ")
            page.add(ask + str(start))
            jump_lines.append(page.add(ask_end + str(end)))
            page.add(f"on joue de {start} a {end}")
        elif layout == "piped":
            page.add("tapez ^C pour arrêter et lancer la résolution\nou alors ")
            jump_lines.append(page.add(f"{ask}{ask_end}on joue de {start} a {end}"))
        elif layout == "jumps":
            jump_lines.append(page.add(f"({start}, {end})"))
        else:
            jump_lines.append(None)
        state_lines.append(page.add(clear + triangle(after)))
    ending_line = None
    if ending == "won":
        ending_line = page.add("Gagné !!!")
    elif ending == "stuck":
        page.add()
        ending_line = page.add("pas moyen d'aller plus loin !!!")
    elif ending is not None:
        page.add()
        page.add("suite de coups possible pour terminer :")
        ending_line = page.add("".join(f"({a}, {c}) " for a, _, c in ending))
    return page, state_lines, jump_lines, layout, ending_line


SOLITAIRE_FAULTS = [
    "jumped peg stays",
    "jumping peg stays",
    "peg does not land",
    "another peg removed",
    "jump over an empty cell",
    "jump onto a peg",
    "jump out of line",
    "another jump than typed",
    "won with two pegs",
    "no way on though there is one",
    "solution with an impossible jump",
    "solution that leaves two pegs",
    "truncated",
    "start with two holes",
    "state left out",
]


def solitaire_games(rng, program, games, faults, report):
    dead = set()

    def honest_ending(state, rng):
        if len(state) == 1:
            return "won"
        rest = solution(state, dead)
        return "stuck" if rest is None else rest

    def game():
        states, jumps = solitaire_game(rng, dead)
        if rng.random() < 0.5:
            keep = rng.randrange(1, len(jumps) + 1)
            states, jumps = states[: keep + 1], jumps[:keep]
        return states, jumps

    for _ in range(games):
        states, jumps = game()
        page, *_ = print_solitaire(rng, states, jumps, honest_ending(states[-1], rng))
        report.right(check(program, page.text()), page)
    for kind in SOLITAIRE_FAULTS:
        made = 0
        while made < faults:
            states, jumps = game()
            expected, shown, moves = None, list(states), list(jumps)
            ending = honest_ending(states[-1], rng)
            at = rng.randrange(len(jumps))
            start, over, end = jumps[at]
            before = states[at]
            layout = None
            if kind in ("won with two pegs", "no way on though there is one", "solution with an impossible jump",
                        "solution that leaves two pegs", "truncated", "start with two holes"):
                if kind == "won with two pegs":
                    if len(states[-1]) == 1:
                        continue
                    ending = "won"
                elif kind == "no way on though there is one":
                    if not isinstance(ending, list):
                        continue
                    ending = "stuck"
                elif kind == "solution with an impossible jump":
                    if not isinstance(ending, list) or len(ending) < 3:
                        continue
                    ending = [ending[1], ending[0]] + ending[2:]
                    if ending[0] in possible(states[-1]):
                        continue
                elif kind == "solution that leaves two pegs":
                    if not isinstance(ending, list) or len(ending) < 3:
                        continue
                    ending = ending[:-1]
                elif kind == "truncated":
                    if not possible(states[-1]):
                        continue
                    ending = None
                else:
                    shown[0] = shown[0] - {min(shown[0])}
                page, lines, _, _, expected = print_solitaire(rng, shown, moves, ending)
                if kind == "truncated":
                    expected = None
                if kind == "start with two holes":
                    expected = lines[0]
            else:
                impossible = [jump for jump in JUMPS if jump not in possible(before)]
                new = None
                if kind == "jumped peg stays":
                    new = states[at + 1] | {over}
                elif kind == "jumping peg stays":
                    new = states[at + 1] | {start}
                elif kind == "peg does not land":
                    new = states[at + 1] - {end}
                elif kind == "another peg removed":
                    others = sorted(states[at + 1] - {end})
                    if not others:
                        continue
                    new = (states[at + 1] | {over}) - {rng.choice(others)}
                elif kind == "another jump than typed":
                    others = [jump for jump in possible(before) if jump != jumps[at]]
                    if not others:
                        continue
                    new = jumped(before, rng.choice(others))
                    layout = rng.choice(["dialogue", "piped", "jumps"])
                elif kind in ("jump over an empty cell", "jump onto a peg", "jump out of line"):
                    if kind == "jump over an empty cell":
                        wrong = [(a, b, c) for a, b, c in impossible if a in before and b not in before and c not in before]
                    elif kind == "jump onto a peg":
                        wrong = [(a, b, c) for a, b, c in impossible if a in before and b in before and c in before]
                    else:
                        free = [c for c in range(15) if c not in before]
                        wrong = [(a, b, c) for a in before for b in before for c in free
                                 if a != b and not any((a, c) == (j[0], j[2]) for j in JUMPS)]
                    if not wrong:
                        continue
                    jump = rng.choice(sorted(wrong))
                    new = jumped(before, jump)
                    moves[at] = jump
                    layout = rng.choice(["piped", "jumps", "boards"])
                elif kind == "state left out":
                    if at + 1 >= len(jumps) or frozenset(states[at + 2]) == before:
                        continue
                    shown = states[: at + 1] + states[at + 2 :]
                    moves = jumps[:at] + jumps[at + 1 :]
                    layout = "boards"
                if new is not None:
                    shown[at + 1] = frozenset(new)
                page, lines, jump_lines, layout, _ = print_solitaire(rng, shown, moves, ending, layout)
                expected = lines[at + 1]
                if kind in ("jump over an empty cell", "jump onto a peg", "jump out of line") and layout != "boards":
                    expected = jump_lines[at]
            made += 1
            report.wrong(kind, check(program, page.text()), expected, page)


# Bataille -----------------------------------------------------------------------------------------------------------


def bataille_game(hands, alternating, limit=3000):
    """Returns the rounds (pairs, winner or None, hands after) of a game, and whether it ended."""
    one, two = list(hands[0]), list(hands[1])
    rounds, seen, first = [], set(), 1
    while one and two:
        state = (tuple(one), tuple(two), first)
        if state in seen or len(rounds) >= limit:
            return rounds, False
        seen.add(state)
        pairs, trick, winner = [], [], None
        face_down = False
        while True:
            if not one or not two:
                break
            cards = {1: one.pop(0), 2: two.pop(0)}
            order = (first, 3 - first)
            trick += [cards[player] for player in order]
            if alternating:
                first = 3 - first
            pairs.append((order, cards, face_down))
            if not face_down and cards[1] != cards[2]:
                winner = 1 if cards[1] > cards[2] else 2
                break
            face_down = not face_down
        if winner:
            (one if winner == 1 else two).extend(trick)
        rounds.append((pairs, winner, (list(one), list(two))))
    return rounds, True


def print_bataille(rng, hands, rounds, winner, layout=None, count=None):
    """Prints a game; returns the page and the lines of each round."""
    page = Page()
    layout = layout or rng.choice(["hands", "hands", "lines", "dialogue", "tricks", "both"])
    bracket = rng.random() < 0.6
    label = rng.choice(["Joueur {} : ", "joueur {} : ", "Player {}: ", "J{} : "])

    def hand(player, cards):
        text = str(cards) if bracket else " ".join(map(str, cards))
        if not cards and not bracket:
            text = "(main vide)"
        return label.format(player) + text

    numbers = rng.random() < 0.5
    shows_faces = rng.random() < 0.5
    sizes = rng.random() < 0.5
    page.add("Jeu de la bataille") if rng.random() < 0.3 else None
    start_line = page.add(hand(1, hands[0]))
    page.add(hand(2, hands[1]))
    lines = []
    for number, (pairs, taker, after) in enumerate(rounds, 1):
        where = {}
        if layout == "hands":
            if numbers:
                page.add(f"Pli {number}")
            where["hand1"] = page.add(hand(1, after[0]))
            where["hand2"] = page.add(hand(2, after[1]))
            if rng.random() < 0.3:
                page.add()
        elif layout in ("lines", "both"):
            text = f"{number:>4} " if numbers else ""
            for order, cards, down in pairs:
                for player in order:
                    if player in cards:
                        text += f" {player}:({cards[player]})" if down else f" {player}:{cards[player]}"
            text += f" -> joueur {taker}" if taker else " -> aucun gagnant, plus de carte"
            if sizes:
                text += f" [{len(after[0])} - {len(after[1])}]"
            where["line"] = page.add(text)
            if layout == "both":
                where["hand1"] = page.add(hand(1, after[0]))
                where["hand2"] = page.add(hand(2, after[1]))
        else:
            if numbers:
                page.add(f"--- Tour {number} ---")
            where["cards"] = []
            for index, (order, cards, down) in enumerate(pairs):
                if layout == "winners" or (down and not shows_faces):
                    continue
                for player in order:
                    if player not in cards:
                        continue
                    verb = rng.choice(["joue", "pose"]) if layout == "dialogue" else ":"
                    suffix = " (face cachée)" if down else ""
                    where["cards"].append((index, player, page.add(f"Joueur {player} {verb} {cards[player]}{suffix}")))
                if not down and cards[1] == cards[2]:
                    where["tie"] = page.add("Bataille !")
            if taker:
                where["winner"] = page.add(f"Joueur {taker} " + rng.choice(["gagne le pli", "remporte le pli", "ramasse les cartes"]))
            if sizes:
                where["sizes"] = page.add(f"Joueur 1 : {len(after[0])} cartes, joueur 2 : {len(after[1])} cartes")
        lines.append(where)
    result = None
    if winner is not None:
        words = [f"Le joueur {winner} gagne la partie", f"Gagnant : {winner}", f"Le joueur {winner} gagne ({{}} plis)."]
        text = rng.choice(words if winner else ["Partie nulle", "Match nul !"])
        result = page.add(text.format(len(rounds) if count is None else count))
    return page, lines, layout, result, start_line


BATAILLE_FAULTS = [
    "trick to the wrong player",
    "wrong card laid",
    "wrong card in a battle",
    "no battle after a tie",
    "battle without a tie",
    "order of the trick reversed",
    "card lost",
    "hands exchanged",
    "wrong numbers of cards",
    "trick taken without cards left",
    "wrong winner",
    "winner of an unfinished game",
    "truncated",
    "rounds after the end",
    "round left out",
    "value five times",
    "wrong number of rounds",
]


def bataille_games(rng, program, games, faults, report):
    def game():
        while True:
            values = rng.choice([2, 3, 4, 5, 8, 13])
            deck = [1 + card // 4 for card in range(4 * values)]
            rng.shuffle(deck)
            hands = (deck[::2], deck[1::2])
            alternating = rng.random() < 0.3
            rounds, ended = bataille_game(hands, alternating)
            if ended and len(rounds) < 400:
                return hands, rounds, (["--order", "alternating"] if alternating else [])

    def leader(rounds):
        one, two = (len(hand) for hand in rounds[-1][2])
        return 1 if one > two else 2 if two > one else 0

    for _ in range(games):
        hands, rounds, options = game()
        page, *_ = print_bataille(rng, hands, rounds, leader(rounds))
        report.right(check(program, page.text(), options), page)
    for kind in BATAILLE_FAULTS:
        made = tries = 0
        while made < faults:
            tries += 1
            hands, rounds, options = game()
            winner, shown, expected, layout = leader(rounds), list(rounds), "none", None
            at = rng.randrange(len(rounds))
            pairs, taker, after = rounds[at]
            hands = (list(hands[0]), list(hands[1]))
            key, count = None, None
            if kind == "trick to the wrong player":
                if not taker or len(pairs) > 1:
                    continue
                shown[at] = (pairs, 3 - taker, after)
                layout, key = rng.choice([("lines", "line"), ("dialogue", "winner"), ("tricks", "winner")])
            elif kind == "wrong card laid":
                order, cards, down = pairs[0]
                cards = dict(cards)
                player = rng.choice([1, 2])
                cards[player] += 20
                shown[at] = ([(order, cards, down)] + pairs[1:], taker, after)
                layout, key = rng.choice([("lines", "line"), ("dialogue", 0), ("tricks", 0)])
                if key == 0:
                    key = ("card", 0, player)
            elif kind == "wrong card in a battle":
                if len(pairs) < 3:
                    continue
                order, cards, down = pairs[2]
                cards = dict(cards)
                cards[2] += 20
                shown[at] = (pairs[:2] + [(order, cards, down)] + pairs[3:], taker, after)
                layout, key = rng.choice([("lines", "line"), ("dialogue", ("card", 2, 2))])
            elif kind == "no battle after a tie":
                if len(pairs) < 3:
                    continue
                shown[at] = (pairs[:1], 1, after)
                layout, key = rng.choice([("lines", "line"), ("dialogue", "winner")])
            elif kind == "battle without a tie":
                if len(pairs) > 1:
                    continue
                layout, key = "dialogue", "battle"
            elif kind in ("order of the trick reversed", "card lost", "hands exchanged"):
                layout = "hands"
                new = (list(after[0]), list(after[1]))
                if kind == "order of the trick reversed":
                    if not taker or len(pairs) > 1:
                        continue
                    hand = new[taker - 1]
                    hand[-1], hand[-2] = hand[-2], hand[-1]
                    key = f"hand{taker}"
                    if hand == after[taker - 1]:
                        continue
                elif kind == "card lost":
                    if len(new[0]) < 2:
                        continue
                    new[0].pop()
                    key = "hand1"
                else:
                    new = (new[1], new[0])
                    key = "hand1"
                    if new[0] == after[0]:
                        continue
                # Equal to the next or the former state by chance.
                near = [hands if at == 0 else rounds[at - 1][2]]
                if any(new[0] == other[0] for other in near) and key == "hand1":
                    continue
                if any(new[1] == list(other[1]) for other in near) and key == "hand2":
                    continue
                shown[at] = (pairs, taker, new)
            elif kind == "wrong numbers of cards":
                shown[at] = (pairs, taker, (after[0] + [1], after[1]))
                layout, key = rng.choice([("lines", "line"), ("dialogue", "sizes")])
            elif kind == "trick taken without cards left":
                at = len(rounds) - 1
                pairs, taker, after = rounds[at]
                if taker:
                    continue
                shown[at] = (pairs, 1, after)
                layout, key = rng.choice([("lines", "line"), ("dialogue", "winner")])
            elif kind == "wrong winner":
                winner = rng.choice([other for other in (0, 1, 2) if other != winner])
                key = "result"
            elif kind == "winner of an unfinished game":
                if len(rounds) < 4:
                    continue
                shown = rounds[: rng.randrange(1, len(rounds) - 2)]
                winner, key = leader(shown), "result"
                if winner == 0:
                    continue
            elif kind == "truncated":
                if len(rounds) < 3:
                    continue
                shown, winner, expected = rounds[: rng.randrange(1, len(rounds) - 1)], None, None
            elif kind == "rounds after the end":
                at = len(rounds)
                shown = rounds + [([((1, 2), {1: 2, 2: 1}, False)], 1, rounds[-1][2])]
                layout, key = rng.choice([("lines", "line"), ("dialogue", ("card", 0, 1))])
            elif kind == "round left out":
                if at + 1 >= len(rounds):
                    continue
                shown = rounds[:at] + rounds[at + 1 :]
                layout = rng.choice(["lines", "dialogue"])
                key = "line" if layout == "lines" else "any"
                if rounds[at][0][0][1] == rounds[at + 1][0][0][1]:
                    continue
            elif kind == "value five times":
                hands[0][0] = hands[1][0] = hands[1][1] = hands[0][1]
                if (hands[0] + hands[1]).count(hands[0][0]) <= 4:
                    continue
                shown, _ = bataille_game(hands, bool(options), 200)
                winner, key = None, "start"
            elif kind == "wrong number of rounds":
                count, key = len(rounds) + 3, "result"
            page, lines, layout, result, start = print_bataille(rng, hands, shown, winner, layout, count)
            if kind == "wrong number of rounds" and "plis)" not in page.lines[result - 1]:
                continue
            if key == "battle":
                place = lines[at]["winner"] if taker else None
                if place is None:
                    continue
                page.lines.insert(place - 1, "Bataille !")
                expected = place
            elif key == "result":
                expected = result
            elif key == "start":
                expected = start
            elif key == "any":
                expected = [line for _, _, line in lines[at]["cards"]]
            elif isinstance(key, tuple):
                found = [line for index, player, line in lines[at]["cards"] if (index, player) == key[1:]]
                if not found:
                    continue
                expected = found[0]
            elif key:
                if key not in lines[at]:
                    continue
                expected = lines[at][key]
                if key == "line" and kind == "wrong numbers of cards" and "[" not in page.lines[expected - 1]:
                    continue
                if key == "line" and kind == "round left out":
                    numbered = page.lines[expected - 1].strip()[0].isdigit()
            made += 1
            report.wrong(kind, check(program, page.text(), options), expected, page)


# The report ---------------------------------------------------------------------------------------------------------


class Report:
    def __init__(self, game):
        self.game = game
        self.accepted = self.refused = 0
        self.kinds = {}
        self.problems = []

    def right(self, verdict, page):
        if verdict.get("right") is True:
            self.accepted += 1
        elif "error" in verdict:
            self.refused += 1
        else:
            self.problems.append(("right game", verdict, page.text()))

    def wrong(self, kind, verdict, expected, page):
        """`expected` is a line, a list of lines, or None for a text that only ends early."""
        made, found, refused, _ = self.kinds.get(kind, (0, 0, 0, ""))
        places = expected if isinstance(expected, list) else [expected]
        is_refused = "error" in verdict
        is_found = verdict.get("right") is False and verdict.get("line") in places
        if not (is_found or is_refused or expected is None):
            self.problems.append((f"{kind}, expected line {expected}", verdict, page.text()))
        reason = verdict.get("reason", verdict.get("error", ""))
        self.kinds[kind] = (made + 1, found + is_found, refused + is_refused, reason)

    def print(self):
        print(f"{self.game}: {self.accepted} right games accepted, {self.refused} refused")
        for kind, (made, found, refused, reason) in self.kinds.items():
            print(f"  {kind}: {found} of {made} found, {refused} refused; {reason}")


GAMES = {
    "alliances": patience_games,
    "solitaire": solitaire_games,
    "alak": alak_games,
    "bataille": bataille_games,
    "nim": nim_games,
}


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    faults = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    names = sys.argv[4:] or list(GAMES)
    failed = 0
    for name in names:
        report = Report(name)
        GAMES[name](random.Random(name), program, games, faults, report)
        report.print()
        failed += len(report.problems)
        for kind, verdict, text in report.problems:
            print(f"PROBLEM {name}, {kind}: {verdict}", file=sys.stderr)
        for kind, verdict, text in report.problems[:2]:
            print(f"TEXT {name}, {kind}: {verdict}\n{text}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
