//! The study's page: each question of the handouts, its answer with its interval, the picture, and the command that
//! makes it again. Markdown, a file a chapter.

use crate::topics::{
    alliances::chapter as alliances, bataille::chapter as bataille, duel::chapter as boards,
    shuffle::chapter as shuffle,
};

use super::table::percent_decimals;
use crate::lang::{Heading, Lang, Paragraph, Say};
use crate::sim::Summary;
use crate::stats::Interval;

#[cfg(feature = "charts")]
use crate::draw::Figure;

/// The findings of one chapter.
pub struct Chapter<'a> {
    /// The game, as its files are named.
    pub name: &'a str,
    /// Its runs, in the study's order.
    pub summaries: &'a [Summary],
}

/// The whole page.
pub fn page(chapters: &[Chapter<'_>], command: &str, lang: Lang) -> String {
    let mut parts = vec![Paragraph::Title.say(lang)];
    if let Some(first) = chapters.iter().find_map(|chapter| chapter.summaries.first()) {
        let (method, level) = (first.method.to_string(), first.confidence.level());
        parts.push(Paragraph::Introduction { command: command.to_owned(), method, level }.say(lang));
    }
    parts.push(Paragraph::Files.say(lang));
    for chapter in chapters {
        parts.extend(match chapter.name {
            "alliances" => alliances::chapter(chapter.summaries, lang),
            "bataille" => bataille::chapter(chapter.summaries, lang),
            "bataille-pairs" => bataille::pairs(chapter.summaries, lang),
            "shuffle" => shuffle::chapter(chapter.summaries, lang),
            "solitaire" => boards::solitaire(chapter.summaries, lang),
            "alak" => boards::alak(chapter.summaries, lang),
            "nim" => boards::nim(chapter.summaries, lang),
            _ => Vec::new(),
        });
    }
    let mut page = parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n");
    page.push('\n');
    page
}

/// The pictures of a chapter, with the names of their files.
#[cfg(feature = "charts")]
pub fn figures(chapter: &Chapter<'_>, lang: Lang) -> Vec<(String, Figure)> {
    match chapter.name {
        "alliances" => alliances::figures(chapter.summaries, lang),
        "bataille" => bataille::figures(chapter.summaries, lang),
        "shuffle" => shuffle::figures(chapter.summaries, lang),
        "solitaire" | "alak" | "nim" => boards::figures(chapter.name, chapter.summaries, lang),
        _ => Vec::new(),
    }
}

/// A probability with its interval: `1.264% [1.257%, 1.271%]`.
pub fn share(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = percent_decimals(interval.half_width());
    let percent = |probability: f64| lang.percent(probability, digits);
    let between = Heading::Between { low: percent(interval.low), high: percent(interval.high) };
    format!("{} {}", percent(estimate), between.say(lang))
}

/// A number with its interval.
pub fn number(estimate: f64, interval: Interval, lang: Lang) -> String {
    let digits = super::table::decimals(interval.half_width());
    let decimal = |number: f64| lang.decimal(number, digits);
    let between = Heading::Between { low: decimal(interval.low), high: decimal(interval.high) };
    format!("{} {}", decimal(estimate), between.say(lang))
}

/// A picture of the study, in the file `file`, described by the question that it answers.
pub fn picture(question: Paragraph, file: &str, lang: Lang) -> String {
    let name = question.say(lang).trim_start_matches('#').trim().to_owned();
    Paragraph::Picture { name, file: file.to_owned() }.say(lang)
}

/// The commands that make some runs again.
pub fn remade<'a>(summaries: impl IntoIterator<Item = &'a Summary>, lang: Lang) -> String {
    let commands = summaries.into_iter().map(|summary| format!("    {}", summary.command));
    let commands = commands.collect::<Vec<_>>().join("\n");
    Paragraph::Remake { commands }.say(lang)
}
