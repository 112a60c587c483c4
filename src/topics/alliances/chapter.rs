//! The chapter of the patience and its findings.

use super::answers::{
    automatic_game, best_exchange_position_answer, change_gain_answer, change_table,
    exchange_answer, has_only_rule_player, inverse_probability_text, mean_answer, mean_table,
    point_bar, run_experiment, share_text, win_answer, win_point, win_proportion, win_table,
    worsened_answer,
};
use super::figures::{FIGURES, titled_figure};
use super::players;
use crate::lang::{Lang, Say, Text, either};
use crate::report::page::*;
use pioche_engine::cards::Pack;
use pioche_engine::experiments::alliances::{
    AT_MOST_PILES_CURVE, Alliances, AlliancesPlayer, BEST_CHANGE_POSITION_CURVE,
    GAIN_DISTRIBUTION_CURVE, PILES_CURVE,
};
use pioche_engine::games::alliances::improve::Improvement;
use pioche_engine::sim::Summary;
use pioche_engine::stats::compare::risk_ratio;

pub const CHAPTER: Chapter = Chapter::new(Some(HandoutPart(0, 5)), page, findings);

const TITLE: Text = Text::new(
    "La réussite des alliances",
    "La réussite des alliances (a patience)",
);
const RULES: Text = Text::new(
    "On pose les cartes une à une. Un tas placé entre deux tas dont les cartes visibles ont la même couleur ou la même \
     valeur (une « alliance ») saute sur le tas à sa gauche ; on fait d'abord le saut le plus à gauche. On gagne s'il reste \
     au plus `nb_tas_max` tas quand la pioche est épuisée ; dans la règle officielle, `nb_tas_max` vaut 2.",
    "Cards are laid one by one. A pile between two piles whose top cards have the same suit or the same rank (an “alliance”) \
     jumps onto the pile to its left; the leftmost jump is made first. The game is won when at most `nb_tas_max` piles \
     remain at the end of the stock; the official rule asks for 2.",
);
const EXCHANGE_QUESTION: Text = Text::new(
    "Améliorer un mélange en trichant « un peu » : qu'apporte le meilleur échange de deux cartes voisines ?",
    "Cheating “a little”: how much does the best exchange of two adjacent cards gain?",
);
const GAIN: StudyFigure = StudyFigure::new(
    "alliances-gain",
    "Gain en tas du meilleur changement de la pioche, pour chaque jeu de cartes",
    "Gain in piles of the best change of the stock, for each pack",
    |summaries, lang| {
        (FIGURES.draw)(
            GAIN_DISTRIBUTION_CURVE,
            &filter_runs(summaries, has_only_rule_player),
            lang,
        )
    },
);
const PLACE_QUESTION: Text = Text::new(
    "Où se trouve cet échange dans la pioche ?",
    "Where in the stock is this exchange?",
);
const PLACE: StudyFigure = StudyFigure::new(
    "alliances-place",
    "Indice de la première des deux cartes échangées, pour chaque jeu de cartes",
    "Index of the first of the two cards exchanged, for each pack",
    |summaries, lang| {
        (FIGURES.draw)(
            BEST_CHANGE_POSITION_CURVE,
            &rule_runs_with_change(summaries, EXCHANGE),
            lang,
        )
    },
);
const OTHER_CHANGES_QUESTION: Text = Text::new(
    "En trichant un peu plus : gagne-t-on beaucoup à échanger deux cartes quelconques, ou à en déplacer une ?",
    "Cheating a little more: how much does swapping any two cards, or moving one, gain?",
);
const IMPROVED_TITLE: Text = Text::new(
    "Probabilité de gagner après chaque changement",
    "Probability of winning after each change",
);
const IMPROVED: StudyFigure = StudyFigure::new(
    "alliances-improved",
    "Probabilité de gagner selon le nombre de tas permis, sans changement et avec chaque changement",
    "Probability of winning by number of piles allowed, without a change and with each change",
    |summaries, lang| {
        titled_figure(
            AT_MOST_PILES_CURVE,
            IMPROVED_TITLE,
            &filter_runs(summaries, has_only_rule_player),
            lang,
        )
    },
);
const CHANGES: Text = Text::new(
    "Tous les changements, avec leurs intervalles",
    "All changes, with their intervals",
);
const MEAN_QUESTION: Text = Text::new(
    "Quels sont la moyenne, le minimum et le maximum du nombre de tas ?",
    "What are the mean, the minimum and the maximum number of piles?",
);
const PILES: StudyFigure = StudyFigure::new(
    "alliances-piles",
    "Part des donnes qui finissent avec chaque nombre de tas, pour chaque jeu de cartes",
    "Share of the deals that end with each number of piles, for each pack",
    |summaries, lang| (FIGURES.draw)(PILES_CURVE, &rule_runs_with_change(summaries, None), lang),
);
const WIN_QUESTION: Text = Text::new(
    "Quelle est la probabilité de gagner, pour chaque nombre de tas permis ?",
    "What is the probability of winning, for each number of piles allowed?",
);
const WIN: StudyFigure = StudyFigure::new(
    "alliances-win",
    "Probabilité de gagner selon le nombre de tas permis, pour chaque jeu de cartes",
    "Probability of winning by number of piles allowed, for each pack",
    |summaries, lang| {
        (FIGURES.draw)(
            AT_MOST_PILES_CURVE,
            &rule_runs_with_change(summaries, None),
            lang,
        )
    },
);
const THRESHOLDS: Text = Text::new(
    "Quelques nombres de tas permis",
    "Some numbers of piles allowed",
);

fn page(summaries: &[Summary], tests: &TestFamily, lang: Lang) -> Vec<Block> {
    let (summaries, played): (Vec<&Summary>, Vec<&Summary>) = summaries
        .iter()
        .partition(|summary| has_only_rule_player(summary));
    let plain: Vec<&Summary> = summaries
        .iter()
        .copied()
        .filter(|summary| run_experiment(summary).improvement().is_none())
        .collect();
    let changed: Vec<&Summary> = summaries
        .iter()
        .copied()
        .filter(|summary| run_experiment(summary).improvement().is_some())
        .collect();
    let exchanged: Vec<&Summary> = changed
        .iter()
        .copied()
        .filter(|summary| run_experiment(summary).improvement() == EXCHANGE)
        .collect();
    let others = || {
        changed
            .iter()
            .copied()
            .filter(|summary| run_experiment(summary).improvement() != EXCHANGE)
    };
    let files = || data_links(&["alliances.csv", "alliances-summary.csv"], lang);
    let mut blocks = vec![
        chapter(TITLE, lang),
        paragraph(RULES, lang),
        handout_question("5.1", EXCHANGE_QUESTION, lang),
    ];
    blocks.extend(answer(
        exchanged
            .iter()
            .filter_map(|summary| exchange_answer(summary, &plain, lang)),
    ));
    blocks.push(Block::Paragraph(worsened_answer(&exchanged, lang)));
    blocks.push(figure_block(&GAIN, lang));
    blocks.extend([
        files(),
        reproduction_commands(exchanged.iter().copied(), &[], lang),
        handout_question("5.1", PLACE_QUESTION, lang),
    ]);
    blocks.extend(answer(
        exchanged
            .iter()
            .filter_map(|summary| best_exchange_position_answer(summary, lang)),
    ));
    blocks.push(figure_block(&PLACE, lang));
    blocks.push(handout_question("5.2", OTHER_CHANGES_QUESTION, lang));
    blocks.extend(answer(
        others().filter_map(|summary| change_gain_answer(summary, &plain, lang)),
    ));
    blocks.push(collapsible_table(
        CHANGES,
        change_table(&changed, &plain, lang),
        lang,
    ));
    blocks.push(figure_block(&IMPROVED, lang));
    blocks.extend([
        files(),
        reproduction_commands(others(), &[], lang),
        handout_question("5.4", MEAN_QUESTION, lang),
    ]);
    blocks.extend(answer(
        plain
            .iter()
            .filter_map(|summary| mean_answer(summary, lang)),
    ));
    blocks.push(mean_table(&plain, lang));
    blocks.push(figure_block(&PILES, lang));
    blocks.extend([files(), handout_question("5.5", WIN_QUESTION, lang)]);
    blocks.extend(answer(
        plain
            .iter()
            .filter_map(|summary| win_answer(summary, tests, lang)),
    ));
    blocks.push(collapsible_table(THRESHOLDS, win_table(&plain, lang), lang));
    blocks.push(figure_block(&WIN, lang));
    blocks.extend([
        files(),
        reproduction_commands(plain.iter().copied(), &[], lang),
    ]);
    blocks.extend(players::players_page(&played, &plain, tests, lang));
    blocks
}

pub(super) fn filter_runs(summaries: &[Summary], is_wanted: fn(&Summary) -> bool) -> Vec<Summary> {
    summaries
        .iter()
        .filter(|summary| is_wanted(summary))
        .cloned()
        .collect()
}

const EXCHANGE: Option<Improvement> = Some(Improvement::Exchange);

/// Returns the runs of the rule with this change of the stock.
fn rule_runs_with_change(summaries: &[Summary], improvement: Option<Improvement>) -> Vec<Summary> {
    filter_runs(summaries, has_only_rule_player)
        .into_iter()
        .filter(|summary| run_experiment(summary).improvement() == improvement)
        .collect()
}

const RULE: Text = Text::new("sans modification", "unchanged");
const EXCHANGED: Text = Text::new("après le meilleur échange", "after the best exchange");
const KNOWING: Text = Text::new("tas avec le jeu parfait", "piles with perfect play");

pub(super) fn findings(summaries: &[Summary], _: &TestFamily, lang: Lang) -> Vec<Finding> {
    let run = |pack, improvement, player| {
        let experiment = Alliances::new(pack, improvement, player).ok()?;
        find_run(summaries, |run: &Alliances| *run == experiment)
    };
    let small = run(Pack::PIQUET, None, AlliancesPlayer::RULE);
    let large = run(Pack::FULL, None, AlliancesPlayer::RULE);
    let exchange = run(Pack::PIQUET, EXCHANGE, AlliancesPlayer::RULE);
    let one_move = run(Pack::PIQUET, Some(Improvement::Move), AlliancesPlayer::RULE);
    let perfect = run(Pack::PIQUET, None, AlliancesPlayer::Perfect);
    let findings = [
        small
            .zip(exchange)
            .and_then(|(plain, changed)| exchange_finding(plain, changed, lang)),
        small
            .zip(one_move)
            .and_then(|(plain, changed)| move_finding(plain, changed, lang)),
        perfect.and_then(|perfect| foresight_finding(perfect, lang)),
        small
            .zip(large)
            .and_then(|(small, large)| rare_win_finding(small, large, lang)),
    ];
    findings.into_iter().flatten().collect()
}

/// Returns the finding that an exchange of two neighbours makes 2 piles several times as probable.
fn exchange_finding(plain: &Summary, changed: &Summary, lang: Lang) -> Option<Finding> {
    let after = win_point(changed, run_experiment(changed), 2)?;
    let before = win_point(plain, automatic_game(plain), 2)?;
    let (ratio, interval) = risk_ratio(
        win_proportion(changed, run_experiment(changed), 2)?,
        win_proportion(plain, automatic_game(plain), 2)?,
        plain.confidence,
    )?;
    let times = estimate_text(ratio, interval, lang);
    let before_share = share_text(before, lang);
    let after_share = share_text(after, lang);
    let statement = either!(
        lang,
        "À la réussite des alliances, un joueur qui connaît toute la pioche et fait en cachette **le meilleur échange de \
         deux cartes voisines** gagne {times} fois plus souvent : la probabilité passe de {before_share} à {after_share} (32 \
         cartes, 2 tas).",
        "In La réussite des alliances (a patience), a player who knows the whole stock and secretly makes **the best \
         exchange of two adjacent cards** wins {times} times as often: the probability goes from {before_share} to \
         {after_share} (32 cards, 2 piles)."
    );
    let bars = vec![
        point_bar(RULE.say(lang), before, lang),
        point_bar(EXCHANGED.say(lang), after, lang),
    ];
    Some(Finding {
        rank: 10,
        statement,
        bars,
        commands: distinct_commands([plain, changed]),
    })
}

/// Returns the finding that the best move of one card makes 2 piles common.
fn move_finding(plain: &Summary, changed: &Summary, lang: Lang) -> Option<Finding> {
    let after = win_point(changed, run_experiment(changed), 2)?;
    let before = win_point(plain, automatic_game(plain), 2)?;
    let games = inverse_probability_text(before, lang);
    let after_share = share_text(after, lang);
    let statement = either!(
        lang,
        "Avec 32 cartes, une partie sur {games} seulement finit à 2 tas ; mais **déplacer une seule carte**, bien choisie, \
         y mène {after_share} des donnes.",
        "With 32 cards only one game in {games} ends with 2 piles; but **one well-chosen move of a single card** brings \
         {after_share} of the deals down to 2 piles."
    );
    let bars = vec![
        point_bar(RULE.say(lang), before, lang),
        point_bar(
            Text::new("une carte déplacée", "one card moved").say(lang),
            after,
            lang,
        ),
    ];
    Some(Finding {
        rank: 30,
        statement,
        bars,
        commands: distinct_commands([plain, changed]),
    })
}

/// Returns the finding that perfect play leaves hardly fewer piles than the rule.
fn foresight_finding(perfect: &Summary, lang: Lang) -> Option<Finding> {
    let gain = mean_text(Some(perfect.named_mean("gain_player")?), lang);
    let as_good = proportion_text(Some(perfect.named_proportion("as_good")?), lang);
    let statement = either!(
        lang,
        "Un joueur qui **connaît toute la pioche** et joue parfaitement ne laisse en moyenne que {gain} tas de moins que la \
         règle du saut le plus à gauche, qui est déjà optimale dans {as_good} des donnes (32 cartes).",
        "A player who **knows the whole stock** and plays perfectly leaves only {gain} fewer piles on average than the rule \
         of the leftmost jump, which is already optimal in {as_good} of the deals (32 cards)."
    );
    let bars = [
        (players::PILES_BY_RULE, "nb_tas"),
        (KNOWING, "nb_tas_player"),
    ]
    .map(|(label, piles)| mean_bar(label.say(lang), perfect.named_mean(piles)?, lang));
    Some(Finding {
        rank: 40,
        statement,
        bars: bars.into_iter().collect::<Option<_>>()?,
        commands: distinct_commands([perfect]),
    })
}

/// Returns the finding that 2 piles are rarer with 52 cards than with 32; `None` if the probability may be 0.
fn rare_win_finding(small: &Summary, large: &Summary, lang: Lang) -> Option<Finding> {
    let small_win = win_point(small, automatic_game(small), 2)?;
    let large_win = win_point(large, automatic_game(large), 2)?;
    if large_win.low <= 0.0 {
        return None;
    }
    let small_games = inverse_probability_text(small_win, lang);
    let large_games = inverse_probability_text(large_win, lang);
    let statement = either!(
        lang,
        "Le sujet dit « assez rarement » : avec 32 cartes, une réussite sur {small_games} finit à 2 tas, et **avec 52 cartes \
         une sur {large_games}**.",
        "The handout says “rather rarely”: with 32 cards one game in {small_games} ends with 2 piles, and **with 52 cards one in \
         {large_games}**."
    );
    let cards = |count: u32| super::args::cards_count_text(lang, count);
    let bars = vec![
        point_bar(cards(32), small_win, lang),
        point_bar(cards(52), large_win, lang),
    ];
    Some(Finding {
        rank: 80,
        statement,
        bars,
        commands: distinct_commands([small, large]),
    })
}
