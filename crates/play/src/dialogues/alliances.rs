//! The dialogue of the patience (handout 000, 4.5.2 and 4.5.3). Piles are numbered from 1; cards use the letters of the
//! language.

use super::PlayVerb;
use crate::conversation::{legal_moves, not_understood, resume_game};
use crate::{GameEnd, ParsedAnswer, Playable, Session, SessionEnding, StopReason};
use pioche_engine::cards::Card;
use pioche_engine::cards::card::{CardLabel, CardNotation, parse_card};
use pioche_engine::games::alliances::perfect::{PerfectSolver, UnprovedBounds};
use pioche_engine::games::alliances::{AllianceRule, PatienceMove, PatienceState, automatic};
use pioche_engine::players::PlayerSpec;
use pioche_report::lang::{
    Lang, Sentence, Text, either, fold_case_and_accents, safe_excerpt, sentence,
};
use pioche_topics::alliances;
use pioche_topics::alliances::{
    ALLIANCE, GAME_OR_DEAL, NB_TAS_MAX, PACK_OPTIONS, alliance_suffix, card_label, cards_text,
    no_pile_text, piles_text, read_game, read_or_deal_cards,
};
use pioche_topics::saved_game::RecordedGame;
use pioche_topics::setting::CARD;
use std::cmp::Ordering;

/// The width of a pile in a line, in columns.
const PILE_WIDTH: usize = 4;

const USUAL_ALLIES: Text = Text::new("même\nvaleur ou même couleur", "same\nrank or same suit");
/// The rules, in which `{allied}` says which cards are allied.
const RULES: Text = Text::new(
    "Piochez les cartes une à une. Quand les deux voisins d'un tas sont alliés ({allied}), ce tas \
     peut sauter sur son voisin de gauche, dont la
carte disparaît. Le premier et le dernier tas ne sautent jamais. Moins il reste
de tas à la fin, mieux c'est.
  p              piocher une carte
  s              sauter ; le jeu demande quel tas
  3 ou s 3       le tas n° 3 saute
  7-P ou 7♠      le tas de cette carte saute (C ♥, K ♦, P ♠, T ♣)",
    "Draw the cards one by one. When the two neighbours of a pile are allied ({allied}), this \
     pile may jump onto its left neighbour, whose card
disappears. The first and the last pile never jump. In the end, the fewer piles,
the better.
  d              draw a card
  j              jump; the game asks which pile
  3 or j 3       pile 3 jumps
  7-P or 7♠      the pile of this card jumps (C ♥, K ♦, P ♠, T ♣)",
);
const MENU: Text = Text::new(
    "[p]iocher, [s]auter, [i]ndice, [a]nnuler, [q]uitter, aide : ",
    "[d]raw, [j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ",
);
const JUMPS_MENU: Text = Text::new(
    "[s]auter, [i]ndice, [a]nnuler, [q]uitter, aide : ",
    "[j]ump, h[i]nt, [u]ndo, [q]uit, [h]elp: ",
);
const WHICH_PILE: Text = Text::new(
    "Quel tas saute (son numéro ou sa carte) ? ",
    "Which pile jumps (its number or its card)? ",
);
const LAST_CARD: Text = Text::new(
    "Partie interrompue ; la dernière carte est posée sans saut.",
    "You stopped; the last card is laid without a jump.",
);

type PatienceSession = Session<PatienceState>;

pub const PLAY: PlayVerb = PlayVerb {
    topic: &alliances::TOPIC,
    about: Text::new(
        "La réussite des alliances : à vous de piocher et de faire sauter les tas",
        "La réussite des alliances (a patience): you draw the cards and make the jumps",
    ),
    file: GAME_OR_DEAL,
    options: &[
        PACK_OPTIONS[0],
        PACK_OPTIONS[1],
        PACK_OPTIONS[2],
        NB_TAS_MAX,
        ALLIANCE,
    ],
    accepts_deal: true,
    opening_questions: None,
    start_record: |args| {
        if let Some((game, _)) = read_game(args)? {
            return Ok(game);
        }
        let state = PatienceState::new(&read_or_deal_cards(args)?, args.get(&NB_TAS_MAX)?)
            .with_alliance(args.get(&ALLIANCE)?);
        Ok(state.new_saved_game([PlayerSpec::Human; 2]))
    },
    resume: resume_game::<PatienceState>,
};

impl Playable for PatienceState {
    fn greeting(session: &PatienceSession) -> Sentence {
        let cards = session.state().deck().len() as u64;
        let max_piles = session.state().max_piles();
        let [of_fr, of_en] = session.origin().map_or_else(Default::default, |origin| {
            let seed = origin.seed;
            let deal = origin.deal;
            [
                format!("\n(graine {seed}, donne {deal})"),
                format!("\n(seed {seed}, deal {deal})"),
            ]
        });
        let fr = Lang::Fr.count(cards, CARD);
        let en = Lang::En.count(cards, CARD);
        let piles = piles_text(max_piles, Lang::En);
        let alliance = session.state().row().alliance();
        let [rule_fr, rule_en] = [Lang::Fr, Lang::En].map(|lang| alliance_suffix(lang, alliance));
        sentence!(
            "La réussite des alliances, {fr}{rule_fr} : on gagne avec {max_piles} tas au \
             plus.{of_fr}",
            "La réussite des alliances, {en}{rule_en}: you win with at most {piles}.{of_en}"
        )
    }

    /// Returns the row as the handout shows it, with pile numbers below, then the stock.
    #[doc(alias = "afficher_reussite")]
    fn state_text(session: &PatienceSession, lang: Lang, columns: usize) -> String {
        let state = session.state();
        let cards = state.stock().len() as u64;
        let stock = match cards {
            0 => either!(lang, "La pioche est vide.", "The stock is empty."),
            _ => either!(lang, "Pioche : ", "Stock: ") + &lang.count(cards, CARD),
        };
        row_text(state.row().top_cards(), lang, columns) + &stock
    }

    fn question(session: &PatienceSession, answers: &[String]) -> Sentence {
        let question = match answers {
            [] if session.state().stock().is_empty() => JUMPS_MENU,
            [] => MENU,
            _ => WHICH_PILE,
        };
        question.into()
    }

    fn parse_answers(session: &PatienceSession, answers: &[String]) -> ParsedAnswer<Self> {
        match answers {
            [line] => parse_move_line(session.state(), line),
            [.., pile] => parse_jump(session.state(), pile),
            [] => ParsedAnswer::Partial,
        }
    }

    fn last_move_text(session: &PatienceSession) -> Option<Sentence> {
        let step = session.course().last_step()?;
        let PatienceMove::Jump(pile) = step.mv else {
            return None;
        };
        let tops = step.before.row().top_cards();
        let [onto, card] = [pile - 1, pile].map(|pile| CardLabel(tops[pile]));
        Some(sentence!(
            "Le tas de {card} saute sur {onto}.",
            "The pile of {card:#} jumps onto {onto:#}."
        ))
    }

    fn legal_moves_message(session: &PatienceSession) -> Sentence {
        let state = session.state();
        let text = |lang: Lang| {
            let card = |pile: usize| card_label(state.row().top_cards()[pile], lang);
            let jump = |pile: usize| {
                either!(lang, "saut ", "jump ") + &format!("{} ({})", pile + 1, card(pile))
            };
            let draw = (!state.stock().is_empty()).then(|| either!(lang, "piocher", "draw"));
            let moves = draw
                .into_iter()
                .chain(state.possible_jumps().into_iter().map(jump));
            legal_moves(&moves.collect::<Vec<_>>().join(", "))
                .in_lang(lang)
                .to_owned()
        };
        Sentence::from_fn(text)
    }

    fn hint(session: &PatienceSession) -> Sentence {
        best_move_advice(session).unwrap_or_else(|| Self::legal_moves_message(session))
    }

    fn rules(session: &PatienceSession) -> Sentence {
        let alliance = session.state().row().alliance();
        Sentence::from_fn(move |lang| {
            let allied = match alliance {
                AllianceRule::Either => USUAL_ALLIES.in_lang(lang).to_owned(),
                _ => ALLIANCE.title_text(lang, &alliance),
            };
            RULES.in_lang(lang).replace("{allied}", &allied)
        })
    }

    fn conclusion(session: &PatienceSession, _: GameEnd) -> Vec<Sentence> {
        result_texts(session, session.state().row().pile_count())
    }

    /// Draws the rest of the stock without jumps and gives the result, for every way of stopping.
    fn stop_text_and_ending(
        session: &PatienceSession,
        _: StopReason,
        lang: Lang,
        columns: usize,
    ) -> (String, SessionEnding) {
        let state = session.state();
        let row = state.row_after_giving_up();
        let jumps = state.possible_jumps().len() as u64;
        let stopped = match state.stock().len() {
            0 => {
                let fr = Lang::Fr.plural_form(
                    jumps,
                    "un saut restait possible",
                    "des sauts restaient possibles",
                );
                let en = Lang::En.plural_form(jumps, "a jump was", "jumps were");
                either!(
                    lang,
                    "Partie interrompue ; {fr} encore.",
                    "You stopped; {en} still possible."
                )
            }
            1 => LAST_CARD.in_lang(lang).to_owned(),
            stock => either!(
                lang,
                "Partie interrompue ; les {stock} cartes restantes sont posées sans saut.",
                "You stopped; the remaining {stock} cards are laid without jumps."
            ),
        };
        let verdict: Vec<String> = result_texts(session, row.pile_count())
            .iter()
            .map(|sentence| sentence.in_lang(lang).to_owned())
            .collect();
        (
            format!(
                "{stopped}\n\n{}{}",
                row_text(row.top_cards(), lang, columns),
                verdict.join("\n")
            ),
            SessionEnding::Left,
        )
    }
}

/// Creates a solver for hints, limited to a fraction of a second.
fn hint_solver(session: &PatienceSession) -> PerfectSolver {
    PerfectSolver::with_memory_limit(PerfectSolver::DEFAULT_MEMORY)
        .with_alliance(session.state().row().alliance())
}

/// States the best result that is still reachable and the move that leads to it; `None` when the game is over or the solver
/// gives up.
fn best_move_advice(session: &PatienceSession) -> Option<Sentence> {
    let state = session.state();
    let row = state.row_after_giving_up();
    let solution = hint_solver(session).solve(row.top_cards()).ok()?;
    let best = solution.fewest_piles;
    let tops = state.row().top_cards();
    let [fr, en] = match solution
        .moves_with_draws(tops.len(), state.stock().len())
        .into_iter()
        .next()?
    {
        PatienceMove::Draw => ["en piochant".to_owned(), "by drawing".to_owned()],
        PatienceMove::Jump(pile) => {
            let card = CardLabel(tops[pile]);
            [
                format!("en faisant sauter {card}"),
                format!("by making {card:#} jump"),
            ]
        }
    };
    Some(Sentence::new(
        format!("On peut encore finir à {best} tas, {fr}."),
        format!(
            "You can still finish with {} {en}.",
            piles_text(best, Lang::En)
        ),
    ))
}

/// States the fewest piles that the whole deck could have left, compared with the player's own number.
fn best_possible_text(session: &PatienceSession, own: usize) -> Sentence {
    let (low, high) = match hint_solver(session).fewest_piles(session.state().deck()) {
        Ok(best) => (best, best),
        Err(UnprovedBounds { low, high, .. }) => (low, high.min(own)),
    };
    if low < high {
        sentence!(
            "Le meilleur résultat possible était compris entre {low} et {high} tas.",
            "The best possible result was between {low} and {high} piles."
        )
    } else if own == low {
        sentence!(
            "Rien de mieux n'était possible.",
            "Nothing better was possible."
        )
    } else {
        Sentence::new(
            format!("Le meilleur résultat possible était de {low} tas."),
            format!(
                "The best possible result was {}.",
                piles_text(low, Lang::En)
            ),
        )
    }
}

/// States the result with this number of piles, the automatic rule's result, and the best possible one.
fn result_texts(session: &PatienceSession, own: usize) -> Vec<Sentence> {
    let state = session.state();
    let max_piles = state.max_piles();
    let automatic = automatic::automatic_pile_count(state.deck(), state.row().alliance());
    let piles = Lang::En.count_with_noun(own as u64, "pile is", "piles are");
    let verdict = if own <= max_piles {
        sentence!("Gagné ! Il reste {own} tas.", "You won! {piles} left.")
    } else {
        sentence!(
            "Perdu : il reste {own} tas, il en fallait {max_piles} au plus.",
            "You lost: {piles} left; you needed {max_piles} or fewer."
        )
    };
    let against = match own.cmp(&automatic) {
        Ordering::Less => Text::new("vous avez fait mieux", "you did better"),
        Ordering::Equal => Text::new("vous avez fait aussi bien", "you did as well"),
        Ordering::Greater => Text::new("elle fait mieux que vous", "it does better than you"),
    };
    let rule = Sentence::new(
        format!(
            "La règle (saut le plus à gauche) finit à {automatic} tas : {}.",
            against.fr
        ),
        format!(
            "The rule (leftmost jump first) ends with {}: {}.",
            piles_text(automatic, Lang::En),
            against.en
        ),
    );
    vec![verdict, rule, best_possible_text(session, own)]
}

/// Formats the visible cards and the pile numbers, in as many lines as necessary.
fn row_text(tops: &[Card], lang: Lang, columns: usize) -> String {
    let piles_per_line = (columns / PILE_WIDTH).max(1);
    let mut text = String::new();
    for (line, cards) in tops.chunks(piles_per_line).enumerate() {
        let numbers = (1..=cards.len()).map(|at| format!("{:>3}", line * piles_per_line + at));
        text.push_str(&format!(
            "{}\n{}\n",
            cards_text(cards, lang),
            numbers.collect::<Vec<_>>().join(" ")
        ));
    }
    text
}

/// Parses a line: a word, perhaps followed by a pile, or a pile alone.
fn parse_move_line(state: &PatienceState, line: &str) -> ParsedAnswer<PatienceState> {
    let (word, pile) = line
        .split_once(char::is_whitespace)
        .map_or((line, None), |(word, rest)| (word, Some(rest.trim())));
    match (fold_case_and_accents(word).as_str(), pile) {
        ("p" | "piocher" | "d" | "draw", None) => ParsedAnswer::Move(PatienceMove::Draw),
        ("s" | "saut" | "sauter" | "j" | "jump", None) => ParsedAnswer::Partial,
        ("s" | "saut" | "sauter" | "j" | "jump", Some(pile)) => parse_jump(state, pile),
        ("abandonner" | "resign", None) => ParsedAnswer::Stop(StopReason::Quit),
        _ => parse_jump(state, line),
    }
}

/// Parses the jump of a pile, given by its number from 1 or by its card.
fn parse_jump(state: &PatienceState, pile: &str) -> ParsedAnswer<PatienceState> {
    if !pile.is_empty() && pile.bytes().all(|byte| byte.is_ascii_digit()) {
        // Numbers out of range and 0 are piles that do not exist.
        let number: usize = pile.parse().unwrap_or(usize::MAX);
        return match number.checked_sub(1) {
            Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
            None => ParsedAnswer::Invalid(no_pile_text(0, state.row().pile_count())),
        };
    }
    // Letters are those of the handout, in which `C` is hearts.
    let card = parse_card(pile).filter(|(_, notation)| *notation != CardNotation::English);
    let Some((card, _)) = card else {
        let text = safe_excerpt(pile);
        let has_digit = fold_case_and_accents(pile).starts_with(|sign: char| sign.is_ascii_digit());
        return ParsedAnswer::Invalid(if has_digit {
            sentence!(
                "« {text} » n'est ni le numéro d'un tas, ni une carte comme 7-P.",
                "“{text}” is neither the number of a pile nor a card such as 7-P."
            )
        } else {
            not_understood(&text)
        });
    };
    match state.row().top_cards().iter().position(|&top| top == card) {
        Some(index) => ParsedAnswer::Move(PatienceMove::Jump(index)),
        None => {
            let card = CardLabel(card);
            ParsedAnswer::Invalid(sentence!(
                "Coup impossible : {card} n'est visible sur aucun tas.",
                "Impossible: {card:#} is not on top of any pile."
            ))
        }
    }
}
