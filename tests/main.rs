//! One test binary, one line a module.
#[cfg(feature = "charts")]
mod charts;
