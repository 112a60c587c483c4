//! The marking of hand-ins: [`check`] reads printed games.

pub mod check;
