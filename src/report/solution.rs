//! The report of `check-solution`: the numbers of a table beside the reference values, as text and as JSON.

use super::json::pretty;
use super::table::{TextTable, decimals, exactly, percent_decimals};
use crate::lang::{Lang, Say, Text, either, escape_invisible};
use pioche_engine::stats::compare::holm;
use pioche_engine::stats::reference::{Comparison, ReferenceValue, StatedValue};
use pioche_engine::stats::{Confidence, Interval};
use serde_json::{Map, Value, json};

/// A number of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableRow {
    pub line: u32,
    /// The index of its reference.
    pub reference: u32,
    pub stated: StatedValue,
    pub is_percent: bool,
}

/// A row of a simulation, or an exact value, that rows of the table are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The cells that tell it from the other references.
    pub name: String,
    /// All cells that name it, by their columns.
    pub cells: Vec<(&'static str, String)>,
    pub value: ReferenceValue,
    /// False for a number without interval and exact value, which nothing can be compared with.
    pub is_measured: bool,
    /// The confidence interval of an estimate.
    pub interval: Option<Interval>,
}

impl Reference {
    fn is_exact(&self) -> bool {
        self.is_measured && self.interval.is_none()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    Disagrees,
    /// No test is possible, or no number could have disagreed.
    CannotTell,
}

impl Verdict {
    /// Its word; the English one is that of JSON.
    const fn word(self) -> Text {
        match self {
            Self::Agrees => Text::new("compatible", "agrees"),
            Self::Disagrees => Text::new("en désaccord", "disagrees"),
            Self::CannotTell => Text::new("indécidable", "cannot tell"),
        }
    }
}

/// A table compared with its references.
pub struct TableReport<'a> {
    file: &'a str,
    rows: Vec<TableRow>,
    references: Vec<Reference>,
    blank_lines: Vec<u32>,
    confidence: Confidence,
    /// The commands of the simulations.
    commands: Vec<String>,
    /// The p-value of each row after Holm's correction; NaN where no test is possible.
    adjusted: Vec<f64>,
    tests: usize,
}

impl<'a> TableReport<'a> {
    pub fn new(
        file: &'a str,
        rows: Vec<TableRow>,
        references: Vec<Reference>,
        blank_lines: Vec<u32>,
        confidence: Confidence,
        commands: Vec<String>,
    ) -> Self {
        let mut report =
            Self { file, rows, references, blank_lines, confidence, commands, adjusted: Vec::new(), tests: 0 };
        let p_value = |row| report.comparison(row).map(|comparison| comparison.p_value);
        let adjusted = holm(&report.rows.iter().filter_map(p_value).collect::<Vec<f64>>());
        report.tests = adjusted.len();
        let mut adjusted = adjusted.into_iter();
        let is_tested = |row| report.comparison(row).is_some();
        let each = report.rows.iter().map(|row| if is_tested(row) { adjusted.next() } else { None });
        report.adjusted = each.map(|p| p.unwrap_or(f64::NAN)).collect();
        report
    }

    fn reference(&self, row: &TableRow) -> &Reference {
        &self.references[row.reference as usize]
    }

    fn comparison(&self, row: &TableRow) -> Option<Comparison> {
        let reference = self.reference(row);
        if reference.is_measured { row.stated.compare(reference.value) } else { None }
    }

    /// The level of each test that is certain to be below that of Holm's procedure.
    fn level_of_each(&self) -> f64 {
        (1.0 - self.confidence.level()) / self.tests.max(1) as f64
    }

    fn verdict(&self, place: usize) -> Verdict {
        let (row, adjusted) = (&self.rows[place], self.adjusted[place]);
        if adjusted < 1.0 - self.confidence.level() {
            Verdict::Disagrees
        } else if adjusted.is_nan() || !row.stated.can_disagree(self.reference(row).value, self.level_of_each()) {
            Verdict::CannotTell
        } else {
            Verdict::Agrees
        }
    }

    fn places(&self, verdict: Verdict) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(move |&place| self.verdict(place) == verdict)
    }

    pub fn disagreeing(&self) -> usize {
        self.places(Verdict::Disagrees).count()
    }

    /// The smallest difference that is detected among all rows.
    fn detectable(&self, row: &TableRow) -> Option<f64> {
        let each = Confidence::new(1.0 - self.level_of_each()).unwrap_or(self.confidence);
        self.comparison(row).map(|comparison| comparison.detectable(row.stated.rounding, each))
    }

    /// The table, or its rows that disagree when it is long; then the conclusion and what it rests on.
    pub fn text(&self, lang: Lang, columns: usize) -> String {
        const LONGEST: usize = 1000;
        let disagreeing: Vec<usize> = self.places(Verdict::Disagrees).collect();
        let is_long = self.rows.len() > LONGEST;
        let mut places = if is_long { disagreeing.clone() } else { (0..self.rows.len()).collect() };
        places.truncate(LONGEST);
        let mut uses = vec![0_u32; self.references.len()];
        self.rows.iter().for_each(|row| uses[row.reference as usize] += 1);
        let name = |row: &TableRow| {
            let (name, line) = (escape_invisible(&self.reference(row).name), row.line);
            let is_repeated = uses[row.reference as usize] > 1;
            if is_repeated { either!(lang, "{name}, ligne {line}", "{name}, line {line}") } else { name }
        };
        let headings = match lang {
            Lang::Fr => ["ligne", "tableau", "référence", "écart décelable", "verdict"],
            Lang::En => ["row", "table", "reference", "detectable", "verdict"],
        };
        let cells = |&place: &usize| {
            let row = &self.rows[place];
            let width = self.detectable(row);
            let detectable = match width {
                Some(width) if width > 0.0 => format!("± {}", number(row, width, width, lang)),
                other => other.map_or_else(String::new, |_| "0".to_owned()),
            };
            let verdict = self.verdict(place).word().say(lang);
            vec![name(row), stated_cell(row, width, lang), self.reference_cell(row, lang), detectable, verdict]
        };
        let rows = places.iter().map(cells).collect();
        let table = TextTable { names: 1, headings: headings.map(str::to_owned).into(), rows };
        let mut text = if places.is_empty() { String::new() } else { table.terminal(columns) + "\n" };
        for sentence in std::iter::once(self.conclusion(&disagreeing, name, lang)).chain(self.notes(is_long, lang)) {
            text += &sentence;
            text.push('\n');
        }
        text
    }

    /// The sentence that counts the rows in disagreement, and names the first of them.
    fn conclusion(&self, disagreeing: &[usize], name: impl Fn(&TableRow) -> String, lang: Lang) -> String {
        const NAMED: usize = 10;
        let (number, all) = (disagreeing.len() as u64, self.rows.len() as u64);
        let (file, level) = (self.file, lang.level(1.0 - self.confidence.level()));
        let rows = lang.number_of(all, ["ligne", "lignes"], ["row", "rows"]);
        let distance = |&place: &usize| {
            let row = &self.rows[place];
            format!("{} ({})", name(row), self.distance(row, lang))
        };
        let more = (disagreeing.len() > NAMED).then(|| "…".to_owned());
        let names = disagreeing.iter().take(NAMED).map(distance).chain(more).collect::<Vec<_>>().join(", ");
        match lang {
            _ if number == 0 => either!(
                lang,
                "{file} : {rows}, aucune ne s'écarte plus que le hasard ne l'explique (Holm, {level}).",
                "{file}: {rows}, none disagrees by more than chance (Holm, {level})."
            ),
            Lang::Fr => {
                let (rows, all) = (lang.counted(number, "ligne", "lignes"), lang.integer(all));
                let verb = lang.plural(number, "s'écarte", "s'écartent");
                format!("{file} : {rows} sur {all} {verb} plus que le hasard ne l'explique (Holm, {level}) : {names}.")
            }
            Lang::En => {
                let (number, verb) = (lang.integer(number), lang.plural(number, "disagrees", "disagree"));
                format!("{file}: {number} of {rows} {verb} by more than chance (Holm, {level}): {names}.")
            }
        }
    }

    /// The distance of a row from its reference in words.
    fn distance(&self, row: &TableRow, lang: Lang) -> String {
        match self.comparison(row).and_then(|comparison| comparison.standard_errors) {
            Some(errors) => {
                let (sign, errors) = (if errors > 0.0 { "+" } else { "" }, lang.decimal(errors, 1));
                either!(lang, "{sign}{errors} erreurs types", "{sign}{errors} standard errors")
            }
            None if self.reference(row).is_exact() => {
                lang.either("la valeur exacte est autre", "the exact value differs")
            }
            None => lang.either("d'après un test exact", "by an exact test"),
        }
    }

    /// Sentences about rows that are not shown or not decided, about assumptions, and the commands of the references.
    fn notes(&self, is_long: bool, lang: Lang) -> Vec<String> {
        const NAMED: usize = 10;
        const COMMANDS: usize = 3;
        let mut notes = Vec::new();
        let rows = |count: usize| lang.number_of(count as u64, ["ligne", "lignes"], ["row", "rows"]);
        if is_long {
            let all = rows(self.rows.len());
            notes.push(either!(
                lang,
                "Le tableau ne montre que des lignes en désaccord ; --format json donne toutes les {all}.",
                "The table shows disagreeing rows only; --format json gives all {all}."
            ));
        }
        let undecided = self.places(Verdict::CannotTell).count();
        if undecided > 0 {
            let rows = rows(undecided);
            notes.push(either!(
                lang,
                "Indécidable : {rows}, faute d'intervalle ou d'un nombre de donnes suffisant pour un test.",
                "Cannot tell: {rows}, without an interval, or with too few deals for any test."
            ));
        }
        if !self.blank_lines.is_empty() {
            let lines: Vec<String> = self.blank_lines.iter().take(NAMED).map(u32::to_string).collect();
            let (lines, rows) = (lines.join(", "), rows(self.blank_lines.len()));
            let more = if self.blank_lines.len() > NAMED { ", …" } else { "" };
            notes.push(either!(
                lang,
                "Laissé de côté, faute de nombre : {rows} (dans le fichier : {lines}{more}).",
                "Left out, without a number: {rows} (in the file: {lines}{more})."
            ));
        }
        if self.rows.iter().any(|row| row.stated.deals.is_none()) {
            notes.push(lang.either(
                "Les nombres sans nombre de donnes (colonne « donnes ») ont été tenus pour exacts, à l'arrondi près.",
                "Numbers without a number of deals (column “deals”) were taken as exact, up to rounding.",
            ));
        }
        notes.push(match self.references.iter().all(Reference::is_exact) {
            true => lang.either("Comparé avec les valeurs exactes de :", "Compared with the exact values in:"),
            false => lang.either("Comparé avec :", "Compared with:"),
        });
        notes.extend(self.commands.iter().take(COMMANDS).cloned());
        notes.extend((self.commands.len() > COMMANDS).then(|| format!("… (+{})", self.commands.len() - COMMANDS)));
        notes
    }

    fn reference_cell(&self, row: &TableRow, lang: Lang) -> String {
        let reference = self.reference(row);
        let value = reference.value.value();
        match reference.interval {
            _ if value.is_nan() => "—".to_owned(),
            None if !reference.is_measured => number(row, value, 0.0, lang),
            None => format!("{}, exact", exactly(value, row.is_percent, lang)),
            Some(interval) => {
                let half = interval.half_width();
                format!("{} ± {}", number(row, value, half, lang), number(row, half, half, lang))
            }
        }
    }

    /// Calls `print` with the parts of the JSON, which as a whole can be many times as long as the table.
    pub fn json<E>(&self, mut print: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        const PART: usize = 1 << 16;
        let frame = pretty(&json!({
            "file": self.file,
            "confidence": self.confidence.level(),
            "blank_lines": self.blank_lines,
            "compared": self.tests,
            "cannot_tell": self.places(Verdict::CannotTell).count(),
            "disagree": self.disagreeing(),
            "agrees": self.disagreeing() == 0,
            "commands": self.commands,
            "rows": [],
        }));
        let (head, tail) = frame.rsplit_once("]").expect("the frame ends with its rows");
        let mut part = head.to_owned();
        for place in 0..self.rows.len() {
            let row = pretty(&self.row_json(place)).trim_end().replace('\n', "\n    ");
            part.extend([if place > 0 { "," } else { "" }, "\n    ", &row]);
            if part.len() >= PART {
                print(&part)?;
                part.clear();
            }
        }
        print(&format!("{part}\n  ]{tail}"))
    }

    fn row_json(&self, place: usize) -> Value {
        let row = &self.rows[place];
        let (reference, comparison) = (self.reference(row), self.comparison(row));
        let cells: Map<String, Value> =
            reference.cells.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        json!({
            "line": row.line,
            "row": cells,
            "stated": row.stated.value,
            "rounding": row.stated.rounding,
            "deals": row.stated.deals,
            "known": reference.value.value(),
            "exact": reference.is_exact(),
            "ci_low": reference.interval.map(|interval| interval.low),
            "ci_high": reference.interval.map(|interval| interval.high),
            "standard_errors": comparison.and_then(|comparison| comparison.standard_errors),
            "p": comparison.map(|comparison| comparison.p_value),
            "p_holm": comparison.map(|_| self.adjusted[place]),
            "standard_error": comparison.map(|comparison| comparison.standard_error),
            "detectable": self.detectable(row),
            "verdict": self.verdict(place).word().en,
        })
    }
}

/// A number with the decimals that an interval of this half-width asks for, as a percentage where the row has one.
fn number(row: &TableRow, value: f64, half: f64, lang: Lang) -> String {
    match row.is_percent {
        true => lang.percent(value, percent_decimals(half)),
        false => lang.decimal(value, decimals(half)),
    }
}

/// The stated number with the digits that it was given with, up to two more than the detectable difference has.
fn stated_cell(row: &TableRow, detectable: Option<f64>, lang: Lang) -> String {
    let value = row.stated.value;
    let (unit, scale) = (2.0 * row.stated.rounding, if row.is_percent { 100.0 } else { 1.0 });
    let most = detectable.filter(|width| *width > 0.0).map_or(10, |width| decimals(scale * width) + 2);
    let digits = || ((-(scale * unit).log10()).round().max(0.0) as usize).min(most);
    match row.is_percent {
        true if unit == 0.0 => lang.level(value),
        true => lang.percent(value, digits()),
        false if unit == 0.0 => lang.exactly(value),
        false => lang.decimal(value, digits()),
    }
}
