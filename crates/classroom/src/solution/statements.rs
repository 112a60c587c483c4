//! The numbers that a hand-in states: each cell gets its meaning from its heading, its name or `--as`.

use super::bare;
use super::cells::{Cell, Cells};
use super::vocabulary::{Kind, Vocabulary};
use pioche_engine::sim::{Field, FieldValue, MAX_DEALS};
use pioche_engine::stats::reference::StatedValue;
use pioche_report::data_table::ORIGIN_COLUMNS;
use pioche_report::lang::parse_number::{
    CommaMeaning, NumberError, ParsedNumber, parse_count, parse_number,
};
use pioche_report::lang::{Problem, Sentence, problem, safe_excerpt};
use pioche_topics::setting::OptionSpec;
use pioche_topics::{choice_key, is_name_of};
use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;

/// The kind of the numbers of a list, or of pairs, as `--as` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// Probabilities, from 0 to 1.
    Probability,
    /// Probabilities in percent.
    Percent,
    /// Numbers of games.
    Count,
    /// The result of each game.
    Result,
}

impl ListKind {
    /// The words of `--as`, in the order of the help.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("probability", Self::Probability),
        ("percent", Self::Percent),
        ("count", Self::Count),
        ("result", Self::Result),
    ];
}

/// The source of the number of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesSource {
    /// A column or a pair of the hand-in, by its name.
    Stated(String),
    /// The option `--games`.
    Option,
    /// The sum of all counts, or the count of all games.
    Counts,
    /// The length of a list of results.
    Results,
    Missing,
}

impl GamesSource {
    /// Returns the word in JSON.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Stated(_) => "stated",
            Self::Option => "option",
            Self::Counts => "counts",
            Self::Results => "results",
            Self::Missing => "missing",
        }
    }
}

/// A number that a hand-in states about the games with the settings of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub line: usize,
    pub column: usize,
    /// The index of its settings in [`Statements::groups`].
    pub group: usize,
    /// The name of its row; that of a statistic is its English heading.
    pub name: String,
    pub kind: Kind,
    /// The index of its reference, once it has one.
    pub reference: usize,
    /// The number, with its number of games. A count is no share before it is matched with its row.
    pub value: StatedValue,
    pub is_percent: bool,
}

impl Statement {
    /// Returns a problem at the place of the number.
    pub fn problem(&self, file: &str, Problem(reason): Problem) -> Problem {
        Problem::at_position(file, (self.line, self.column), reason.fr, reason.en)
    }
}

/// The numbers of a hand-in.
#[derive(Clone, Debug, PartialEq)]
pub struct Statements {
    pub(super) list: Vec<Statement>,
    /// The settings that the cells of rows give; groups differ.
    pub(super) groups: Vec<Vec<Field>>,
    pub(super) games_source: GamesSource,
    /// The number of comments.
    pub(super) comments: usize,
    /// The lines of rows without a number.
    pub(super) blank_lines: Vec<usize>,
    /// The columns that state no result, such as the seed.
    pub(super) uncompared_columns: Vec<String>,
    /// True if nothing but their sum shows that numbers are counts.
    pub(super) are_counts_by_sum: bool,
}

/// The headings, also names of pairs, of the number of games.
const GAMES_WORDS: [&str; 4] = ["deals", "games", "donnes", "parties"];
/// The columns of our own tables that state no result, beside those of their origin.
const INTERVAL_COLUMNS: [&str; 2] = ["ci_low", "ci_high"];

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Setting(&'static OptionSpec),
    RowName,
    Games,
    Number { kind: Kind, is_percent: bool },
    Origin(&'static str),
}

/// The reader of the numbers of one hand-in.
#[derive(Clone, Copy)]
pub struct StatementReader<'a> {
    /// The name of the hand-in in messages.
    pub file: &'a str,
    /// The number of comments that [`read_cells`](super::read_cells) counted.
    pub comments: usize,
    /// The words of the topic to which the numbers may belong.
    pub vocabulary: &'a Vocabulary,
    /// The kind of the numbers of a list, by `--as`.
    pub list_kind: Option<ListKind>,
    /// The number of games of `--games`.
    pub games: Option<NonZeroU64>,
    /// The settings on the command line, which cells must not contradict.
    pub explicit_settings: &'a [Field],
}

impl StatementReader<'_> {
    /// Gives each cell of [`read_cells`](super::read_cells) its meaning.
    ///
    /// # Errors
    /// The first cell that has no meaning in the topic, with lines as they should be; also when no cell is a number.
    pub fn read(&self, cells: &Cells) -> Result<Statements, Problem> {
        let statements = match cells {
            Cells::Table(headings, rows) => self.table(headings, rows)?,
            Cells::Pairs(pairs) => self.pairs(pairs)?,
            Cells::List(items) => self.list(items)?,
        };
        if statements.list.is_empty() {
            let file = self.file;
            return Err(self.with_example(problem!(
                "{file} ne contient aucun nombre",
                "{file} contains no number"
            )));
        }
        Ok(statements)
    }

    fn problem(&self, cell: &Cell, Problem(reason): Problem) -> Problem {
        Problem::at_position(self.file, (cell.line, cell.column), reason.fr, reason.en)
    }

    /// Adds lines as they should be.
    fn with_example(&self, Problem(Sentence { fr, en }): Problem) -> Problem {
        let Sentence {
            fr: lines_fr,
            en: lines_en,
        } = self.vocabulary.example_lines();
        problem!(
            "{fr} ; lignes attendues : {lines_fr} (tout est dans --template)",
            "{en}; expected lines: {lines_en} (--template prints all)"
        )
    }

    fn empty_statements(&self) -> Statements {
        Statements {
            list: Vec::new(),
            groups: vec![Vec::new()],
            games_source: match self.games {
                Some(_) => GamesSource::Option,
                None => GamesSource::Missing,
            },
            comments: self.comments,
            blank_lines: Vec::new(),
            uncompared_columns: Vec::new(),
            are_counts_by_sum: false,
        }
    }

    fn table(&self, headings: &[Cell], rows: &[Vec<Cell>]) -> Result<Statements, Problem> {
        let roles = self.roles(headings)?;
        let mut statements = self.empty_statements();
        statements.groups.clear();
        let columns = || roles.iter().zip(headings);
        let origin_columns = columns().filter(|(role, _)| matches!(role, Role::Origin(_)));
        statements.uncompared_columns = origin_columns
            .map(|(_, heading)| heading.text.clone())
            .collect();
        if let Some((_, heading)) = columns().find(|(role, _)| **role == Role::Games) {
            statements.games_source = GamesSource::Stated(heading.text.clone());
        }
        let mut groups: HashMap<Vec<Field>, usize> = HashMap::new();
        for row in rows {
            let settings = self.row_settings(&roles, row)?;
            if !groups.contains_key(&settings) {
                groups.insert(settings.clone(), groups.len());
                statements.groups.push(settings.clone());
            }
            self.add_row(&roles, row, groups[&settings], &mut statements)?;
        }
        Ok(statements)
    }

    /// Returns the meaning of each column. Fails when one has none, two have the same one, or rows have no name.
    fn roles(&self, headings: &[Cell]) -> Result<Vec<Role>, Problem> {
        if self.list_kind.is_some() {
            return Err(self.other_kind(&headings[0]));
        }
        let mut roles: Vec<Role> = Vec::new();
        for heading in headings {
            let role = self.role(heading)?;
            let is_repeated = roles.iter().any(|other| match (other, role) {
                (Role::Number { kind, .. }, Role::Number { kind: other, .. }) => *kind == other,
                (other, role) => *other == role,
            });
            if is_repeated {
                let text = safe_excerpt(&heading.text);
                return Err(self.problem(
                    heading,
                    problem!(
                        "la colonne « {text} » apparaît deux fois",
                        "the column “{text}” appears twice"
                    ),
                ));
            }
            roles.push(role);
        }
        let names_rows = roles.contains(&Role::RowName);
        let is_number = |role: &Role| matches!(role, Role::Number { .. });
        let needs_name =
            |role: &Role| matches!(role, Role::Number { kind, .. } if !kind.is_statistic());
        let row = self.vocabulary.topic.simulate.row_option.key();
        if !roles.iter().any(is_number) || !names_rows && roles.iter().any(needs_name) {
            let missing = if names_rows { "probability" } else { row };
            return Err(self.with_example(self.problem(
                &headings[0],
                problem!(
                    "il manque la colonne « {missing} »",
                    "the column “{missing}” is missing"
                ),
            )));
        }
        Ok(roles)
    }

    fn role(&self, heading: &Cell) -> Result<Role, Problem> {
        let topic = self.vocabulary.topic;
        // The beginning of a text that is longer than any heading is none either.
        let text = heading.text.get(..100).unwrap_or(&heading.text);
        let without_percent = text.strip_suffix("(%)").or_else(|| text.strip_suffix('%'));
        let is_name = |key: &str| is_name_of(&topic.glossary, key, text);
        if let Some(kind) = self.vocabulary.kind(without_percent.unwrap_or(text))
            && (without_percent.is_none() || kind.is_share())
        {
            let is_percent = without_percent.is_some();
            return Ok(Role::Number { kind, is_percent });
        }
        if is_games_word(text) {
            return Ok(Role::Games);
        }
        if is_name(topic.simulate.row_option.key())
            || bare(topic.simulate.row_option.label.fr) == bare(text)
        {
            return Ok(Role::RowName);
        }
        if let Some(option) = self
            .vocabulary
            .settings()
            .find(|option| is_name(option.key()))
        {
            return Ok(Role::Setting(option));
        }
        let mut other_columns = ORIGIN_COLUMNS.iter().chain(&INTERVAL_COLUMNS);
        if let Some(column) = other_columns.find(|column| **column == text) {
            return Ok(Role::Origin(column));
        }
        let excerpt = safe_excerpt(text);
        let Sentence {
            fr: columns_fr,
            en: columns_en,
        } = self.vocabulary.column_names();
        Err(self.with_example(self.problem(
            heading,
            problem!(
                "« {excerpt} » n'est pas une colonne de ce jeu ; au choix : {columns_fr}",
                "“{excerpt}” is not a column of this game; the columns are {columns_en}"
            ),
        )))
    }

    /// Returns the settings that the cells of a row give.
    fn row_settings(&self, roles: &[Role], row: &[Cell]) -> Result<Vec<Field>, Problem> {
        let topic = self.vocabulary.topic;
        let filled_cells: Vec<(&OptionSpec, &Cell)> = roles
            .iter()
            .zip(row)
            .filter_map(|(role, cell)| match role {
                Role::Setting(option) if !cell.text.is_empty() => Some((*option, cell)),
                _ => None,
            })
            .collect();
        let is_given = |key: &&str| filled_cells.iter().any(|(option, _)| option.key() == *key);
        let mut settings = Vec::new();
        for &(option, cell) in &filled_cells {
            let wrong = |problem| self.problem(cell, problem);
            let text = choice_key(&topic.glossary, option, &cell.text);
            // A pack given by suits and ranks has no value of the setting that they replace.
            if !option.conflicts_with.is_empty() && option.conflicts_with.iter().all(is_given) {
                continue;
            }
            let value = option.parse_value(text).map_err(wrong)?;
            self.check_against_options(option, &value).map_err(wrong)?;
            settings.push(option.setting.field(value));
        }
        Ok(settings)
    }

    /// Fails when the command line gives another value of a setting than a cell does, or an option that excludes it.
    fn check_against_options(
        &self,
        cell_option: &OptionSpec,
        cell: &FieldValue,
    ) -> Result<(), Problem> {
        let key = cell_option.key();
        for option in self.vocabulary.topic.simulate.options {
            let fields = option.values_among(self.explicit_settings);
            let values: Vec<&FieldValue> = fields.map(|field| &field.value).collect();
            if values.is_empty() {
                continue;
            }
            let contradicts = if option.key() == key {
                !values.contains(&cell)
            } else {
                option.conflicts_with.contains(&key)
                    || cell_option.conflicts_with.contains(&option.key())
            };
            if contradicts {
                let flag = option.flag_name();
                return Err(problem!(
                    "le tableau donne {key}={cell}, ce que {flag} contredit ; retirez cette option",
                    "the table gives {key}={cell}, which {flag} contradicts; leave this option out"
                ));
            }
        }
        Ok(())
    }

    /// Adds the numbers of a row of a table.
    fn add_row(
        &self,
        roles: &[Role],
        row: &[Cell],
        group: usize,
        statements: &mut Statements,
    ) -> Result<(), Problem> {
        let mut games = self.games;
        let mut name = String::new();
        let filled_cells = || {
            roles
                .iter()
                .zip(row)
                .filter(|(_, cell)| !cell.text.is_empty())
        };
        for (role, cell) in filled_cells() {
            match role {
                Role::Games => games = Some(self.stated_games(cell)?),
                Role::RowName => name = self.row_name(cell)?,
                _ => {}
            }
        }
        let first_statement = statements.list.len();
        for (role, cell) in filled_cells() {
            let Role::Number { kind, is_percent } = *role else {
                continue;
            };
            if name.is_empty() && !kind.is_statistic() {
                return Err(self.unknown_name(&row[0]));
            }
            let mut statement = self.statement(cell, kind, is_percent, &name)?;
            statement.group = group;
            statement.value.deals = games.filter(|_| kind != Kind::Exact);
            statements.list.push(statement);
        }
        if statements.list.len() == first_statement {
            statements.blank_lines.push(row[0].line);
        }
        Ok(())
    }

    /// Reads a number of games. Fails when `--games` gives another one.
    fn stated_games(&self, cell: &Cell) -> Result<NonZeroU64, Problem> {
        let games =
            parse_count(&cell.text, 1, MAX_DEALS).map_err(|problem| self.problem(cell, problem))?;
        if let Some(given_games) = self.games.filter(|given| given.get() != games) {
            return Err(self.problem(
                cell,
                problem!(
                    "{games} parties ici, mais --games {given_games}",
                    "{games} games here, but --games {given_games}"
                ),
            ));
        }
        Ok(NonZeroU64::new(games).expect("at least 1"))
    }

    fn row_name(&self, cell: &Cell) -> Result<String, Problem> {
        self.vocabulary
            .row_name(&cell.text)
            .ok_or_else(|| self.unknown_name(cell))
    }

    fn unknown_name(&self, cell: &Cell) -> Problem {
        let text = safe_excerpt(&cell.text);
        let Sentence {
            fr: rows_fr,
            en: rows_en,
        } = self.vocabulary.row_order();
        let Sentence {
            fr: words_fr,
            en: words_en,
        } = self.vocabulary.other_words();
        self.with_example(self.problem(
            cell,
            problem!(
                "« {text} » n'est pas le nom d'une ligne ; les lignes, dans leur ordre : {rows_fr} ; autres noms : {words_fr}",
                "“{text}” is not the name of a row; the rows, in their order: {rows_en}; other names: {words_en}"
            ),
        ))
    }

    /// Reads a number of a row, in group 0; that of a statistic names its row.
    fn statement(
        &self,
        cell: &Cell,
        kind: Kind,
        is_percent_column: bool,
        row: &str,
    ) -> Result<Statement, Problem> {
        let wrong = |problem| self.problem(cell, problem);
        let name = if kind.is_statistic() {
            kind.heading().en
        } else {
            row
        };
        let mut statement = Statement {
            line: cell.line,
            column: cell.column,
            group: 0,
            name: name.to_owned(),
            kind,
            reference: 0,
            value: StatedValue {
                value: 0.0,
                max_rounding_error: 0.0,
                deals: self.games,
            },
            is_percent: false,
        };
        if kind.is_count() {
            statement.value.value = parse_count(&cell.text, 0, MAX_DEALS).map_err(wrong)? as f64;
            return Ok(statement);
        }
        let number = parse_number(&cell.text, CommaMeaning::Decimal)
            .map_err(|error| wrong(error.into_problem(&cell.text)))?;
        let has_sign = matches!(number, ParsedNumber::Percent { .. });
        let has_decimals = !matches!(number, ParsedNumber::Integer(_));
        let factor = if is_percent_column && !has_sign {
            0.01
        } else {
            1.0
        };
        statement.is_percent = is_percent_column || has_sign;
        statement.value.value = number.value() * factor;
        statement.value.max_rounding_error = number.max_rounding_error() * factor;
        let is_plain = !has_sign && !matches!(number, ParsedNumber::Fraction { .. });
        if kind.is_statistic() && !is_plain {
            return Err(wrong(NumberError::NotANumber.into_problem(&cell.text)));
        }
        if kind.is_share() && self.vocabulary.has_probabilities() {
            self.check_probability(cell, &mut statement.value)?;
            if !statement.is_percent && !has_decimals {
                // 0 and 1 without decimals are exact.
                statement.value.max_rounding_error = 0.0;
            }
        }
        Ok(statement)
    }

    /// Fails when a number is no probability.
    fn check_probability(&self, cell: &Cell, value: &mut StatedValue) -> Result<(), Problem> {
        /// The rounding error of sums of probabilities.
        const SLACK: f64 = 1e-9;
        if (-SLACK..=1.0 + SLACK).contains(&value.value) {
            value.value = value.value.clamp(0.0, 1.0);
            return Ok(());
        }
        let text = safe_excerpt(&cell.text);
        Err(self.problem(
            cell,
            problem!(
                "« {text} » n'est pas une probabilité : il faut un nombre de 0 à 1, un \
                 pourcentage tel que « 1,27 % », ou le titre « probabilité (%) »",
                "“{text}” is not a probability: a number from 0 to 1, a percentage such as \
                 “1.27%”, or the heading “probability (%)” is expected"
            ),
        ))
    }

    fn pairs(&self, pairs: &[(Cell, Cell)]) -> Result<Statements, Problem> {
        let mut statements = self.empty_statements();
        let mut games = self.games;
        let mut statistics = Vec::new();
        let mut numbers: Vec<(String, &Cell)> = Vec::new();
        let mut names: HashSet<String> = HashSet::new();
        for (name, number) in pairs {
            let statistic = self
                .vocabulary
                .kind(&name.text)
                .filter(|kind| kind.is_statistic());
            let key = if is_games_word(&name.text) {
                games = Some(self.stated_games(number)?);
                statements.games_source = GamesSource::Stated(name.text.clone());
                GAMES_WORDS[0].to_owned()
            } else if let Some(kind) = statistic {
                statistics.push((kind, number));
                kind.heading().en.to_owned()
            } else {
                let row = self.row_name(name)?;
                numbers.push((row.clone(), number));
                row
            };
            if !names.insert(key) {
                let text = safe_excerpt(&name.text);
                return Err(self.problem(
                    name,
                    problem!("« {text} » est donné deux fois", "“{text}” is given twice"),
                ));
            }
        }
        let (kind, is_percent) = self.kind_of_pairs(&numbers)?;
        statements.are_counts_by_sum = kind == Kind::Count && self.list_kind.is_none();
        for (name, cell) in &numbers {
            let statement = self.statement(cell, kind, is_percent, name)?;
            statements.list.push(statement);
        }
        for (statistic, cell) in statistics {
            let statement = self.statement(cell, statistic, false, "")?;
            statements.list.push(statement);
        }
        for statement in &mut statements.list {
            statement.value.deals = games;
        }
        Ok(statements)
    }

    /// Returns what the numbers of pairs are, by `--as` or by their form: a probability has decimals, a sign % or a fraction
    /// bar, a count has none of them.
    fn kind_of_pairs(&self, numbers: &[(String, &Cell)]) -> Result<(Kind, bool), Problem> {
        let is_whole = |cell: &Cell| {
            parse_count(&cell.text, 0, u64::MAX).is_ok() && !cell.text.contains(['.', ','])
        };
        match self.list_kind {
            _ if !self.vocabulary.has_probabilities() => Ok((Kind::Estimate, false)),
            Some(ListKind::Probability) => Ok((Kind::Probability, false)),
            Some(ListKind::Percent) => Ok((Kind::Probability, true)),
            Some(ListKind::Count) => Ok((Kind::Count, false)),
            Some(ListKind::Result) => {
                Err(self.other_kind(numbers.first().map_or(&Cell::default(), |(_, cell)| cell)))
            }
            None if !numbers.is_empty() && numbers.iter().all(|(_, cell)| is_whole(cell)) => {
                Ok((Kind::Count, false))
            }
            None => Ok((Kind::Probability, false)),
        }
    }

    /// The problem of `--as` beside a text that says what its numbers are.
    fn other_kind(&self, cell: &Cell) -> Problem {
        let reason = problem!(
            "--as ne concerne pas un tableau, dont les titres disent ce que sont les nombres ; --as result concerne \
             seulement une liste",
            "--as does not apply to a table, whose headings say what its numbers are; --as result applies to a list alone"
        );
        self.problem(cell, reason)
    }

    fn list(&self, items: &[Cell]) -> Result<Statements, Problem> {
        let file = self.file;
        if items.is_empty() {
            return Ok(self.empty_statements());
        }
        let Some(list_kind) = self.list_kind else {
            return Err(problem!(
                "{file} est une liste, qui ne dit pas ce que sont ses nombres : donnez des lignes « nom : nombre », ou \
                 ajoutez --as probability, --as percent, --as count, ou --as result pour le résultat de chaque partie",
                "{file} is a list, which does not say what its numbers are: give lines “name: number”, or add --as \
                 probability, --as percent, --as count, or --as result for the result of each game"
            ));
        };
        if !self.vocabulary.varying_settings.is_empty() {
            return Err(problem!(
                "{file} est une liste : donnez une seule valeur à chaque réglage",
                "{file} is a list: give each setting one value"
            ));
        }
        if list_kind == ListKind::Result {
            return self.results(items);
        }
        let rows = self.vocabulary.complete_rows();
        if rows.len() != items.len() {
            let count = items.len();
            let expected = rows.len();
            let Sentence { fr, en } = self.vocabulary.row_order();
            return Err(problem!(
                "{file} a {count} nombres ; il en faut {expected}, un par ligne du jeu, dans cet ordre : {fr}",
                "{file} has {count} numbers; {expected} are expected, one for each row of the game, in this order: {en}"
            ));
        }
        self.pairs(&named_cells(&rows, items))
    }

    /// Counts a list of results.
    fn results(&self, items: &[Cell]) -> Result<Statements, Problem> {
        let rows = &self.vocabulary.row_names;
        let mut counts = vec![0; rows.len()];
        for item in items {
            let name = self.row_name(item)?;
            let Some(row) = rows.iter().position(|row| *row == name) else {
                return Err(self.problem(item, Problem::no_such_row(&name, rows)));
            };
            counts[row] += 1;
        }
        let number_cell = |number: usize| Cell {
            text: number.to_string(),
            ..items[0]
        };
        let games = self.stated_games(&number_cell(items.len()))?;
        let count_cells: Vec<Cell> = counts.into_iter().map(number_cell).collect();
        let reader = Self {
            games: Some(games),
            list_kind: Some(ListKind::Count),
            ..*self
        };
        let names: Vec<&str> = rows.iter().map(String::as_str).collect();
        Ok(Statements {
            games_source: GamesSource::Results,
            ..reader.pairs(&named_cells(&names, &count_cells))?
        })
    }
}

/// Returns the cells of a list with the names of their rows.
fn named_cells(names: &[&str], cells: &[Cell]) -> Vec<(Cell, Cell)> {
    let pairs = names.iter().zip(cells);
    pairs
        .map(|(name, cell)| {
            let name_cell = Cell {
                text: (*name).to_owned(),
                ..*cell
            };
            (name_cell, cell.clone())
        })
        .collect()
}

fn is_games_word(text: &str) -> bool {
    GAMES_WORDS.contains(&bare(text).as_str())
}
