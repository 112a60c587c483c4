//! What surprises about bataille.

use super::args::WORDS;
use crate::lang::{Glossary, Lang};
use crate::report::page::{Bar, Finding, bar, mean, measured, sure};
use pioche_engine::sim::Summary;

/// What surprises about bataille: with 12 values most games never end, until each lays first in turn; and how long the
/// others last.
pub(super) fn findings(summaries: &[Summary], lang: Lang) -> Vec<Finding> {
    let of = |values: &str, order: &str| {
        summaries.iter().find(|summary| {
            let setting = |key: &str| summary.setting(key);
            setting("values") == values && setting("shuffle") == "uniform" && setting("order") == order
        })
    };
    let orders = |values: &str| of(values, "fixed").zip(of(values, "alternating"));
    let found = [
        orders("12").and_then(|(fixed, alternating)| endless(fixed, alternating, lang)),
        orders("13").and_then(|(fixed, alternating)| long(fixed, alternating, lang)),
    ];
    found.into_iter().flatten().collect()
}

/// How long a game of the whole pack lasts.
fn long(fixed: &Summary, alternating: &Summary, lang: Lang) -> Option<Finding> {
    let bars = [fixed, alternating].map(|summary| {
        let rounds = summary.quantity("rounds")?;
        let (interval, value) = (rounds.interval?, rounds.moments.mean);
        let shown = lang.decimal(value, sure(interval.half_width()));
        let label = WORDS.word(lang, summary.setting("order"));
        Some(Bar { label, value, between: (interval.low, interval.high), shown })
    });
    let [one, other] = [fixed, alternating].map(|summary| mean(summary.quantity("rounds"), lang));
    let says = match lang {
        Lang::Fr => format!(
            "Avec 52 cartes, une partie de bataille qui finit dure **{other} plis** en moyenne quand chacun pose en premier à son \
             tour, et {one} dans l'ordre fixe."
        ),
        Lang::En => format!(
            "With 52 cards, a game of bataille that ends lasts **{other} rounds** on average when each lays first in turn, and \
             {one} in the fixed order."
        ),
    };
    Some(Finding {
        rank: 60,
        says,
        bars: bars.into_iter().collect::<Option<_>>()?,
        command: alternating.command.clone(),
    })
}

fn endless(fixed: &Summary, alternating: &Summary, lang: Lang) -> Option<Finding> {
    let (often, rarely) = (fixed.proportion("endless")?, alternating.proportion("endless")?);
    let (many, few) = (measured(Some(often), lang), measured(Some(rarely), lang));
    let most = often.interval.low > 0.5;
    let says = match lang {
        Lang::Fr => format!(
            "À la bataille avec 12 valeurs, **{} parties ne finit jamais** quand le joueur 1 pose toujours en premier ({many}) ; \
             il suffit que chacun pose en premier à son tour pour qu'il n'y en ait presque plus aucune ({few}).",
            if most { "la plupart des" } else { "une part des" }
        )
        .replace("la plupart des parties ne finit", "la plupart des parties ne finissent"),
        Lang::En => format!(
            "In bataille with 12 values **{} never end** when player 1 always lays first ({many}); let each lay first in turn, and \
             almost none does ({few}).",
            if most { "most games" } else { "some games" }
        ),
    };
    let bars = [("fixed", often), ("alternating", rarely)]
        .map(|(order, share)| bar(WORDS.word(lang, order), share.proportion.estimate(), share.interval, lang));
    let command = fixed.command.clone();
    Some(Finding { rank: 20, says, bars: bars.to_vec(), command })
}
