//! Declarations of settings. Key, type, accepted values and default of a setting stand in one [`SettingSpec`]; names, columns,
//! options and parsing follow from it.

use super::table::{Column, Field, FieldValue, SettingsText};
use std::marker::PhantomData;

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
    /// A form of its own, such as `riffle:7`; the type of the setting parses it.
    Form,
    /// The word `none`, or one of these texts.
    Optional(&'static Accepted),
}

impl Accepted {
    /// Returns true if the text is accepted, or if only the type of the setting can tell.
    fn includes(&self, text: &str) -> bool {
        match self {
            Self::Numbers { least, most } => text
                .parse()
                .is_ok_and(|number| (least..=most).contains(&&number)),
            Self::Words(words) => words.contains(&text),
            Self::Form => true,
            Self::Optional(accepted) => text == "none" || accepted.includes(text),
        }
    }
}

/// A type of the values of settings.
pub trait SettingValue: Sized {
    /// The texts that [`SettingValue::parse`] accepts.
    const ACCEPTED: Accepted;

    /// Parses a value from a name, a tally or an option; `None` when the text is not accepted.
    fn parse(text: &str) -> Option<Self>;

    /// Returns the value as tables and names hold it.
    fn field_value(&self) -> FieldValue;
}

impl<T: SettingValue> SettingValue for Option<T> {
    const ACCEPTED: Accepted = Accepted::Optional(&T::ACCEPTED);

    fn parse(text: &str) -> Option<Self> {
        if text == "none" {
            Some(None)
        } else {
            T::parse(text).map(Some)
        }
    }

    fn field_value(&self) -> FieldValue {
        FieldValue::from_option(self.as_ref().map(T::field_value))
    }
}

macro_rules! number_values {
    ($($number:ty),+) => {
        $(impl SettingValue for $number {
            const ACCEPTED: Accepted = Accepted::Numbers { least: 0, most: <$number>::MAX as u64 };

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn field_value(&self) -> FieldValue {
                (*self).into()
            }
        })+
    };
}

number_values!(u32, u64, usize);

/// The declaration of a setting with values of type `T`.
///
/// ```
/// use pioche_engine::sim::SettingSpec;
///
/// const CARDS: SettingSpec<usize> = SettingSpec::new("cards").within(1, 256);
/// assert_eq!(CARDS.parse("52"), Some(52));
/// assert_eq!(CARDS.parse("0"), None);
/// assert_eq!(CARDS.with_value(&52).field.key, "cards");
/// ```
#[derive(Debug)]
pub struct SettingSpec<T> {
    /// The name in plans, tallies and columns.
    pub key: &'static str,
    /// The name of the option, with underscores; the key unless declared otherwise.
    pub option_name: &'static str,
    /// The text of the default; `None` for a setting without one.
    pub default: Option<&'static str>,
    /// The accepted texts.
    pub accepted: Accepted,
    /// True if names and commands hold the setting only with another value than its default. Names that were written before
    /// the setting existed thus keep their meaning.
    pub is_omitted_by_default: bool,
    value_type: PhantomData<fn() -> T>,
}

impl<T: SettingValue> SettingSpec<T> {
    /// Creates the declaration of a setting that has no default and accepts all values of its type.
    pub const fn new(key: &'static str) -> Self {
        Self {
            key,
            option_name: key,
            default: None,
            accepted: T::ACCEPTED,
            is_omitted_by_default: false,
            value_type: PhantomData,
        }
    }

    /// Sets the name of the option, with underscores.
    #[must_use]
    pub const fn with_option_name(self, option_name: &'static str) -> Self {
        Self {
            option_name,
            ..self
        }
    }

    /// Sets the text of the default.
    #[must_use]
    pub const fn with_default(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }

    /// Sets the default of a setting that names and commands hold only with another value.
    #[must_use]
    pub const fn with_omitted_default(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            is_omitted_by_default: true,
            ..self
        }
    }

    /// Sets the accepted texts, of those that the type parses.
    #[must_use]
    pub const fn accepting(self, accepted: Accepted) -> Self {
        Self { accepted, ..self }
    }

    /// Sets the accepted range of a number.
    #[must_use]
    pub const fn within(self, least: u64, most: u64) -> Self {
        self.accepting(Accepted::Numbers { least, most })
    }

    /// Parses a value; `None` when the setting does not accept the text.
    pub fn parse(&self, text: &str) -> Option<T> {
        if self.accepted.includes(text) {
            T::parse(text)
        } else {
            None
        }
    }

    /// Reads the setting from a name; `None` when it is missing or malformed. A setting that is omitted by default has its
    /// default in names without it.
    pub fn read(&self, settings: &SettingsText<'_>) -> Option<T> {
        let text: Option<String> = settings.get(self.key);
        if text.is_none() && self.is_omitted_by_default {
            return self.parse(self.default?);
        }
        self.parse(&text?)
    }

    /// Returns the setting with a value.
    pub fn with_value(&self, value: &T) -> SettingField {
        let field = self.field(value);
        let is_default = self.default == Some(field.value.to_string().as_str());
        SettingField {
            is_omitted: self.is_omitted_by_default && is_default,
            is_omitted_by_default: self.is_omitted_by_default,
            option_name: self.option_name,
            field,
        }
    }

    /// Returns the field of a value in a row.
    pub fn field(&self, value: &T) -> Field {
        Field::new(self.key, value.field_value())
    }

    /// Returns the column of the setting.
    pub const fn column(&self) -> Column {
        Column::Setting(self.key)
    }
}

/// A setting of an experiment with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingField {
    /// The key and the value.
    pub field: Field,
    /// The name of the option, with underscores.
    pub option_name: &'static str,
    /// True if names and commands leave the setting out.
    pub is_omitted: bool,
    /// True if names and commands leave the setting out when it has its default. Its column is then one of the last.
    pub is_omitted_by_default: bool,
}

/// A setting that every name holds, and whose option is its key.
impl From<Field> for SettingField {
    fn from(field: Field) -> Self {
        Self {
            option_name: field.key,
            field,
            is_omitted: false,
            is_omitted_by_default: false,
        }
    }
}

/// Returns the settings that a name holds.
pub fn name_fields(settings: Vec<SettingField>) -> Vec<Field> {
    settings
        .into_iter()
        .filter(|setting| !setting.is_omitted)
        .map(|setting| setting.field)
        .collect()
}

/// Returns the settings as options of the program. A setting with the value `none` is not an option.
pub fn option_fields(settings: Vec<SettingField>) -> Vec<Field> {
    settings
        .into_iter()
        .filter(|setting| !setting.is_omitted && !setting.field.value.is_none())
        .map(|setting| Field::new(setting.option_name, setting.field.value))
        .collect()
}
