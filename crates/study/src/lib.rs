//! The study: all questions of the handouts, answered by simulations and exact values on one page.
//!
//! The package stands on [`pioche_topics`], whose runs it asks for. A chapter is a [`page::ChapterDocument`] with a Markdown template for
//! each language; [`CHAPTERS`] lists them. [`page::StudyValues`] computes the values and the tests of all chapters once, and renders the
//! page, the README and the printed sheet in a language. It plays no game and opens no file.

#![forbid(unsafe_code)]

pub mod chapters;
pub mod page;
#[cfg(test)]
mod tests;

pub use chapters::CHAPTERS;
