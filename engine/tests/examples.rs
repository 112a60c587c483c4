//! The examples run, and hold what they say.

#[path = "../examples/experiment.rs"]
mod experiment;
#[path = "../examples/new_game.rs"]
mod new_game;
#[path = "../examples/solve.rs"]
mod solve;

#[test]
fn an_experiment_of_ones_own() {
    experiment::main();
}

#[test]
fn a_deck_is_solved() {
    solve::main();
}

#[test]
fn a_new_game_is_played_by_tree_search() {
    new_game::main();
}
