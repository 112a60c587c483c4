//! String forms of enums, and the parse error of all text forms of the crate.

/// A text or a number that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no {expected}")]
pub struct ParseValueError {
    /// The text that was read.
    pub text: String,
    /// The expected form, as a noun with its accepted values.
    pub expected: &'static str,
}

impl ParseValueError {
    pub(crate) fn new(text: impl ToString, expected: &'static str) -> Self {
        Self {
            text: text.to_string(),
            expected,
        }
    }
}

/// Implements `ALL`, `name`, `Display` and `FromStr` for a field-less enum, given the text form of each variant.
///
/// `$what` names the type in the parse error.
macro_rules! string_enum {
    ($name:ident, $what:literal, [$($variant:ident $word:literal),+]) => {
        impl $name {
            /// All variants, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The text forms of all variants, in order.
            pub const NAMES: [&'static str; [$($word),+].len()] = [$($word),+];

            /// The text form, as files and tables have it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::parse::ParseValueError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let expected = concat!($what, ":" $(, " ", $word)+);
                let variant = Self::ALL.into_iter().find(|variant| variant.name() == text);
                variant.ok_or_else(|| crate::parse::ParseValueError::new(text, expected))
            }
        }
    };
}
