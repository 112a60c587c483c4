//! The values of settings: what a setting accepts, and the types of its values.

use std::fmt;

/// A value of a [`Field`](super::Field).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue {
    /// A whole number.
    Number(u64),
    /// A word, such as `delta_swap` or `riffle:7`; `none` stands for a setting that is not used.
    Word(String),
    /// A list of whole numbers, such as the takes of Nim.
    List(Vec<u32>),
}

impl FieldValue {
    /// Creates a word from the text form of `value`.
    pub fn from_display(value: impl ToString) -> Self {
        Self::Word(value.to_string())
    }

    /// The number; `None` for a word or a list.
    pub const fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// True for the word `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Word(word) if word == "none")
    }
}

/// Writes `32`, `delta_swap` or `2,3`: the form of plans, tallies and options.
impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(count) => count.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::List(numbers) => {
                let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
                f.write_str(&texts.join(","))
            }
        }
    }
}

impl From<&str> for FieldValue {
    fn from(word: &str) -> Self {
        Self::from_display(word)
    }
}

/// The texts that a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// Whole numbers from `least` to `most`.
    Numbers {
        /// The smallest number.
        least: u64,
        /// The largest number.
        most: u64,
    },
    /// These words.
    Words(&'static [&'static str]),
    /// A form of its own, such as `riffle:7`; the type of the setting reads it.
    Form,
    /// The word `none`, or one of these texts.
    Optional(&'static Accepted),
}

impl Accepted {
    /// A setting that is on or off.
    pub const FLAG: Self = Self::Words(&["no", "yes"]);

    /// Converts a text; `None` when it is not accepted. A form of its own is a word.
    pub fn parse(&self, text: &str) -> Option<FieldValue> {
        match self {
            Self::Numbers { least, most } => {
                let number = text.parse().ok()?;
                (*least..=*most)
                    .contains(&number)
                    .then_some(FieldValue::Number(number))
            }
            Self::Words(words) => words.contains(&text).then(|| text.into()),
            Self::Form => Some(text.into()),
            Self::Optional(_) if text == "none" => Some(text.into()),
            Self::Optional(accepted) => accepted.parse(text),
        }
    }
}

/// A type of the values of settings.
pub trait SettingType: Sized {
    /// The texts of all values.
    const ACCEPTED: Accepted;

    /// Converts a value of a name, an option or a table; `None` when it is no value of the type.
    fn from_value(value: &FieldValue) -> Option<Self>;

    /// The value as tables and names hold it.
    fn field_value(&self) -> FieldValue;
}

impl<T: SettingType> SettingType for Option<T> {
    const ACCEPTED: Accepted = Accepted::Optional(&T::ACCEPTED);

    fn from_value(value: &FieldValue) -> Option<Self> {
        if value.is_none() {
            Some(None)
        } else {
            T::from_value(value).map(Some)
        }
    }

    fn field_value(&self) -> FieldValue {
        self.as_ref().map_or_else(|| "none".into(), T::field_value)
    }
}

macro_rules! number_settings {
    ($($number:ty),+) => {
        $(impl From<$number> for FieldValue {
            fn from(number: $number) -> Self {
                Self::Number(number as u64)
            }
        }

        impl SettingType for $number {
            const ACCEPTED: Accepted = Accepted::Numbers { least: 0, most: <$number>::MAX as u64 };

            fn from_value(value: &FieldValue) -> Option<Self> {
                value.number()?.try_into().ok()
            }

            fn field_value(&self) -> FieldValue {
                (*self).into()
            }
        })+
    };
}

number_settings!(u8, u32, u64, usize);

/// A value of any type.
impl SettingType for FieldValue {
    const ACCEPTED: Accepted = Accepted::Form;

    fn from_value(value: &FieldValue) -> Option<Self> {
        Some(value.clone())
    }

    fn field_value(&self) -> FieldValue {
        self.clone()
    }
}

impl SettingType for String {
    const ACCEPTED: Accepted = Accepted::Form;

    fn from_value(value: &FieldValue) -> Option<Self> {
        Some(value.to_string())
    }

    fn field_value(&self) -> FieldValue {
        FieldValue::from_display(self)
    }
}
