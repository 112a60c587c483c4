//! Reports: results in, bytes out. It computes nothing.

#[cfg(feature = "charts")]
pub mod chart;
