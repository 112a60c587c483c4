//! Many games of bataille, and those that are kept.

use super::args::{KEEP_ENDLESS, KEEP_LONGEST, KEEP_PERIOD, ORDER, SHUFFLE, TURNS, VALUES};
use crate::lang::{Lang, Problem, Sentence, Text};
use crate::topics::boxed;
use crate::topics::found::first;
use crate::topics::given::Given;
use crate::topics::rows::{ASKING, OUTCOME};
use crate::topics::verb::{Finding, Keep, Kept, Simulate};
use pioche_engine::experiments::bataille::{Bataille, PERIOD};
use pioche_engine::games::bataille::{Outcome, Values};
use pioche_engine::sim::{Run, Streams};
use pioche_engine::stats::Tally;

/// Many games.
pub const SIMULATE: Simulate = Simulate {
    about: Text::new(
        "La bataille : qui gagne, en combien de temps, et combien de parties sont infinies",
        "Bataille: who wins, how long it takes, how often it never ends",
    ),
    options: &[VALUES.range("11..13"), ORDER.one(), SHUFFLE.one(), TURNS.one()],
    row: &[OUTCOME.one().with(ASKING)],
    keeps: &[
        Keep { file: &KEEP_LONGEST, find: longest },
        Keep { file: &KEEP_ENDLESS, find: endless },
        Keep { file: &KEEP_PERIOD, find: period },
    ],
    questions: |given| Ok(experiments(given)?.into_iter().map(boxed).collect()),
};

fn experiments(given: &Given<'_>) -> Result<Vec<Bataille>, Problem> {
    let (order, shuffle, max_rounds) = (given.get(&ORDER)?, given.get(&SHUFFLE)?, given.maybe(&TURNS)?);
    let packs: Vec<Values> = given.range(&VALUES)?;
    Ok(packs.into_iter().map(|values| Bataille { values, order, shuffle, max_rounds }).collect())
}

/// The longest finite game of all runs.
fn longest(given: &Given<'_>, finding: &Finding<'_>) -> Result<Option<Kept>, Problem> {
    let experiments = experiments(given)?;
    let all = experiments.iter().zip(finding.runs).zip(finding.summaries);
    let best = all.filter_map(|(game, summary)| Some((game, summary.best?))).max_by_key(|(_, best)| best.reached);
    Ok(best.map(|((game, run), best)| {
        kept(game, run, best.deal, |lang| {
            let rounds = lang.integer(best.reached);
            match lang {
                Lang::Fr => format!(", finie en {rounds} plis"),
                Lang::En => format!(", over after {rounds} rounds"),
            }
        })
    }))
}

/// The first endless game of the first run that has one.
fn endless(given: &Given<'_>, finding: &Finding<'_>) -> Result<Option<Kept>, Problem> {
    let experiments = experiments(given)?;
    let mut all = experiments.iter().zip(finding.runs);
    let first = all.find_map(|(game, run)| Some((game, run, run.tally.extremes[1].get()?.1)));
    Ok(first.map(|(game, run, deal)| {
        kept(game, run, deal, |lang| match lang {
            Lang::Fr => ", dont la partie est infinie".to_owned(),
            Lang::En => ", whose game never ends".to_owned(),
        })
    }))
}

/// The first game of the longest period of all runs.
fn period(given: &Given<'_>, finding: &Finding<'_>) -> Result<Option<Kept>, Problem> {
    let experiments = experiments(given)?;
    let highest = |run: &Run| run.tally.histograms[PERIOD].highest();
    let Some(longest) = finding.runs.iter().filter_map(highest).max() else { return Ok(None) };
    let Some(place) = finding.runs.iter().position(|run| highest(run) == Some(longest)) else { return Ok(None) };
    let (game, run) = (&experiments[place], &finding.runs[place]);
    let streams = Streams::new(run.plan.seed);
    let played = |deal| {
        let ending = game.state(&streams, deal).game(game.max_rounds.unwrap_or(u64::MAX));
        matches!(ending.outcome, Outcome::Endless { period, .. } if period == longest)
    };
    let holds = |tally: &Tally| tally.histograms[PERIOD].highest() == Some(longest);
    let deal = first(finding.questions[place].as_ref(), run, &finding.options, (&holds, &played))?;
    Ok(deal.map(|deal| {
        kept(game, run, deal, |lang| match lang {
            Lang::Fr => format!(", dont la partie est infinie, de période {}", lang.integer(longest)),
            Lang::En => format!(", whose game is endless, with period {}", lang.integer(longest)),
        })
    }))
}

/// The hands of one deal.
fn kept(game: &Bataille, run: &Run, deal: u64, how: impl Fn(Lang) -> String) -> Kept {
    let hands = game.state(&Streams::new(run.plan.seed), deal).hands();
    let values = game.values;
    let remark = Sentence::made(|lang| match lang {
        Lang::Fr => format!("les mains de la donne {deal} ({values} valeurs){}", how(lang)),
        Lang::En => format!("the hands of deal {deal} ({values} values){}", how(lang)),
    });
    Kept { text: format!("{hands}\n"), remark, options: format!(" --values {values} --order {}", game.order) }
}
