//! The chapter of Nim: results of perfect play, then of random players.

use super::MATCHES;
use crate::lang::Text;
use crate::report::page::values::{
    PageRun, distinct_commands, find_run, optional, page_runs, reproduction_commands,
};
use crate::report::page::{
    ChapterDocument, ChapterFigure, ChapterValues, Finding, HandoutPart, TestFamily,
};
use crate::topics::duel::chapter::{SHARES_FIGURE, outcome_figure};
use minijinja::context;
use pioche_engine::experiments::{Match, Pairing};
use pioche_engine::games::Player;
use pioche_engine::games::nim::{NimRules, NimSolution, NimState, handout_take};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::Summary;

pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: "nim",
    handout: Some(HandoutPart(4, 0)),
    template: Text::new(include_str!("chapter.fr.md"), include_str!("chapter.en.md")),
    values,
    figures: &[ChapterFigure {
        file_stem: "nim-shares",
        draw: |summaries, lang| outcome_figure::<NimState>(SHARES_FIGURE, summaries, lang),
    }],
    extra_tables: Vec::new,
};

fn values(summaries: &[Summary], _: &mut TestFamily) -> ChapterValues {
    use PlayerSpec::{Perfect, Random};
    let perfect_random = handout_run(summaries, [Perfect, Random]);
    let run = |players| optional(handout_run(summaries, players).map(PageRun::new));
    let finding = perfect_random.map(|run| Finding {
        name: "best_play",
        rank: 90,
        commands: distinct_commands([run]),
    });
    ChapterValues {
        values: context! {
            runs => page_runs(summaries),
            random => run([Random, Random]),
            perfect_random => run([Perfect, Random]),
            random_perfect => run([Random, Perfect]),
            commands => reproduction_commands(summaries, &[MATCHES.key]),
            handout_errors => [Player::One, Player::Two].map(handout_errors),
        },
        findings: finding.into_iter().collect(),
    }
}

/// Returns the run with the handout's 25 matches and these players.
fn handout_run(summaries: &[Summary], players: [PlayerSpec; 2]) -> Option<&Summary> {
    find_run(summaries, |run: &Match<NimState>| {
        let start = run.initial_state();
        start.matches() == 25
            && start.rules() == &NimRules::default()
            && run.players() == Pairing(players)
    })
}

/// Counts the starts of 2 to 30 matches at which the handout's computer, as this player, worsens its result.
fn handout_errors(player: Player) -> usize {
    let solution = NimSolution::new(&NimRules::default(), 30);
    let is_error = |matches: &u32| {
        let take = handout_take(*matches, player);
        take.is_some_and(|take| !solution.best_takes(*matches).contains(&take))
    };
    (2..=30).filter(is_error).count()
}
