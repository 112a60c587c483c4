//! What went wrong, in French.

use super::{At, Problem, listed};
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
        Problem::NotAChoice { text, choices } => format!("« {text} » n'est pas un choix possible ({choices})"),
        Problem::NotOneOf { text, choices } => {
            let choices: Vec<&str> = choices.iter().map(|choice| choice.fr).collect();
            say(&Problem::NotAChoice { text: text.clone(), choices: choices.join(", ") })
        }
        Problem::NotUnderstood { text } => format!("« {text} » n'est pas compris"),
        Problem::Said(sentence) => sentence.fr(),
        Problem::EmptyRange { text } => format!("l'intervalle « {text} » est vide"),
        Problem::TallyOfMany { runs } => {
            format!("un décompte contient une seule simulation, et celle-ci en fait {runs} (--out les écrit toutes)")
        }
        Problem::TallyOfAnother { file, game } => {
            format!("{file} : ce décompte porte sur un autre jeu ({game}) que le premier")
        }
        Problem::NotAChartFile { text } => format!("« {text} » ne finit ni par .png, ni par .svg, ni par .pdf"),
        Problem::BadArgument { flag, problem } => format!("{flag} : {}", problem.fr()),
        Problem::UnknownArgument { text, suggestion } => {
            format!("« {text} » n'est pas un argument connu ici{}", suggested_fr(suggestion))
        }
        Problem::UnknownCommand { text, suggestion: None, choices } if !choices.is_empty() => {
            format!("« {text} » n'est pas connu ici ; au choix : {choices}")
        }
        Problem::UnknownCommand { text, suggestion, .. } => {
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
        Problem::NoThreads { threads: 1, reason } => {
            format!("le système ne démarre plus de fil d'exécution : {reason}")
        }
        Problem::NoThreads { threads, reason } => {
            format!("--threads : le système ne démarre pas {threads} fils d'exécution : {reason}")
        }
        Problem::CannotRead { file, reason } => format!("{file} ne peut être lu : {}", reason.fr()),
        Problem::CannotWrite { file, reason } => format!("{file} ne peut être écrit : {}", reason.fr()),
        Problem::SameFileTwice { file } => format!("{file} est demandé deux fois comme sortie"),
        Problem::OutputIsInput { file } => {
            format!("{file} est lu par cette commande, et ne peut être une de ses sorties")
        }
        Problem::StdoutTwice => "la sortie standard est demandée deux fois : elle ne porte qu'une réponse".into(),
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
        Problem::ForeignMarker { folder } => {
            format!(
                "--out {folder} : le study.json de ce dossier n'est pas de nous ; choisissez un dossier vide ou nouveau"
            )
        }
        Problem::OtherStudy { folder, found, asked } => {
            format!(
                "--out {folder} : ce dossier contient une étude de {found} au lieu de {asked} (--force la remplace)"
            )
        }
        Problem::StudyBusy { folder } => format!("--out {folder} : une autre étude s'écrit dans ce dossier"),
        Problem::StudyReplaced { folder } => {
            format!(
                "--out {folder} : ce dossier n'est plus celui de cette étude : un autre study.json a pris la place du sien"
            )
        }
        Problem::NotAFilmFile { text } => format!(
            "--animate : « {text} » ne finit ni par .gif ni par .svg (avec --frame, une seule image : .png ou .svg)"
        ),
        Problem::NotAStillFile { text } => {
            format!("--animate : « {text} » ne finit ni par .png ni par .svg, comme il le faut avec --frame")
        }
        Problem::NotASpeed { text } => format!("« {text} » n'est pas une vitesse de 0.1 à 20"),
        Problem::NotAState { text } => format!("« {text} » n'est ni le numéro d'un état, à partir de 0, ni « last »"),
        Problem::NoSuchState { asked, last } => {
            format!("--frame : il n'y a pas d'état {asked}, le dernier est l'état {last}")
        }
        Problem::TooManyPixels { width, height } => {
            format!("--width : une image de {width} x {height} pixels est trop grande")
        }
        Problem::ChartFailed { problem } => format!("le graphique ne peut être dessiné : {problem}"),
        Problem::BadTally { file, line, problem } => format!("{file}, ligne {line} : {}", problem.fr()),
        Problem::TallyExpected { key } => format!("la ligne « {key} … » est attendue ici"),
        Problem::TallyFormat => "ce n'est pas un décompte de pioche (« pioche tally 2 »)".into(),
        Problem::TallyValues { found, own } => {
            format!("ce décompte suit la version {found} des valeurs, ce programme la version {own}")
        }
        Problem::TallyExperiment => "cette expérience n'est pas connue".into(),
        Problem::TallyContradiction { key } => {
            format!("la ligne « {key} … » contredit le nombre de donnes, les règles ou les autres lignes")
        }
        Problem::TallyUnguarded => {
            "ce décompte est au format précédent, sans somme de contrôle (« pioche tally 1 ») : il faut rejouer ses \
             donnes"
                .into()
        }
        Problem::TallyCut => "ce décompte est coupé : il manque sa somme de contrôle".into(),
        Problem::TallyChecksum => "ce décompte a été modifié : sa somme de contrôle ne correspond pas".into(),
        Problem::TallyBins => "cette ligne a plus de valeurs qu'aucune simulation n'en remplit".into(),
        Problem::TallyExists { file } => {
            format!("{file} existe déjà (--resume reprend ce décompte, --force le remplace)")
        }
        Problem::TallyBusy { file } => format!("{file} : une autre simulation écrit ce décompte"),
        Problem::TallyReplaced { file } => {
            format!("{file} n'est plus le décompte de cette simulation : un autre fichier a pris sa place")
        }
        Problem::OtherPlan { file, found, asked } => {
            format!("{file} contient une autre simulation : « {found} », au lieu de « {asked} »")
        }
        Problem::MergeHoles { holes } => format!("il manque les donnes {holes} (--partial s'en passe)"),
        Problem::MergeSeed { file, first } => {
            format!("{file} n'a pas la même graine que {first} (--pool réunit des graines différentes)")
        }
        Problem::MergePrecision { file } => {
            format!(
                "{file} s'arrêtait selon --precision ou --digits : ses donnes dépendent de ses résultats et ne se réunissent pas"
            )
        }
        Problem::MergeOverlap { file, first, deal } => {
            format!("{file} contient la donne {deal}, qui est déjà dans {first}")
        }
        Problem::SameRunTwice { file, first } => {
            format!("{file} contient des donnes qui sont déjà dans {first} : une même simulation ne compte qu'une fois")
        }
        Problem::SameInputTwice { file } => format!("{file} est donné deux fois"),
        Problem::SlurmNeedsTally => {
            "il faut « -- simulate … --tally FICHIER » ou « --out DOSSIER », sans --shard, --resume ni --threads, que le \
             script ajoute"
                .into()
        }
        Problem::ResumeNeedsTally => {
            "il faut --tally FICHIER, le décompte à reprendre, ou --out DOSSIER, qui en contient".into()
        }
        Problem::NotAPause { text } => format!("PIOCHE_SAVE_EVERY : « {text} » n'est pas un nombre de secondes entre 0 et 86400"),
        Problem::NotAShard { text } => {
            format!("« {text} » n'est pas une tranche comme 3/8, la troisième de huit")
        }
        Problem::ShardPrecision => {
            "une tranche ne peut savoir quand elles sont toutes ensemble assez précises : elle joue des donnes fixées d'avance"
                .into()
        }
        Problem::InTable { file, line, column, problem } => {
            format!("{} {}", at((file, *line, *column)), problem.fr())
        }
        Problem::TableNothing { file, rows } => {
            format!("{file} : rien ne peut être comparé ; de {} aucune dispersion n'est connue", rows.join(" ; "))
        }
        Problem::TableEmpty { file } => {
            format!("{file} n'est pas un tableau : il faut une ligne de titres, puis une ligne par nombre")
        }
        Problem::TableWide { cells, headings } => format!(
            "{cells} cases pour {headings} titres ; avec des virgules décimales, les colonnes se séparent par des « ; »"
        ),
        Problem::TableTopic { file } => format!(
            "{file} : ses titres ne disent pas de quoi il s'agit ; nommez-le : pioche check-solution reussite {file}"
        ),
        Problem::TableColumn { file, column, headings } => {
            format!("{file} n'a pas de colonne « {column} », mais {}", listed(headings))
        }
        Problem::TableTwice { column } => format!("la colonne « {column} » est là deux fois"),
        Problem::TableNumber { text } => format!("« {text} » n'est pas un nombre comme 0,0126, 1,26 % ou 1/79"),
        Problem::TableNameless => "rien ne dit de quelle ligne est ce nombre".into(),
        Problem::NotAnAssertion { text } => format!(
            "« {text} » n'est pas une affirmation comme p(nb_tas_max=2) dans 0,0126 ± 0,0005 ; aussi : dans [a ; b], < x, > x, = x, \
             mean(nb_tas)"
        ),
        Problem::AssertPercent { text } => {
            format!("« {text} » : un seul des deux nombres est en pourcents ; écrivez « % » après chacun")
        }
        Problem::AssertProbability { text } => {
            format!("« {text} » n'est pas une probabilité : elle est entre 0 et 1, ou en pourcents avec « % »")
        }
        Problem::AssertUnknown { text, choices } => {
            format!("« {text} » n'est le nom de rien ici ; au choix : {}", listed(choices))
        }
        Problem::AssertMany { text, choices } => {
            format!("« {text} » est le nom de plusieurs lignes : {}", listed(choices))
        }
        Problem::AssertParts => {
            "une partie n'a que quelques-unes des donnes : pioche report … --assert, quand elles sont réunies".into()
        }
        Problem::NoSuchRow { row, choices } => {
            format!("il n'y a pas de ligne « {row} » ; au choix : {}", listed(choices))
        }
        Problem::ShardEmpty { deals } => {
            format!("il y a plus de tranches que de blocs de 64 donnes dans {}", Lang::Fr.integer(*deals))
        }
        Problem::TallyEmpty { file } => format!("{file} ne contient aucune donne"),
        Problem::NotAMove { file, number, text } => {
            format!("{file} : le coup {number}, « {text} », n'est pas un coup")
        }
        Problem::RefusedMove { file, number, text, reason } => {
            format!("{file} : le coup {number}, « {text} », est refusé : {}", reason.fr())
        }
        Problem::Session { place, error } => format!("{place} : {}", error.fr()),
        Problem::Undecided => "la recherche d'une solution est abandonnée : trop de positions".into(),
    }
}

fn suggested_fr(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or_else(String::new, |word| format!(" ; peut-être {word} ?"))
}
