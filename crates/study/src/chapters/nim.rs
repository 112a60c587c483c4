//! The chapter about Nim.

use crate::page::values::{PageRun, optional, page_runs};
use crate::page::{ChapterDocument, ChapterValues, Finding, TestFamily};
use minijinja::context;
use pioche_engine::experiments::{Match, Pairing};
use pioche_engine::games::Player;
use pioche_engine::games::nim::{NimRules, NimSolution, NimState, handout_take};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::Summary;
use pioche_report::figures::{NamedFigure, find_run};
use pioche_report::lang::Text;
use pioche_topics::duel::outcome_figure;
use pioche_topics::nim;
pub const CHAPTER: ChapterDocument = ChapterDocument {
    topic: &nim::TOPIC,
    page_order: 40,
    template: Text::new(include_str!("nim.fr.md"), include_str!("nim.en.md")),
    values,
    figures: &[NamedFigure {
        name: "nim-shares",
        draw: outcome_figure::<NimState>,
    }],
    extra_tables: Vec::new,
    further_commands: &[
        "pioche solve nim",
        "pioche simulate nim --matches 2..30 --players handout,perfect",
        "pioche simulate nim --matches 2..30 --players minimax:1,perfect",
    ],
};

fn values(summaries: &[Summary], _: &mut TestFamily) -> ChapterValues {
    use PlayerSpec::{Perfect, Random};
    let perfect_random = handout_run(summaries, [Perfect, Random]);
    let run = |players| optional(handout_run(summaries, players).map(PageRun::new));
    let finding = perfect_random.map(|_| Finding {
        name: "best_play",
        rank: 90,
    });
    ChapterValues {
        values: context! {
            runs => page_runs(summaries),
            random => run([Random, Random]),
            perfect_random => run([Perfect, Random]),
            random_perfect => run([Random, Perfect]),
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
