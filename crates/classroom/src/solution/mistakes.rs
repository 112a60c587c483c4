//! The known mistakes of programs, in words.

use pioche_report::lang::Text;
use pioche_topics::paragraphs;

/// The mistakes by their keys, each as the end of a sentence in French and in English.
const TEXTS: &str = include_str!("mistakes.txt");

/// Returns the key of each mistake with its words, in the order in which they are tried.
pub fn mistake_texts() -> impl Iterator<Item = (&'static str, Text)> {
    paragraphs(TEXTS)
        .into_iter()
        .filter_map(|paragraph| match paragraph[..] {
            [key, fr, en] => Some((key, Text::new(fr, en))),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::mistake_texts;
    use pioche_engine::experiments::{Experiment, from_name, mistaken_programs};
    use pioche_topics::TOPICS;
    use std::collections::BTreeSet;

    /// Each known mistake of a program has a text, and each text belongs to a mistake in the study or with one of these settings.
    #[test]
    fn each_mistake_has_a_text() {
        let settings = [
            "alliances cards=32 improve=none alliance=suit",
            "bataille values=13 order=alternating shuffle=uniform pickup=loser-first",
            "nim matches=25 takes=2,3 players=greedy,perfect",
            "alak cells=9 edge=line own_group=captured players=greedy,minimax:2",
        ];
        let mut experiments: Vec<Box<dyn Experiment>> = settings
            .iter()
            .map(|name| from_name(name).expect("the name of an experiment"))
            .collect();
        for topic in TOPICS {
            let study = (topic.study_runs)().into_iter();
            experiments.extend(study.map(|(experiment, _)| experiment));
        }
        let keys: BTreeSet<&str> = experiments
            .iter()
            .flat_map(|experiment| mistaken_programs(experiment.as_ref()))
            .map(|(key, _)| key)
            .collect();
        let texts: BTreeSet<&str> = mistake_texts().map(|(key, _)| key).collect();
        assert_eq!(keys, texts);
    }
}
