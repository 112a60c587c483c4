//! The chapter of bataille: outcomes, length, riffles.

use super::GLOSSARY;
use super::answers::{
    BatailleRun, endless_answers, length_answer, length_table, outcome_table,
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
    "Quatre cartes de chaque valeur sont distribuées une à une. À chaque pli la plus forte carte emporte tout ; à égalité il \
     y a bataille. Quand un joueur n'a plus de carte à poser, la partie finit, et celui qui a le plus de cartes gagne. \
     L'ordre « fixe » est celui où le joueur 1 pose toujours sa carte en premier ; dans l'ordre « alterné », les joueurs \
     posent en premier à tour de rôle. Une partie est **infinie** quand un état (les deux mains, dans leur ordre) revient.",
    "Four cards of each value are dealt one by one. In each round the higher card takes the whole trick; equal cards make a \
     battle. The game ends when a player cannot lay a card, and the player with more cards wins. In the fixed order player 1 \
     always lays first; in the alternating order the players take turns to lay first. A game is **endless** when a state \
     (both hands, in their order) comes back.",
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
            &filter_runs(summaries, |game| game.shuffle == ShuffleMethod::Uniform),
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
     valeurs extrêmes sont celles des parties jouées.",
    "The length of a finite game is counted in rounds started. The **period** of an endless game is the number of rounds \
     after which the state repeats, its **pre-period** the number of rounds before it enters this cycle. The extremes are those \
     of the simulated games.",
);
const ROUNDS: StudyFigure = StudyFigure::new(
    "bataille-rounds",
    "Part des parties qui finissent après chaque nombre de plis, par classes de 50 plis",
    "Share of the games that end after each number of rounds, in classes of 50 rounds",
    |summaries, lang| {
        (FIGURES.draw)(
            "rounds",
            &filter_runs(summaries, |game| game.shuffle == ShuffleMethod::Uniform),
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
            &filter_runs(summaries, |game| game.values.get() == 13),
            lang,
        )
    },
);
const BY_RIFFLES: Text = Text::new(
    "Issues et durées selon le nombre de mélanges",
    "Outcomes and lengths by the number of riffles",
);

fn filter_runs(summaries: &[Summary], is_wanted: impl Fn(&Bataille) -> bool) -> Vec<Summary> {
    runs_of_experiment(summaries)
        .filter(|(game, _)| is_wanted(game))
        .map(|(_, summary)| summary.clone())
        .collect()
}

fn page(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Vec<Block> {
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
        let wanted = (values, ShuffleMethod::Uniform, order);
        find_run(summaries, |game: &Bataille| {
            (game.values.get(), game.shuffle, game.order) == wanted
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
         {many}) ; si les joueurs posent en premier à tour de rôle (ordre alterné), presque toutes finissent (infinies \
         : {few}). Les cartes gagnées vont sous la main dans l'ordre où elles ont été posées : le joueur qui pose \
         toujours en premier a toujours la sienne au-dessus, et les deux mains peuvent revenir à un état antérieur.",
        "In bataille with 12 values **{games} never end** when player 1 always lays first (fixed order: {many}); if \
         the players take turns to lay first (alternating order), almost every game ends (endless: {few}). Won cards \
         go under the hand in the order in which they were laid: the player who always lays first always has their own \
         card on top, so both hands can return to an earlier state."
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
