//! Enums that are written as a word a variant, in plans, files and titles.

/// The words of an enum's variants, which are its text form and its list; a text that is none of them is an error.
macro_rules! words {
    ($name:ident, $error:ty, $refuse:expr, [$($variant:ident $word:literal),+]) => {
        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $word),+
                })
            }
        }

        impl std::str::FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                Self::ALL.into_iter().find(|known| known.to_string() == text).ok_or_else(|| $refuse(text))
            }
        }
    };
}
