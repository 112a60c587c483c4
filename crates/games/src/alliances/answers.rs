//! The values of the variants of a run of the patience.

use super::args::{IMPROVE, NB_TAS_MAX, PLAYER, fewest_piles, run_experiment};
use pioche_engine::experiments::alliances::{Alliances, AlliancesPlayer};
use pioche_engine::sim::{FieldValue, Row, SettingType, Summary};

/// Returns the rows of a variant, each with its number of permitted piles.
fn variant_rows(summary: &Summary, variant: Alliances) -> impl Iterator<Item = (u64, &Row)> {
    let player = variant.player().field_value();
    let improvement = variant.improvement().field_value();
    summary.rows().filter_map(move |row| {
        let is_of_variant = row.field(PLAYER.key()) == Some(&player)
            && row.field(IMPROVE.key()) == Some(&improvement);
        match row.field(NB_TAS_MAX.key()) {
            Some(FieldValue::Number(piles)) if is_of_variant => Some((*piles, row)),
            _ => None,
        }
    })
}

/// Returns the rows of a variant from the fewest piles that a game can leave on, each with its number of permitted piles.
pub fn win_rows(summary: &Summary, variant: Alliances) -> impl Iterator<Item = (u64, &Row)> {
    let fewest = fewest_piles(summary);
    variant_rows(summary, variant).filter(move |(piles, _)| *piles >= fewest)
}

/// True if no other player than the rule was measured.
pub fn has_only_rule_player(summary: &Summary) -> bool {
    run_experiment(summary).player() == AlliancesPlayer::Leftmost
}
