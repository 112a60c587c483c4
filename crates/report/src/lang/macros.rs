//! The macros of messages.

/// Formats a message in the current language: `tr!("{player} takes {takes}", player, takes = join(&moves))`. The text is
/// English; its French stands in the catalogue, with the same holes. A hole without a value has that of the variable of its
/// name.
#[macro_export]
macro_rules! tr {
    ($text:literal $(, $hole:ident $(= $value:expr)?)* $(,)?) => {
        match $crate::lang::Lang::current() {
            $crate::lang::Lang::En => format!($text $(, $hole = $crate::hole_value!($hole $(, $value)?))*),
            $crate::lang::Lang::Fr => $crate::lang::fill_holes(
                $crate::lang::french($text),
                &[$((stringify!($hole), &$crate::hole_value!($hole $(, $value)?))),*],
            ),
        }
    };
}
pub use tr;

/// The value of a hole of [`tr!`].
#[doc(hidden)]
#[macro_export]
macro_rules! hole_value {
    ($hole:ident) => {
        $hole
    };
    ($hole:ident, $value:expr) => {
        $value
    };
}

/// A problem with a message as [`tr!`] formats it: `problem!("{file} is empty", file)`.
#[macro_export]
macro_rules! problem {
    ($($message:tt)*) => {
        $crate::lang::Problem::from($crate::tr!($($message)*))
    };
}
pub use problem;
