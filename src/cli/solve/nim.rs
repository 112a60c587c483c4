//! `solve nim`.

use super::fraction;
use crate::cli::console::{Console, Done, Failure};
use crate::cli::game_args::{one_heap, takes};
use crate::cli::single::SingleFormat;
use crate::games::nim::{Law, Solution, Style, TakeSet, law, period};
use crate::lang::{Heading, Problem, Remark, Say};
use crate::report::json::pretty;
use crate::stats::fraction::nearest_f64;
use serde_json::{Value, json};

/// `solve nim`.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveNim {
    /// Number of matches
    #[arg(long, value_name = "N", default_value = "25", value_parser = one_heap, allow_hyphen_values = true)]
    matches: u32,
    /// Numbers of matches that may be taken
    #[arg(long, value_name = "T,T", default_value = "2,3", value_parser = takes, allow_hyphen_values = true)]
    takes: TakeSet,
    /// What the standard output carries
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: SingleFormat,
}

impl SolveNim {
    /// Solves and prints.
    pub fn run(&self, console: &Console) -> Result<Done, Failure> {
        let solution = Solution::new(&self.takes, self.matches);
        let best = match solution.value(self.matches) {
            // Takes that lose are no winning moves, but all that is left: the handout's "moves" keep the value.
            Some(_) => solution.best_takes(self.matches),
            None => Vec::new(),
        };
        let value = solution.value(self.matches).map(|value| value.to_string()).unwrap_or_default();
        let period = period(&self.takes);
        let chances = |one, two| {
            law(&self.takes, self.matches, [one, two]).map_err(|error| Problem::TooLarge { detail: error.to_string() })
        };
        let (random, perfect) = (chances(Style::Random, Style::Random), chances(Style::Perfect, Style::Random));
        let text = match self.format {
            SingleFormat::Json => pretty(&json!({
                "value": value,
                "moves": best,
                "period": period.map(|period| period.length),
                "pre_period": period.map(|period| period.from),
                "random": random.as_ref().ok().map(fractions),
                "perfect_random": perfect.as_ref().ok().map(fractions),
                "random_perfect": chances(Style::Random, Style::Perfect).as_ref().ok().map(fractions),
            })),
            SingleFormat::Table => {
                let takes: Vec<String> = best.iter().map(ToString::to_string).collect();
                let value = Heading::word(console.lang, &value);
                let mut lines = vec![Remark::NimValue { value, takes: takes.join(", ") }];
                lines.extend(period.map(|found| Remark::NimPeriod { from: found.from, length: found.length }));
                lines.extend(random.ok().map(|law| chance(Style::Random, &law)));
                lines.extend(perfect.ok().map(|law| chance(Style::Perfect, &law)));
                lines.iter().map(|line| format!("{}\n", line.say(console.lang))).collect()
            }
        };
        console.print(text.as_bytes())?;
        Ok(Done::Success)
    }
}

fn fractions(law: &Law) -> Value {
    json!({ "player1": fraction(&law.player1), "player2": fraction(&law.player2), "draw": fraction(&law.draw) })
}

fn chance(first: Style, law: &Law) -> Remark {
    Remark::NimChances {
        perfect: first == Style::Perfect,
        chances: [&law.player1, &law.player2, &law.draw].map(nearest_f64),
    }
}
