//! What surprises about the patience.

use super::estimates::{bar_of, by_rule, one_in, pack, share_of, variant, win, won};
use crate::lang::{Lang, Say, Text};
use crate::report::page::{Finding, mean, measured, number};
use pioche_engine::sim::Summary;
use pioche_engine::stats::ratio::ratio;

const RULE: Text = Text::new("dans l'ordre de la pioche", "as the stock lies");
const EXCHANGED: Text = Text::new("après le meilleur échange", "after the best exchange");
const KNOWING: Text = Text::new("en connaissant la pioche", "knowing the stock");

/// What surprises about the patience.
pub(super) fn findings(summaries: &[Summary], lang: Lang) -> Vec<Finding> {
    let ruled = |cards: &str, wanted: &str| {
        summaries.iter().find(|summary| by_rule(summary) && pack(summary) == cards && variant(summary) == wanted)
    };
    let perfect = summaries.iter().find(|summary| {
        summary.setting("player") == "perfect"
            && summary.setting("improve") == "none"
            && summary.setting("cards") == "32"
    });
    let (small, large) = (ruled("32", "none"), ruled("52", "none"));
    let found = [
        small.zip(ruled("32", "exchange")).and_then(|(plain, changed)| neighbours(plain, changed, lang)),
        small.zip(ruled("32", "move")).and_then(|(plain, changed)| moved(plain, changed, lang)),
        perfect.and_then(|perfect| foresight(perfect, lang)),
        small.zip(large).and_then(|(small, large)| rare(small, large, lang)),
    ];
    found.into_iter().flatten().collect()
}

/// An exchange of two neighbours makes two piles several times as probable.
fn neighbours(plain: &Summary, changed: &Summary, lang: Lang) -> Option<Finding> {
    let (after, before) = (win(changed, "exchange", 2)?, win(plain, "none", 2)?);
    let (times, interval) = ratio(won(changed, "exchange", 2)?, won(plain, "none", 2)?, plain.confidence)?;
    let (times, before_share, after_share) =
        (number(times, interval, lang), share_of(before, lang), share_of(after, lang));
    let says = match lang {
        Lang::Fr => format!(
            "À la réussite des alliances, **échanger en cachette deux cartes voisines** de la pioche rend la victoire {times} \
             fois plus probable : de {before_share} à {after_share} (32 cartes, 2 tas)."
        ),
        Lang::En => format!(
            "In the patience, **secretly exchanging two neighbouring cards** of the stock makes a win {times} times as \
             probable: from {before_share} to {after_share} (32 cards, 2 piles)."
        ),
    };
    let bars = vec![bar_of(RULE.say(lang), before, lang), bar_of(EXCHANGED.say(lang), after, lang)];
    Some(Finding { rank: 10, says, bars, command: changed.command.clone() })
}

/// The move of any one card makes a rare win a common one.
fn moved(plain: &Summary, changed: &Summary, lang: Lang) -> Option<Finding> {
    let (after, before) = (win(changed, "move", 2)?, win(plain, "none", 2)?);
    let (games, after_share) = (one_in(before, lang), share_of(after, lang));
    let says = match lang {
        Lang::Fr => format!(
            "Une partie sur {games} seulement finit à 2 tas avec 32 cartes ; mais **déplacer une seule carte**, bien choisie, \
             y mène {after_share} des donnes."
        ),
        Lang::En => format!(
            "Only one game in {games} ends with 2 piles of 32 cards; but **moving a single card**, well chosen, leads \
             {after_share} of the deals there."
        ),
    };
    let bars = vec![
        bar_of(RULE.say(lang), before, lang),
        bar_of(Text::new("une carte déplacée", "one card moved").say(lang), after, lang),
    ];
    Some(Finding { rank: 30, says, bars, command: changed.command.clone() })
}

/// To know the whole stock hardly helps.
fn foresight(perfect: &Summary, lang: Lang) -> Option<Finding> {
    let gain = mean(Some(perfect.quantity("gain_player")?), lang);
    let as_good = measured(Some(perfect.proportion("as_good")?), lang);
    let (rule, best) = (win(perfect, "leftmost", 2)?, win(perfect, "perfect", 2)?);
    let says = match lang {
        Lang::Fr => format!(
            "**Connaître toute la pioche** et jouer au mieux ne gagne que {gain} tas en moyenne sur la règle du saut le plus à \
             gauche, qui est déjà parfaite dans {as_good} des donnes (32 cartes)."
        ),
        Lang::En => format!(
            "**To know the whole stock** and to play one's best gains only {gain} piles on average on the rule of the leftmost \
             jump, which is perfect already in {as_good} of the deals (32 cards)."
        ),
    };
    let label = |words: Text| words.say(lang);
    let rule_label = label(Text::new("2 tas avec la règle", "2 piles by the rule"));
    let best_label = format!("{} {}", label(Text::new("2 tas", "2 piles")), label(KNOWING));
    let bars = vec![bar_of(rule_label, rule, lang), bar_of(best_label, best, lang)];
    Some(Finding { rank: 40, says, bars, command: perfect.command.clone() })
}

/// With the large pack the official rule is hardly ever won.
fn rare(small: &Summary, large: &Summary, lang: Lang) -> Option<Finding> {
    let (few, many) = (win(small, "none", 2)?, win(large, "none", 2)?);
    if many.low <= 0.0 {
        return None;
    }
    let (small_games, large_games) = (one_in(few, lang), one_in(many, lang));
    let says = match lang {
        Lang::Fr => format!(
            "« Assez rarement », dit le sujet : avec 32 cartes, une réussite sur {small_games} finit à 2 tas, et **avec 52 cartes \
             une sur {large_games}**."
        ),
        Lang::En => format!(
            "“Rather rarely”, says the handout: of 32 cards, one game in {small_games} ends with 2 piles, and **of 52 cards one in \
             {large_games}**."
        ),
    };
    let cards = |count: u32| super::words::pack(lang, &count.to_string());
    let bars = vec![bar_of(cards(32), few, lang), bar_of(cards(52), many, lang)];
    Some(Finding { rank: 80, says, bars, command: large.command.clone() })
}
