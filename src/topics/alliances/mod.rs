//! The topic of la réussite des alliances (handout 000).

mod answers;
pub mod args;
pub mod chapter;
pub mod deck;
mod dialogue;
pub mod figures;
pub mod film;
mod messages;
pub mod show;
use crate::lang::help::HelpSection;
use crate::lang::{Lang, Problem, Text, problem};
use crate::play::{Playable, resume_game};
use crate::topics::setting::{MEMORY, Setting};
use crate::topics::verb::{ParsedArgs, PlayVerb, SimulateVerb};
use crate::topics::{StudyRuns, Topic, boxed_experiment};
use args::{ALLIANCE, IMPROVE, NB_TAS_MAX, PLAYER, one_card_stock_problem, parse_pack};
use deck::{FILE_OR_DEAL, PACK_OPTIONS, read_or_deal_deck};
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::{Alliances, AlliancesError, AlliancesPlayer};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::games::alliances::perfect::PerfectSolver;
use pioche_engine::games::alliances::{PatienceState, Policy};
use pioche_engine::players::PlayerSpec;
use pioche_engine::sim::Experiment;

const UNSOLVED_NOTE: Text = Text::new(
    "Les intervalles des parts admettent tous les résultats possibles d'une donne non résolue ; les moyennes \
     l'excluent.",
    "The intervals of shares allow for every possible result of an unsolved deal; the means exclude it.",
);
pub static TOPIC: Topic = Topic {
    name: "alliances",
    alias: Some("reussite"),
    study_runs,
    glossary: args::GLOSSARY,
    examples: &[],
    mistakes: &[messages::MISTAKES],
    summary_sentence: answers::summary_sentence,
    notes: |summaries, all, lang| {
        let unsolved = all
            && summaries
                .iter()
                .any(|summary| summary.named_proportion("unsolved").is_some());
        answers::win_differences(summaries, lang)
            .into_iter()
            .chain(unsolved.then(|| UNSOLVED_NOTE.in_lang(lang).to_owned()))
            .collect()
    },
    chapter: chapter::CHAPTER,
    figures: figures::FIGURES,
    simulate: SIMULATE,
    solve: Some(show::SOLVE),
    show: Some(show::SHOW),
    extra_verbs: &[("deal", deck::DEAL_VERB), ("improve", deck::IMPROVE_VERB)],
    play: Some(PLAY),
};

/// Returns the runs of the study. Two piles are rare with every pack, so packs have equal numbers of deals. A change of
/// the stock costs a game for each place or pair of places, so those runs are shorter. Other players come last: perfect play for each
/// pack, with and without an exchange, then players without knowledge of the stock.
fn study_runs() -> StudyRuns {
    let packs = [
        (Pack::PIQUET, 100_000),
        (Pack::SIX_TO_ACE, 50_000),
        (Pack::FULL, 25_000),
    ];
    let mut runs = StudyRuns::new();
    let mut add = |pack, improvement, player, deals| {
        if let Ok(experiment) = Alliances::new(pack, improvement, player) {
            runs.push((boxed_experiment(experiment), deals));
        }
    };
    for (pack, changed) in packs {
        for (improvement, deals) in [
            (None, 100_000_000),
            (Some(Improvement::Exchange), 1_000_000),
            (Some(Improvement::Swap), changed),
            (Some(Improvement::Move), changed),
        ] {
            add(pack, improvement, AlliancesPlayer::RULE, deals);
        }
    }
    for (pack, unchanged, changed) in [
        (Pack::PIQUET, 1_000_000, 10_000),
        (Pack::SIX_TO_ACE, 300_000, 5_000),
        (Pack::FULL, 100_000, 2_500),
    ] {
        for (improvement, deals) in [(None, unchanged), (Some(Improvement::Exchange), changed)] {
            add(pack, improvement, AlliancesPlayer::Perfect, deals);
        }
    }
    for policy in Policy::ALL {
        let player = AlliancesPlayer::Policy(policy);
        if player != AlliancesPlayer::RULE {
            add(Pack::PIQUET, None, player, 50_000);
        }
    }
    runs
}

pub const SIMULATE: SimulateVerb = SimulateVerb {
    about: Text::new(
        "La réussite des alliances : combien de tas restent, et combien fait gagner un petit changement de la pioche",
        "La réussite des alliances (a patience): how many piles remain, and how much a small change of the stock gains",
    ),
    options: &[
        PACK_OPTIONS[0].with_list_example("32,36,52"),
        PACK_OPTIONS[1],
        PACK_OPTIONS[2],
        IMPROVE.list_option_spec("exchange,swap,move"),
        PLAYER.list_option_spec("leftmost,perfect"),
        ALLIANCE.list_option_spec("either,suit,rank"),
        MEMORY.option_spec(),
    ],
    row_option: PILES_ROW.list_option_spec("2..4,8"),
    build_experiments: |args| Ok(vec![build_experiment(args)?]),
};

const PILES_ROW: Setting = Setting {
    default: None,
    group: HelpSection::Output,
    ..NB_TAS_MAX.help(
        "N'affiche que la ligne de N tas permis ; --precision ne porte alors que sur elle",
        "Show only the row of N piles allowed; --precision then applies to it alone",
    )
};

fn build_experiment(args: &ParsedArgs<'_>) -> Result<Box<dyn Experiment>, Problem> {
    let pack = parse_pack(args)?;
    let improvement = if args.get::<String>(&IMPROVE)? == "none" {
        None
    } else {
        args.get_optional(&IMPROVE)?
    };
    let player = args.get(&PLAYER)?;
    let experiment = Alliances::new(pack, improvement, player).map_err(settings_problem)?;
    check_memory(player, args)?;
    Ok(boxed_experiment(
        experiment.with_alliance(args.get(&ALLIANCE)?),
    ))
}

fn settings_problem(error: AlliancesError) -> Problem {
    match error {
        AlliancesError::SingleCardChange => {
            Problem::for_argument("--improve", one_card_stock_problem())
        }
        AlliancesError::RandomPlayerChange => {
            let problem = problem!(
                "le meilleur changement n'est pas défini pour le joueur aléatoire : son résultat varie d'une partie à l'autre",
                "the best change is not defined for the random player: the result of one stock varies from game to game"
            );
            Problem::for_argument("--player, --improve", problem)
        }
    }
}

/// Checks that `--memory` allows a perfect player the solver's usual memory. A lower limit is an error, since results
/// must not depend on the machine.
fn check_memory(player: AlliancesPlayer, args: &ParsedArgs<'_>) -> Result<(), Problem> {
    let needed = PerfectSolver::DEFAULT_MEMORY;
    let allowed = args.memory;
    if player != AlliancesPlayer::Perfect || needed <= allowed {
        return Ok(());
    }
    let [fr_needed, fr_allowed] =
        [needed, allowed].map(|memory| Lang::Fr.memory_size(&memory.to_string()));
    let problem = problem!(
        "le jeu parfait peut prendre jusqu'à {fr_needed} par fil d'exécution, plus que les {fr_allowed} permis",
        "perfect play may take up to {needed} per thread, more than the {allowed} allowed"
    );
    Err(Problem::for_argument("--player", problem))
}

pub const PLAY: PlayVerb = PlayVerb {
    about: Text::new(
        "La réussite des alliances : à vous de piocher et de faire sauter les tas",
        "La réussite des alliances (a patience): you draw the cards and make the jumps",
    ),
    file: Some(FILE_OR_DEAL),
    options: &[
        PACK_OPTIONS[0],
        PACK_OPTIONS[1],
        PACK_OPTIONS[2],
        NB_TAS_MAX.option_spec(),
        ALLIANCE.option_spec(),
        MEMORY.option_spec(),
    ],
    accepts_deal: true,
    opening_questions: None,
    start_record: |args| {
        let state = PatienceState::new(&read_or_deal_deck(args)?, args.get(&NB_TAS_MAX)?)
            .with_alliance(args.get(&ALLIANCE)?);
        Ok(state.new_saved_game([PlayerSpec::Human; 2]))
    },
    resume: resume_game::<PatienceState>,
};
