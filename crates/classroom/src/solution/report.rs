//! The report of `check-solution`: the numbers of a hand-in beside their references, as text, as JSON and in a line.

use super::references::{MISSING_GAMES, Reference};
use super::statements::{GamesSource, Statement, Statements};
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

/// A number of a hand-in, and its comparison with its reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub statement: Statement,
    is_reference_shared: bool,
    /// The comparison; `None` if no test is possible.
    comparison: Option<ReferenceComparison>,
    /// The p-value after Holm's correction.
    adjusted_p_value: Option<f64>,
    /// The error that is found in half of the samples, at the level of one row among all.
    detectable_difference: Option<f64>,
    verdict: Agreement,
}

/// The smallest number of games of a simulation: what so many games could give is not called wrong for want of a number of
/// games.
const FEWEST_GAMES: NonZeroU64 = NonZeroU64::new(100).unwrap();

/// The verdict on a number, or on all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Chance can explain the difference, and some other number would have differed significantly.
    Agrees,
    /// Chance does not explain the difference at the level of the confidence.
    Disagrees,
    /// No test is possible, or no stated number could be significantly different.
    CannotTell,
    /// The number could be that of a simulation, but the number of its games is not known.
    LacksGames,
}

impl Agreement {
    /// Returns the word for the verdict; JSON uses the English one.
    const fn label(self) -> Text {
        match self {
            Self::Agrees => Text::new("compatible", "agrees"),
            Self::Disagrees => Text::new("en désaccord", "disagrees"),
            Self::CannotTell | Self::LacksGames => Text::new("sans conclusion", "cannot tell"),
        }
    }

    /// Returns false for numbers that disagree; `None` without a conclusion.
    pub const fn is_right(self) -> Option<bool> {
        match self {
            Self::Agrees => Some(true),
            Self::Disagrees => Some(false),
            Self::CannotTell | Self::LacksGames => None,
        }
    }
}

/// A mistake that explains the numbers of a hand-in.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub(super) key: &'static str,
    /// The mistake in words.
    pub(super) text: Text,
    /// The references of the hand-in, computed with the mistake.
    pub(super) references: Vec<Reference>,
    /// The smallest p-value of all rows, after Holm's correction.
    pub(super) p_value: f64,
}

/// The largest number of rows of a table that is shown completely.
const MAX_SHOWN_ROWS: usize = 1000;

/// The numbers of a hand-in beside their references.
pub struct SolutionReport {
    file: String,
    confidence: Confidence,
    /// The rest of the hand-in, without the numbers in the rows.
    statements: Statements,
    pub(super) rows: Vec<Row>,
    pub(super) references: Vec<Reference>,
    /// The commands that run the simulations of the references again, for the end of the report.
    pub commands: Vec<String>,
    /// The mistakes that explain the hand-in, the most probable first; `None` if none was looked for.
    pub explanations: Option<Vec<Explanation>>,
    /// The number of games that would tell these mistakes apart; `None` if no number does.
    pub telling_games: Option<u64>,
}

impl SolutionReport {
    /// Compares all numbers with their references. `file` is the name of the hand-in in texts. The probability that one or
    /// more of all right numbers are called wrong is at most 1 minus the confidence.
    pub fn new(
        file: String,
        confidence: Confidence,
        mut statements: Statements,
        references: Vec<Reference>,
    ) -> Self {
        let numbers = std::mem::take(&mut statements.list);
        Self {
            file,
            confidence,
            statements,
            rows: compared_rows(numbers, &references, confidence),
            references,
            commands: Vec::new(),
            explanations: None,
            telling_games: None,
        }
    }

    fn reference(&self, row: &Row) -> &Reference {
        &self.references[row.statement.reference]
    }

    fn rows_with_verdict(&self, verdict: Agreement) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.verdict == verdict)
    }

    fn count(&self, verdict: Agreement) -> usize {
        self.rows_with_verdict(verdict).count()
    }

    /// Returns the number of rows without conclusion, for whatever reason.
    fn undecided_count(&self) -> usize {
        self.count(Agreement::CannotTell) + self.count(Agreement::LacksGames)
    }

    /// Returns the verdict of the whole hand-in.
    pub fn verdict(&self) -> Agreement {
        if self.count(Agreement::Disagrees) > 0 {
            Agreement::Disagrees
        } else if self.count(Agreement::LacksGames) > 0 || self.count(Agreement::Agrees) == 0 {
            Agreement::CannotTell
        } else {
            Agreement::Agrees
        }
    }

    /// Returns what is missing for a conclusion.
    fn missing_text(&self) -> Text {
        if self.count(Agreement::LacksGames) > 0 {
            MISSING_GAMES
        } else {
            Text::new(
                "le nombre de parties ne suffit pas pour un test",
                "there are too few games for a test",
            )
        }
    }

    /// Returns the problem of a hand-in without a conclusion.
    pub fn missing_problem(&self) -> Problem {
        let file = &self.file;
        let Text { fr, en } = self.missing_text();
        let option = if self.count(Agreement::LacksGames) > 0 {
            " (--games 2000)"
        } else {
            ""
        };
        problem!(
            "{file} : on ne peut pas conclure : {fr}{option}",
            "{file}: cannot tell: {en}{option}"
        )
    }

    /// Tells how many games the numbers are taken from, and where that number stands.
    fn games_sentence(&self, lang: Lang) -> String {
        let numbers = self.rows.iter().filter_map(|row| row.statement.value.deals);
        let Some(largest) = numbers.clone().max() else {
            return either!(
                lang,
                "Nombre de parties : non donné.",
                "Number of games: not given."
            );
        };
        let smallest = numbers.min().unwrap_or(largest);
        let mut games = lang.integer(largest.get());
        if smallest < largest {
            let start = lang.integer(smallest.get());
            games = either!(lang, "de {start} à {games}", "{start} to {games}");
        }
        let source = match &self.statements.games_source {
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

    /// Returns the table, the conclusion, the notes and the commands of the references, in lines of `terminal_columns` where
    /// the table allows it.
    pub fn text(&self, lang: Lang, terminal_columns: usize) -> String {
        let mut lines = self.lines(lang, terminal_columns);
        lines.push(either!(lang, "Comparé avec :", "Compared with:"));
        lines.extend(self.commands.iter().cloned());
        lines.join("\n") + "\n"
    }

    /// Returns the text for the author of the hand-in.
    pub fn feedback(&self, lang: Lang) -> String {
        const COLUMNS: usize = 80;
        let mut lines = self.lines(lang, COLUMNS);
        if self.verdict().is_right().is_none() {
            let missing = self.missing_text().in_lang(lang);
            lines.push(either!(
                lang,
                "Sans conclusion : {missing}.",
                "Cannot tell: {missing}."
            ));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the lines of the table (only the disagreeing rows if it is long), the conclusion and the notes.
    fn lines(&self, lang: Lang, terminal_columns: usize) -> Vec<String> {
        let headings = match lang {
            Lang::Fr => ["ligne", "tableau", "référence", "décelable", "verdict"],
            Lang::En => ["row", "table", "reference", "detectable", "verdict"],
        };
        let shown_rows = self
            .rows
            .iter()
            .filter(|row| !self.is_long() || row.verdict == Agreement::Disagrees)
            .take(MAX_SHOWN_ROWS);
        let table = TextTable {
            row_header_columns: 1,
            headings: headings.map(str::to_owned).into(),
            rows: shown_rows
                .map(|row| row.cells(self.reference(row), lang))
                .collect(),
        };
        let mut lines = Vec::new();
        if !table.rows.is_empty() {
            lines.push(table.terminal_text(terminal_columns));
        }
        lines.push(self.games_sentence(lang));
        lines.push(self.conclusion(lang));
        lines.extend(self.diagnosis(lang));
        lines.extend(self.notes(lang));
        lines
    }

    /// Returns the mistakes that explain the hand-in, a line for each.
    fn diagnosis(&self, lang: Lang) -> Vec<String> {
        let mistakes = self.mistakes(lang);
        if self.explanations.is_none() {
            return Vec::new();
        }
        if mistakes.is_empty() {
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
        lines.extend(
            (1..)
                .zip(&mistakes)
                .map(|(number, text)| format!("({number}) {text}")),
        );
        if mistakes.len() > 1 {
            lines.push(self.telling_sentence(lang));
        }
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
                let reference = &explanation.references[row.statement.reference];
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
        let agreeing = self.count(Agreement::Agrees);
        let disagreeing = self.count(Agreement::Disagrees);
        let undecided = self.undecided_count();
        let verdict = self.verdict().label().in_lang(lang);
        let rows = lang.translated_count(
            agreeing as u64,
            ["ligne compatible", "lignes compatibles"],
            ["row agrees", "rows agree"],
        );
        let mut line = either!(
            lang,
            "{file} : {verdict} ; {rows}, {disagreeing} en désaccord, {undecided} sans conclusion",
            "{file}: {verdict}; {rows}, {disagreeing} disagree, {undecided} undecided"
        );
        let mistakes = self.mistakes(lang);
        if !mistakes.is_empty() {
            line += &either!(lang, " ; erreur possible : ", "; possible mistake: ");
            line += &mistakes.join(Text::new(" ; ou : ", "; or: ").in_lang(lang));
        } else if self.explanations.is_some() {
            line += &either!(lang, " ; aucune erreur connue", "; no known mistake");
        }
        line
    }

    /// Returns the cells of a table of files, below [`SUMMARY_COLUMNS`].
    pub fn summary_cells(&self, lang: Lang) -> Vec<DataCell> {
        let rows = self.rows_with_verdict(Agreement::Disagrees);
        let rows: Vec<String> = rows
            .map(|row| row.name(self.reference(row), lang))
            .collect();
        let count = |count: usize| DataCell::Count(count as u64);
        let games = self.rows.iter().filter_map(|row| row.statement.value.deals);
        vec![
            DataCell::Text(self.file.clone()),
            DataCell::from(self.verdict().label().en),
            count(self.count(Agreement::Agrees)),
            count(self.count(Agreement::Disagrees)),
            count(self.undecided_count()),
            DataCell::count(games.max().map(NonZeroU64::get)),
            DataCell::Text(rows.join(" ; ")),
            DataCell::Text(self.mistakes(lang).join(" ; ")),
            DataCell::Empty,
        ]
    }

    /// Returns the JSON of the whole report except its rows, with explanations in `lang`.
    pub fn summary_json(&self, lang: Lang) -> Value {
        json!({
            "file": self.file,
            "confidence": self.confidence.level(),
            "blank_lines": self.statements.blank_lines,
            "uncompared_columns": self.statements.uncompared_columns,
            "comments": self.statements.comments,
            "games_from": self.statements.games_source.key(),
            "verdict": self.verdict().label().en,
            "without_games": self.count(Agreement::LacksGames),
            "compared": self.rows.iter().filter(|row| row.comparison.is_some()).count(),
            "cannot_tell": self.undecided_count(),
            "disagree": self.count(Agreement::Disagrees),
            "agree": self.count(Agreement::Agrees),
            "telling_games": self.telling_games,
            "commands": self.commands,
            "explanations": self.explanations_json(lang),
        })
    }

    fn is_long(&self) -> bool {
        self.rows.len() > MAX_SHOWN_ROWS
    }

    /// Counts the disagreeing rows and names the first of them.
    fn conclusion(&self, lang: Lang) -> String {
        let file = &self.file;
        let count = self.count(Agreement::Disagrees);
        let without_games = self.count(Agreement::LacksGames);
        if count == 0 && without_games > 0 {
            let rows = self.share_of_rows(without_games, lang);
            return either!(
                lang,
                "{file} : sans conclusion pour {rows}, faute du nombre de parties ; si des valeurs exactes étaient \
                 demandées, c'est une erreur.",
                "{file}: cannot tell for {rows} without the number of games; wrong if exact values were asked for."
            );
        }
        if self.verdict().is_right().is_none() {
            return either!(lang, "{file} : sans conclusion.", "{file}: cannot tell.");
        }
        let level = lang.confidence_level(1.0 - self.confidence.level());
        let test = either!(
            lang,
            "test de Holm, à {level} pour toutes les lignes ensemble",
            "Holm's test, at {level} for all rows together"
        );
        if count == 0 {
            let row_count = lang.integer(self.rows.len() as u64);
            let rows = row_count_text(self.rows.len(), lang);
            return either!(
                lang,
                "{file} : aucune ligne sur {row_count} ne s'écarte plus que le hasard ne peut l'expliquer ({test}).",
                "{file}: none of {rows} differs by more than chance would explain ({test})."
            );
        }
        let rows = self.share_of_rows(count, lang);
        let verb_fr = lang.plural_form(count as u64, "s'écarte", "s'écartent");
        let verb_en = lang.plural_form(count as u64, "differs", "differ");
        let wrong_rows = self.rows_with_verdict(Agreement::Disagrees);
        let names = truncated_list(wrong_rows.map(|row| {
            let name = row.name(self.reference(row), lang);
            name + &row.distance_text(lang)
        }));
        either!(
            lang,
            "{file} : {rows} {verb_fr} plus que le hasard ne peut l'expliquer ({test}) : {names}.",
            "{file}: {rows} {verb_en} by more than chance would explain ({test}): {names}."
        )
    }

    /// Returns a number of rows among all, such as “2 of 3 rows”.
    fn share_of_rows(&self, count: usize, lang: Lang) -> String {
        let number = lang.integer(count as u64);
        let rows = row_count_text(count, lang);
        let row_count = lang.integer(self.rows.len() as u64);
        let all_rows = row_count_text(self.rows.len(), lang);
        either!(lang, "{rows} sur {row_count}", "{number} of {all_rows}")
    }

    /// Returns sentences about hidden or undecided rows, and about what is not compared.
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
        if !self.statements.blank_lines.is_empty() {
            let rows = row_count_text(self.statements.blank_lines.len(), lang);
            let lines = truncated_list(self.statements.blank_lines.iter().map(usize::to_string));
            notes.push(either!(
                lang,
                "Sans nombre : {rows} (dans le fichier : {lines}).",
                "Without a number: {rows} (in the file: {lines})."
            ));
        }
        if !self.statements.uncompared_columns.is_empty() {
            let columns = self.statements.uncompared_columns.join(", ");
            notes.push(either!(
                lang,
                "Colonnes qui ne donnent aucun résultat, non comparées : {columns}.",
                "Columns that state no result, not compared: {columns}."
            ));
        }
        let comments = self.statements.comments as u64;
        if comments > 0 {
            let lines = lang.translated_count(comments, ["ligne", "lignes"], ["line", "lines"]);
            notes.push(either!(
                lang,
                "Commentaires (« # »), non comparés : {lines}.",
                "Comments (“#”), not compared: {lines}."
            ));
        }
        let mut differences = self.rows.iter().filter_map(|row| row.detectable_difference);
        if differences.any(|error| error > 0.0) {
            notes.push(either!(
                lang,
                "Décelable : une erreur de cette taille est décelée une fois sur deux.",
                "Detectable: an error of this size is found in half of the cases."
            ));
        }
        let is_taken_as_exact = |row: &Row| {
            let is_compared = row.comparison.is_some() && row.verdict != Agreement::LacksGames;
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
        notes
    }

    /// Calls `print` with the parts of the JSON, which can be many times as large as the table.
    ///
    /// # Errors
    /// Those of `print`; the rest of the JSON is then not made.
    pub fn write_json<E>(
        &self,
        lang: Lang,
        mut print: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let summary = pretty_json(&self.summary_json(lang));
        let head = summary.trim_end().trim_end_matches('}').trim_end();
        print(&format!("{head},\n  \"rows\": ["))?;
        for (index, row) in self.rows.iter().enumerate() {
            let separator = if index > 0 { "," } else { "" };
            let value = pretty_json(&row.json_value(self.reference(row)));
            let indented_text = value.trim_end().replace('\n', "\n    ");
            print(&format!("{separator}\n    {indented_text}"))?;
        }
        print("\n  ]\n}\n")
    }
}

fn compared_rows(
    numbers: Vec<Statement>,
    references: &[Reference],
    confidence: Confidence,
) -> Vec<Row> {
    let mut uses = vec![0_u32; references.len()];
    let mut comparisons = Vec::new();
    for statement in &numbers {
        uses[statement.reference] += 1;
        let reference = &references[statement.reference];
        let comparison = statement.value.compare(&reference.value);
        comparisons.push(comparison.filter(|_| reference.is_comparable));
    }
    let tested_rows = comparisons.iter().flatten();
    let p_values: Vec<f64> = tested_rows.map(|comparison| comparison.p_value).collect();
    let level = 1.0 - confidence.level();
    // Holm's procedure tests no row at a lower level than this.
    let level_of_each = level / p_values.len().max(1) as f64;
    let row_confidence = Confidence::new(1.0 - level_of_each).unwrap_or(confidence);
    // Long tables repeat references and numbers of games.
    let mut half_power_errors: HashMap<(usize, Option<NonZeroU64>), Option<f64>> = HashMap::new();
    let mut adjusted_p_values = holm_adjusted_p_values(&p_values).into_iter();
    let mut rows = Vec::new();
    for (statement, comparison) in numbers.into_iter().zip(comparisons) {
        let reference = &references[statement.reference];
        let value = statement.value;
        let could_be_simulated = || {
            let simulated_value = StatedValue {
                deals: Some(FEWEST_GAMES),
                ..value
            };
            let comparison = simulated_value.compare(&reference.value);
            let p_value = comparison.map_or(0.0, |comparison| comparison.p_value);
            value.deals.is_none() && p_value * p_values.len() as f64 >= level
        };
        let adjusted_p_value = comparison.and_then(|_| adjusted_p_values.next());
        let verdict = match adjusted_p_value {
            Some(p) if p < level && could_be_simulated() => Agreement::LacksGames,
            Some(p) if p < level => Agreement::Disagrees,
            Some(_) if value.can_disagree(&reference.value, level_of_each) => Agreement::Agrees,
            None if value.deals.is_none() && reference.is_comparable => Agreement::LacksGames,
            _ => Agreement::CannotTell,
        };
        // Without a number of games, it is not known what would have been found.
        let mut detectable_difference = None;
        if comparison.is_some() && verdict != Agreement::LacksGames {
            let half_power_error = half_power_errors
                .entry((statement.reference, value.deals))
                .or_insert_with(|| {
                    reference
                        .value
                        .half_power_error(value.deals, row_confidence)
                });
            detectable_difference = half_power_error.map(|error| value.add_rounding_error(error));
        }
        rows.push(Row {
            is_reference_shared: uses[statement.reference] > 1,
            statement,
            comparison,
            adjusted_p_value,
            detectable_difference,
            verdict,
        });
    }
    rows
}

/// The columns of the table of files, one for each cell of [`SolutionReport::summary_cells`].
pub const SUMMARY_COLUMNS: [&str; 9] = [
    "file",
    "verdict",
    "agree",
    "disagree",
    "cannot_tell",
    "games",
    "wrong_rows",
    "possible_mistake",
    "refusal",
];

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
        let width = self.detectable_difference.filter(|width| *width > 0.0);
        let detectable = width.map_or_else(String::new, |width| {
            format!("± {}", format_value(self, width, width, lang))
        });
        let stated_text = stated_cell(self, lang);
        vec![
            self.name(reference, lang),
            stated_text,
            reference_cell(self, reference, lang),
            detectable,
            self.verdict.label().in_lang(lang).to_owned(),
        ]
    }

    /// Describes the distance of a row from its reference; empty after an exact test.
    fn distance_text(&self, lang: Lang) -> String {
        let z_score = self.comparison.and_then(|comparison| comparison.z_score);
        z_score.map_or_else(String::new, |errors| {
            let sign = if errors > 0.0 { "+" } else { "" };
            let distance = lang.decimal(errors, 1);
            either!(
                lang,
                " ({sign}{distance} erreurs types)",
                " ({sign}{distance} standard errors)"
            )
        })
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
            "deals": self.statement.value.deals,
            "known": reference.value.value(),
            "exact": reference.is_exact(),
            "ci_low": reference.interval.map(|interval| interval.low),
            "ci_high": reference.interval.map(|interval| interval.high),
            "standard_errors": comparison.and_then(|comparison| comparison.z_score),
            "p": comparison.map(|comparison| comparison.p_value),
            "p_holm": self.adjusted_p_value,
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
