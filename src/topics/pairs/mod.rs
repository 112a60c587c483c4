//! Bataille on paired deals (handout 003): all its faces.

pub mod experiment;
