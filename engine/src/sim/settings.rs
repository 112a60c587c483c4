//! Declarations of settings. Key, option, accepted values and default of a setting stand in one [`Setting`]; names, columns,
//! commands and parsing follow from it.

use super::table::{Field, FieldValue};
use std::collections::BTreeMap;

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
    /// A setting that is on or off.
    pub const FLAG: Self = Self::Words(&["no", "yes"]);

    /// Returns true if the text is accepted, or if only the type of the setting can tell.
    pub fn includes(&self, text: &str) -> bool {
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
pub trait SettingType: Sized {
    /// The texts that [`SettingType::parse`] accepts.
    const ACCEPTED: Accepted;

    /// Parses a value from a name, a tally or an option; `None` when the text is not accepted.
    fn parse(text: &str) -> Option<Self>;

    /// Returns the value as tables and names hold it.
    fn field_value(&self) -> FieldValue;
}

impl<T: SettingType> SettingType for Option<T> {
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

macro_rules! number_settings {
    ($($number:ty),+) => {
        $(impl SettingType for $number {
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

number_settings!(u8, u32, u64, usize);

impl SettingType for String {
    const ACCEPTED: Accepted = Accepted::Form;

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn field_value(&self) -> FieldValue {
        FieldValue::from_display(self)
    }
}

/// The declaration of a setting.
///
/// ```
/// use pioche_engine::sim::{Setting, SettingTexts};
///
/// const CARDS: Setting = Setting::new::<usize>("cards").within(1, 256).with_default("52");
/// assert_eq!(CARDS.parse::<usize>("32"), Some(32));
/// assert_eq!(CARDS.parse::<usize>("0"), None);
/// assert_eq!(SettingTexts::default().read::<usize>(&CARDS), Ok(52));
/// assert_eq!(CARDS.with_value(&52_usize).field().key, "cards");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name in plans, tallies and columns.
    pub key: &'static str,
    /// The name of the option, with underscores; the key unless declared otherwise.
    pub option_name: &'static str,
    /// The text of the default; `None` for a setting without one.
    pub default: Option<&'static str>,
    /// The accepted texts.
    pub accepted: Accepted,
    /// True for a setting that was added to an experiment later. Names and commands hold it only with another value than
    /// its default, so that earlier names keep their meaning, and its column is one of the last.
    pub is_late: bool,
    /// True for a late setting that tables and JSON hold only with another value than its default.
    pub is_unlisted: bool,
}

impl Setting {
    /// Creates the declaration of a setting with values of type `T` that has no default and accepts all values of the type.
    pub const fn new<T: SettingType>(key: &'static str) -> Self {
        Self {
            key,
            option_name: key,
            default: None,
            accepted: T::ACCEPTED,
            is_late: false,
            is_unlisted: false,
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

    /// Declares that the setting was added later; see [`Setting::is_late`].
    #[must_use]
    pub const fn late(self) -> Self {
        Self {
            is_late: true,
            ..self
        }
    }

    /// Declares that the setting was added later, and is left out of tables with its default; see
    /// [`Setting::is_unlisted`].
    #[must_use]
    pub const fn unlisted(self) -> Self {
        Self {
            is_unlisted: true,
            ..self.late()
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
    pub fn parse<T: SettingType>(&self, text: &str) -> Option<T> {
        if self.accepted.includes(text) {
            T::parse(text)
        } else {
            None
        }
    }

    /// Returns the setting with a value.
    pub fn with_value(self, value: &impl SettingType) -> SettingValue {
        let value = value.field_value();
        let is_default = self.default == Some(value.to_string().as_str());
        SettingValue {
            is_omitted: self.is_late && is_default,
            setting: self,
            value,
        }
    }
}

/// A setting of an experiment with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingValue {
    /// The setting.
    pub setting: Setting,
    /// The value.
    pub value: FieldValue,
    /// True if names and commands leave the setting out: it has its default, or follows from other settings.
    pub is_omitted: bool,
}

impl SettingValue {
    /// Sets whether names and commands leave the setting out.
    #[must_use]
    pub fn omitted_if(self, is_omitted: bool) -> Self {
        Self { is_omitted, ..self }
    }

    /// Returns true if tables and JSON leave the setting out.
    pub fn is_left_out(&self) -> bool {
        self.setting.is_unlisted && self.is_omitted
    }

    /// Returns the key and the value.
    pub fn field(&self) -> Field {
        Field {
            key: self.setting.key,
            value: self.value.clone(),
        }
    }
}

/// The texts of settings by their keys, as a name, a command or a table has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingTexts(BTreeMap<String, String>);

impl SettingTexts {
    /// Reads the words `key=text` of a name; other words are left out.
    pub fn from_words(words: &str) -> Self {
        let pairs = words.split(' ').filter_map(|word| word.split_once('='));
        Self(
            pairs
                .map(|(key, text)| (key.to_owned(), text.to_owned()))
                .collect(),
        )
    }

    /// Sets the text of a setting.
    pub fn insert(&mut self, setting: &Setting, text: String) {
        self.0.insert(setting.key.to_owned(), text);
    }

    /// Returns the text of a setting or, if it has none, its default.
    pub fn text(&self, setting: &Setting) -> Option<&str> {
        let text = self.0.get(setting.key).map(String::as_str);
        text.or(setting.default)
    }

    /// Returns the error of a setting whose text does not suit the others.
    pub fn invalid(&self, setting: &Setting) -> InvalidSetting {
        InvalidSetting {
            setting: *setting,
            text: self.text(setting).map(str::to_owned),
        }
    }

    /// Parses the value of a setting. A setting without a text has its default.
    ///
    /// # Errors
    /// When the setting has neither, or does not accept the text.
    pub fn read<T: SettingType>(&self, setting: &Setting) -> Result<T, InvalidSetting> {
        self.text(setting)
            .and_then(|text| setting.parse(text))
            .ok_or_else(|| self.invalid(setting))
    }
}

/// A setting that is missing, or whose text is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a value of {}", text.as_deref().unwrap_or("nothing"), setting.key)]
pub struct InvalidSetting {
    /// The setting.
    pub setting: Setting,
    /// The text; `None` when the setting is missing.
    pub text: Option<String>,
}

/// Returns the keys of the settings in which some runs differ, in the order of the settings. A setting that one of them
/// lacks differs.
pub fn differing_settings<'a>(
    runs: impl IntoIterator<Item = &'a [Field]> + Clone,
) -> Vec<&'static str> {
    let value = |settings: &'a [Field], key| {
        settings
            .iter()
            .find(|field| field.key == key)
            .map(|field| &field.value)
    };
    let mut keys: Vec<&'static str> = Vec::new();
    for settings in runs.clone() {
        for field in settings {
            let differs = || {
                runs.clone()
                    .into_iter()
                    .any(|other| value(other, field.key) != Some(&field.value))
            };
            if !keys.contains(&field.key) && differs() {
                keys.push(field.key);
            }
        }
    }
    keys
}
