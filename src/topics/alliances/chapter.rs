//! The chapter of the patience.

use super::estimates::{curve, pack, rule, win, won};
use super::experiment::WIN_CURVE;
#[cfg(feature = "charts")]
use super::figures::FIGURES;
use super::players::chapter as players;
use super::words::{WORDS, change};
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::{Glossary, Heading, Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, mean, measured, number, picture, remade, share, table};
use crate::sim::Summary;
use crate::sim::summary::Point;
#[cfg(feature = "charts")]
use crate::sim::summary::Table;
use crate::stats::Interval;
use crate::stats::ratio::ratio;

/// The chapter of the patience.
pub const CHAPTER: Chapter = Chapter {
    #[cfg(feature = "charts")]
    pictures: Some(pictures),
    ..Chapter::of(page)
};

const TITLE: Text = Text::new("## La réussite des alliances", "## La réussite des alliances");
const RULES: Text = Text::new(
    "On pose les cartes une à une ; un tas placé entre deux cartes de même couleur ou de \
     même valeur saute sur le tas à sa gauche, le saut le plus à gauche d'abord. On \
     gagne s'il reste au plus `nb_tas_max` tas.",
    "Cards are laid one by one; a pile that lies between two cards of the same suit or \
     of the same rank jumps onto the pile at its left, the leftmost jump first. The \
     game is won when at most `nb_tas_max` piles remain.",
);
const WIN_QUESTION: Text = Text::new(
    "### Quelle est la probabilité de gagner, pour chaque nombre de tas permis ? (5.5)",
    "### What is the probability of winning, for each number of piles allowed? (5.5)",
);
const MEAN_QUESTION: Text = Text::new("### Combien de tas reste-t-il ? (5.4)", "### How many piles remain? (5.4)");
const EXCHANGE_QUESTION: Text = Text::new(
    "### Que gagne-t-on en échangeant deux cartes consécutives ? (5.1)",
    "### What does the exchange of two neighbouring cards gain? (5.1)",
);
const OTHER_CHANGES_QUESTION: Text = Text::new(
    "### Et en échangeant deux cartes quelconques, ou en déplaçant une carte ? (5.2)",
    "### And the exchange of any two cards, or the move of one card? (5.2)",
);
const PLACE_QUESTION: Text = Text::new(
    "### Où se trouve le meilleur changement dans la pioche ?",
    "### Where in the stock does the best change lie?",
);

const MEAN_PILES: Text = Text::new("tas en moyenne", "mean piles");

/// Thresholds of the table on the page; the CSV has them all.
const THRESHOLDS: [u64; 10] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20];

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let (summaries, played): (Vec<&Summary>, Vec<&Summary>) = summaries.iter().partition(|summary| by_rule(summary));
    let plain: Vec<&Summary> = summaries.iter().copied().filter(|summary| variant(summary) == "none").collect();
    let changed: Vec<&Summary> = summaries.iter().copied().filter(|summary| variant(summary) != "none").collect();
    let exchanged: Vec<&Summary> = changed.iter().copied().filter(|summary| variant(summary) == "exchange").collect();
    let mut parts = vec![TITLE.say(lang), RULES.say(lang)];
    parts.push(WIN_QUESTION.say(lang));
    parts.push(plain.iter().map(|summary| win_answer(summary, lang)).collect::<Vec<_>>().join("\n"));
    parts.push(win_table(&plain, lang));
    parts.push(picture(WIN_QUESTION, "alliances-win", lang));
    parts.push(Paragraph::Data { csv: "alliances.csv".into() }.say(lang));
    parts.push(remade(plain.iter().copied(), lang));
    parts.push(MEAN_QUESTION.say(lang));
    parts.push(mean_table(&plain, lang));
    parts.push(picture(MEAN_QUESTION, "alliances-piles", lang));
    parts.push(EXCHANGE_QUESTION.say(lang));
    let answers = exchanged.iter().filter_map(|summary| exchange_answer(summary, &plain, lang));
    parts.push(answers.collect::<Vec<_>>().join("\n"));
    parts.push(OTHER_CHANGES_QUESTION.say(lang));
    parts.push(change_table(&changed, &plain, lang));
    parts.push(worse(&changed, lang));
    parts.push(picture(OTHER_CHANGES_QUESTION, "alliances-improved", lang));
    parts.push(picture(EXCHANGE_QUESTION, "alliances-gain", lang));
    parts.push(remade(changed.iter().copied(), lang));
    parts.push(PLACE_QUESTION.say(lang));
    parts.push(exchanged.iter().filter_map(|summary| place_answer(summary, lang)).collect::<Vec<_>>().join("\n"));
    parts.push(picture(PLACE_QUESTION, "alliances-place", lang));
    parts.extend(players::page(&played, &plain, lang));
    parts
}

/// The chapter's pictures.
#[cfg(feature = "charts")]
fn pictures(summaries: &[Summary], _: &[(&'static str, Table)], lang: Lang) -> Vec<(String, Figure)> {
    let (by_rule, played): (Vec<Summary>, Vec<Summary>) = summaries.iter().cloned().partition(by_rule);
    let of = |wanted: &str| -> Vec<Summary> {
        by_rule.iter().filter(|summary| variant(summary) == wanted).cloned().collect()
    };
    let (plain, exchanged) = (of("none"), of("exchange"));
    let perfect: Vec<Summary> = played.into_iter().filter(|summary| summary.setting("player") == "perfect").collect();
    let drawn = [
        ("alliances-win", (FIGURES.draw)("win", &plain, lang)),
        ("alliances-piles", (FIGURES.draw)("piles", &plain, lang)),
        ("alliances-improved", (FIGURES.draw)("win", &by_rule, lang)),
        ("alliances-gain", (FIGURES.draw)("gain", &by_rule, lang)),
        ("alliances-place", (FIGURES.draw)("place", &exchanged, lang)),
        (players::PICTURE, (FIGURES.draw)("piles", &perfect, lang)),
    ];
    drawn.into_iter().filter_map(|(name, figure)| Some((name.to_owned(), figure?))).collect()
}

/// Whether nobody but the rule played.
fn by_rule(summary: &Summary) -> bool {
    summary.setting("player").is_empty()
}

/// The change of the stock that a run allowed, or `none`.
fn variant(summary: &Summary) -> &str {
    summary.curves.last().map_or("none", |curve| &curve.variant)
}

fn share_of(point: &Point, lang: Lang) -> String {
    share(point.y, Interval { low: point.low, high: point.high }, lang)
}

fn win_answer(summary: &Summary, lang: Lang) -> String {
    let cards = pack(summary);
    let mut lines = Vec::new();
    if let Some(point) = win(summary, "none", 2) {
        let (two, deals) = (share_of(point, lang), lang.integer(summary.deals));
        let one_in = lang.integer((1.0 / point.y).round() as u64);
        lines.push(match lang {
            Lang::Fr => format!(
                "- **{cards} cartes** : on finit à 2 tas avec probabilité {two}, soit une partie sur {one_in} environ \
                 ({deals} donnes)."
            ),
            Lang::En => format!(
                "- **{cards} cards**: 2 piles remain with probability {two}, about one game in {one_in} ({deals} deals)."
            ),
        });
    }
    let all = curve(summary, WIN_CURVE, "none").map_or(&[][..], |curve| &curve.points);
    if let Some(half) = all.iter().find(|point| point.y >= 0.5) {
        let (threshold, share) = (half.x as u64, share_of(half, lang));
        lines.push(match lang {
            Lang::Fr => format!(
                "  Avec {cards} cartes, on gagne au moins une fois sur deux dès que {threshold} tas sont permis ({share})."
            ),
            Lang::En => format!(
                "  With {cards} cards, at least every other game is won once {threshold} piles are allowed ({share})."
            ),
        });
    }
    lines.join("\n")
}

fn win_table(plain: &[&Summary], lang: Lang) -> String {
    let mut headings = vec!["`nb_tas_max`".to_owned()];
    headings.extend(plain.iter().map(|summary| super::words::pack(lang, &pack(summary))));
    let rows = THRESHOLDS.map(|piles| {
        let mut row = vec![piles.to_string()];
        row.extend(
            plain.iter().map(|summary| win(summary, "none", piles).map_or(String::new(), |p| share_of(p, lang))),
        );
        row
    });
    table(headings, rows)
}

fn mean_table(plain: &[&Summary], lang: Lang) -> String {
    let mut headings = vec![WORDS.word(lang, "cards"), WORDS.word(lang, "deals"), MEAN_PILES.say(lang)];
    let spread = [Heading::Deviation, Heading::Minimum, Heading::Median, Heading::Mode, Heading::Maximum];
    headings.extend(spread.map(|heading| heading.say(lang)));
    let rows = plain.iter().filter_map(|summary| {
        let quantity = summary.quantity("nb_tas")?;
        let moments = &quantity.moments;
        Some(vec![
            pack(summary),
            lang.integer(summary.deals),
            mean(Some(quantity), lang),
            lang.decimal(moments.standard_deviation, 3),
            moments.min.to_string(),
            lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)),
            moments.mode.to_string(),
            moments.max.to_string(),
        ])
    });
    table(headings, rows)
}

fn change_table(changed: &[&Summary], plain: &[&Summary], lang: Lang) -> String {
    let headings = vec![
        WORDS.word(lang, "cards"),
        Text::new("changement", "change").say(lang),
        WORDS.word(lang, "deals"),
        Text::new("gain moyen", "mean gain").say(lang),
        WORDS.word(lang, "improved"),
        MEAN_PILES.say(lang),
        Text::new("P(2 tas) avant", "P(2 piles) before").say(lang),
        Text::new("P(2 tas) après", "P(2 piles) after").say(lang),
    ];
    let rows = changed.iter().filter_map(|summary| {
        Some(vec![
            pack(summary),
            change(lang, variant(summary)),
            lang.integer(summary.deals),
            mean(summary.quantity("gain"), lang),
            measured(summary.proportion("improved"), lang),
            mean(summary.quantity("nb_tas_improved"), lang),
            share_of(win(rule(summary, plain), "none", 2)?, lang),
            share_of(win(summary, variant(summary), 2)?, lang),
        ])
    });
    table(headings, rows)
}

fn exchange_answer(summary: &Summary, plain: &[&Summary], lang: Lang) -> Option<String> {
    let (after, before) = (won(summary, variant(summary), 2)?, won(rule(summary, plain), "none", 2)?);
    let (ratio, interval) = ratio(after, before, summary.confidence)?;
    let (cards, ratio) = (pack(summary), number(ratio, interval, lang));
    let (gain, improved) = (mean(summary.quantity("gain"), lang), measured(summary.proportion("improved"), lang));
    Some(match lang {
        Lang::Fr => format!(
            "- **{cards} cartes** : le meilleur échange gagne {gain} tas en moyenne ; il améliore {improved} des donnes \
             et multiplie par {ratio} la probabilité de finir à 2 tas."
        ),
        Lang::En => format!(
            "- **{cards} cards**: the best exchange gains {gain} piles in the mean; it improves {improved} of the deals \
             and makes 2 piles {ratio} times as probable."
        ),
    })
}

/// Whether a forced change was ever worse than none.
fn worse(changed: &[&Summary], lang: Lang) -> String {
    let sometimes = changed.iter().filter_map(|summary| {
        let worsened = summary.proportion("worsened").map(|named| named.proportion.count).filter(|&count| count > 0)?;
        let (cards, variant) = (pack(summary), change(lang, variant(summary)));
        let (worsened, deals) = (lang.integer(worsened), lang.integer(summary.deals));
        Some(match lang {
            Lang::Fr => format!(
                "Avec {cards} cartes ({variant}), tout changement était pire que de ne rien changer dans {worsened} \
                 donnes sur {deals}."
            ),
            Lang::En => format!(
                "With {cards} cards ({variant}), every change was worse than none in {worsened} of {deals} deals."
            ),
        })
    });
    let sometimes: Vec<String> = sometimes.collect();
    if !sometimes.is_empty() {
        return sometimes.join("\n");
    }
    let deals = lang.integer(changed.iter().map(|summary| summary.deals).sum());
    match lang {
        Lang::Fr => format!(
            "Dans les {deals} donnes examinées, il s'est toujours trouvé un changement qui n'est pas pire que de ne \
             rien changer. Des pioches que tout échange de voisines empire existent pourtant : `{HARMED}` finit à 6 tas, \
             et à 7 au moins après n'importe quel échange ; 20 cartes suffisent pour cela."
        ),
        Lang::En => format!(
            "In none of the {deals} deals examined was every change worse than no change at all. Stocks that every \
             exchange of neighbours harms exist nevertheless: `{HARMED}` leaves 6 piles, and at least 7 after any exchange; \
             20 cards are enough for that."
        ),
    }
}

/// A stock that every exchange of neighbours harms.
const HARMED: &str = "8-T D-K 10-P D-C R-C 8-P A-T V-P 10-C 8-C R-K 10-K 9-C 7-T 9-P V-K A-P D-T V-C A-K 9-K 10-T R-P \
                      V-T 7-P 7-K 7-C 8-K R-T D-P 9-T A-C";

/// How often the best exchange begins in the first half of the stock.
fn place_answer(summary: &Summary, lang: Lang) -> Option<String> {
    let first_half = measured(Some(summary.proportion("first_half")?), lang);
    let cards = pack(summary);
    Some(match lang {
        Lang::Fr => format!(
            "- **{cards} cartes** : le meilleur échange de voisines commence dans la première moitié de la pioche pour \
             {first_half} des donnes (à égalité, le plus lointain est choisi)."
        ),
        Lang::En => format!(
            "- **{cards} cards**: the best exchange of neighbours begins in the first half of the stock in \
             {first_half} of the deals (among equals the farthest is taken)."
        ),
    })
}
