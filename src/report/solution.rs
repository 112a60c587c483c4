//! The report of `check-solution`: the numbers of a table beside the reference values, as text and as JSON.

use super::json::pretty;
use super::table::{Columns, decimals, exactly, percent_decimals};
use crate::lang::{Lang, either, plainly};
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
    pub cells: Vec<(String, String)>,
    pub value: ReferenceValue,
    /// Whether it has an interval or an exact value: otherwise nothing can be compared with it.
    pub is_measured: bool,
    /// The confidence interval of an estimate.
    pub interval: Option<Interval>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    Disagrees,
    /// No test is possible, or none could have shown a difference.
    CannotTell,
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
        let p_values = report.rows.iter().filter_map(|row| report.comparison(row)).map(|one| one.p_value);
        let adjusted = holm(&p_values.collect::<Vec<f64>>());
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

    /// The table, or its rows that disagree when it is long; then what it comes to.
    pub fn text(&self, lang: Lang, columns: usize) -> String {
        const LONGEST: usize = 1000;
        let is_long = self.rows.len() > LONGEST;
        let disagreeing: Vec<usize> = self.places(Verdict::Disagrees).collect();
        let cannot_tell = self.places(Verdict::CannotTell).count();
        let places = if is_long { disagreeing.clone() } else { (0..self.rows.len()).collect() };
        let mut uses = vec![0_u32; self.references.len()];
        self.rows.iter().for_each(|row| uses[row.reference as usize] += 1);
        let name = |row: &TableRow| {
            let (name, line) = (plainly(&self.reference(row).name), row.line);
            let is_repeated = uses[row.reference as usize] > 1;
            if is_repeated { either!(lang, "{name}, ligne {line}", "{name}, line {line}") } else { name }
        };
        let mut text = String::new();
        if !places.is_empty() {
            let headings = match lang {
                Lang::Fr => ["ligne", "tableau", "référence", "écart décelable", "verdict"],
                Lang::En => ["row", "table", "reference", "detectable", "verdict"],
            };
            let cells = |&place: &usize| {
                let row = &self.rows[place];
                let verdict = match self.verdict(place) {
                    Verdict::Agrees => lang.either("compatible", "agrees"),
                    Verdict::Disagrees => lang.either("EN DÉSACCORD", "DISAGREES"),
                    Verdict::CannotTell => lang.either("indécidable", "cannot tell"),
                };
                let detectable = self.detectable(row).map_or_else(String::new, |width| match width {
                    0.0 => "0".to_owned(),
                    _ => format!("± {}", number(row, width, width, lang)),
                });
                vec![name(row), stated(row, lang), self.reference_cell(row, lang), detectable, verdict]
            };
            let rows = places.iter().take(LONGEST).map(cells).collect();
            let table = Columns { names: 1, headings: headings.map(str::to_owned).into(), rows };
            text = table.terminal(columns) + "\n";
        }
        let mut said = vec![self.conclusion(&disagreeing, name, lang)];
        if is_long {
            let (shown, all) = (lang.integer(places.len().min(LONGEST) as u64), lang.integer(self.rows.len() as u64));
            said.push(either!(
                lang,
                "Lignes en désaccord affichées : {shown} ; --format json les donne toutes les {all}.",
                "Disagreeing rows shown: {shown}; --format json gives all {all}."
            ));
        }
        if cannot_tell > 0 {
            let rows = lang.number_of(cannot_tell as u64, ["ligne", "lignes"], ["row", "rows"]);
            said.push(either!(
                lang,
                "Indécidable : {rows}, faute d'intervalle ou d'un nombre de donnes suffisant pour un test.",
                "Cannot tell: {rows}, without an interval, or with too few deals for any test."
            ));
        }
        said.extend(self.blank_sentence(lang));
        if self.rows.iter().any(|row| row.stated.deals.is_none()) {
            said.push(lang.either(
                "Les nombres sans nombre de donnes (colonne « donnes ») ont été tenus pour exacts, à l'arrondi près.",
                "Numbers without a number of deals (column “deals”) were taken as exact, up to rounding.",
            ));
        }
        const SHOWN: usize = 3;
        said.push(lang.either("Comparé avec :", "Compared with:"));
        said.extend(self.commands.iter().take(SHOWN).cloned());
        said.extend((self.commands.len() > SHOWN).then(|| format!("… (+{})", self.commands.len() - SHOWN)));
        format!("{text}{}\n", said.join("\n"))
    }

    /// The sentence that counts the rows in disagreement, and names the first of them.
    fn conclusion(&self, disagreeing: &[usize], name: impl Fn(&TableRow) -> String, lang: Lang) -> String {
        const NAMED: usize = 10;
        let (number, all) = (disagreeing.len() as u64, self.rows.len() as u64);
        let (file, level) = (self.file, lang.level(1.0 - self.confidence.level()));
        let counted = lang.number_of(all, ["ligne", "lignes"], ["row", "rows"]);
        if disagreeing.is_empty() {
            return either!(
                lang,
                "{file} : {counted}, aucune ne s'écarte plus que le hasard ne l'explique (Holm, {level}).",
                "{file}: {counted}, none disagrees by more than chance (Holm, {level})."
            );
        }
        let rows = disagreeing.iter().take(NAMED).map(|&place| {
            let row = &self.rows[place];
            format!("{} ({})", name(row), self.distance(row, lang))
        });
        let more = (disagreeing.len() > NAMED).then(|| "…".to_owned());
        let names = rows.chain(more).collect::<Vec<_>>().join(", ");
        let shown = lang.integer(number);
        match lang {
            Lang::Fr => {
                let rows = lang.counted(number, "ligne", "lignes");
                let verb = lang.plural(number, "s'écarte", "s'écartent");
                let all = lang.integer(all);
                format!("{file} : {rows} sur {all} {verb} plus que le hasard ne l'explique (Holm, {level}) : {names}.")
            }
            Lang::En => {
                let verb = lang.plural(number, "disagrees", "disagree");
                format!("{file}: {shown} of {counted} {verb} by more than chance (Holm, {level}): {names}.")
            }
        }
    }

    /// The distance of a row from its reference in words.
    fn distance(&self, row: &TableRow, lang: Lang) -> String {
        match (self.comparison(row).and_then(|comparison| comparison.standard_errors), self.reference(row).interval) {
            (Some(errors), _) => {
                let sign = if errors > 0.0 { "+" } else { "" };
                let errors = lang.decimal(errors, 1);
                either!(lang, "{sign}{errors} erreurs types", "{sign}{errors} standard errors")
            }
            (None, None) => lang.either("la valeur exacte est autre", "the exact value differs"),
            (None, Some(_)) => lang.either("d'après un test exact", "by an exact test"),
        }
    }

    fn blank_sentence(&self, lang: Lang) -> Option<String> {
        const NAMED: usize = 10;
        let count = self.blank_lines.len();
        let lines: Vec<String> = self.blank_lines.iter().take(NAMED).map(u32::to_string).collect();
        let more = if count > NAMED { format!(", … (+{})", count - NAMED) } else { String::new() };
        let lines = lines.join(", ") + &more;
        let rows =
            lang.number_of(count as u64, ["ligne sans nombre laissée", "lignes sans nombre laissées"], ["row", "rows"]);
        (count > 0)
            .then(|| either!(lang, "{rows} de côté : {lines}.", "{rows} without a number left out: line {lines}."))
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
            reference.cells.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        json!({
            "line": row.line,
            "row": cells,
            "stated": row.stated.value,
            "rounding": row.stated.rounding,
            "deals": row.stated.deals,
            "known": reference.value.value(),
            "exact": reference.is_measured && reference.interval.is_none(),
            "ci_low": reference.interval.map(|interval| interval.low),
            "ci_high": reference.interval.map(|interval| interval.high),
            "standard_errors": comparison.and_then(|comparison| comparison.standard_errors),
            "p": comparison.map(|comparison| comparison.p_value),
            "p_holm": comparison.map(|_| self.adjusted[place]),
            "standard_error": comparison.map(|comparison| comparison.standard_error),
            "detectable": self.detectable(row),
            "verdict": match self.verdict(place) {
                Verdict::Agrees => "agrees",
                Verdict::Disagrees => "disagrees",
                Verdict::CannotTell => "cannot tell",
            },
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

/// The stated number with the digits that it was given with.
fn stated(row: &TableRow, lang: Lang) -> String {
    let (value, unit) = (row.stated.value, 2.0 * row.stated.rounding);
    let scale = if row.is_percent { 100.0 } else { 1.0 };
    let digits = |unit: f64| (-unit.log10()).round().clamp(0.0, 20.0) as usize;
    match row.is_percent {
        _ if unit == 0.0 => exactly(value, row.is_percent, lang),
        true => lang.percent(value, digits(scale * unit)),
        false => lang.decimal(value, digits(unit)),
    }
}
