//! Common parts of the chapters of two-player games: the sentence about a run, and the chart of outcomes by size.

use super::game::{PLAYERS, TwoPlayerTopic, glossary};
use crate::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Glossary, Lang, Text, either};
use crate::report::figures;
use crate::report::figures::{OVERVIEW_FIGURE, SHARE_OF_GAMES, distinct, exact_cumulative_levels};
use crate::report::text_table::{exact_outcome_cell, proportion_cell};
use crate::topics::TopicGlossary;
use pioche_engine::sim::{FieldValue, Summary};

pub const REPETITION_NOTE: Text = Text::new(
    "Si une position se répète, la partie continue, car un joueur aléatoire peut quitter la boucle ; elle compte \
     sous son issue et dans la colonne « avec répétition de position ». « Indécise » : la partie a dépassé le nombre \
     maximal de coups.",
    "If a position repeats, the game continues, since a random player can leave the loop; it counts under its \
     outcome and in the column “with a repeated position”. “Unresolved”: the game exceeded the maximum number of \
     moves.",
);

pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let player1 = outcome_share(summary, "player1", lang);
    let player2 = outcome_share(summary, "player2", lang);
    let mut sentence = either!(
        lang,
        "le joueur 1 gagne {player1} ; le joueur 2 gagne {player2}",
        "player 1 wins {player1}; player 2 wins {player2}"
    );
    if summary.named_proportion("draw").is_some() {
        let draws = outcome_share(summary, "draw", lang);
        sentence.push_str(&either!(lang, " ; nulles : {draws}", "; draws: {draws}"));
    }
    if let Some(unresolved) = summary.named_proportion("unresolved")
        && unresolved.proportion.count > 0
    {
        let share = proportion_cell(Some(unresolved), lang);
        sentence.push_str(&either!(
            lang,
            " ; indécises : {share}",
            "; unresolved: {share}"
        ));
    }
    if has_exact_values(summary) {
        sentence.push_str(&either!(lang, " (valeurs exactes)", " (exact values)"));
    }
    sentence + "."
}

fn has_exact_values(summary: &Summary) -> bool {
    summary.exact_value("player1").is_some()
}

/// Formats the share of an outcome: the exact value if it is known, otherwise the estimate.
fn outcome_share(summary: &Summary, outcome: &str, lang: Lang) -> String {
    if has_exact_values(summary) {
        exact_outcome_cell(summary, outcome, lang)
    } else {
        proportion_cell(summary.named_proportion(outcome), lang)
    }
}

/// The name of the figure of the shares of outcomes by size.
pub const SHARES_FIGURE: &str = "shares";

pub const FIGURE_NAMES: &[&str] = &[SHARES_FIGURE];

/// The largest number of panels in a figure.
const MAX_PANELS: usize = 4;

pub fn outcome_figure<G: TwoPlayerTopic>(
    name: &str,
    summaries: &[Summary],
    lang: Lang,
) -> Option<Figure> {
    if !FIGURE_NAMES.contains(&name) && name != OVERVIEW_FIGURE {
        return None;
    }
    let words = glossary::<G>();
    let size = G::SETTINGS[0];
    let keys: Vec<&str> = G::SETTINGS[1..]
        .iter()
        .map(|setting| setting.key)
        .chain([PLAYERS.key])
        .collect();
    let groups = distinct(
        summaries
            .iter()
            .map(|summary| setting_values(summary, &keys)),
    );
    let varying_keys: Vec<&str> = (0..keys.len())
        .filter(|&index| groups.iter().any(|group| group[index] != groups[0][index]))
        .map(|index| keys[index])
        .collect();
    let mut panels = Vec::new();
    for group in groups.iter().take(MAX_PANELS) {
        let group_summaries: Vec<&Summary> = summaries
            .iter()
            .filter(|summary| setting_values(summary, &keys) == *group)
            .collect();
        let sized_summaries: Vec<(f64, &Summary)> = group_summaries
            .iter()
            .filter_map(|summary| Some((number_setting(summary, size.key)?, *summary)))
            .collect();
        let panel = outcome_shares_panel(&size.help, &sized_summaries, summaries, &words, lang);
        let title = varying_keys
            .iter()
            .filter_map(|key| setting_phrase(&words, group_summaries[0], key, lang))
            .collect::<Vec<_>>()
            .join(", ");
        panels.push(if title.is_empty() {
            panel
        } else {
            panel.with_title(title)
        });
    }
    let mut subject = either!(lang, "Issues", "Outcomes");
    if !varying_keys.contains(&PLAYERS.key)
        && let Some(summary) = summaries.first()
        && let Some(players) = setting_phrase(&words, summary, PLAYERS.key, lang)
    {
        subject = format!("{subject}, {players}");
    }
    Some(figures::figure_with_subject(
        words.title,
        &subject,
        panels,
        summaries,
        lang,
    ))
}

fn setting_values(summary: &Summary, keys: &[&str]) -> Vec<Option<FieldValue>> {
    keys.iter()
        .map(|key| summary.setting(key).cloned())
        .collect()
}

fn number_setting(summary: &Summary, key: &str) -> Option<f64> {
    match summary.setting(key)? {
        FieldValue::Number(number) => Some(*number as f64),
        _ => None,
    }
}

fn setting_phrase(
    words: &TopicGlossary,
    summary: &Summary,
    key: &str,
    lang: Lang,
) -> Option<String> {
    let value = summary.setting(key)?.to_string();
    Some(words.setting_phrase(lang, key, &value))
}

const OUTCOMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];

/// Draws stacked bars of the shares of outcomes by size, with lines for the exact shares. Unresolved games are omitted
/// if `all_summaries` have none.
pub fn outcome_shares_panel(
    x_title: &Text,
    sized_summaries: &[(f64, &Summary)],
    all_summaries: &[Summary],
    words: &TopicGlossary,
    lang: Lang,
) -> Panel {
    let mut series = Vec::new();
    let mut outcomes = Vec::new();
    for (style, outcome) in (0..).zip(OUTCOMES) {
        if !occurs(outcome, all_summaries) {
            continue;
        }
        let bars = sized_summaries
            .iter()
            .filter_map(|(size, summary)| Some(ChartPoint::new(*size, share(summary, outcome)?)))
            .collect();
        let label = words.translate(lang, outcome);
        outcomes.push(outcome);
        series.push(
            Series::new(label, SeriesKind::StackedBars, bars).with_style(StyleChoice::Index(style)),
        );
    }
    series.extend(exact_cumulative_levels(sized_summaries, &outcomes, lang));
    let x_axis = Axis::new(x_title.in_lang(lang), NumberFormat::Integer);
    let y_axis = Axis::new(SHARE_OF_GAMES.in_lang(lang), NumberFormat::Percent)
        .with_required_range(0.0, 1.0);
    Panel::new(Plot::new(x_axis, y_axis, series))
}

fn share(summary: &Summary, outcome: &str) -> Option<f64> {
    Some(summary.named_proportion(outcome)?.proportion.estimate())
}

/// Returns whether the table has a row of the outcome, and of unresolved games one with a positive share.
fn occurs(outcome: &str, summaries: &[Summary]) -> bool {
    summaries
        .iter()
        .filter_map(|summary| share(summary, outcome))
        .any(|share| outcome != "unresolved" || share > 0.0)
}
