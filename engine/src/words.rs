//! What is written as a word or a number in plans, files and titles, and a text that is none of those.

/// A text, or a number, that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no {expected}")]
pub struct Unknown {
    /// The text.
    pub text: String,
    /// What was expected.
    pub expected: &'static str,
}

impl Unknown {
    pub(crate) fn new(text: impl ToString, expected: &'static str) -> Self {
        Self { text: text.to_string(), expected }
    }
}

/// The words of an enum's variants, which are its list and its text form; `$what` is what a text that is none of them is
/// not.
macro_rules! words {
    ($name:ident, $what:literal, [$($variant:ident $word:literal),+]) => {
        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Its word in files and tables.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::words::Unknown;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let expected = concat!($what, ":" $(, " ", $word)+);
                let known = Self::ALL.into_iter().find(|known| known.word() == text);
                known.ok_or_else(|| crate::words::Unknown::new(text, expected))
            }
        }
    };
}
