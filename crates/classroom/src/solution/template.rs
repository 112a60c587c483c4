//! The answer of `--template`: the forms that are read, in examples.

use super::references::{Simulation, SimulationRow};
use super::vocabulary::{EXAMPLE_NUMBER, SEPARATOR, Vocabulary};
use pioche_engine::sim::Run;
use pioche_engine::stats::{Confidence, ProportionMethod};
use pioche_report::lang::{Lang, either};
use pioche_report::number::decimals;

/// Returns an example of each form: a table with a few rows of a simulation, and comments with the other forms. The whole text
/// is a hand-in that agrees.
pub fn template(vocabulary: &Vocabulary, simulation: &Simulation, run: &Run, lang: Lang) -> String {
    const ROWS: usize = 4;
    let separator = SEPARATOR.in_lang(lang);
    let mut lines = vec![vocabulary.heading_line(lang)];
    for name in &vocabulary.row_names {
        let row = simulation.row_index(name, |_| true);
        let Some(number) = row.and_then(|row| simulation.rows[row].example_number(run, lang))
        else {
            continue;
        };
        let varying_settings = vocabulary.varying_settings.iter();
        let mut cells: Vec<String> = varying_settings
            .map(|field| field.value.to_string())
            .collect();
        cells.push(vocabulary.row_label(name, lang));
        cells.extend([number, run.tally.deals.to_string()]);
        lines.push(cells.join(separator));
        if lines.len() > ROWS {
            break;
        }
    }
    let names = vocabulary.column_names();
    let columns = names.in_lang(lang);
    let order = vocabulary.row_order();
    let rows = order.in_lang(lang);
    let others = vocabulary.other_words();
    let words = others.in_lang(lang);
    let name = vocabulary.first_row(lang);
    let example = EXAMPLE_NUMBER.in_lang(lang);
    let table = lines.join("\n");
    either!(
        lang,
        "{table}\n\
         # Colonnes : {columns} ; un titre peut finir par (%)\n\
         # Séparateurs : « , », « ; », tabulation, « | » (Markdown) ou deux blancs et plus\n\
         # Sans tableau, une ligne par nombre : {name}: {example}\n\
         # Noms : {rows}, {words}\n\
         # ou un objet JSON : {{\"{name}\": 0.0127, \"parties\": 2000}}\n\
         # ou une liste avec --as, un nombre par ligne du jeu ({rows}, dans cet ordre) : [0.0127, 0.0537]\n",
        "{table}\n\
         # Columns: {columns}; a heading may end with (%)\n\
         # Separators: “,”, “;”, tab, “|” (Markdown), or two blanks and more\n\
         # Without a table, a line for each number: {name}: {example}\n\
         # Names: {rows}, {words}\n\
         # or a JSON object: {{\"{name}\": 0.0127, \"games\": 2000}}\n\
         # or a list with --as, a number for each row of the game ({rows}, in this order): [0.0127, 0.0537]\n"
    )
}

impl SimulationRow {
    /// Returns the number of the row as a hand-in has it; `None` for one that no table would show as an example.
    fn example_number(&self, run: &Run, lang: Lang) -> Option<String> {
        if !self.measure.is_row_with_interval() {
            return None;
        }
        let intervals = (ProportionMethod::Exact, Confidence::default());
        let estimate = self
            .measure
            .estimate(&run.tally, intervals)?
            .interval_estimate()?;
        let is_certain = estimate.value <= 0.0 || self.measure.is_share() && estimate.value >= 1.0;
        let digits = decimals(estimate.interval.half_width()).max(3);
        (!is_certain).then(|| lang.decimal(estimate.value, digits))
    }
}
