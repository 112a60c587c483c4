//! The chapter of peg solitaire: exact results by hole, and random play.

use super::args::GLOSSARY;
use crate::draw::{
    Axis, BoardHole, Figure, NumberFormat, Panel, PanelContent, Plot, Series, SeriesKind, Shade,
};
use crate::lang::{Glossary, Lang, Say, StudyParagraph, Text, either};
use crate::report::figures::{self, FigureCatalog, OVERVIEW_FIGURE, SHARE_OF_GAMES, chart_points};
use crate::report::page::*;
use pioche_engine::experiments::solitaire::{PEGS_LEFT_CURVE, Solitaire};
use pioche_engine::sim::Summary;

pub const CHAPTER: Chapter = Chapter::new(Some(HandoutPart(1, 0)), page, |runs, _, lang| {
    finding(runs, lang).into_iter().collect()
});

const TITLE: Text = Text::new(
    "Le solitaire (triangle de 15 cases)",
    "Peg solitaire (triangle of 15 cells)",
);
const RULES: Text = Text::new(
    "Un pion saute par-dessus un voisin dans une case vide, et le voisin est retiré. On gagne s'il ne reste qu'un pion. Les \
     cases sont numérotées de 0 (le sommet) à 14, ligne par ligne ; le sujet laisse vide la case 12.",
    "A peg jumps over a neighbour into an empty cell, and the neighbour is removed. The game is won when one peg \
     remains. Cells are numbered from 0 (the top) to 14, row by row; in the handout, cell 12 is empty at the start.",
);
const SOLVED_QUESTION: Text = Text::new(
    "Le plateau a-t-il une solution, quelle que soit la case vide au départ ?",
    "Does the board have a solution, whichever cell is empty at the start?",
);
const SOLVED: Text = Text::new(
    "Oui : une recherche exhaustive le prouve et compte les solutions.",
    "Yes: an exhaustive search proves it and counts the solutions.",
);
const QUESTION: Text = Text::new(
    "Combien de pions laisse un joueur qui joue au hasard, et avec quelle probabilité gagne-t-il ?",
    "How many pegs does a random player leave, and how likely is a win?",
);
const BOARD: StudyFigure = StudyFigure::new(
    "solitaire-board",
    "Probabilité qu'un joueur aléatoire gagne, pour chaque case vide au départ",
    "Probability that a random player wins, for each cell empty at the start",
    |summaries, lang| (FIGURES.draw)("board", summaries, lang),
);
const LEFT: StudyFigure = StudyFigure::new(
    "solitaire-left",
    "Part des parties qui laissent chaque nombre de pions",
    "Share of games that leave each number of pegs",
    |summaries, lang| (FIGURES.draw)("left", summaries, lang),
);
const HOLES: Text = Text::new("Toutes les cases de départ", "All starting cells");

fn page(summaries: &[Summary], _: &TestFamily, lang: Lang) -> Vec<Block> {
    let word = |word| GLOSSARY.translate(lang, word);
    let win = word("random_win");
    let holes = table_of_runs(
        summaries,
        &[
            (word("hole"), &|summary| start_hole(summary).to_string()),
            (word("deals"), &|summary| lang.integer(summary.deals)),
            (format!("{win}, {}", word("exact_value")), &|summary| {
                exact_outcome_cell(summary, "1", lang)
            }),
            (win, &|summary| {
                proportion_cell(summary.named_proportion("won"), lang)
            }),
            (word("left"), &|summary| {
                mean_cell(summary.named_mean("left"), lang)
            }),
        ],
    );
    let solved = "for x in $(seq 0 14); do pioche solve solitaire --board triangle:5 --hole $x --count; done";
    let mut blocks = vec![
        chapter(TITLE, lang),
        paragraph(RULES, lang),
        question(SOLVED_QUESTION, lang),
    ];
    blocks.extend(answer([SOLVED.in_lang(lang).to_owned()]));
    blocks.push(command_block(&[solved], lang));
    blocks.push(question(QUESTION, lang));
    blocks.extend(answer(chance_answer(summaries, lang)));
    blocks.push(figure_block(&BOARD, lang));
    blocks.push(collapsible_table(HOLES, holes, lang));
    blocks.push(figure_block(&LEFT, lang));
    blocks.push(data_links(
        &["solitaire.csv", "solitaire-summary.csv"],
        lang,
    ));
    blocks.push(Block::Commands {
        label: StudyParagraph::ReproduceLabel.say(lang),
        lines: commands_for_all_holes(summaries),
    });
    blocks
}

/// Returns the hole that is empty at the start of a run.
fn start_hole(summary: &Summary) -> usize {
    summary.experiment_as().map_or(0, Solitaire::hole)
}

/// Returns the commands of runs, with one command for runs that differ only in the hole.
fn commands_for_all_holes(summaries: &[Summary]) -> Vec<String> {
    let of_all = |summary: &Summary| {
        Some(
            summary
                .command
                .clone()?
                .replace_option("hole", "all")
                .to_string(),
        )
    };
    let mut commands: Vec<String> = summaries.iter().filter_map(of_all).collect();
    commands.dedup();
    commands
}

/// Returns the holes from which random play wins least and most often, by exact probability.
fn extreme_holes(summaries: &[Summary]) -> Option<[(&Summary, f64); 2]> {
    let holes: Vec<(&Summary, f64)> = summaries
        .iter()
        .filter_map(|summary| Some((summary, summary.exact_value("1")?)))
        .collect();
    let least = holes.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))?;
    // `max_by` returns the last maximum, which is the first hole in reversed order.
    let most = holes
        .iter()
        .copied()
        .rev()
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some([least, most])
}

/// States a random player's probability of winning and the mean number of pegs left, for the handout's hole and for the
/// extreme ones.
fn chance_answer(summaries: &[Summary], lang: Lang) -> Option<String> {
    let own = find_run(summaries, |run: &Solitaire| run.hole() == 12)?;
    let (left, won, deals) = (
        mean_text(Some(own.named_mean("left")?), lang),
        proportion_text(own.named_proportion("won"), lang),
        lang.integer(own.deals),
    );
    let chance = exact_outcome_text(own, "1", lang)?;
    let [(worst, least), (best, most)] = extreme_holes(summaries)?;
    let (worst, best) = (start_hole(worst), start_hole(best));
    let (least, most) = (
        exact_probability_text(least, lang),
        exact_probability_text(most, lang),
    );
    Some(either!(
        lang,
        "Au départ du sujet (case 12 vide), il gagne avec une probabilité de {chance} (valeur exacte ; estimée : \
         {won}) et laisse {left} pions en moyenne, sur {deals} parties. Selon la case, cette probabilité va de {least} \
         (case {worst}) à {most} (case {best} et ses symétriques).",
        "From the handout's start (cell 12 empty) the probability of winning is {chance} (exact; estimated: {won}), \
         and {left} pegs remain on average, over {deals} games. Over all starting cells the probability ranges from \
         {least} (cell {worst}) to {most} (cell {best} and the cells symmetric to it)."
    ))
}

pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let (won, left) = (
        proportion_cell(summary.named_proportion("won"), lang),
        mean_cell(summary.named_mean("left"), lang),
    );
    let law = summary
        .exact_value("1")
        .map(|_| exact_outcome_cell(summary, "1", lang));
    let won = match law {
        Some(exact) => either!(
            lang,
            "{exact} (valeur exacte ; estimée : {won})",
            "{exact} (exact; estimated: {won})"
        ),
        None => won,
    };
    either!(
        lang,
        "un joueur qui joue au hasard gagne avec une probabilité de {won} et laisse {left} pions en moyenne.",
        "a random player wins with a probability of {won} and leaves {left} pegs on average."
    )
}

fn finding(summaries: &[Summary], lang: Lang) -> Option<Finding> {
    let [(worst, least), (best, most)] = extreme_holes(summaries)?;
    let (worst_hole, best_hole) = (start_hole(worst), start_hole(best));
    let [least_share, most_share] = [least, most].map(|share| exact_probability_text(share, lang));
    let won = proportion_text(best.named_proportion("won"), lang);
    let says = either!(
        lang,
        "Au solitaire triangulaire, le jeu a une solution quelle que soit la case vide, mais **un joueur aléatoire ne \
         gagne presque jamais** : {most_share} si la case {best_hole} est vide au départ (valeur exacte ; estimée : \
         {won}), et {least_share} seulement si c'est la case {worst_hole}.",
        "On the triangle, the game has a solution whichever cell is empty, but **a random player hardly ever wins**: \
         {most_share} if cell {best_hole} is empty at the start (exact; estimated: {won}), and only {least_share} if \
         it is cell {worst_hole}."
    );
    let bars = [best, worst].into_iter().filter_map(|run| {
        exact_or_estimate_bar(
            GLOSSARY.setting_phrase(lang, "hole", &start_hole(run).to_string()),
            run,
            "1",
            lang,
        )
    });
    Some(Finding {
        rank: 70,
        statement: says,
        bars: bars.collect(),
        commands: distinct_commands([best]),
    })
}

pub const FIGURES: FigureCatalog = FigureCatalog {
    names: &["board", PEGS_LEFT_CURVE],
    draw: figure,
};

const WIN_TITLE: Text = Text::new(
    "Victoires du joueur aléatoire selon la case vide au départ",
    "Wins of a random player by starting cell",
);
const EXACT: Text = Text::new(
    "Probabilités exactes ; sous chacune, le numéro de la case vide au départ",
    "Exact probabilities; below each, the number of the cell that is empty at the start",
);
const LEFT_TITLE: Text = Text::new(
    "Pions laissés par un joueur aléatoire",
    "Pegs left by a random player",
);
const PEGS: Text = Text::new("Nombre de pions restants", "Number of pegs left");

fn figure(name: &str, summaries: &[Summary], lang: Lang) -> Option<Figure> {
    let first = summaries.first()?.experiment_as::<Solitaire>()?;
    let board = GLOSSARY.setting_phrase(lang, "board", &first.board().to_string());
    let (title, panel) = match name {
        "board" => (WIN_TITLE, board_panel(summaries, lang)?),
        PEGS_LEFT_CURVE | OVERVIEW_FIGURE => (LEFT_TITLE, left_panel(summaries, lang)),
        _ => return None,
    };
    let title = format!(
        "{}, {board} · {}",
        GLOSSARY.title.in_lang(lang),
        title.say(lang)
    );
    let figure = figures::figure_with_title(title, vec![panel], summaries, lang);
    let exact = name == "board"
        && summaries
            .iter()
            .all(|summary| summary.exact_value("1").is_some());
    Some(if exact {
        Figure {
            subtitle: vec![EXACT.say(lang)],
            ..figure
        }
    } else {
        figure
    })
}

/// Draws a board in which each hole has the probability of winning from it, the exact one if it is known. Only
/// triangles have such a figure.
fn board_panel(summaries: &[Summary], lang: Lang) -> Option<Panel> {
    let measured = |summary: &Summary| {
        summary
            .named_proportion("won")
            .map_or(0.0, |won| won.proportion.estimate())
    };
    let rate = |summary: &Summary| {
        summary
            .exact_value("1")
            .unwrap_or_else(|| measured(summary))
    };
    let highest = summaries.iter().map(rate).fold(f64::MIN_POSITIVE, f64::max);
    let holes = summaries.iter().map(|summary| {
        let hole = start_hole(summary);
        let row = (0..64)
            .take_while(|row| row * (row + 1) / 2 <= hole)
            .last()?;
        let column = hole - row * (row + 1) / 2;
        Some(BoardHole {
            x: column as f64 - row as f64 / 2.0,
            y: row as f64 * 0.9,
            text: lang.percent(
                rate(summary),
                if summary.exact_value("1").is_some() {
                    3
                } else {
                    2
                },
            ),
            name: hole.to_string(),
            shade: Shade::Intensity(rate(summary) / highest),
        })
    });
    let is_triangle = summaries
        .first()?
        .experiment_as::<Solitaire>()?
        .board()
        .is_triangle();
    let holes: Vec<BoardHole> = holes.collect::<Option<_>>()?;
    let whole = is_triangle && holes.len() > 1;
    whole.then(|| Panel::new(PanelContent::Board(holes)))
}

/// Draws the distribution of pegs left by random players, one curve for each starting hole; symmetric holes share a
/// curve.
fn left_panel(summaries: &[Summary], lang: Lang) -> Panel {
    let several = summaries.len() > 1;
    let kinds: Vec<Option<usize>> = summaries.iter().map(symmetry_class).collect();
    // The first hole of each symmetry class is drawn.
    let shown = (summaries.iter().zip(&kinds).enumerate())
        .filter(|(place, (_, kind))| kind.is_none() || !kinds[..*place].contains(kind))
        .map(|(_, (summary, _))| summary);
    let series = shown.filter_map(|summary| {
        let curve = summary.curves_of_kind(PEGS_LEFT_CURVE).next()?;
        let label = GLOSSARY.setting_phrase(lang, "hole", &start_hole(summary).to_string());
        let kind = if several {
            SeriesKind::Line
        } else {
            SeriesKind::Bars
        };
        Some(Series::new(label, kind, chart_points(&curve.points)))
    });
    let x = Axis::new(PEGS.say(lang), NumberFormat::Integer);
    let y = Axis::new(SHARE_OF_GAMES.say(lang), NumberFormat::Percent);
    Panel::new(Plot::new(x, y, series.collect()))
}

/// Returns the smallest hole that is symmetric to the hole of a run, which identifies its symmetry class.
fn symmetry_class(summary: &Summary) -> Option<usize> {
    let run = summary.experiment_as::<Solitaire>()?;
    run.board().symmetric_cells(run.hole()).into_iter().min()
}
