"""Forms of hand-ins: for each form and game the verdict of `check-solution`, or why it is refused.

    python3 tests/independent/hand_ins.py target/debug/pioche [--games 2000] [--only alliances] [--spoiled] [--keep FOLDER]

Programs written here from the rules alone (standard library only) play the games; each form prints their results as programs,
spreadsheets and people do, whether it is a documented form or not. Exit 1 if right results disagree or, with `--spoiled`, wrong
ones agree.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import mistakes

OUTCOMES = {"player1": "joueur 1", "player2": "joueur 2", "draw": "parties nulles", "endless": "parties infinies"}


def jumps_of_triangle(side=5):
    """The 36 jumps of the triangle: from, over, to."""
    place = {}
    for row in range(side):
        for column in range(row + 1):
            place[row, column] = len(place)
    jumps = []
    for (row, column), start in place.items():
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
            over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if end in place:
                jumps.append((start, place[over], place[end]))
    return jumps


def solitaire(rng, hole=12, jumps=jumps_of_triangle()):
    pegs = set(range(15)) - {hole}
    while True:
        legal = [jump for jump in jumps if jump[0] in pegs and jump[1] in pegs and jump[2] not in pegs]
        if not legal:
            return len(pegs)
        start, over, end = rng.choice(legal)
        pegs -= {start, over}
        pegs.add(end)


def play_games(name, games):
    """The results of games, one after the other."""
    rng = random.Random(name)
    play = {
        "alliances": mistakes.with_deck(mistakes.PLAY),
        "bataille": mistakes.bataille(),
        "nim": mistakes.nim(),
        "alak": mistakes.alak(),
        "solitaire": solitaire,
    }[name]
    return [play(rng) for _ in range(games)]


class Sample:
    """A hand-in: its game and form, its text, the options and the expected verdict."""

    def __init__(self, game, form, text, options="", verdict="agrees", ending="txt"):
        self.game, self.form, self.text, self.options = game, form, text, options
        self.verdict, self.ending = verdict, ending


def comma(number, digits=4):
    return f"{number:.{digits}f}".replace(".", ",")


def patience_samples(results):
    games = len(results)
    known = f"--games {games}"
    counts = {n: results.count(n) for n in range(2, 33)}
    at_most = {n: sum(result <= n for result in results) / games for n in range(2, 33)}
    p = list(at_most.values())
    percents = [round(100 * x) for x in p]
    mean = sum(results) / games
    few = [2, 4, 6, 8, 10, 12]
    form = []

    def add(name, text, options=known, verdict="agrees", ending="txt"):
        form.append(Sample("alliances", name, text, options, verdict, ending))

    add("list of probabilities", f"{p}")
    add("list over several lines", "[\n " + ",\n ".join(map(str, p)) + "\n]")
    add("list with a name", f"liste_probas = {p}")
    add("list below a sentence", f"Probabilités de gagner pour 2 à 32 tas :\n{p}")
    add("list of percentages", f"{[round(100 * x, 2) for x in p]}")
    add("list of whole percentages", f"{percents}")
    add("list of percentages as text", f"{[f'{100 * x:.1f}%' for x in p]}")
    add("list of numbers of piles", f"{results}", "")
    add("list of pairs", f"{list(at_most.items())}")
    add("list of lists", f"{[list(pair) for pair in at_most.items()]}")
    add("two lists", f"{list(at_most)}\n{p}")
    add("two lists with names", f"x = {list(at_most)}\ny = {p}")
    add("lists in a list", f"[{list(at_most)}, {p}]")
    add("tuple of lists", f"({list(at_most)}, {p})")
    add("dict of lists", f"{dict(tas=list(at_most), proba=p)}")
    add("dict", f"{at_most}")
    add("dict with text keys", f"{({str(n): x for n, x in at_most.items()})}")
    add("dict with sentences as keys", f"{({f'{n} tas': x for n, x in at_most.items()})}")
    add("dict over lines (pprint)", "{" + ",\n ".join(f"{n}: {x}" for n, x in at_most.items()) + "}")
    add("json", json.dumps(at_most, indent=2), ending="json")
    add("json records", json.dumps([{"nb_tas_max": n, "proba": x} for n, x in at_most.items()]), ending="json")
    add("Counter", f"{Counter(results)}", "")
    add("defaultdict", f"defaultdict(<class 'int'>, {dict(Counter(results))})", "")
    add("dict of statistics", f"{{'moyenne': {mean}, 'min': {min(results)}, 'max': {max(results)}}}")
    add("tuple of statistics", f"moyenne, min, max = ({mean}, {min(results)}, {max(results)})")
    add("array of numpy", "[" + "\n ".join(" ".join(f"{x:<6}" for x in p[i : i + 8]) for i in range(0, 31, 8)) + "]")
    add("array(...) of numpy", "array([" + ",\n       ".join(", ".join(f"{x:.4f}" for x in p[i : i + 6]) for i in range(0, 31, 6)) + "])")
    add("np.float64(...)", "[" + ", ".join(f"np.float64({x})" for x in p) + "]")
    add("matrix of numpy", "[" + "\n ".join(f"[{n:>3}.    {x:.4f}]" for n, x in at_most.items()) + "]")
    add("statistics in lines", f"La moyenne est : {mean}\nLe minimum est : {min(results)}\nLe maximum est : {max(results)}")
    add("statistics with signs", f"minimum = {min(results)}\nmaximum = {max(results)}\nmoyenne = {comma(mean, 2)}")
    add("statistics in a sentence", f"Sur {games} parties, la moyenne est de {comma(mean, 2)} tas, le minimum de {min(results)} et le maximum de {max(results)}.", "")
    add("statistics in English", f"Average number of piles: {mean:.2f}, minimum: {min(results)}, maximum: {max(results)}")
    add("nombre moyen", f"Nombre moyen de tas : {comma(mean, 2)}\nNombre minimal de tas : {min(results)}\nNombre maximal de tas : {max(results)}")
    add("lines with tas and percent", "\n".join(f"{n} tas : {comma(100 * at_most[n], 2)} %" for n in at_most))
    add("lines with an arrow", "\n".join(f"{n} -> {x}" for n, x in at_most.items()))
    add("sentences", "\n".join(f"La probabilité de gagner avec au plus {n} tas est {x:.4f}" for n, x in at_most.items()))
    add("sentences with si", "\n".join(f"Si nb_tas_max = {n}, on gagne {comma(100 * at_most[n], 1)} % des parties." for n in few))
    add("sentence, number first", "\n".join(f"{comma(100 * at_most[n], 1)} % de chances de gagner avec {n} tas au maximum" for n in few))
    add("P(X <= n)", "\n".join(f"P(X <= {n}) = {x}" for n, x in at_most.items()))
    add("P(X ≤ n) with ≈", "\n".join(f"P(X ≤ {n}) ≈ {comma(x)}" for n, x in at_most.items()))
    add("n fois k cartes à la fin", "\n".join(f"{c} fois {n} cartes à la fin" for n, c in counts.items() if c), "")
    add("n parties avec k tas", "\n".join(f"{n} tas : {c} parties" for n, c in counts.items() if c), "")
    add("fraction", "\n".join(f"{n} tas : {round(x * games)}/{games}" for n, x in at_most.items()))
    add("Markdown", "| tas max | probabilité |\n|---:|:---:|\n" + "\n".join(f"| {n} | {comma(x)} |" for n, x in at_most.items()), ending="md")
    add("Markdown below a heading", "# Résultats\n\nVoici mon tableau :\n\n| tas max | proba (%) |\n|--|--|\n" + "\n".join(f"| **{n}** | {comma(100 * x, 2)} |" for n, x in at_most.items()) + "\n\nOn voit que la courbe monte.", ending="md")
    add("Markdown without outer bars", "tas | proba\n--- | ---\n" + "\n".join(f"{n} | {x:.4f}" for n, x in at_most.items()), ending="md")
    add("grid table", "+-----+-------+\n| tas | proba |\n+=====+=======+\n" + "\n+-----+-------+\n".join(f"| {n:>3} | {x:.3f} |" for n, x in at_most.items()) + "\n+-----+-------+")
    add("LaTeX", "\\begin{tabular}{|c|c|}\n\\hline\ntas & probabilité \\\\ \\hline\n" + "\n".join(f"{n} & ${x:.4f}$ \\\\ \\hline" for n, x in at_most.items()) + "\n\\end{tabular}", ending="tex")
    add("LaTeX in rows", "\\begin{tabular}{" + "c" * 7 + "}\n$n$ & " + " & ".join(map(str, few)) + " \\\\ \\hline\n$P(X \\leq n)$ & " + " & ".join(f"{at_most[n]:.3f}" for n in few) + " \\\\\n\\end{tabular}", ending="tex")
    add("print(df)", "    tas   proba\n" + "\n".join(f"{i:<4}{n:>3}  {at_most[n]:.4f}" for i, n in enumerate(at_most)))
    add("print(df) with index of piles", "     proba\ntas       \n" + "\n".join(f"{n:<4} {x:.4f}" for n, x in at_most.items()))
    add("print(series)", "\n".join(f"{n:<5}{x:.6f}" for n, x in at_most.items()) + "\ndtype: float64")
    add("value_counts", "\n".join(f"{n:<5}{c}" for n, c in Counter(results).most_common()) + "\nName: count, dtype: int64", "")
    add("df.describe()", f"count  {games:.6f}\nmean     {mean:.6f}\nstd       4.9\nmin       {min(results):.6f}\nmax      {max(results):.6f}", "")
    add("tabs without headings", "\n".join(f"{n}\t{comma(x)}" for n, x in at_most.items()))
    add("CSV with an index", ",tas,proba\n" + "\n".join(f"{i},{n},{x}" for i, (n, x) in enumerate(at_most.items())), ending="csv")
    add("CSV with a title", "Résultats du groupe 3;\n;\ntas;proba\n" + "\n".join(f"{n};{comma(x)}" for n, x in at_most.items()), ending="csv")
    add("CSV with donnes", "tas;proba;donnes\n" + "\n".join(f"{n};{comma(x)};{games}" for n, x in at_most.items()), "", ending="csv")
    add("CSV of counts", "nombre de tas;effectif\n" + "\n".join(f"{n};{c}" for n, c in counts.items()), "", ending="csv")
    add("CSV of counts and total", "nombre de tas;effectif\n" + "\n".join(f"{n};{c}" for n, c in counts.items()) + f"\ntotal;{games}", "", ending="csv")
    add("CSV of counts and frequencies", "nombre de tas;effectif;fréquence\n" + "\n".join(f"{n};{c};{comma(c / games)}" for n, c in counts.items()), "", ending="csv")
    add("CSV of counts at most", "tas max;parties gagnées\n" + "\n".join(f"{n};{round(x * games)}" for n, x in at_most.items()), "", ending="csv")
    add("transposed CSV", "tas;" + ";".join(map(str, at_most)) + "\nproba;" + ";".join(map(comma, p)), ending="csv")
    add("transposed CSV without names", ";".join(map(str, at_most)) + "\n" + ";".join(map(comma, p)), ending="csv")
    add("wide CSV", ";".join(f"{n} tas" for n in at_most) + "\n" + ";".join(map(comma, p)), ending="csv")
    add("one number a line", "\n".join(f"{x}" for x in p))
    add("one result a line", "\n".join(f"{x}" for x in results), "")
    add("results with a heading", "nb_tas\n" + "\n".join(f"{x}" for x in results), "", ending="csv")
    add("numbered results", "\n".join(f"Partie {i} : {x} tas" for i, x in enumerate(results[:500], 1)), "")
    add("html table", "<table><tr><th>tas</th><th>proba</th></tr>" + "".join(f"<tr><td>{n}</td><td>{x:.4f}</td></tr>" for n, x in at_most.items()) + "</table>", ending="html")
    add("one row only", f"nb_tas_max,proba\n2,{at_most[2]}", ending="csv")
    add("one sentence only", f"On gagne avec 2 tas dans {comma(100 * at_most[2], 2)} % des cas.")
    add("success per 2 tas", f"probabilité de gagner (2 tas) : {comma(at_most[2])}")
    add("number of games in a line", f"Nombre de simulations : {games}\n" + "\n".join(f"{n} tas : {comma(100 * at_most[n], 2)} %" for n in at_most), "")
    add("number of games in a title", f"Résultats pour {games} parties\ntas;proba\n" + "\n".join(f"{n};{comma(x)}" for n, x in at_most.items()), "", ending="csv")
    add("a row of zero piles", f"tas,proba\n0,0\n1,0\n" + "\n".join(f"{n},{x}" for n, x in at_most.items()), ending="csv")
    add("list from 0", f"{[0.0, 0.0] + p}")
    add("list from 1", f"{[0.0] + p}")
    add("counts from 0", f"{[0, 0] + list(counts.values())}", "")
    add("list of counts", f"{list(counts.values())}", "")
    add("without games: list", f"{p}", "", "cannot tell")
    add("without games: CSV", "tas;proba\n" + "\n".join(f"{n};{comma(x)}" for n, x in at_most.items()), "", "cannot tell", "csv")
    add("without games: statistics", f"Moyenne : {mean:.2f}\nMinimum : {min(results)}\nMaximum : {max(results)}", "", "cannot tell")
    add("exactly, as shares", "exactement;probabilité\n" + "\n".join(f"{n};{comma(c / games, 5)}" for n, c in counts.items()), ending="csv")
    add("ambiguous list", "[1, 5, 11, 18, 24, 31]", "", "ambiguous")
    add("impossible result", f"{results[:60] + [1]}", "", "refused")
    return form


def outcome_samples(game, results):
    games = len(results)
    known = f"--games {games}"
    counts = Counter(results)
    keys = list(OUTCOMES)[: 4 if game == "bataille" else 3]
    share = {key: counts[key] / games for key in keys}
    french = {key: OUTCOMES[key] for key in keys}
    form = []

    def add(name, text, options="", verdict="agrees", ending="txt"):
        form.append(Sample(game, name, text, options, verdict, ending))

    add("dict of counts", f"{ {french[key]: counts[key] for key in keys} }")
    add("dict of keys", f"{ {key: counts[key] for key in keys} }")
    add("Counter", f"{counts}")
    add("dict of shares", f"{ {french[key]: share[key] for key in keys} }", known)
    add("stats in words", "\n".join(f"{french[key].capitalize()} : {counts[key]}" for key in keys))
    add("stats in sentences", "\n".join({"player1": f"Le joueur 1 a gagné {counts['player1']} parties.", "player2": f"Le joueur 2 a gagné {counts['player2']} parties.", "draw": f"Il y a eu {counts['draw']} matchs nuls.", "endless": f"Il y a eu {counts['endless']} parties infinies."}[key] for key in keys))
    add("stats in one line", ", ".join(f"{french[key]} : {counts[key]}" for key in keys))
    add("stats in English", "\n".join({"player1": f"Player 1 wins: {counts['player1']}", "player2": f"Player 2 wins: {counts['player2']}", "draw": f"Draws: {counts['draw']}", "endless": f"Infinite games: {counts['endless']}"}[key] for key in keys))
    add("percent in words", "\n".join(f"{french[key].capitalize()} : {comma(100 * share[key], 1)} %" for key in keys), known)
    add("of N games", f"Sur {games} parties : {counts['player1']} victoires du joueur 1, {counts['player2']} victoires du joueur 2, {counts['draw']} nulles" + (f", {counts['endless']} infinies" if counts["endless"] else "") + ".")
    add("CSV", "issue;effectif\n" + "\n".join(f"{french[key]};{counts[key]}" for key in keys), ending="csv")
    add("CSV with shares", "gagnant;probabilité;parties\n" + "\n".join(f"{french[key]};{comma(share[key])};{games}" for key in keys), ending="csv")
    add("wide CSV", ";".join(french.values()) + "\n" + ";".join(str(counts[key]) for key in keys), ending="csv")
    add("wide CSV of shares", ";".join(french.values()) + "\n" + ";".join(comma(share[key]) for key in keys), known, ending="csv")
    add("Markdown", "| issue | parties |\n|---|---|\n" + "\n".join(f"| {french[key]} | {counts[key]} |" for key in keys), ending="md")
    add("LaTeX", "\\begin{tabular}{lr}\nissue & effectif \\\\\n" + "\n".join(f"{french[key]} & {counts[key]} \\\\" for key in keys) + "\n\\end{tabular}", ending="tex")
    add("aligned", "\n".join(f"{french[key]:<20}{counts[key]:>6}" for key in keys))
    add("list of outcomes", f"{results}")
    add("one outcome a line", "\n".join(french[key] for key in results))
    if game != "solitaire":
        codes = {"draw": 0, "player1": 1, "player2": 2, "endless": 3}
        add("list of codes", f"{[codes[key] for key in results]}")
        add("dict of codes", f"{ {codes[key]: counts[key] for key in keys} }")
        add("CSV of codes", "resultat,count\n" + "\n".join(f"{codes[key]},{counts[key]}" for key in keys), ending="csv")
    add("fractions", "\n".join(f"{french[key]} : {counts[key]}/{games}" for key in keys), known)
    add("two of the counts", "\n".join(f"{french[key]};{counts[key]}" for key in keys[:2]), "" if len(keys) == 2 else known, ending="csv")
    add("one probability in a sentence", f"La probabilité que le joueur 1 gagne est {share['player1']:.3f}", known)
    return form


def solitaire_samples(results):
    games = len(results)
    known = f"--games {games}"
    counts = {pegs: results.count(pegs) for pegs in range(1, 8)}
    form = []

    def add(name, text, options="", verdict="agrees", ending="txt"):
        form.append(Sample("solitaire", name, text, options, verdict, ending))

    add("dict of counts", f"{counts}")
    add("Counter", f"{Counter(results)}")
    add("list of results", f"{results}")
    add("dict of shares", f"{ {pegs: count / games for pegs, count in counts.items()} }", known)
    add("n fois k pions", "\n".join(f"{count} fois {pegs} pions à la fin" for pegs, count in counts.items() if count))
    add("lines with percent", "\n".join(f"{pegs} pions restants : {comma(100 * count / games, 2)} %" for pegs, count in counts.items()), known)
    add("CSV", "pions;effectif\n" + "\n".join(f"{pegs};{count}" for pegs, count in counts.items()), ending="csv")
    add("Markdown", "| billes | fréquence |\n|---|---|\n" + "\n".join(f"| {pegs} | {comma(count / games)} |" for pegs, count in counts.items()), known, ending="md")
    add("wide", ";".join(f"{pegs} pions" for pegs in counts) + "\n" + ";".join(str(count) for count in counts.values()), ending="csv")
    add("one win in a sentence", f"Il reste 1 pion dans {comma(100 * counts[1] / games, 2)} % des parties.", known)
    return form


def check(pioche, sample, folder, tally, name=None):
    """The verdict of a hand-in, and why it is refused."""
    file = os.path.join(folder, (name or "hand-in") + "." + sample.ending)
    with open(file, "w", encoding="utf-8") as out:
        out.write(sample.text)
    words = ["check-solution", sample.game, file, *sample.options.split(), "--tally", tally, "--format", "json", "--lang", "en"]
    done = subprocess.run([pioche, *words], capture_output=True, text=True)
    if not done.stdout:
        return "refused", done.stderr.strip().replace(folder, "")[:150]
    verdict = json.loads(done.stdout)["verdict"]
    if done.returncode != {"agrees": 0, "disagrees": 1, "cannot tell": 2}[verdict]:
        sys.exit(f"exit code {done.returncode}: {done.stdout}{done.stderr}")
    return verdict, ""


def spoiled(game, results):
    """Results of a wrong program."""
    if game == "alliances":
        return [min(32, result + 3) for result in results]
    if game == "solitaire":
        return [result + 1 for result in results]
    other = {"player1": "draw", "player2": "player1", "draw": "player2"}
    return [other.get(result, result) for result in results]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pioche")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--only", default="")
    parser.add_argument("--spoiled", action="store_true", help="print the results of wrong programs, which never agree")
    parser.add_argument("--wrong", action="store_true", help="print the forms with a false verdict only")
    parser.add_argument("--keep", help="write the hand-ins to this folder")
    args = parser.parse_args()
    verdicts = Counter()
    wrong = 0
    print("| form | game | verdict | reason |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        for game in ("alliances", "bataille", "nim", "alak", "solitaire"):
            if args.only not in game:
                continue
            tally = os.path.join(scratch, f"{game}.tally")
            run = [args.pioche, "simulate", game, "--deals", "300k", "--tally", tally, "--quiet"]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
            results = play_games(game, args.games)
            if args.spoiled:
                results = spoiled(game, results)
            if game == "alliances":
                samples = patience_samples(results)
            elif game == "solitaire":
                samples = solitaire_samples(results)
            else:
                samples = outcome_samples(game, results)
            for sample in samples:
                name = f"{sample.game}-{sample.form}".replace(" ", "-").replace("/", "-") if args.keep else None
                verdict, reason = check(args.pioche, sample, folder, tally, name)
                verdicts[verdict] += 1
                is_false = verdict == ("agrees" if args.spoiled else "disagrees")
                wrong += is_false
                if is_false or not args.wrong:
                    print(f"| {sample.form} | {sample.game} | {verdict} | {reason} |", flush=True)
    print(", ".join(f"{verdict}: {count}" for verdict, count in sorted(verdicts.items())))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
