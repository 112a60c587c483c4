//! The part of the patience's chapter about other players: the cost of the rule, the gain of foresight.

use super::answers::{
    MEAN_PILES, automatic_game, largest_rule_run, pack_text, run_experiment, win_share_cell,
};
use super::args::{GLOSSARY, PACK_SIZE, PLAYER, player_name};
use super::figures::titled_figure;
use super::messages::localized_cards;
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::page::*;
use pioche_engine::experiments::alliances::{AlliancesPlayer, PILES_CURVE};
use pioche_engine::sim::Summary;
use pioche_engine::stats::Interval;
use pioche_engine::stats::compare::zero_estimate_p_value;

const QUESTION: Text = Text::new(
    "Que coûte la règle du saut le plus à gauche, et que gagne-t-on à connaître la pioche ?",
    "How much does the rule of the leftmost jump cost, and how much does knowing the stock gain?",
);
const BOTH_QUESTION: Text = Text::new(
    "Que gagne un échange de deux cartes voisines suivi d'un jeu parfait ?",
    "How much does an exchange of two adjacent cards followed by perfect play gain?",
);
const WAYS_QUESTION: Text = Text::new(
    "Peut-on faire mieux que la règle sans connaître la pioche ?",
    "Can a player beat the rule without knowing the stock?",
);

const PERFECT: Text = Text::new(
    "Un joueur parfait connaît toute la pioche ; il choisit ses sauts, peut les retarder, et laisse le moins de tas \
     possible. Ce minimum est prouvé pour chaque donne, sauf celles que le texte dit non résolues. La règle et ce joueur \
     jouent les mêmes donnes.",
    "A perfect player knows the whole stock, chooses jumps, may delay them, and leaves the fewest possible piles. This \
     minimum is proved for each deal, except those that the text calls unsolved. The rule and this player play the same \
     deals.",
);

/// Returns a paragraph about the errors of the rule; the tests check its two decks by complete search.
fn rule_errors(lang: Lang) -> Block {
    let [errs, never, card] = [
        "7-T 8-T 9-K 7-C 10-C 9-C V-C",
        "7-T 8-T 8-K 9-K 9-T 10-C 9-C V-C",
        "9-T",
    ]
    .map(|row| localized_cards(row, lang));
    Block::Paragraph(either!(
        lang,
        "La règle peut se tromper à partir de sept cartes : elle mène `{errs}` à 4 tas, alors que 3 sont possibles ; pour \
         toute rangée plus courte, elle est optimale. Dans certaines rangées, un saut possible ne doit jamais être fait : \
         `{never}` peut finir à 4 tas, mais seulement si aucun saut ne recouvre jamais {card}. Dans les fichiers et les \
         commandes, une carte s'écrit valeur-couleur : `7-T` est le sept de trèfle.",
        "The rule can be wrong from seven cards on: it ends `{errs}` with 4 piles, although 3 are possible; for every \
         shorter row it is optimal. In some rows, one possible jump must never be made: `{never}` can end with 4 piles, but \
         only if no jump ever covers {card}. In files and commands a card is written as value-suit in French: `7-T` is the \
         seven of clubs (trèfle), `D-K` the queen (dame) of diamonds (carreau)."
    ))
}

const SOLVED: [&str; 2] = [
    "pioche solve alliances --row 7-T,8-T,9-K,7-C,10-C,9-C,V-C",
    "pioche solve alliances --row 7-T,8-T,8-K,9-K,9-T,10-C,9-C,V-C",
];

const PILES_TITLE: Text = Text::new(
    "Nombre de tas avec la règle et avec le jeu parfait",
    "Number of piles by the rule and with perfect play",
);
const PILES: StudyFigure = StudyFigure::new(
    "alliances-players",
    "Nombre de tas à la fin, avec la règle et avec le jeu parfait, pour chaque jeu de cartes",
    "Number of piles at the end, by the rule and with perfect play, for each pack",
    |summaries, lang| {
        let perfect: Vec<Summary> = summaries
            .iter()
            .filter(|summary| is_perfect(summary))
            .cloned()
            .collect();
        titled_figure(PILES_CURVE, PILES_TITLE, &perfect, lang)
    },
);
const DETAILS: Text = Text::new(
    "Les nombres, avec leurs intervalles",
    "The numbers, with their intervals",
);
const TABLE_NOTE: Text = Text::new(
    "Les valeurs de la règle seule viennent des donnes du § 5.4 du sujet, plus nombreuses ; les gains sont des moyennes de \
     différences sur les mêmes donnes, non des différences entre colonnes.",
    "The values of the rule alone come from the more numerous deals of § 5.4 of the handout; gains are means of differences on the \
     same deals, not differences between columns.",
);

/// Returns the blocks about runs with other players than the rule; empty when there are none.
pub fn players_page(
    played_runs: &[&Summary],
    unchanged_runs: &[&Summary],
    tests: &TestFamily,
    lang: Lang,
) -> Vec<Block> {
    if played_runs.is_empty() {
        return Vec::new();
    }
    let (perfect, ways): (Vec<&Summary>, Vec<&Summary>) =
        played_runs.iter().partition(|summary| is_perfect(summary));
    let (perfect, changed): (Vec<&Summary>, Vec<&Summary>) = perfect
        .iter()
        .partition(|summary| run_experiment(summary).improvement().is_none());
    let files = || data_links(&["alliances.csv", "alliances-summary.csv"], lang);
    let mut blocks = vec![question(QUESTION, lang), paragraph(PERFECT, lang)];
    blocks.extend(answer(
        perfect
            .iter()
            .filter_map(|summary| rule_cost_answer(summary, lang)),
    ));
    blocks.push(collapsible_table(
        DETAILS,
        perfect_table(&perfect, unchanged_runs, lang),
        lang,
    ));
    blocks.extend([
        paragraph(TABLE_NOTE, lang),
        figure_block(&PILES, lang),
        rule_errors(lang),
    ]);
    blocks.push(command_block(&SOLVED, lang));
    blocks.extend([
        files(),
        reproduction_commands(perfect, &[], lang),
        question(BOTH_QUESTION, lang),
    ]);
    blocks.extend(answer(
        changed
            .iter()
            .filter_map(|summary| joint_gain_answer(summary, lang)),
    ));
    blocks.push(collapsible_table(
        DETAILS,
        changed_table(&changed, unchanged_runs, lang),
        lang,
    ));
    blocks.extend([
        paragraph(TABLE_NOTE, lang),
        files(),
        reproduction_commands(changed, &[], lang),
        question(WAYS_QUESTION, lang),
    ]);
    blocks.extend(answer(
        ways.iter()
            .filter_map(|summary| policy_answer(summary, tests, lang)),
    ));
    blocks.push(collapsible_table(
        DETAILS,
        policies_table(&ways, lang),
        lang,
    ));
    blocks.extend([files(), reproduction_commands(ways, &[], lang)]);
    blocks
}

fn joint_gain_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let cards = pack_text(summary);
    let deals = lang.integer(summary.deals);
    let [alone, player, all] = ["gain", "gain_change_player", "gain_both"]
        .map(|name| mean_text(summary.named_mean(name), lang));
    Some(either!(
        lang,
        "**{cards} cartes** : l'échange laisse {alone} tas de moins avec la règle et {player} avec le jeu parfait ; l'échange et \
         le jeu parfait ensemble en laissent {all} de moins que la règle seule, en moyenne sur {deals} donnes.",
        "**{cards} cards**: the exchange leaves {alone} fewer piles with the rule and {player} with perfect play; the exchange \
         and perfect play together leave {all} fewer than the rule alone, on average over {deals} deals."
    ))
}

/// States if a player without knowledge of the stock is better than the rule, when a test of the gain is significant;
/// otherwise the power of the test.
fn policy_answer(summary: &Summary, tests: &TestFamily, lang: Lang) -> Option<String> {
    let gain = summary.named_mean("gain_player")?;
    let name = player_name(lang, run_experiment(summary).player());
    let deals = lang.integer(summary.deals);
    let confidence = summary.confidence;
    let estimate = gain.moments.mean_estimate(confidence);
    // This test counts even if it cannot be decided, so that the number of tests does not depend on the deals.
    let is_significant = tests.is_significant(zero_estimate_p_value(estimate, confidence));
    let Some(interval) = gain.interval else {
        return Some(either!(
            lang,
            "**{name}** : on ne peut pas conclure, car le joueur et la règle diffèrent dans trop peu des {deals} \
             donnes pour un test.",
            "**{name}**: no conclusion, since the player and the rule differ in too few of the {deals} deals for a \
             test."
        ));
    };
    let verdict = if !is_significant {
        let shows = tests.power_note_for_mean(estimate, lang);
        either!(
            lang,
            "pas de différence significative avec la règle au seuil de cette page {shows}",
            "no significant difference from the rule at the level of this page {shows}"
        )
    } else if gain.moments.mean > 0.0 {
        lang.either("oui", "yes")
    } else {
        lang.either("non", "no")
    };
    let lead = lead_text(estimate.value, interval, lang);
    Some(either!(
        lang,
        "**{name}** : {verdict}{lead}, sur {deals} donnes.",
        "**{name}**: {verdict}{lead}, over {deals} deals."
    ))
}

/// States the mean gain of a player over the rule.
fn lead_text(gain: f64, interval: Interval, lang: Lang) -> String {
    let has_fewer_piles = gain >= 0.0;
    let loss_interval = Interval {
        low: -interval.high,
        high: -interval.low,
    };
    let lead = if has_fewer_piles {
        estimate_text(gain, interval, lang)
    } else {
        estimate_text(-gain, loss_interval, lang)
    };
    let than = if has_fewer_piles {
        lang.either("de moins", "fewer")
    } else {
        lang.either("de plus", "more")
    };
    either!(
        lang,
        " ; {lead} tas {than} que la règle en moyenne",
        "; {lead} {than} piles than the rule on average"
    )
}

fn is_perfect(summary: &Summary) -> bool {
    run_experiment(summary).player() == AlliancesPlayer::Perfect
}

fn rule_cost_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let cards = pack_text(summary);
    let lead = mean_text(Some(summary.named_mean("gain_player")?), lang);
    let as_good = summary.named_proportion("as_good")?;
    let open = match as_good.proportion.undecided {
        0 => String::new(),
        open => {
            let open = lang.translated_count(open, ["donne", "donnes"], ["deal", "deals"]);
            either!(
                lang,
                " ; non résolues, et exclues de la moyenne : {open}",
                "; unsolved, and excluded from the mean: {open}"
            )
        }
    };
    let as_good = proportion_text(Some(as_good), lang);
    Some(either!(
        lang,
        "**{cards} cartes** : la règle coûte {lead} tas en moyenne ; elle est déjà optimale dans {as_good} des donnes{open}.",
        "**{cards} cards**: the rule costs {lead} piles on average; it is already optimal in {as_good} of the deals{open}."
    ))
}

pub const PILES_BY_RULE: Text = Text::new("tas avec la règle", "piles by the rule");
const PILES_AT_BEST: Text = Text::new("tas avec le jeu parfait", "piles with perfect play");
const TWO_BY_RULE: Text = Text::new("P(2 tas), règle", "P(2 piles), rule");
const TWO_AT_BEST: Text = Text::new("P(2 tas), jeu parfait", "P(2 piles), perfect play");
const TWO_WITH_BOTH: Text = Text::new("P(2 tas), les deux", "P(2 piles), both");
const EXCHANGE_GAIN_BY_RULE: Text = Text::new(
    "gain de l'échange, avec la règle",
    "gain of the exchange, by the rule",
);
const EXCHANGE_GAIN_AT_BEST: Text = Text::new(
    "gain de l'échange, avec le jeu parfait",
    "gain of the exchange, with perfect play",
);
const JOINT_GAIN: Text = Text::new("gain des deux ensemble", "gain of both together");

fn perfect_table(perfect: &[&Summary], plain: &[&Summary], lang: Lang) -> Block {
    table_of_runs(
        perfect.iter().copied(),
        &[
            (GLOSSARY.translate(lang, PACK_SIZE.key), &pack_text),
            (GLOSSARY.translate(lang, "deals"), &|summary| {
                lang.integer(summary.deals)
            }),
            (PILES_BY_RULE.say(lang), &|summary| {
                mean_cell(largest_rule_run(summary, plain).named_mean("nb_tas"), lang)
            }),
            (PILES_AT_BEST.say(lang), &|summary| {
                mean_cell(summary.named_mean("nb_tas_player"), lang)
            }),
            (TWO_BY_RULE.say(lang), &|summary| {
                win_share_cell(
                    largest_rule_run(summary, plain),
                    automatic_game(summary),
                    2,
                    lang,
                )
            }),
            (TWO_AT_BEST.say(lang), &|summary| {
                win_share_cell(summary, run_experiment(summary), 2, lang)
            }),
        ],
    )
}

fn changed_table(changed: &[&Summary], plain: &[&Summary], lang: Lang) -> Block {
    table_of_runs(
        changed.iter().copied(),
        &[
            (GLOSSARY.translate(lang, PACK_SIZE.key), &pack_text),
            (GLOSSARY.translate(lang, "deals"), &|summary| {
                lang.integer(summary.deals)
            }),
            (PILES_BY_RULE.say(lang), &|summary| {
                mean_cell(largest_rule_run(summary, plain).named_mean("nb_tas"), lang)
            }),
            (EXCHANGE_GAIN_BY_RULE.say(lang), &|summary| {
                mean_cell(summary.named_mean("gain"), lang)
            }),
            (EXCHANGE_GAIN_AT_BEST.say(lang), &|summary| {
                mean_cell(summary.named_mean("gain_change_player"), lang)
            }),
            (JOINT_GAIN.say(lang), &|summary| {
                mean_cell(summary.named_mean("gain_both"), lang)
            }),
            (TWO_WITH_BOTH.say(lang), &|summary| {
                win_share_cell(summary, run_experiment(summary), 2, lang)
            }),
        ],
    )
}

fn policies_table(ways: &[&Summary], lang: Lang) -> Block {
    table_of_runs(
        ways.iter().copied(),
        &[
            (GLOSSARY.translate(lang, PLAYER.key), &|summary| {
                player_name(lang, run_experiment(summary).player())
            }),
            (GLOSSARY.translate(lang, PACK_SIZE.key), &pack_text),
            (GLOSSARY.translate(lang, "deals"), &|summary| {
                lang.integer(summary.deals)
            }),
            (MEAN_PILES.say(lang), &|summary| {
                mean_cell(summary.named_mean("nb_tas_player"), lang)
            }),
            (GLOSSARY.translate(lang, "gain_player"), &|summary| {
                mean_cell(summary.named_mean("gain_player"), lang)
            }),
            (GLOSSARY.translate(lang, "player_better"), &|summary| {
                proportion_cell(summary.named_proportion("player_better"), lang)
            }),
            (GLOSSARY.translate(lang, "player_worse"), &|summary| {
                proportion_cell(summary.named_proportion("player_worse"), lang)
            }),
        ],
    )
}
