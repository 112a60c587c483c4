//! Common parts of the chapters of two-player games: the table of the matches, and the chart of outcomes by size.

use super::dialogue::start_with_size;
use super::game::TwoPlayerTopic;
use super::messages::pairing_text;
use super::options::{PLAYERS, VerbOptions};
use crate::draw::{
    Axis, ChartPoint, Figure, NumberFormat, Panel, Plot, Series, SeriesKind, StyleChoice,
};
use crate::lang::{Glossary, Lang, Say, Text, either};
use crate::report::figures;
use crate::report::figures::{OVERVIEW_FIGURE, SHARE_OF_GAMES, distinct, exact_cumulative_levels};
use crate::report::page::{
    self, Block, StudyFigure, TestFamily, exact_outcome_cell, exact_outcome_text, mean_cell,
    proportion_cell, proportion_text, table,
};
use crate::topics::topic_glossary::TopicGlossary;
use pioche_engine::experiments::Match;
use pioche_engine::sim::{FieldValue, Summary};

/// The columns of the table: the outcomes and, for games that can be endless, the share with a repeated position.
const MEASURED_SHARES: [&str; 5] = ["player1", "player2", "draw", "unresolved", "repetition"];

/// The mean number of moves of all games, at most the limit.
const PLIES_PLAYED: &str = "plies_played";

/// Returns a table with a row for each match: its settings, then the exact and measured shares of the outcomes and, where
/// games are stopped at a limit, the mean number of moves played.
pub fn match_table<G: TwoPlayerTopic>(
    summaries: &[Summary],
    settings: &[&str],
    lang: Lang,
) -> Block {
    let words = VerbOptions::<G>::GLOSSARY;
    let mut headings: Vec<String> = settings
        .iter()
        .chain(&["deals"])
        .map(|word| words.translate(lang, word))
        .collect();
    let told = MEASURED_SHARES.into_iter().filter(|name| {
        summaries
            .iter()
            .any(|summary| summary.named_proportion(name).is_some())
    });
    let knows = |name| {
        summaries
            .iter()
            .any(|summary| summary.exact_value(name).is_some())
    };
    let told: Vec<(&str, bool)> = told.map(|name| (name, knows(name))).collect();
    for &(name, exact) in &told {
        let name = words.translate(lang, name);
        headings.extend(exact.then(|| format!("{name}, {}", words.translate(lang, "exact_value"))));
        headings.push(name);
    }
    let has_limit = summaries
        .iter()
        .any(|summary| summary.named_mean(PLIES_PLAYED).is_some());
    if has_limit {
        headings.push(words.translate(lang, PLIES_PLAYED));
    }
    let told_setting = |summary: &Summary, name: &str| setting_words::<G>(summary, name, lang);
    let rows = summaries.iter().map(|summary| {
        let mut row: Vec<String> = settings
            .iter()
            .map(|name| told_setting(summary, name))
            .collect();
        row.push(lang.integer(summary.deals));
        for &(name, known) in &told {
            row.extend(known.then(|| exact_outcome_cell(summary, name, lang)));
            row.push(proportion_cell(summary.named_proportion(name), lang));
        }
        if has_limit {
            row.push(mean_cell(summary.named_mean(PLIES_PLAYED), lang));
        }
        row
    });
    table(headings, rows)
}

/// Formats the share of an outcome: the exact probability if known, then the measured one.
pub fn exact_and_measured(summary: &Summary, outcome: &str, lang: Lang) -> Option<String> {
    let found = proportion_text(Some(summary.named_proportion(outcome)?), lang);
    Some(match (exact_outcome_text(summary, outcome, lang), lang) {
        (Some(exact), Lang::Fr) => format!("{exact} (valeur exacte ; estimée : {found})"),
        (Some(exact), Lang::En) => format!("{exact} (exact; estimated: {found})"),
        (None, _) => found,
    })
}

pub const REPETITION_NOTE: Text = Text::new(
    "Si une position se répète, la partie continue, car un joueur aléatoire peut quitter la boucle ; elle compte \
     sous son issue et dans la colonne « avec répétition de position ». « Indécise » : la partie a dépassé le nombre \
     maximal de coups.",
    "If a position repeats, the game continues, since a random player can leave the loop; it counts under its \
     outcome and in the column “with a repeated position”. “Unresolved”: the game exceeded the maximum number of \
     moves.",
);

pub fn summary_sentence(summary: &Summary, lang: Lang) -> String {
    let known = summary.exact_value("player1").is_some();
    let share = |outcome| match known {
        true => exact_outcome_cell(summary, outcome, lang),
        false => proportion_cell(summary.named_proportion(outcome), lang),
    };
    let [one, two, draw] = ["player1", "player2", "draw"].map(share);
    let law = if known {
        lang.either(" (valeurs exactes)", " (exact values)")
    } else {
        String::new()
    };
    let open = summary
        .named_proportion("unresolved")
        .filter(|open| open.proportion.count > 0);
    let open = open.map(|open| proportion_cell(Some(open), lang));
    let open = open.map_or_else(String::new, |open| {
        either!(lang, " ; indécises : {open}", "; unresolved: {open}")
    });
    either!(
        lang,
        "le joueur 1 gagne {one} ; le joueur 2 gagne {two} ; nulles : {draw}{open}{law}.",
        "player 1 wins {one}; player 2 wins {two}; draws: {draw}{open}{law}."
    )
}

/// Returns the value of a setting of a match in words.
fn setting_words<G: TwoPlayerTopic>(summary: &Summary, key: &str, lang: Lang) -> String {
    match summary.experiment_as::<Match<G>>() {
        Some(game) if key == PLAYERS.key => pairing_text(lang, game.players()),
        _ => summary.setting(key).map_or_else(String::new, |value| {
            VerbOptions::<G>::GLOSSARY.translate(lang, &value.to_string())
        }),
    }
}

pub const FIGURE_NAMES: &[&str] = &["shares"];

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
    let (size, words) = (G::SPEC.size_setting(), VerbOptions::<G>::GLOSSARY);
    let others = G::SPEC.options[1..].iter().map(|opt| opt.setting.key);
    let keys: Vec<&str> = others.chain([PLAYERS.key]).collect();
    let key = |summary: &Summary| {
        keys.iter()
            .map(|key| summary.setting(key).cloned())
            .collect::<Vec<_>>()
    };
    let groups = distinct(summaries.iter().map(key));
    let phrase = |run: &Summary, key: &str| {
        Some(words.setting_phrase(lang, key, &run.setting(key)?.to_string()))
    };
    let varies = |place: &usize| {
        groups
            .iter()
            .any(|group| group[*place] != groups[0][*place])
    };
    let varying: Vec<usize> = (0..keys.len()).filter(varies).collect();
    let panels = groups.iter().take(MAX_PANELS).map(|group| {
        let own: Vec<&Summary> = summaries
            .iter()
            .filter(|summary| key(summary) == *group)
            .collect();
        let sizes = own
            .iter()
            .filter_map(|summary| match summary.setting(size.key)? {
                FieldValue::Number(size) => Some((*size as f64, *summary)),
                _ => None,
            });
        let panel = outcome_shares_panel(
            &size.help,
            &sizes.collect::<Vec<_>>(),
            summaries,
            &words,
            lang,
        );
        let parts = varying
            .iter()
            .filter_map(|&place| phrase(own[0], keys[place]));
        let title = parts.collect::<Vec<_>>().join(", ");
        if title.is_empty() {
            panel
        } else {
            panel.with_title(title)
        }
    });
    let panels: Vec<Panel> = panels.collect();
    let mut about = lang.either("Issues", "Outcomes");
    if let Some(first) = summaries
        .first()
        .filter(|_| !varying.contains(&(keys.len() - 1)))
    {
        about = phrase(first, PLAYERS.key)
            .map_or(about.clone(), |players| format!("{about}, {players}"));
    }
    Some(figures::figure_with_subject(
        words.title,
        &about,
        panels,
        summaries,
        lang,
    ))
}

/// Returns the page of a game without its own chapter: rules, chart and table of the outcomes.
pub fn default_chapter_page<G: TwoPlayerTopic>(
    summaries: &[Summary],
    _: &TestFamily,
    lang: Lang,
) -> Vec<Block> {
    const OUTCOMES: Text = Text::new("Toutes les issues", "All outcomes");
    let words = VerbOptions::<G>::GLOSSARY;
    let settings: Vec<&str> = G::SPEC
        .options
        .iter()
        .map(|opt| opt.setting.key)
        .chain(["players"])
        .collect();
    let rules =
        start_with_size::<G>("").map(|start| Block::Paragraph(start.rules_text().say(lang)));
    let mut blocks = vec![page::chapter(words.title, lang)];
    blocks.extend(rules);
    let picture = const {
        &StudyFigure::new(
            G::TOPIC,
            "Part des victoires de chaque joueur et des nulles selon la taille du jeu",
            "Shares of wins of each player and of draws by size of the game",
            |summaries, lang| outcome_figure::<G>(FIGURE_NAMES[0], summaries, lang),
        )
    };
    blocks.push(page::figure_block(picture, lang));
    blocks.push(page::collapsible_table(
        OUTCOMES,
        match_table::<G>(summaries, &settings, lang),
        lang,
    ));
    let files = [
        format!("{}.csv", G::TOPIC),
        format!("{}-summary.csv", G::TOPIC),
    ];
    blocks.push(page::data_links(
        &files.each_ref().map(String::as_str),
        lang,
    ));
    blocks.push(page::reproduction_commands(summaries, &settings[..1], lang));
    blocks
}

/// Draws stacked bars of the shares of outcomes by size, with lines for the exact shares. Unresolved games are omitted
/// if `all_summaries` have none.
pub fn outcome_shares_panel(
    x_title: &Text,
    sized_summaries: &[(f64, &Summary)],
    all_summaries: &[Summary],
    words: &TopicGlossary,
    lang: Lang,
) -> Panel {
    const OUTCOMES: [&str; 5] = ["player1", "player2", "draw", "endless", "unresolved"];
    let share = |summary: &Summary, outcome: &str| {
        Some(summary.named_proportion(outcome)?.proportion.estimate())
    };
    let seen = |outcome: &str| {
        all_summaries
            .iter()
            .filter_map(|summary| share(summary, outcome))
            .any(|share| outcome != "unresolved" || share > 0.0)
    };
    let shown = || (0..).zip(OUTCOMES).filter(|(_, outcome)| seen(outcome));
    let series = shown().map(|(style, outcome)| {
        let bars = sized_summaries.iter().filter_map(|(x_title, summary)| {
            Some(ChartPoint::new(*x_title, share(summary, outcome)?))
        });
        Series::new(
            words.translate(lang, outcome),
            SeriesKind::StackedBars,
            bars.collect(),
        )
        .with_style(StyleChoice::Index(style))
    });
    let names: Vec<&str> = shown().map(|(_, outcome)| outcome).collect();
    let series = series
        .chain(exact_cumulative_levels(sized_summaries, &names, lang))
        .collect();
    let y =
        Axis::new(SHARE_OF_GAMES.say(lang), NumberFormat::Percent).with_required_range(0.0, 1.0);
    Panel::new(Plot::new(
        Axis::new(x_title.say(lang), NumberFormat::Integer),
        y,
        series,
    ))
}
