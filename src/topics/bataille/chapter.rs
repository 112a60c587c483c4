//! The chapters of bataille: outcomes, length, riffles, and the advantage of player 1.

#[cfg(feature = "charts")]
use super::figures::FIGURES;
use super::words::WORDS;
#[cfg(feature = "charts")]
use crate::draw::Figure;
use crate::lang::{Glossary, Heading, Lang, Paragraph, Say, Text};
use crate::report::page::{Chapter, constant, mean, measured, picture, remade, table};
use crate::report::table::decimals;
use crate::sim::Summary;
#[cfg(feature = "charts")]
use crate::sim::summary::Table;

/// The chapter of bataille.
pub const CHAPTER: Chapter = Chapter {
    #[cfg(feature = "charts")]
    pictures: Some(pictures),
    ..Chapter::of(page)
};

const TITLE: Text = Text::new("## La bataille", "## Bataille (War)");
const RULES: Text = Text::new(
    "Quatre cartes de chaque valeur, distribuées une à une. À chaque pli la plus forte carte emporte tout ; à égalité \
     il y a bataille. Sans carte à poser, la partie est finie, et le joueur qui a le plus de cartes gagne. L'ordre \
     « fixe » est celui où le joueur 1 pose toujours sa carte en premier ; dans l'ordre « alterné », chacun à son tour.",
    "Four cards of each value, dealt one by one. In each round the higher card takes the whole trick; equal cards make \
     a battle. Who cannot lay a card ends the game, and the player with more cards wins. In the fixed order player 1 \
     always lays first; in the alternating order, each in turn.",
);
const QUESTION: Text = Text::new(
    "### Victoires, parties nulles et infinies : que remarquez-vous ? (4.2)",
    "### Wins, draws and endless games: what do you notice? (4.2)",
);
const LENGTH_QUESTION: Text = Text::new("### Combien de temps dure une partie ?", "### How long is a game?");
const LENGTH_NOTE: Text = Text::new(
    "Longueurs des parties finies, en plis commencés ; prépériode et période des parties infinies, en plis. Les \
     valeurs extrêmes sont celles des donnes jouées.",
    "Lengths of finite games, in rounds started; pre-period and period of endless games, in rounds. The extremes are \
     those of the deals played.",
);
const RIFFLE_QUESTION: Text = Text::new(
    "### Combien de mélanges américains faut-il ? (13 valeurs)",
    "### How many riffle shuffles does it take? (13 values)",
);

const OUTCOMES: [&str; 4] = ["player1", "player2", "draw", "endless"];

fn uniform(summaries: &[Summary]) -> Vec<&Summary> {
    summaries.iter().filter(|summary| summary.setting("shuffle") == "uniform").collect()
}

/// The chapter, a paragraph an entry.
fn page(summaries: &[Summary], lang: Lang) -> Vec<String> {
    let uniform = uniform(summaries);
    let riffled = || summaries.iter().filter(|summary| summary.setting("shuffle") != "uniform");
    let mut parts = vec![TITLE.say(lang), RULES.say(lang)];
    parts.push(QUESTION.say(lang));
    parts.extend(notice(&uniform, lang));
    parts.push(picture(QUESTION, "bataille-shares", lang));
    parts.push(outcomes(&uniform, lang));
    parts.push(Paragraph::Data { csv: "bataille.csv".into() }.say(lang));
    parts.push(remade(uniform.iter().copied(), lang));
    parts.push(LENGTH_QUESTION.say(lang));
    parts.push(LENGTH_NOTE.say(lang));
    parts.push(lengths(&uniform, lang));
    parts.push(picture(LENGTH_QUESTION, "bataille-rounds", lang));
    parts.push(RIFFLE_QUESTION.say(lang));
    let answers = ["fixed", "alternating"].map(|order| riffle_answer(summaries, order, lang));
    parts.push(answers.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    parts.push(riffle_table(summaries, lang));
    parts.push(picture(RIFFLE_QUESTION, "bataille-riffles", lang));
    parts.push(remade(riffled(), lang));
    parts
}

/// The chapter's pictures.
#[cfg(feature = "charts")]
fn pictures(summaries: &[Summary], _: &[(&'static str, Table)], lang: Lang) -> Vec<(String, Figure)> {
    let uniform: Vec<Summary> = uniform(summaries).into_iter().cloned().collect();
    let large: Vec<Summary> = summaries.iter().filter(|summary| summary.setting("values") == "13").cloned().collect();
    let drawn = [
        ("bataille-shares", (FIGURES.draw)("shares", &uniform, lang)),
        ("bataille-rounds", (FIGURES.draw)("rounds", &uniform, lang)),
        ("bataille-riffles", (FIGURES.draw)("riffles", &large, lang)),
    ];
    drawn.into_iter().filter_map(|(name, figure)| Some((name.to_owned(), figure?))).collect()
}

/// The handout's "Que remarquez-vous ?".
fn notice(uniform: &[&Summary], lang: Lang) -> Option<String> {
    let of =
        |order: &str| uniform.iter().filter(|summary| summary.setting("order") == order).copied().collect::<Vec<_>>();
    let rate = |summary: &&&Summary| summary.proportion("endless").map_or(0.0, |named| named.proportion.estimate());
    let by_rate = |a: &&&Summary, b: &&&Summary| rate(a).total_cmp(&rate(b));
    let (fixed, alternating) = (of("fixed"), of("alternating"));
    let (lowest, highest) = (fixed.iter().min_by(by_rate)?, fixed.iter().max_by(by_rate)?);
    let most = alternating.iter().max_by(by_rate)?;
    let shown = |summary: &Summary| measured(summary.proportion("endless"), lang);
    let (low_values, high_values) = (lowest.setting("values"), highest.setting("values"));
    let (lowest, highest, alternating) = (shown(lowest), shown(highest), shown(most));
    Some(match lang {
        Lang::Fr => format!(
            "**Ce que l'on remarque** : quand le joueur 1 pose toujours en premier, une grande part des parties ne finit \
             jamais, et cette part ne croît pas régulièrement avec le nombre de valeurs : de {lowest} ({low_values} \
             valeurs) à {highest} ({high_values} valeurs). Il suffit que chacun pose en premier à son tour pour que les \
             parties infinies disparaissent presque : {alternating} au plus."
        ),
        Lang::En => format!(
            "**What one notices**: when player 1 always lays first, a large share of the games never ends, and that \
             share does not grow steadily with the number of values: from {lowest} ({low_values} values) to {highest} \
             ({high_values} values). Let each lay first in turn, and endless games almost vanish: {alternating} at most."
        ),
    })
}

/// One row for each number of values and order.
fn outcomes(summaries: &[&Summary], lang: Lang) -> String {
    let mut headings = vec![WORDS.word(lang, "values"), WORDS.word(lang, "order"), WORDS.word(lang, "deals")];
    headings.extend(OUTCOMES.map(|outcome| WORDS.word(lang, outcome)));
    let rows = summaries.iter().map(|summary| {
        let mut row = vec![
            summary.setting("values").to_owned(),
            WORDS.word(lang, summary.setting("order")),
            lang.integer(summary.deals),
        ];
        row.extend(OUTCOMES.map(|outcome| measured(summary.proportion(outcome), lang)));
        row
    });
    table(headings, rows)
}

fn lengths(summaries: &[&Summary], lang: Lang) -> String {
    let columns = [Heading::Mean, Heading::Deviation, Heading::Median, Heading::Maximum];
    let mut headings = vec![WORDS.word(lang, "values"), WORDS.word(lang, "order")];
    headings.extend(columns.map(|heading| heading.say(lang)));
    headings.extend(["pre_period", "period"].map(|name| WORDS.word(lang, name)));
    let rows = summaries.iter().map(|summary| {
        let mut row = vec![summary.setting("values").to_owned(), WORDS.word(lang, summary.setting("order"))];
        if let Some(rounds) = summary.quantity("rounds") {
            let moments = &rounds.moments;
            row.push(mean(Some(rounds), lang));
            row.push(lang.decimal(moments.standard_deviation, 1));
            row.push(lang.decimal(moments.median, usize::from(moments.median.fract() != 0.0)));
            row.push(lang.integer(moments.max.unsigned_abs()));
        }
        row.resize(6, String::new());
        for name in ["pre_period", "period"] {
            let mean = summary.quantity(name).map(|found| {
                let moments = &found.moments;
                let Some(interval) = found.interval else { return constant(moments, lang) };
                let digits = decimals(interval.half_width());
                let spread = format!(
                    "{}–{}",
                    lang.integer(moments.min.unsigned_abs()),
                    lang.integer(moments.max.unsigned_abs())
                );
                format!("{} ({spread})", lang.decimal(moments.mean, digits))
            });
            row.push(mean.unwrap_or_default());
        }
        row
    });
    table(headings, rows)
}

/// From how many riffles on no outcome can be told from the uniform shuffle.
fn riffle_answer(summaries: &[Summary], order: &str, lang: Lang) -> Option<String> {
    let own = || summaries.iter().filter(|s| s.setting("values") == "13" && s.setting("order") == order);
    let uniform = own().find(|summary| summary.setting("shuffle") == "uniform")?;
    let alike = |summary: &Summary| {
        OUTCOMES.iter().all(|outcome| match (summary.proportion(outcome), uniform.proportion(outcome)) {
            (Some(a), Some(b)) => a.interval.low <= b.interval.high && b.interval.low <= a.interval.high,
            _ => false,
        })
    };
    let riffles = |summary: &Summary| summary.setting("shuffle").strip_prefix("riffle:")?.parse::<u64>().ok();
    let mut counts: Vec<(u64, bool)> = own().filter_map(|summary| Some((riffles(summary)?, alike(summary)))).collect();
    counts.sort_unstable();
    let from = counts.iter().rev().take_while(|(_, alike)| *alike).last().map(|(count, _)| *count);
    let order = WORDS.word(lang, order);
    Some(match (lang, from) {
        (Lang::Fr, Some(from)) => format!(
            "- **{order}** : à partir de {from} mélanges, aucune des issues ne se distingue plus du mélange uniforme \
             (les intervalles se recouvrent)."
        ),
        (Lang::En, Some(from)) => format!(
            "- **{order}**: from {from} riffles on, no outcome can be told from the uniform shuffle any more (the \
             intervals overlap)."
        ),
        (Lang::Fr, None) => {
            format!("- **{order}** : même après 12 mélanges, une issue au moins se distingue du mélange uniforme.")
        }
        (Lang::En, None) => {
            format!("- **{order}**: even after 12 riffles, some outcome can be told from the uniform shuffle.")
        }
    })
}

/// One row for each number of riffles: endless games and player 1's wins in both orders.
fn riffle_table(summaries: &[Summary], lang: Lang) -> String {
    let large: Vec<&Summary> = summaries.iter().filter(|summary| summary.setting("values") == "13").collect();
    let mut shuffles: Vec<&str> = large.iter().map(|summary| summary.setting("shuffle")).collect();
    let riffles =
        |shuffle: &str| shuffle.strip_prefix("riffle:").and_then(|m| m.parse::<u32>().ok()).unwrap_or(u32::MAX);
    shuffles.sort_unstable_by_key(|shuffle| riffles(shuffle));
    shuffles.dedup();
    let mut headings = vec![WORDS.word(lang, "shuffle")];
    for order in ["fixed", "alternating"] {
        for outcome in ["player1", "endless"] {
            headings.push(format!("{} ({})", WORDS.word(lang, outcome), WORDS.word(lang, order)));
        }
        headings.push(format!("{} ({})", WORDS.word(lang, "rounds"), WORDS.word(lang, order)));
    }
    let rows = shuffles.into_iter().map(|shuffle| {
        let mut row = vec![WORDS.word(lang, shuffle)];
        for order in ["fixed", "alternating"] {
            let own = large.iter().find(|s| s.setting("shuffle") == shuffle && s.setting("order") == order);
            for outcome in ["player1", "endless"] {
                let found = own.and_then(|summary| summary.proportion(outcome));
                row.push(measured(found, lang));
            }
            row.push(mean(own.and_then(|summary| summary.quantity("rounds")), lang));
        }
        row
    });
    table(headings, rows)
}
