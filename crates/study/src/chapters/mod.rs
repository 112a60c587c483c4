//! The chapters of the study, a module for each topic.

mod alak;
mod alliances;
mod bataille;
mod nim;
mod shuffle;
mod solitaire;

use super::page::ChapterDocument;

/// All chapters, in the order of the topics.
pub static CHAPTERS: &[ChapterDocument] = &[
    // This comment makes rustfmt keep one chapter per line.
    alliances::CHAPTER,
    solitaire::CHAPTER,
    alak::CHAPTER,
    bataille::CHAPTER,
    shuffle::CHAPTER,
    nim::CHAPTER,
];

/// Returns the chapter of a topic; `None` if the study has none.
#[cfg(test)]
pub fn chapter_of(topic: &pioche_topics::Topic) -> Option<&'static ChapterDocument> {
    CHAPTERS
        .iter()
        .find(|chapter| chapter.topic.name == topic.name)
}
