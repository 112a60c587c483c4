//! The settings of peg solitaire.

use crate::TopicGlossary;
use crate::setting::OptionSpec;
use crate::verb::ParsedArgs;
use pioche_engine::experiments::Solitaire;
use pioche_engine::games::solitaire::{
    Board, DrawingError, Jump, SolitaireState, SolitaireStateError,
};
use pioche_engine::games::{Game, Step};
use pioche_engine::sim::{Accepted, FieldValue, Setting, SettingType, Summary};
use pioche_report::lang::help::HelpSection;
use pioche_report::lang::parse_number::parse_count;
use pioche_report::lang::{Lang, Problem, Sentence, Text, either, problem, sentence};
use pioche_report::question::{Statistic, row_name};
use pioche_report::value_words::FindingWords;

/// The option `--board`, a named board or the lengths of its rows.
pub const BOARD: OptionSpec = OptionSpec::new(
    &Solitaire::BOARD,
    Text::new("plateau", "board"),
    "BOARD",
)
.phrase(|lang, value| {
    let board = value.to_string();
    match (board.as_str(), board.split_once(':')) {
        (_, Some(("rows", rows))) => either!(lang, "plateau {rows}", "board {rows}"),
        (_, Some((_, side))) => either!(lang, "triangle de côté {side}", "triangle of side {side}"),
        ("english", _) => either!(lang, "plateau anglais", "English board"),
        ("european", _) => either!(lang, "plateau européen", "European board"),
        (other, _) => other.to_owned(),
    }
})
.help(
    "Plateau : triangle:3 à triangle:10, anglais (english), européen (european), lignes telles \
     que rows:ooo/oxo/ooo, ou fichier de telles lignes : « o » un pion, « x » une case vide, « . » \
     ou une espace pas de case ; 64 cases au plus",
    "Board: triangle:3 to triangle:10, english, european, rows such as rows:ooo/oxo/ooo, or a \
     file with such rows: `o` a peg, `x` an empty cell, `.` or a blank no cell; at most 64 cells",
)
.completions(&["triangle:5", "english", "european"])
.parse_form(parse_board)
.parse_file(parse_board_file);

fn parse_board(text: &str) -> Result<FieldValue, Problem> {
    let board = text.parse::<Board>().map_err(|_| {
        problem!(
            "« {text} » n'est pas un plateau : triangle:3 à triangle:10, english, european, \
             rows:ooo/oxo/ooo ou un fichier",
            "“{text}” is not a board: triangle:3 to triangle:10, english, european, \
             rows:ooo/oxo/ooo or a file"
        )
    })?;
    Ok(board.field_value())
}

fn parse_board_file(text: &str) -> Result<FieldValue, Problem> {
    match Board::from_drawing(text) {
        Ok(board) => Ok(board.field_value()),
        Err(DrawingError::Character(line, column)) => Err(problem!(
            "ligne {line}, colonne {column} : il faut « o » (pion), « x » (case vide), « . » ou \
             une espace, et 64 cases, lignes et colonnes au plus",
            "line {line}, column {column}: expected “o” (a peg), “x” (an empty cell), “.” or a \
             blank, and at most 64 cells, lines and columns"
        )),
        Err(DrawingError::NoPeg) => {
            Err(problem!("il n'y a pas de pion (o)", "there is no peg (o)"))
        }
    }
}

/// The option `--hole`, the cell that is empty at the start.
pub const HOLE: OptionSpec = OptionSpec::new(
    &Solitaire::HOLE,
    Text::new("case vide", "hole"),
    "CELL",
)
.phrase(|lang, hole| either!(lang, "case {hole} vide", "cell {hole} empty"))
.help(
    "Case vide au début [défaut :\u{a0}12 sur triangle:5 ; ailleurs, le milieu, ou sa voisine \
     s'il n'a pas de solution]",
    "Cell that is empty at the start [default: 12 on triangle:5; elsewhere the middle, or the \
     cell beside it if the middle has no solution]",
);

pub const HOLE_OR_ALL: OptionSpec = HOLE
    .help(
        "Case vide au début, ou « all » (toutes) pour chacune à son tour [défaut :\u{a0}12 sur \
         triangle:5 ; ailleurs, le milieu, ou sa voisine s'il n'a pas de solution]",
        "Cell that is empty at the start, or `all` for each in turn [default: 12 on triangle:5; \
         elsewhere the middle, or the cell beside it if the middle has no solution]",
    )
    .parse_form(|text| match text {
        "all" => Ok(text.into()),
        _ => parse_count(text, 0, u64::MAX).map(FieldValue::Number),
    });

pub const RANDOM_GAME: OptionSpec = OptionSpec::new(
    &Solitaire::PLAYERS,
    Text::new("joueurs", "players"),
    "PLAYER",
)
.help(
    "Affiche la partie --deal de la simulation, jouée au hasard (random), au lieu de la solution",
    "Show game --deal of the simulation, played at random (random), instead of the solution",
)
.setting(&Solitaire::PLAYERS.accepting(Accepted::Words(&["random"])))
.word_labels(&[Text::new("au hasard", "random")]);

pub const POSITION: OptionSpec = OptionSpec::new(
    &Setting::new::<String>("position"),
    Text::untranslated("position"),
    "CELLS",
)
.help(
    "Position à résoudre : les cases qui portent un pion, telles que 0,3,4",
    "Position to solve: the cells with pegs, such as 0,3,4",
);

pub const COUNT_SOLUTIONS: OptionSpec =
    OptionSpec::new(&Setting::flag("count"), Text::new("compter", "count"), "")
        .help(
            "Compte les solutions, les parties et les positions, sur 21 cases au plus",
            "Count solutions, games and positions, on at most 21 cells",
        )
        .group(HelpSection::Output);

/// Returns the error of an option that gives the start.
pub fn start_problem(flag: &str, error: SolitaireStateError) -> Problem {
    let problem = match error {
        SolitaireStateError::HoleOffBoard(hole, board) => {
            off_board_problem(&hole.to_string(), board)
        }
        SolitaireStateError::UnknownCell(cell, board) => off_board_problem(&cell, board),
        SolitaireStateError::OtherStart(_) => problem!(
            "le plateau a plusieurs cases vides, qui sont son départ",
            "the board has several empty cells, which are its start"
        ),
        SolitaireStateError::DuplicateCell(cell) => problem!(
            "la case {cell} apparaît deux fois",
            "cell {cell} appears twice"
        ),
        SolitaireStateError::NoPeg => {
            problem!("il faut au moins un pion", "at least one peg is needed")
        }
    };
    Problem::for_argument(flag, problem)
}

fn off_board_problem(cell: &str, board: Board) -> Problem {
    let last = board.cell_count() - 1;
    problem!(
        "« {cell} » n'est pas une case du plateau {board} (cases 0 à {last})",
        "“{cell}” is not a cell of the board {board} (cells 0 to {last})"
    )
}

pub fn start_with_hole(board: Board, hole: usize) -> Result<SolitaireState, Problem> {
    SolitaireState::new(board, hole).map_err(|error| start_problem("--hole", error))
}

/// Returns the start with the requested board and hole, or the board's default hole.
pub fn parse_start(args: &ParsedArgs<'_>) -> Result<SolitaireState, Problem> {
    let board: Board = args.get(&BOARD)?;
    start_with_hole(
        board,
        args.get_optional(&HOLE)?.unwrap_or(board.default_hole()),
    )
}

pub const GLOSSARY: TopicGlossary = TopicGlossary {
    title: Text::new("Le solitaire", "Peg solitaire"),
    own_terms: &[
        ("deals", Text::new("parties", "games")),
        ("lowest", Text::new("La meilleure partie", "The best game")),
        ("median", Text::new("Une partie médiane", "A median game")),
        ("highest", Text::new("La pire partie", "The worst game")),
        ("ranked", Text::new("# pion|# pions", "# peg|# pegs")),
        ("outcome", Text::new("pions restants", "pegs left")),
        ("left", Text::new("pions restants", "pegs left")),
        ("english", Text::new("anglais", "english")),
        ("european", Text::new("européen", "european")),
        ("won", Text::new("gagnées", "won")),
        (
            "random_win",
            Text::new(
                "victoires du joueur qui joue au hasard",
                "a random player wins",
            ),
        ),
    ],
    settings: &[BOARD, HOLE],
    finding: FindingWords {
        main_row: |_| "1".to_owned(),
        row_phrase: pegs_phrase,
        statistics: &[PEGS],
        clause: |summary, row, value, lang| {
            let pegs = pegs_phrase(summary, &row_name(summary, row), lang);
            let verb = value.verb(
                lang,
                Text::new("finit", "ends"),
                Text::new("finissent", "end"),
            );
            let games = &value.games;
            either!(
                lang,
                "{games} {verb} avec {pegs}",
                "{games} {verb} with {pegs}"
            )
        },
        handout: &[(Solitaire::HOLE.key, "12")],
    },
};

/// The number of pegs left.
pub const PEGS: Statistic = Statistic {
    name: "pegs",
    columns: &["left"],
    label: Text::new("pions restants", "pegs left"),
    heading: Text::new("pions", "pegs"),
    curve_label: Text::new(
        "Parties qui finissent avec au plus n pions",
        "Games that end with at most n pegs",
    ),
    number_label: Text::new("n, pions restants", "n, pegs left"),
    ..Statistic::NEW
};

/// Names a row: "1 peg".
fn pegs_phrase(_: &Summary, name: &str, lang: Lang) -> String {
    let pegs = name.parse().unwrap_or_default();
    lang.translated_count(pegs, ["pion", "pions"], ["peg", "pegs"])
}

pub fn jump_explanation(step: &Step<SolitaireState>) -> Sentence {
    let peg_count = step.after.peg_count();
    Sentence::from_fn(|lang| {
        let sentence = jump_text(&step.mv);
        let jump = sentence.in_lang(lang);
        if step.after.outcome().is_some() {
            return format!("{jump}. {}", game_over_text(peg_count).in_lang(lang));
        }
        let pegs = lang.translated_count(peg_count.into(), ["pion", "pions"], ["peg", "pegs"]);
        either!(lang, "{jump}, il reste {pegs}", "{jump}, {pegs} left")
    })
}

/// Describes a jump by the cells from which and to which the peg jumps.
pub fn jump_text(Jump { from, to, .. }: &Jump) -> Sentence {
    sentence!("Saut : {from} → {to}", "Jump: {from} → {to}")
}

/// Formats jumps as the handout prints them, separated by spaces.
pub fn jumps_text(jumps: impl IntoIterator<Item = Jump>) -> String {
    jumps
        .into_iter()
        .map(|jump| jump.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// States that no peg can jump, and the number of pegs left.
pub fn game_over_text(pegs: u32) -> Sentence {
    if pegs == 1 {
        return sentence!("Gagné : 1 pion", "Won: 1 peg");
    }
    Sentence::new(
        format!(
            "Bloqué : il reste {}",
            Lang::Fr.count_with_noun(pegs.into(), "pion", "pions")
        ),
        format!(
            "Blocked: {} left",
            Lang::En.count_with_noun(pegs.into(), "peg", "pegs")
        ),
    )
}
