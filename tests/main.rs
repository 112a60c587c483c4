//! One test binary, one line a module.
mod solitaire;
