//! The report of `check-solution`: the numbers of a hand-in beside their references, as text, as JSON and in a line.

use super::references::{Matched, Reference};
use super::statements::{GamesSource, Statement};
use pioche_engine::stats::Confidence;
use pioche_engine::stats::compare::holm_adjusted_p_values;
use pioche_engine::stats::reference::{ReferenceComparison, ReferenceValue, StatedValue};
use pioche_report::data_table::{DataCell, pretty_json};
use pioche_report::lang::{
    Lang, Problem, Text, either, escape_invisible, needed_decimals, problem,
};
use pioche_report::number::{decimals, format_exact, percent_decimals};
use pioche_report::text_table::TextTable;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::num::NonZeroU64;

/// A number of a hand-in, and its comparison with its reference once there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub statement: Statement,
    /// The index of its reference.
    pub reference: usize,
    is_reference_shared: bool,
    /// The comparison; `None` if no test is possible.
    comparison: Option<ReferenceComparison>,
    /// The p-value after Holm's correction.
    adjusted_p_value: Option<f64>,
    /// The error that is found in half of the samples, at the level of one row among all.
    detectable_difference: Option<f64>,
    verdict: Verdict,
}

/// The smallest number of games of a simulation: what so many games could give is not called wrong for want of a number of
/// games.
const FEWEST_GAMES: NonZeroU64 = NonZeroU64::new(100).unwrap();

impl Row {
    /// Creates a number that was not yet compared with its reference.
    pub const fn new(statement: Statement, reference: usize) -> Self {
        Self {
            statement,
            reference,
            is_reference_shared: false,
            comparison: None,
            adjusted_p_value: None,
            detectable_difference: None,
            verdict: Verdict::CannotTell,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    Disagrees,
    /// No test is possible, or no stated number could be significantly different.
    CannotTell,
    /// The number could be that of a simulation, but the number of its games is not known.
    LacksGames,
}

impl Verdict {
    /// Returns the word for the verdict; JSON uses the English one.
    const fn label(self) -> Text {
        match self {
            Self::Agrees => Text::new("compatible", "agrees"),
            Self::Disagrees => Text::new("en désaccord", "disagrees"),
            Self::CannotTell | Self::LacksGames => Text::new("sans conclusion", "cannot tell"),
        }
    }
}

/// A mistake that explains the numbers of a hand-in.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub key: &'static str,
    /// The mistake in words.
    pub text: Text,
    /// The references of the hand-in, computed with the mistake.
    pub references: Vec<Reference>,
    /// The smallest p-value of all rows, after Holm's correction.
    pub p_value: f64,
}

/// The largest number of rows of a table that is shown completely.
const MAX_SHOWN_ROWS: usize = 1000;

/// The numbers of a hand-in, beside their references once it is compared.
pub struct SolutionReport {
    file: String,
    confidence: Confidence,
    pub rows: Vec<Row>,
    pub references: Vec<Reference>,
    games_source: GamesSource,
    /// The lines of rows without a number.
    blank_lines: Vec<usize>,
    /// The columns that state no result, such as the seed.
    uncompared_columns: Vec<String>,
    /// The commands of the simulations.
    pub commands: Vec<String>,
    /// The mistakes that explain the hand-in, the most probable first; `None` if none was looked for.
    pub explanations: Option<Vec<Explanation>>,
    /// The number of games that would tell these mistakes apart; `None` if no number does.
    pub telling_games: Option<u64>,
}

impl SolutionReport {
    /// Creates the report of numbers that were not yet compared. All of them together are called wrong by chance at the level of
    /// this confidence.
    pub fn new(file: String, confidence: Confidence, matched: Matched) -> Self {
        let Matched {
            statements,
            references,
            reference_indices,
        } = matched;
        let rows = statements.list.into_iter().zip(reference_indices);
        Self {
            file,
            confidence,
            rows: rows
                .map(|(statement, reference)| Row::new(statement, reference))
                .collect(),
            references,
            games_source: statements.games_source,
            blank_lines: statements.blank_lines,
            uncompared_columns: statements.uncompared_columns,
            commands: Vec::new(),
            explanations: None,
            telling_games: None,
        }
    }

    /// Compares all rows with their references, which have values.
    pub fn compare(&mut self) {
        let references = &self.references;
        let mut uses = vec![0_u32; references.len()];
        for row in &mut self.rows {
            uses[row.reference] += 1;
            let reference = &references[row.reference];
            let comparison = row.statement.value.compare(&reference.value);
            row.comparison = comparison.filter(|_| reference.is_comparable);
        }
        let comparisons = self.rows.iter().filter_map(|row| row.comparison);
        let p_values: Vec<f64> = comparisons.map(|comparison| comparison.p_value).collect();
        let level = 1.0 - self.confidence.level();
        // Holm's procedure tests no row at a lower level than this.
        let level_of_each = level / p_values.len().max(1) as f64;
        let row_confidence = Confidence::new(1.0 - level_of_each).unwrap_or(self.confidence);
        // Long tables repeat references and numbers of games.
        let mut half_power_errors: HashMap<(usize, Option<NonZeroU64>), Option<f64>> =
            HashMap::new();
        let mut adjusted_p_values = holm_adjusted_p_values(&p_values).into_iter();
        for row in &mut self.rows {
            let reference = &references[row.reference];
            let value = row.statement.value;
            let could_be_simulated = || {
                let simulated_value = StatedValue {
                    deals: Some(FEWEST_GAMES),
                    ..value
                };
                let comparison = simulated_value.compare(&reference.value);
                let p_value = comparison.map_or(0.0, |comparison| comparison.p_value);
                value.deals.is_none() && p_value * p_values.len() as f64 >= level
            };
            let adjusted_p_value = row.comparison.and_then(|_| adjusted_p_values.next());
            row.verdict = match adjusted_p_value {
                Some(p) if p < level && could_be_simulated() => Verdict::LacksGames,
                Some(p) if p < level => Verdict::Disagrees,
                Some(_) if value.can_disagree(&reference.value, level_of_each) => Verdict::Agrees,
                None if value.deals.is_none() && reference.is_comparable => Verdict::LacksGames,
                _ => Verdict::CannotTell,
            };
            let half_power_error = row.comparison.and_then(|_| {
                *half_power_errors
                    .entry((row.reference, value.deals))
                    .or_insert_with(|| {
                        reference
                            .value
                            .half_power_error(value.deals, row_confidence)
                    })
            });
            row.is_reference_shared = uses[row.reference] > 1;
            row.adjusted_p_value = adjusted_p_value;
            row.detectable_difference =
                half_power_error.map(|error| value.add_rounding_error(error));
        }
    }

    fn reference(&self, row: &Row) -> &Reference {
        &self.references[row.reference]
    }

    fn rows_with_verdict(&self, verdict: Verdict) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.verdict == verdict)
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.rows_with_verdict(verdict).count()
    }

    /// Returns the number of rows without conclusion, for whatever reason.
    fn undecided_count(&self) -> usize {
        self.count(Verdict::CannotTell) + self.rows_without_games()
    }

    /// Returns the number of rows that a simulation could have given, if the number of its games was known.
    pub fn rows_without_games(&self) -> usize {
        self.count(Verdict::LacksGames)
    }

    pub fn disagreement_count(&self) -> usize {
        self.count(Verdict::Disagrees)
    }

    /// Returns the verdict of the whole hand-in.
    pub fn verdict(&self) -> Verdict {
        if self.disagreement_count() > 0 {
            Verdict::Disagrees
        } else if self.rows_without_games() > 0 || self.count(Verdict::Agrees) == 0 {
            Verdict::CannotTell
        } else {
            Verdict::Agrees
        }
    }

    /// Returns what is missing for a conclusion.
    pub fn missing_problem(&self) -> Problem {
        let file = &self.file;
        if self.rows_without_games() > 0 {
            return problem!(
                "{file} : on ne peut pas conclure sans le nombre de parties ; ajoutez la colonne « donnes », la \
                 ligne « parties: 2000 » ou l'option --games 2000",
                "{file}: cannot tell without the number of games; add the column “deals”, the line “games: 2000” \
                 or the option --games 2000"
            );
        }
        problem!(
            "{file} : on ne peut pas conclure, faute d'un nombre de parties suffisant pour un test",
            "{file}: cannot tell, with too few games for a test"
        )
    }

    /// Tells how many games the numbers are taken from, and where that number stands.
    fn games_sentence(&self, lang: Lang) -> String {
        let numbers = self.rows.iter().filter_map(|row| row.statement.value.deals);
        let (Some(least), Some(most)) = (numbers.clone().min(), numbers.max()) else {
            return either!(
                lang,
                "Nombre de parties : non donné.",
                "Number of games: not given."
            );
        };
        let least = lang.integer(least.get());
        let most = lang.integer(most.get());
        let games = if least == most {
            most
        } else {
            either!(lang, "de {least} à {most}", "{least} to {most}")
        };
        let source = match &self.games_source {
            GamesSource::Stated(name) => {
                let name = escape_invisible(name);
                either!(lang, "d'après « {name} »", "as “{name}” says")
            }
            GamesSource::Option => either!(lang, "d'après --games", "as --games says"),
            GamesSource::Counts => either!(lang, "d'après les effectifs", "by the counts"),
            GamesSource::Results | GamesSource::Missing => {
                either!(lang, "un par résultat", "one for each result")
            }
        };
        either!(
            lang,
            "Nombre de parties : {games}, {source}.",
            "Number of games: {games}, {source}."
        )
    }

    /// Returns the mistakes that explain the hand-in, in words.
    fn mistakes(&self, lang: Lang) -> Vec<&str> {
        let explanations = self.explanations.iter().flatten();
        explanations
            .map(|explanation| explanation.text.in_lang(lang))
            .collect()
    }

    /// Returns the table (only the disagreeing rows if it is long), the conclusion, the notes and the commands of the
    /// references.
    pub fn text(&self, lang: Lang, terminal_columns: usize) -> String {
        const COMMANDS: usize = 3;
        let headings = match lang {
            Lang::Fr => ["ligne", "tableau", "référence", "décelable", "verdict"],
            Lang::En => ["row", "table", "reference", "detectable", "verdict"],
        };
        let rows: Vec<_> = self
            .shown_rows()
            .map(|row| row.cells(self.reference(row), lang))
            .collect();
        let table = TextTable {
            row_header_columns: 1,
            headings: headings.map(str::to_owned).into(),
            rows,
        };
        let mut lines = Vec::new();
        if !table.rows.is_empty() {
            lines.push(table.terminal_text(terminal_columns));
        }
        lines.push(self.games_sentence(lang));
        lines.push(self.conclusion(lang));
        lines.extend(self.diagnosis(lang, terminal_columns));
        lines.extend(self.notes(lang));
        lines.extend(self.commands.iter().take(COMMANDS).cloned());
        lines.extend(
            (self.commands.len() > COMMANDS)
                .then(|| format!("… (+{})", self.commands.len() - COMMANDS)),
        );
        lines.join("\n") + "\n"
    }

    /// Returns the rows of the table as text: the disagreeing ones if it is long.
    fn shown_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows
            .iter()
            .filter(|row| !self.is_long() || row.verdict == Verdict::Disagrees)
            .take(MAX_SHOWN_ROWS)
    }

    /// Returns the mistakes that explain the hand-in, a line for each, and their numbers beside those of the hand-in.
    fn diagnosis(&self, lang: Lang, terminal_columns: usize) -> Vec<String> {
        let Some(explanations) = &self.explanations else {
            return Vec::new();
        };
        if explanations.is_empty() {
            return vec![either!(
                lang,
                "Aucune erreur connue n'explique ces nombres.",
                "No known mistake explains these numbers."
            )];
        }
        let mut lines = vec![either!(
            lang,
            "Ce sont aussi les nombres d'un programme avec cette erreur ; cherchez d'abord là :",
            "These are also the numbers of a program with this mistake; look there first:"
        )];
        let mut headings = vec![
            either!(lang, "ligne", "row"),
            either!(lang, "tableau", "table"),
        ];
        for (number, explanation) in (1..).zip(explanations) {
            lines.push(format!("({number}) {}", explanation.text.in_lang(lang)));
            headings.push(format!("({number})"));
        }
        if explanations.len() > 1 {
            lines.push(self.telling_sentence(lang));
        }
        let table = TextTable {
            row_header_columns: 1,
            headings,
            rows: self
                .shown_rows()
                .map(|row| row.explanation_cells(self.reference(row), explanations, lang))
                .collect(),
        };
        lines.push(table.terminal_text(terminal_columns));
        lines
    }

    /// Tells how many games would tell the mistakes apart.
    fn telling_sentence(&self, lang: Lang) -> String {
        match self.telling_games {
            Some(games) => {
                let games = lang.integer(games);
                either!(
                    lang,
                    "Il faudrait au moins {games} parties environ pour les distinguer.",
                    "It takes about {games} games, or more, to tell them apart."
                )
            }
            None => either!(
                lang,
                "Ces lignes ne permettent pas de les distinguer.",
                "These rows cannot tell them apart."
            ),
        }
    }

    fn explanations_json(&self, lang: Lang) -> Vec<Value> {
        let explanation_json = |explanation: &Explanation| {
            let probability = |row: &Row| {
                let reference = &explanation.references[row.reference];
                reference.value.value()
            };
            json!({
                "mistake": explanation.key,
                "description": explanation.text.in_lang(lang),
                "p": explanation.p_value,
                "probabilities": self.rows.iter().map(probability).collect::<Vec<_>>(),
            })
        };
        let explanations = self.explanations.iter().flatten();
        explanations.map(explanation_json).collect()
    }

    /// Returns the number of rows with each verdict and the explanations, in one line.
    pub fn summary_line(&self, lang: Lang) -> String {
        let file = &self.file;
        let agreeing = self.count(Verdict::Agrees);
        let disagreeing = self.disagreement_count();
        let undecided = self.undecided_count();
        let verdict = self.verdict().label().in_lang(lang);
        let mut line = match lang {
            Lang::Fr => {
                let rows =
                    lang.plural_form(agreeing as u64, "ligne compatible", "lignes compatibles");
                format!(
                    "{file} : {verdict} ; {agreeing} {rows}, {disagreeing} en désaccord, \
                     {undecided} sans conclusion"
                )
            }
            Lang::En => {
                let rows = lang.plural_form(agreeing as u64, "row agrees", "rows agree");
                format!(
                    "{file}: {verdict}; {agreeing} {rows}, {disagreeing} disagree, {undecided} \
                     undecided"
                )
            }
        };
        let mistakes = self.mistakes(lang);
        if !mistakes.is_empty() {
            line += &either!(lang, " ; erreur possible : ", "; possible mistake: ");
            line += &mistakes.join(&either!(lang, " ; ou : ", "; or: "));
        } else if self.explanations.is_some() {
            line += &either!(lang, " ; aucune erreur connue", "; no known mistake");
        }
        line
    }

    /// Returns the cells of a table of files, below [`summary_headings`].
    pub fn summary_cells(&self, lang: Lang) -> Vec<DataCell> {
        let rows = self.rows_with_verdict(Verdict::Disagrees);
        let rows: Vec<String> = rows
            .map(|row| row.name(self.reference(row), lang))
            .collect();
        let count = |count: usize| DataCell::Count(count as u64);
        let games = self.rows.iter().filter_map(|row| row.statement.value.deals);
        vec![
            DataCell::Text(self.file.clone()),
            DataCell::Text(self.verdict().label().in_lang(lang).to_owned()),
            count(self.count(Verdict::Agrees)),
            count(self.disagreement_count()),
            count(self.undecided_count()),
            DataCell::count(games.max().map(NonZeroU64::get)),
            DataCell::Text(rows.join(" ; ")),
            DataCell::Text(self.mistakes(lang).join(" ; ")),
            DataCell::Empty,
        ]
    }

    pub fn summary_json(&self, lang: Lang) -> Value {
        json!({
            "file": self.file,
            "agree": self.count(Verdict::Agrees),
            "disagree": self.disagreement_count(),
            "cannot_tell": self.undecided_count(),
            "verdict": self.verdict().label().en,
            "explanations": self.explanations_json(lang),
        })
    }

    fn is_long(&self) -> bool {
        self.rows.len() > MAX_SHOWN_ROWS
    }

    /// Counts the disagreeing rows and names the first of them.
    fn conclusion(&self, lang: Lang) -> String {
        let file = &self.file;
        let level = lang.confidence_level(1.0 - self.confidence.level());
        let count = self.disagreement_count();
        let rows = row_count_text(self.rows.len(), lang);
        let without_games = self.rows_without_games();
        if count == 0 && without_games > 0 {
            let undecided = lang.integer(without_games as u64);
            return match lang {
                Lang::Fr => {
                    let undecided_rows = row_count_text(without_games, lang);
                    let row_count = lang.integer(self.rows.len() as u64);
                    format!(
                        "{file} : {undecided_rows} sur {row_count} sans conclusion, faute du nombre de parties ; si \
                         des valeurs exactes étaient demandées, c'est une erreur."
                    )
                }
                Lang::En => format!(
                    "{file}: cannot tell for {undecided} of {rows} without the number of games; wrong if exact values \
                     were asked for."
                ),
            };
        }
        if self.verdict() == Verdict::CannotTell {
            return either!(lang, "{file} : sans conclusion.", "{file}: cannot tell.");
        }
        if count == 0 {
            let row_count = lang.integer(self.rows.len() as u64);
            return either!(
                lang,
                "{file} : aucune ligne sur {row_count} ne s'écarte plus que le hasard ne peut \
                 l'expliquer (test de Holm, à {level} pour toutes les lignes ensemble).",
                "{file}: none of {rows} differs by more than chance would explain (Holm's test, \
                 at {level} for all rows together)."
            );
        }
        let names = truncated_list(self.rows_with_verdict(Verdict::Disagrees).map(|row| {
            let reference = self.reference(row);
            let name = row.name(reference, lang);
            format!("{name} ({})", row.distance_text(reference, lang))
        }));
        match lang {
            Lang::Fr => {
                let disagreeing_rows = row_count_text(count, lang);
                let row_count = lang.integer(self.rows.len() as u64);
                let verb = lang.plural_form(count as u64, "s'écarte", "s'écartent");
                format!(
                    "{file} : {disagreeing_rows} sur {row_count} {verb} plus que le hasard ne \
                     peut l'expliquer (test de Holm, à {level} pour toutes les lignes ensemble) : {names}."
                )
            }
            Lang::En => {
                let number = lang.integer(count as u64);
                let verb = lang.plural_form(count as u64, "differs", "differ");
                format!(
                    "{file}: {number} of {rows} {verb} by more than chance would explain (Holm's test, at \
                     {level} for all rows together): {names}."
                )
            }
        }
    }

    /// Returns sentences about hidden or undecided rows, about assumptions, and about the references.
    fn notes(&self, lang: Lang) -> Vec<String> {
        let mut notes = Vec::new();
        if self.is_long() {
            let row_count = row_count_text(self.rows.len(), lang);
            notes.push(either!(
                lang,
                "Le tableau ne montre que des lignes en désaccord ; --format json donne \
                 toutes les {row_count}.",
                "The table shows disagreeing rows only; --format json gives all {row_count}."
            ));
        }
        let undecided = self.count(Verdict::CannotTell);
        if undecided > 0 {
            let rows = row_count_text(undecided, lang);
            notes.push(either!(
                lang,
                "Sans conclusion : {rows}, faute d'intervalle ou d'un nombre de donnes \
                 suffisant pour un test.",
                "Cannot tell: {rows}, without an interval or with too few deals for a test."
            ));
        }
        if !self.blank_lines.is_empty() {
            let rows = row_count_text(self.blank_lines.len(), lang);
            let lines = truncated_list(self.blank_lines.iter().map(usize::to_string));
            notes.push(either!(
                lang,
                "Sans nombre : {rows} (dans le fichier : {lines}).",
                "Without a number: {rows} (in the file: {lines})."
            ));
        }
        if !self.uncompared_columns.is_empty() {
            let columns = self.uncompared_columns.join(", ");
            notes.push(either!(
                lang,
                "Colonnes qui ne donnent aucun résultat, non comparées : {columns}.",
                "Columns that state no result, not compared: {columns}."
            ));
        }
        let differences = self.rows.iter().filter_map(|row| row.detectable_difference);
        if differences.into_iter().any(|error| error > 0.0) {
            notes.push(either!(
                lang,
                "Décelable : une erreur de cette taille est décelée une fois sur deux.",
                "Detectable: an error of this size is found in half of the cases."
            ));
        }
        let is_taken_as_exact = |row: &Row| {
            let is_compared = row.comparison.is_some() && row.verdict != Verdict::LacksGames;
            is_compared && row.statement.value.deals.is_none()
        };
        if self.rows.iter().any(is_taken_as_exact) {
            notes.push(either!(
                lang,
                "Les lignes sans nombre de donnes (colonne « donnes » ou --games) ont été tenues pour \
                 exactes, à l'arrondi près.",
                "Rows without a number of deals (column “deals” or --games) were taken as exact, up to \
                 rounding."
            ));
        }
        notes.push(
            if self.rows.iter().all(|row| self.reference(row).is_exact()) {
                either!(
                    lang,
                    "Comparé avec les valeurs exactes de :",
                    "Compared with the exact values in:"
                )
            } else {
                either!(lang, "Comparé avec :", "Compared with:")
            },
        );
        notes
    }

    /// Calls `print` with the parts of the JSON, which can be many times as large as the table.
    pub fn write_json<E>(
        &self,
        lang: Lang,
        mut print: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        const PART: usize = 1000;
        let frame = pretty_json(&json!({
            "file": self.file,
            "confidence": self.confidence.level(),
            "blank_lines": self.blank_lines,
            "uncompared_columns": self.uncompared_columns,
            "games_from": self.games_source.key(),
            "verdict": self.verdict().label().en,
            "without_games": self.rows_without_games(),
            "compared": self.rows.iter().filter(|row| row.comparison.is_some()).count(),
            "cannot_tell": self.undecided_count(),
            "disagree": self.disagreement_count(),
            "agrees": self.verdict() == Verdict::Agrees,
            "telling_games": self.telling_games,
            "commands": self.commands,
            "explanations": self.explanations_json(lang),
            "rows": [],
        }));
        let (head, tail) = frame
            .rsplit_once(']')
            .expect("the frame ends with its rows");
        print(head)?;
        for (part, rows) in self.rows.chunks(PART).enumerate() {
            let row_texts: Vec<String> = rows
                .iter()
                .map(|row| {
                    pretty_json(&row.json_value(self.reference(row)))
                        .trim_end()
                        .replace('\n', "\n    ")
                })
                .collect();
            let separator = if part > 0 { ",\n    " } else { "\n    " };
            print(&format!("{separator}{}", row_texts.join(",\n    ")))?;
        }
        print(&format!("\n  ]{tail}"))
    }
}

/// Returns the headings of the table of files.
pub fn summary_headings(lang: Lang) -> [&'static str; 9] {
    match lang {
        Lang::Fr => [
            "fichier",
            "verdict",
            "compatibles",
            "en désaccord",
            "sans conclusion",
            "parties",
            "lignes en désaccord",
            "erreur possible",
            "refus",
        ],
        Lang::En => [
            "file",
            "verdict",
            "agree",
            "disagree",
            "cannot tell",
            "games",
            "rows that disagree",
            "possible mistake",
            "refusal",
        ],
    }
}

fn row_count_text(rows: usize, lang: Lang) -> String {
    lang.translated_count(rows as u64, ["ligne", "lignes"], ["row", "rows"])
}

/// Joins the first items of a list.
fn truncated_list(mut items: impl Iterator<Item = String>) -> String {
    const MOST: usize = 10;
    let mut list: Vec<String> = items.by_ref().take(MOST).collect();
    list.extend(items.next().map(|_| "…".to_owned()));
    list.join(", ")
}

impl Row {
    fn name(&self, reference: &Reference, lang: Lang) -> String {
        let name = escape_invisible(&reference.name);
        let line = self.statement.line;
        if self.is_reference_shared {
            either!(lang, "{name}, ligne {line}", "{name}, line {line}")
        } else {
            name
        }
    }

    fn cells(&self, reference: &Reference, lang: Lang) -> Vec<String> {
        let detectable = match self.detectable_difference {
            Some(width) if width > 0.0 => {
                format!("± {}", format_value(self, width, width, lang))
            }
            other => other.map_or_else(String::new, |_| "0".to_owned()),
        };
        let stated_text = stated_cell(self, lang);
        vec![
            self.name(reference, lang),
            stated_text,
            reference_cell(self, reference, lang),
            detectable,
            self.verdict.label().in_lang(lang).to_owned(),
        ]
    }

    /// Returns the name of the row, its number, and the numbers of the mistakes.
    fn explanation_cells(
        &self,
        reference: &Reference,
        explanations: &[Explanation],
        lang: Lang,
    ) -> Vec<String> {
        let stated_text = stated_cell(self, lang);
        let mut cells = vec![self.name(reference, lang), stated_text];
        for explanation in explanations {
            let reference = &explanation.references[self.reference];
            cells.push(reference_cell(self, reference, lang));
        }
        cells
    }

    /// Describes the distance of a row from its reference.
    fn distance_text(&self, reference: &Reference, lang: Lang) -> String {
        match self.comparison.and_then(|comparison| comparison.z_score) {
            Some(errors) => {
                let sign = if errors > 0.0 { "+" } else { "" };
                let errors = lang.decimal(errors, 1);
                either!(
                    lang,
                    "{sign}{errors} erreurs types",
                    "{sign}{errors} standard errors"
                )
            }
            None if reference.is_exact() => {
                either!(
                    lang,
                    "la valeur exacte est autre",
                    "the exact value differs"
                )
            }
            None => either!(lang, "d'après un test exact", "by an exact test"),
        }
    }

    fn json_value(&self, reference: &Reference) -> Value {
        let comparison = self.comparison;
        let cells: Map<String, Value> = reference
            .cells
            .iter()
            .map(|(key, value)| ((*key).to_owned(), json!(value)))
            .collect();
        json!({
            "line": self.statement.line,
            "row": cells,
            "stated": self.statement.value.value,
            "rounding": self.statement.value.max_rounding_error,
            "deals": self.statement.value.deals,
            "known": reference.value.value(),
            "exact": reference.is_exact(),
            "ci_low": reference.interval.map(|interval| interval.low),
            "ci_high": reference.interval.map(|interval| interval.high),
            "standard_errors": comparison.and_then(|comparison| comparison.z_score),
            "p": comparison.map(|comparison| comparison.p_value),
            "p_holm": self.adjusted_p_value,
            "standard_error": comparison.map(|comparison| comparison.standard_error),
            "detectable": self.detectable_difference,
            "verdict": self.verdict.label().en,
        })
    }
}

fn reference_cell(row: &Row, reference: &Reference, lang: Lang) -> String {
    if let (ReferenceValue::Extreme(extreme), Some(deals)) =
        (&reference.value, row.statement.value.deals)
    {
        let range = extreme.usual_range(deals, Confidence::default());
        let (start, end) = range.into_inner();
        return if start == end {
            start.to_string()
        } else {
            either!(lang, "de {start} à {end}", "{start} to {end}")
        };
    }
    let value = reference.value.value();
    if value.is_nan() {
        return "—".to_owned();
    }
    match reference.interval {
        None if !reference.is_comparable => format_value(row, value, 0.0, lang),
        None => format!(
            "{}, exact",
            format_exact(value, row.statement.is_percent, lang)
        ),
        Some(interval) => {
            let half = interval.half_width();
            format!(
                "{} ± {}",
                format_value(row, value, half, lang),
                format_value(row, half, half, lang)
            )
        }
    }
}

/// Formats a number with the decimals that an interval of this half-width supports, as a percentage if the row is one.
fn format_value(row: &Row, value: f64, half_width: f64, lang: Lang) -> String {
    if row.statement.is_percent {
        lang.percent(value, percent_decimals(half_width))
    } else {
        lang.decimal(value, decimals(half_width))
    }
}

/// Formats the stated number with its own digits, at most two more than the detectable difference has.
fn stated_cell(row: &Row, lang: Lang) -> String {
    let value = row.statement.value.value;
    let step = 2.0 * row.statement.value.max_rounding_error;
    let scale = if row.statement.is_percent { 100.0 } else { 1.0 };
    let max_digits = row
        .detectable_difference
        .filter(|width| *width > 0.0)
        .map_or(10, |width| decimals(scale * width) + 2);
    let digits = if step == 0.0 {
        needed_decimals(scale * value, max_digits)
    } else {
        ((-(scale * step).log10()).round().max(0.0) as usize).min(max_digits)
    };
    if row.statement.is_percent {
        lang.percent(value, digits)
    } else {
        lang.decimal(value, digits)
    }
}
