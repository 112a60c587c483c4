//! The chapter of bataille: outcomes, length, riffles.

use super::GLOSSARY;
use super::answers::{
    BatailleRun, endless_answers, length_answer, length_table, limit_answers, outcome_table,
    player1_advantage_answer, riffle_answer, riffle_table,
};
use super::figures::FIGURES;
use crate::lang::{Glossary, Lang, Text, either};
use crate::report::page::*;
use pioche_engine::experiments::Bataille;
use pioche_engine::experiments::decks::ShuffleMethod;
use pioche_engine::games::bataille::LayingOrder;
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::binomial_p_value;

pub const CHAPTER: Chapter = Chapter::new(Some(HandoutPart(3, 3)), page, findings);

const TITLE: Text = Text::new("La bataille", "Bataille (War)");
const RULES: Text = Text::new(
    "Quatre cartes de chaque valeur sont distribuées une à une. À chaque pli la plus forte carte emporte tout ; à \
     égalité il y a bataille. Quand un joueur n'a plus de carte à poser, la partie finit, et celui qui a le plus de \
     cartes gagne. L'ordre « fixe » est celui où le joueur 1 pose toujours sa carte en premier ; dans l'ordre \
     « alterné », les joueurs posent en premier à tour de rôle. Une partie est **infinie** quand un état (les deux \
     mains, dans leur ordre) se répète.",
    "Four cards of each value are dealt one by one. In each round the higher card takes the whole trick; equal cards \
     start a battle. The game ends when a player cannot lay a card, and the player with more cards wins. In the \
     fixed order player 1 always lays first; in the alternating order the players take turns to lay first. A game is \
     **endless** when a state (both hands, in their order) repeats.",
);
const QUESTION: Text = Text::new(
    "Combien de victoires de chaque joueur, de parties infinies et de parties nulles ? Que remarquez-vous ?",
    "How many wins for each player, endless games and draws? What do you notice?",
);
const SHARES: StudyFigure = StudyFigure::new(
    "bataille-shares",
    "Part des victoires, des parties nulles et infinies selon le nombre de valeurs, dans les deux ordres",
    "Shares of wins, draws and endless games by number of values, in both orders",
    |summaries, lang| {
        (FIGURES.draw)(
            "shares",
            &filter_runs(summaries, is_unlimited_uniform),
            lang,
        )
    },
);
const OUTCOMES: Text = Text::new(
    "Toutes les parts, avec leurs intervalles",
    "All shares, with their intervals",
);
const ADVANTAGE_QUESTION: Text = Text::new(
    "Est-ce un avantage d'être le joueur 1 ?",
    "Is it an advantage to be player 1?",
);
const ADVANTAGE_NOTE: Text = Text::new(
    "Les victoires des deux joueurs viennent des mêmes parties, après un mélange uniforme. L'hypothèse d'un jeu sans \
     avantage, où chacun gagne la moitié des parties décidées, est soumise au test binomial exact.",
    "The wins of both players come from the same games, with uniform shuffles. The exact binomial test is applied to \
     the hypothesis of no advantage: each player wins half of the decided games.",
);
const LENGTH_QUESTION: Text = Text::new(
    "Combien de plis dure une partie ?",
    "How many rounds does a game last?",
);
const LENGTH_NOTE: Text = Text::new(
    "La durée d'une partie finie se compte en plis commencés. La **période** d'une partie infinie est le nombre de \
     plis après lequel tout recommence, sa **prépériode** celui des plis joués avant d'entrer dans ce cycle. Les \
     maximums et les étendues entre parenthèses sont ceux des parties simulées.",
    "The length of a finite game is counted in rounds started. The **period** of an endless game is the number of \
     rounds after which the state repeats, its **pre-period** the number of rounds before it enters this cycle. \
     Maxima, and ranges in parentheses, are those of the simulated games.",
);
const ROUNDS: StudyFigure = StudyFigure::new(
    "bataille-rounds",
    "Part des parties qui finissent après chaque nombre de plis, par classes de 50 plis",
    "Share of the games that end after each number of rounds, in bins of 50 rounds",
    |summaries, lang| {
        (FIGURES.draw)(
            "rounds",
            &filter_runs(summaries, is_unlimited_uniform),
            lang,
        )
    },
);
const LENGTHS: Text = Text::new("Durées et périodes", "Lengths and periods");
const RIFFLE_QUESTION: Text = Text::new(
    "Sept mélanges américains suffisent-ils pour une partie de bataille ? (13 valeurs)",
    "Are seven riffles enough for a game of bataille? (13 values)",
);
const RIFFLES: StudyFigure = StudyFigure::new(
    "bataille-riffles",
    "Part des issues selon le nombre de mélanges américains, et avec un mélange uniforme",
    "Shares of the outcomes by number of riffles, and with a uniform shuffle",
    |summaries, lang| {
        (FIGURES.draw)(
            "riffles",
            &filter_runs(summaries, |game| {
                game.values.get() == 13 && game.max_rounds.is_none()
            }),
            lang,
        )
    },
);
const BY_RIFFLES: Text = Text::new(
    "Issues et durées selon le nombre de mélanges",
    "Outcomes and lengths by the number of riffles",
);

const LIMIT_QUESTION: Text = Text::new(
    "3.3 Que change un nombre maximal de plis ? (13 valeurs, ordre fixe, 7 mélanges américains)",
    "3.3 What does a limit of rounds change? (13 values, fixed order, 7 riffles)",
);
const LIMIT_NOTE: Text = Text::new(
    "C'est la méthode `game(turns)` du sujet. Une partie que la limite coupe est gagnée par le joueur qui a alors le plus de \
     cartes en main, et nulle si les deux en ont autant ; aucune n'est donc infinie. Les parties sont les mêmes pour toutes \
     les limites.",
    "This is the method `game(turns)` of the handout. A game that the limit cuts off is won by the player who then has more \
     cards in hand, and is a draw if both have as many; so no game is endless. The games are the same for all limits.",
);

fn is_unlimited_uniform(game: &Bataille) -> bool {
    game.shuffle == ShuffleMethod::Uniform && game.max_rounds.is_none()
}

fn filter_runs(summaries: &[Summary], is_wanted: impl Fn(&Bataille) -> bool) -> Vec<Summary> {
    runs_of_experiment(summaries)
        .filter(|(game, _)| is_wanted(game))
        .map(|(_, summary)| summary.clone())
        .collect()
}

fn page(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Vec<Block> {
    let unlimited = filter_runs(summaries, |game| game.max_rounds.is_none());
    let mut blocks = unlimited_blocks(&unlimited, tests, lang);
    blocks.extend(limit_blocks(summaries, lang));
    blocks
}

/// Returns the question about a limit of rounds, with its answer; nothing without runs with a limit.
fn limit_blocks(summaries: &[Summary], lang: Lang) -> Vec<Block> {
    let limited = filter_runs(summaries, |game| game.max_rounds.is_some());
    let answers = limit_answers(summaries, lang);
    if limited.is_empty() || answers.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![question(LIMIT_QUESTION, lang)];
    blocks.extend(answer(answers));
    blocks.extend([
        paragraph(LIMIT_NOTE, lang),
        data_links(&["bataille.csv", "bataille-summary.csv"], lang),
        reproduction_commands(limited.iter(), &["values"], lang),
    ]);
    blocks
}

/// Returns the title, the rules and the questions about games without a limit of rounds.
fn unlimited_blocks(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Vec<Block> {
    let is_uniform = |(game, _): &BatailleRun<'_>| game.shuffle == ShuffleMethod::Uniform;
    let (uniform, riffled): (Vec<BatailleRun<'_>>, Vec<BatailleRun<'_>>) =
        runs_of_experiment(summaries).partition(is_uniform);
    let files = || data_links(&["bataille.csv", "bataille-summary.csv"], lang);
    let ranges = &["values"];
    let mut blocks = vec![
        chapter(TITLE, lang),
        paragraph(RULES, lang),
        handout_question("4.2", QUESTION, lang),
    ];
    blocks.extend(answer(endless_answers(&uniform, tests, lang)));
    blocks.push(figure_block(&SHARES, lang));
    blocks.push(collapsible_table(
        OUTCOMES,
        outcome_table(&uniform, lang),
        lang,
    ));
    blocks.extend([
        files(),
        reproduction_commands(uniform.iter().map(|(_, run)| *run), ranges, lang),
        handout_question("4.2", ADVANTAGE_QUESTION, lang),
    ]);
    let asked = (11..=13).flat_map(|values| LayingOrder::ALL.map(|order| (values, order)));
    blocks.extend(answer(asked.filter_map(|(values, order)| {
        player1_advantage_answer(&uniform, values, order, tests, lang)
    })));
    blocks.extend([
        paragraph(ADVANTAGE_NOTE, lang),
        files(),
        handout_question("4", LENGTH_QUESTION, lang),
    ]);
    blocks.extend(answer(
        LayingOrder::ALL
            .into_iter()
            .filter_map(|order| length_answer(&uniform, order, lang)),
    ));
    blocks.push(paragraph(LENGTH_NOTE, lang));
    blocks.push(figure_block(&ROUNDS, lang));
    blocks.push(collapsible_table(
        LENGTHS,
        length_table(&uniform, lang),
        lang,
    ));
    blocks.extend([files(), handout_question("2.3", RIFFLE_QUESTION, lang)]);
    blocks.extend(answer(
        LayingOrder::ALL
            .into_iter()
            .filter_map(|order| riffle_answer(summaries, order, tests, lang)),
    ));
    blocks.push(figure_block(&RIFFLES, lang));
    blocks.push(collapsible_table(
        BY_RIFFLES,
        riffle_table(summaries, lang),
        lang,
    ));
    blocks.extend([
        files(),
        reproduction_commands(riffled.iter().map(|(_, run)| *run), ranges, lang),
    ]);
    blocks
}

pub(super) fn findings(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Vec<Finding> {
    let of = |values: u8, order: LayingOrder| {
        find_run(summaries, |game: &Bataille| {
            is_unlimited_uniform(game) && game.values.get() == values && game.order == order
        })
    };
    let orders = |values| of(values, LayingOrder::Fixed).zip(of(values, LayingOrder::Alternating));
    let found = [
        orders(12)
            .and_then(|(fixed, alternating)| endless_finding(fixed, alternating, tests, lang)),
        orders(13).and_then(|(fixed, alternating)| length_finding(fixed, alternating, lang)),
    ];
    found.into_iter().flatten().collect()
}

fn length_finding(fixed: &Summary, alternating: &Summary, lang: Lang) -> Option<Finding> {
    let bars = [
        (LayingOrder::Fixed, fixed),
        (LayingOrder::Alternating, alternating),
    ]
    .map(|(order, summary)| {
        mean_bar(
            GLOSSARY.translate(lang, order.name()),
            summary.named_mean("rounds")?,
            lang,
        )
    });
    let [one, other] =
        [fixed, alternating].map(|summary| mean_text(summary.named_mean("rounds"), lang));
    let says = either!(
        lang,
        "Avec 52 cartes, une partie de bataille qui finit dure **{other} plis** en moyenne quand les joueurs posent en \
         premier à tour de rôle (ordre alterné), et {one} quand le joueur 1 pose toujours en premier (ordre fixe).",
        "With 52 cards, a game of bataille that ends lasts **{other} rounds** on average when the players take turns \
         to lay first (alternating order), and {one} when player 1 always lays first (fixed order)."
    );
    Some(Finding {
        rank: 60,
        statement: says,
        bars: bars.into_iter().collect::<Option<_>>()?,
        commands: distinct_commands([fixed, alternating]),
    })
}

fn endless_finding(
    fixed: &Summary,
    alternating: &Summary,
    tests: &TestFamily,
    lang: Lang,
) -> Option<Finding> {
    let (often, rarely) = (
        fixed.named_proportion("endless")?,
        alternating.named_proportion("endless")?,
    );
    let (many, few) = (
        proportion_text(Some(often), lang),
        proportion_text(Some(rarely), lang),
    );
    let many_of_all = often.proportion.estimate() > 0.5
        && tests.is_significant(binomial_p_value(often.proportion, 0.5));
    let games = match many_of_all {
        true => Text::new("la plupart des parties ne finissent", "most games"),
        false => Text::new("une part des parties ne finit", "some games"),
    };
    let games = games.in_lang(lang);
    let says = either!(
        lang,
        "À la bataille avec 12 valeurs, **{games} jamais** quand le joueur 1 pose toujours en premier (ordre fixe : \
         {many}) ; si les joueurs posent en premier à tour de rôle (ordre alterné), presque toutes finissent \
         (infinies : {few}). Les cartes gagnées vont sous la main du gagnant dans l'ordre où elles ont été posées. \
         Si le joueur 1 pose toujours en premier, cet ordre ne varie jamais, et les deux mains peuvent revenir à un \
         état antérieur.",
        "In bataille with 12 values **{games} never end** when player 1 always lays first (fixed order: {many}); if \
         the players take turns to lay first (alternating order), almost every game ends (endless: {few}). Won cards \
         go to the bottom of the winner's hand in the order laid. If player 1 always lays first, that order never \
         varies, so both hands can return to an earlier state."
    );
    let bars = [
        (LayingOrder::Fixed, often),
        (LayingOrder::Alternating, rarely),
    ]
    .map(|(order, share)| {
        probability_bar(
            GLOSSARY.translate(lang, order.name()),
            share.proportion.estimate(),
            share.interval,
            lang,
        )
    });
    Some(Finding {
        rank: 20,
        statement: says,
        bars: bars.to_vec(),
        commands: distinct_commands([fixed, alternating]),
    })
}
