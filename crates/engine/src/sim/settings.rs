//! Declarations of settings. Key, option, accepted values and default of a setting stand in one [`Setting`]; names, columns,
//! commands and parsing follow from it. [`settings!`](crate::sim::settings!) declares the settings of an experiment with the fields
//! that hold them.

use super::values::{Accepted, FieldValue, SettingType};
use std::hash::{Hash, Hasher};

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
/// assert_eq!(CARDS.with_value(&32_usize), settings[0]);
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

    /// Creates the declaration of a setting that is on or off.
    pub const fn flag(key: &'static str) -> Self {
        Self::new::<String>(key).accepting(Accepted::FLAG)
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
    pub fn parse(&'static self, text: &str) -> Result<Field, InvalidSetting> {
        let value = self.accepted.parse(text).ok_or_else(|| InvalidSetting {
            setting: self,
            text: Some(text.to_owned()),
        })?;
        Ok(self.field(value))
    }

    /// The setting with a value of its type.
    pub fn with_value(&'static self, value: &impl SettingType) -> Field {
        self.field(value.field_value())
    }

    /// The setting with a value.
    pub fn field(&'static self, value: FieldValue) -> Field {
        let field = Field {
            setting: self,
            value,
            is_omitted: false,
        };
        let is_omitted = self.is_late && field.has_default();
        field.omitted_if(is_omitted)
    }

    /// The value among those of several settings; if they lack it, the default.
    pub fn value(&self, settings: &[Field]) -> Option<FieldValue> {
        match field_value(settings, self.key) {
            Some(value) => Some(value.clone()),
            None => self.accepted.parse(self.default?),
        }
    }

    /// Converts the value among those of several settings; if they lack it, the default.
    ///
    /// # Errors
    /// When the setting has neither, or the value is none of the type.
    pub fn read<T: SettingType>(&'static self, settings: &[Field]) -> Result<T, InvalidSetting> {
        self.value(settings)
            .and_then(|value| T::from_value(&value))
            .ok_or_else(|| self.invalid(settings))
    }

    /// The error of a value that does not suit the others.
    pub fn invalid(&'static self, settings: &[Field]) -> InvalidSetting {
        InvalidSetting {
            setting: self,
            text: self.value(settings).map(|value| value.to_string()),
        }
    }
}

/// A setting with its value, or another named value of a row, such as its outcome.
#[derive(Clone, Debug)]
pub struct Field {
    /// The declaration.
    pub setting: &'static Setting,
    /// The value.
    pub value: FieldValue,
    /// True if names and commands leave the setting out: it has its default, or follows from other settings.
    pub is_omitted: bool,
}

/// Fields are the same if they have the same key and the same value.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key() && self.value == other.value
    }
}

impl Eq for Field {}

impl Hash for Field {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
        self.value.hash(hasher);
    }
}

impl Field {
    /// The name in plans, tallies and columns.
    pub const fn key(&self) -> &'static str {
        self.setting.key
    }

    pub(super) fn has_default(&self) -> bool {
        self.setting.default == Some(self.value.to_string().as_str())
    }

    /// Sets whether names and commands leave the setting out.
    #[must_use]
    pub fn omitted_if(self, is_omitted: bool) -> Self {
        Self { is_omitted, ..self }
    }

    /// True if tables and JSON leave the setting out.
    pub fn is_left_out(&self) -> bool {
        self.setting.is_unlisted && self.is_omitted
    }
}

/// The value of the field with this key.
pub fn field_value<'a>(fields: &'a [Field], key: &str) -> Option<&'a FieldValue> {
    fields
        .iter()
        .find(|field| field.key() == key)
        .map(|field| &field.value)
}

/// Reads the words `key=text` of a name; words of other settings than those declared are left out.
///
/// # Errors
/// The first setting that does not accept its text.
pub fn settings_from_words(
    words: &str,
    declared: &[&'static Setting],
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
    pub setting: &'static Setting,
    /// The text; `None` when the setting is missing.
    pub text: Option<String>,
}

/// The keys of the settings in which some runs differ, in the order of the settings. A setting that one of them
/// lacks differs.
pub fn differing_settings<'a>(
    runs: impl IntoIterator<Item = &'a [Field]> + Clone,
) -> Vec<&'static str> {
    let mut keys: Vec<&'static str> = Vec::new();
    for field in runs.clone().into_iter().flatten() {
        if !keys.contains(&field.key()) {
            keys.push(field.key());
        }
    }
    keys.retain(|key| {
        let mut values = runs
            .clone()
            .into_iter()
            .map(|settings| field_value(settings, key));
        let first_value = values.next();
        values.any(|value| Some(value) != first_value)
    });
    keys
}

/// Declares a struct with settings as its fields. A field has its type, the name of the constant with its [`Setting`], and what
/// the declaration of the setting adds to the type. The key of the setting is the name of the field, and its documentation is
/// that of the field and of the constant.
///
/// The struct has the constants, their list `SETTINGS` in the order of the fields, and two functions: `from_settings` reads
/// the fields, and `fields` returns the settings with their values. Checks of several values together are not part of it.
///
/// ```
/// use pioche_engine::sim::settings;
///
/// settings! {
///     /// Throws of dice.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub struct Dice {
///         /// The number of sides.
///         pub sides: u32 = SIDES.within(2, 100).with_default("6");
///         /// The number of dice.
///         pub dice: u64 = DICE.with_default("2").late();
///     }
/// }
///
/// let settings = [Dice::SIDES.parse("8").expect("a number of sides")];
/// let dice = Dice::from_settings(&settings)?;
/// assert_eq!(dice, Dice { sides: 8, dice: 2 });
/// assert_eq!(dice.fields()[0].value.to_string(), "8");
/// assert_eq!(Dice::SETTINGS, [&Dice::SIDES, &Dice::DICE]);
/// # Ok::<(), pioche_engine::sim::InvalidSetting>(())
/// ```
///
/// The settings of a struct that stands elsewhere, such as the rules of a game, are declared in the same way after
/// `impl` in place of `pub struct`.
#[macro_export]
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[$field_attribute:meta])*
                $field_visibility:vis $field:ident: $type:ty = $constant:ident $(.$adds:ident($($argument:expr),*))*;
            )+
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$field_attribute])* $field_visibility $field: $type,)+
        }

        $crate::settings! {
            impl $name {
                $($(#[$field_attribute])* $field: $type = $constant $(.$adds($($argument),*))*;)+
            }
        }
    };
    (
        impl $name:ident {
            $(
                $(#[$attribute:meta])*
                $field:ident: $type:ty = $constant:ident $(.$adds:ident($($argument:expr),*))*;
            )+
        }
    ) => {
        impl $name {
            $(
                $(#[$attribute])*
                pub const $constant: $crate::sim::Setting =
                    $crate::sim::Setting::new::<$type>(stringify!($field))$(.$adds($($argument),*))*;
            )+

            /// The settings, in the order of names.
            pub const SETTINGS: &'static [&'static $crate::sim::Setting] = &[$(&Self::$constant),+];

            /// Reads the settings.
            ///
            /// # Errors
            /// The first setting without a value or with one of another type.
            pub fn from_settings(
                settings: &[$crate::sim::Field],
            ) -> Result<Self, $crate::sim::InvalidSetting> {
                Ok(Self { $($field: Self::$constant.read(settings)?),+ })
            }

            /// The settings with their values.
            pub fn fields(&self) -> Vec<$crate::sim::Field> {
                vec![$(Self::$constant.with_value(&self.$field)),+]
            }
        }
    };
}
