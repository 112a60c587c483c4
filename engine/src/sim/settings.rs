//! Declarations of settings. Key, option, accepted values and default of a setting stand in one [`Setting`]; names, columns,
//! commands and parsing follow from it.

use super::table::{Field, FieldValue};

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

    /// Returns the value as tables and names hold it.
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
        $(impl SettingType for $number {
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

/// The declaration of a setting.
///
/// ```
/// use pioche_engine::sim::Setting;
///
/// const CARDS: Setting = Setting::new::<usize>("cards").within(1, 256).with_default("52");
/// let settings = [CARDS.parse("32").expect("a number of cards")];
/// assert_eq!(CARDS.read::<usize>(&settings), Ok(32));
/// assert_eq!(CARDS.read::<usize>(&[]), Ok(52));
/// assert!(CARDS.parse("0").is_err());
/// assert_eq!(CARDS.with_value(&32_usize).field(), settings[0]);
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

    /// Parses the text of a value.
    ///
    /// # Errors
    /// When the setting does not accept the text.
    pub fn parse(&self, text: &str) -> Result<Field, InvalidSetting> {
        let value = self.accepted.parse(text).ok_or_else(|| InvalidSetting {
            setting: *self,
            text: Some(text.to_owned()),
        })?;
        Ok(self.field(value))
    }

    /// Returns the field with the key of the setting and this value.
    pub const fn field(&self, value: FieldValue) -> Field {
        Field {
            key: self.key,
            value,
        }
    }

    /// Returns the value among those of several settings; if they lack it, the default.
    pub fn value(&self, settings: &[Field]) -> Option<FieldValue> {
        match settings.iter().find(|field| field.key == self.key) {
            Some(field) => Some(field.value.clone()),
            None => self.accepted.parse(self.default?),
        }
    }

    /// Converts the value among those of several settings; if they lack it, the default.
    ///
    /// # Errors
    /// When the setting has neither, or the value is none of the type.
    pub fn read<T: SettingType>(&self, settings: &[Field]) -> Result<T, InvalidSetting> {
        self.value(settings)
            .and_then(|value| T::from_value(&value))
            .ok_or_else(|| self.invalid(settings))
    }

    /// Returns the error of a value that does not suit the others.
    pub fn invalid(&self, settings: &[Field]) -> InvalidSetting {
        InvalidSetting {
            setting: *self,
            text: self.value(settings).map(|value| value.to_string()),
        }
    }

    /// Returns the setting with a value.
    pub fn with_value(self, value: &impl SettingType) -> SettingValue {
        let field_value = value.field_value();
        let is_default = self.default == Some(field_value.to_string().as_str());
        SettingValue {
            is_omitted: self.is_late && is_default,
            setting: self,
            value: field_value,
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
        self.setting.field(self.value.clone())
    }
}

/// Reads the words `key=text` of a name; words of other settings than those declared are left out.
///
/// # Errors
/// The first setting that does not accept its text.
pub fn settings_from_words(
    words: &str,
    declared: &[Setting],
) -> Result<Vec<Field>, InvalidSetting> {
    let mut settings = Vec::new();
    for (key, text) in words.split(' ').filter_map(|word| word.split_once('=')) {
        if let Some(setting) = declared.iter().find(|setting| setting.key == key) {
            settings.push(setting.parse(text)?);
        }
    }
    Ok(settings)
}

/// A setting that is missing, or has a text that is not accepted.
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
