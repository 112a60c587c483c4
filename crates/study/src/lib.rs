//! The study: all questions of the handouts, answered by simulations and exact values on one page.
//!
//! The package stands on [`pioche_topics`], whose runs it asks for, on [`pioche_report`] for tables and figures, and on
//! [`pioche_engine`] for tests. It plays no game and opens no file.
//!
//! | item | contents |
//! |---|---|
//! | [`CHAPTERS`] | the chapters, each with a Markdown template for each language, its figures and its tables |
//! | [`page`] | the page, the README and the printed sheet of a study, from the runs of its chapters |
//!
//! [`page::StudyValues`] computes the values and the tests of all chapters once, and renders them in a language.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod chapters;
pub mod page;
#[cfg(test)]
mod tests;

pub use chapters::CHAPTERS;
