//! What went wrong, in French.

use super::{At, Problem};
use crate::lang::{Lang, Say};

/// The sentence.
pub(super) fn say(problem: &Problem) -> String {
    let at = |(file, line, column): At<'_>| format!("{file}, ligne {line}, colonne {column} :");
    match problem {
        Problem::NotACount { text } => {
            format!("« {text} » n'est pas un nombre entier comme 250k, 10M, 1e6 ou 1_000_000")
        }
        Problem::CountOutOfRange { text, least, most } => {
            let (least, most) = (Lang::Fr.integer(*least), Lang::Fr.integer(*most));
            format!("{text} n'est pas entre {least} et {most}")
        }
        Problem::NotASeed { text } => format!("« {text} » n'est ni un entier de 0 à 2^64 − 1, ni « random »"),
        Problem::NotAWidth { text } => {
            format!("« {text} » n'est pas une demi-largeur strictement comprise entre 0 et 0,5, comme 0.001")
        }
        Problem::NotAConfidence { text } => {
            format!("« {text} » n'est pas un niveau de confiance strictement compris entre 0 et 1, comme 0.95")
        }
        Problem::NotAScale { text } => format!("« {text} » n'est pas une échelle entre 0.001 et 1e6"),
        Problem::NotACardCount { text } => {
            format!("« {text} » n'est pas 32, 36 ou 52 ; pour un autre jeu, donnez --suits et --ranks")
        }
        Problem::NotAChoice { text, choices } => format!("« {text} » n'est pas un choix possible ({choices})"),
        Problem::NotAMixing { text } => {
            format!("« {text} » n'est ni « uniform » ni « riffle:m » avec m de 0 à 1000")
        }
        Problem::EmptyRange { text } => format!("l'intervalle « {text} » est vide"),
        Problem::TallyOfMany { runs } => {
            format!("un décompte contient une seule simulation, et celle-ci en fait {runs} (--out les écrit toutes)")
        }
        Problem::TallyOfAnother { file, game } => {
            format!("{file} : ce décompte porte sur un autre jeu ({game}) que le premier")
        }
        Problem::NotAChartFile { text } => format!("« {text} » ne finit ni par .png ni par .svg"),
        Problem::BadPackShape { suits, ranks } => format!(
            "un jeu de {suits} x {ranks} n'est pas possible : il faut 1 à 8 couleurs, 1 à 32 valeurs et 64 cartes au plus"
        ),
        Problem::NothingToChange => "une pioche d'une seule carte ne peut être modifiée".into(),
        Problem::BadArgument { flag, problem } => format!("{flag} : {}", problem.fr()),
        Problem::UnknownArgument { text, suggestion } => {
            format!("« {text} » n'est pas un argument connu ici{}", suggested_fr(suggestion))
        }
        Problem::UnknownCommand { text, suggestion } => {
            format!("« {text} » n'est pas une commande connue{}", suggested_fr(suggestion))
        }
        Problem::MissingArgument { names } => format!("il manque {names}"),
        Problem::MissingCommand { choices } => format!("il manque une commande, parmi {choices}"),
        Problem::MissingValue { flag } => format!("{flag} attend une valeur"),
        Problem::UnexpectedValue { flag } => format!("{flag} n'attend pas de valeur, ou pas autant"),
        Problem::Conflict { first, second } => format!("{first} et {second} ne vont pas ensemble"),
        Problem::Repeated { flag } => format!("{flag} est donné deux fois"),
        Problem::ArgumentNotUtf8 => "un argument de la ligne de commande n'est pas du texte UTF-8".into(),
        Problem::BadCommandLine { text } => text.clone(),
        Problem::NoEntropy => "--seed random : le système ne donne pas de hasard".into(),
        Problem::NoSuchProcessor { text, known } => {
            format!("PIOCHE_CPU : « {text} » n'est pas un jeu d'instructions de ce processeur ({known})")
        }
        Problem::NoThreads { problem } => format!("--threads : {problem}"),
        Problem::CannotRead { file, reason } => format!("{file} ne peut être lu : {}", reason.fr()),
        Problem::CannotWrite { file, reason } => format!("{file} ne peut être écrit : {}", reason.fr()),
        Problem::SameFileTwice { file } => format!("{file} est demandé deux fois comme sortie"),
        Problem::NoTerminal => "--tui demande un terminal : sans lui, la partie se joue ligne par ligne".into(),
        Problem::StdoutFailed { reason } => format!("la sortie standard ne peut être écrite : {}", reason.fr()),
        Problem::TooLong { file, most } => {
            format!("{file} dépasse {} octets : ce n'est pas ce qui est attendu ici", Lang::Fr.integer(*most))
        }
        Problem::NotUtf8 { file, line, column } => {
            format!("{} ce n'est pas du texte UTF-8", at((file, *line, *column)))
        }
        Problem::ForeignFolder { folder, stranger } => {
            format!(
                "--out {folder} : ce dossier contient « {stranger} », qui n'est pas d'une étude ; choisissez un dossier vide ou nouveau"
            )
        }
        Problem::Film(problem) => problem.fr(),
        Problem::ChartFailed { problem } => format!("le graphique ne peut être dessiné : {problem}"),
        Problem::BadTally { file, line, problem } => format!("{file}, ligne {line} : {}", problem.fr()),
        Problem::TallyExpected { key } => format!("la ligne « {key} … » est attendue ici"),
        Problem::TallyFormat => "ce n'est pas un décompte de pioche (« pioche tally 1 »)".into(),
        Problem::TallyValues { found, own } => {
            format!("ce décompte suit la version {found} des valeurs, ce programme la version {own}")
        }
        Problem::TallyExperiment => "cette expérience n'est pas connue".into(),
        Problem::TallyCounts => "les décomptes contredisent le nombre de donnes".into(),
        Problem::TallyEmpty { file } => format!("{file} ne contient aucune donne"),
        Problem::NotABoard { text } => {
            format!("« {text} » n'est pas un plateau : triangle:3 à triangle:10, english ou european")
        }
        Problem::NotACell { cell, board, last } => {
            format!("« {cell} » n'est pas une case du plateau {board}, numérotées de 0 à {last}")
        }
        Problem::NotAStone { column, found } => {
            format!("colonne {column} : « {found} » n'est ni « . » (vide), ni « x » (joueur 1), ni « o » (joueur 2)")
        }
        Problem::PositionLength { found, expected } => format!("{found} cases au lieu de {expected}"),
        Problem::BadPosition { detail } => format!("position refusée ({detail})"),
        Problem::TooLarge { detail } => format!("résolution refusée ({detail})"),
        Problem::NotATakeSet { text, most } => {
            format!("« {text} » n'est pas une liste de prises de 1 à {most}, comme 2,3")
        }
        Problem::NotPlayers { text } => format!(
            "« {text} » ne désigne pas deux joueurs comme random,perfect (random, greedy, perfect, minimax:d, mcts:n, d et n à partir de 1)"
        ),
        Problem::NobodyThere => "personne n'est là pour jouer : une simulation n'a pas de joueur human".into(),
        Problem::NotAMove { file, number, text } => {
            format!("{file} : le coup {number}, « {text} », n'est pas un coup")
        }
        Problem::RefusedMove { file, number, text, reason } => {
            format!("{file} : le coup {number}, {text}, est refusé ({reason})")
        }
        Problem::UnknownValue { file, line, column, word, values } => {
            let range = values.map_or_else(String::new, |most| format!(" de 1 à {most}"));
            format!("{} « {word} » n'est pas une valeur{range}", at((file, *line, *column)))
        }
        Problem::ThirdHand { file, line, column } => {
            format!("{} deux mains tiennent en deux lignes, rien ne peut suivre", at((file, *line, *column)))
        }
        Problem::NoSecondHand { file } => {
            format!("{file}, ligne 2 : il manque la main du joueur 2 (une ligne vide est une main vide)")
        }
        Problem::TooManyCards { file, cards } => format!("{file} : {cards} cartes, au lieu de 256 au plus"),
        Problem::EmptyDeck { file } => format!("{file} ne contient aucune carte"),
        Problem::UnknownCard { file, line, column, text } => {
            format!("{} « {text} » n'est pas une carte comme 7-K ou D-P", at((file, *line, *column)))
        }
        Problem::ForeignCard { file, line, column, card, cards } => {
            format!("{} {card} n'est pas d'un jeu de {cards} cartes", at((file, *line, *column)))
        }
        Problem::DoubledCard { file, line, column, card, first } => {
            let (first_line, first_column) = first;
            format!("{} {card} est déjà là (ligne {first_line}, colonne {first_column})", at((file, *line, *column)))
        }
        Problem::MissingCards { file, cards, count: 1 } => format!("{file} : il manque {cards}"),
        Problem::MissingCards { file, cards, count } => format!("{file} : il manque {count} cartes : {cards}"),
        Problem::WrongNumber { file, found, expected } => format!("{file} : {found} cartes au lieu de {expected}"),
        Problem::Session { place, error } => format!("{place} : {}", error.fr()),
        Problem::Undecided => "la recherche d'une solution est abandonnée : trop de positions".into(),
    }
}

fn suggested_fr(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |word| format!(" ; peut-être {word} ?"))
}
