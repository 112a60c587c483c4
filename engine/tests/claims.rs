//! Claims about a run: three answers, and how often they are wrong.

use pioche_engine::rng::{Purpose, Seed, stream};
use pioche_engine::sim::claim::{Asked, Bounds, Judged, Verdict, judged};
use pioche_engine::stats::compare::is_exact;
use pioche_engine::stats::{Confidence, Estimate, Method, Proportion};
use rand::RngExt;

fn asked<'a>(bounds: Bounds, share: Proportion) -> Asked<'a> {
    let found = move |confidence| Some(share.known((Method::default(), confidence)));
    Asked { bounds, deals: share.total, found: Box::new(found) }
}

fn one(bounds: Bounds, count: u64, total: u64) -> Judged {
    judged(&[asked(bounds, Proportion::of(count, total))], Confidence::default())[0]
}

#[test]
fn a_claim_is_so_or_not_so_or_cannot_be_told() {
    let verdict = |bounds, count, total| one(bounds, count, total).verdict;
    assert_eq!(verdict(Bounds::Above(0.5, false), 600, 1000), Verdict::Yes);
    assert_eq!(verdict(Bounds::Below(0.5, true), 600, 1000), Verdict::No);
    assert_eq!(verdict(Bounds::Within(0.5, 0.7), 600, 1000), Verdict::Yes);
    assert_eq!(verdict(Bounds::Within(0.5, 0.55), 600, 1000), Verdict::No);
    assert_eq!(verdict(Bounds::Near(0.6, 0.0), 600, 1000), Verdict::NotExcluded);
    assert_eq!(verdict(Bounds::Near(0.6, 0.05), 600, 1000), Verdict::Yes);
    assert_eq!(verdict(Bounds::Near(0.5, 0.0), 600, 1000), Verdict::No);
    assert!(matches!(verdict(Bounds::Above(0.5, false), 2, 3), Verdict::Unknown { deals: Some(_) }));
    // At the end of the law nothing lies beyond: an interval that reaches 1 cannot tell whether it is less.
    assert!(matches!(verdict(Bounds::Below(1.0, false), 9, 9), Verdict::Unknown { deals: None }));
    assert_eq!(verdict(Bounds::Below(1.0, true), 9, 9), Verdict::Yes);
    // So many deals tell, if it is as it looks.
    let Verdict::Unknown { deals: Some(deals) } = verdict(Bounds::Above(0.5, false), 52, 100) else {
        panic!("too few")
    };
    assert!((2_000..4_000).contains(&deals), "{deals}");
    assert_eq!(verdict(Bounds::Above(0.5, false), 52 * deals / 100 + deals / 1000, deals), Verdict::Yes);
    // Of equal values no spread is known: any number would be "not excluded".
    let alone =
        |bounds| Asked { bounds, deals: 9, found: Box::new(|_| Some(Estimate { value: 2.0, ..Estimate::UNKNOWN })) };
    assert_eq!(
        judged(&[alone(Bounds::Near(77.0, 0.0))], Confidence::default())[0].verdict,
        Verdict::Unknown { deals: None }
    );
    let nothing = Asked { bounds: Bounds::Above(0.5, true), deals: 9, found: Box::new(|_| None) };
    assert_eq!(judged(&[nothing], Confidence::default())[0].verdict, Verdict::Unknown { deals: None });
}

/// What is decided leaves its part of the error to the others.
#[test]
fn claims_share_what_they_may_err() {
    let sure = || asked(Bounds::Above(0.5, true), Proportion::of(900, 1000));
    let open = || asked(Bounds::Above(0.5, true), Proportion::of(510, 1000));
    let levels = |asked: &[Asked<'_>]| {
        judged(asked, Confidence::default()).iter().map(|it| it.confidence.level()).collect::<Vec<_>>()
    };
    assert_eq!(levels(&[sure()]), [0.95]);
    assert!(levels(&[open(), open()]).iter().all(|level| (level - 0.975).abs() < 1e-12));
    assert!((levels(&[open(), sure()])[0] - 0.95).abs() < 1e-12, "the other one is decided");
}

/// Six claims about six shares of 0.3 each, at the very edge of what is claimed: in at most one run in twenty is a true
/// one called wrong, or a false one right. (At a level of 0.1 %, of 2000 runs.)
#[test]
fn claims_are_seldom_judged_wrongly() {
    const RUNS: u64 = 2000;
    let wrongly = |bounds: Bounds, wrong: Verdict, purpose| {
        let run = |number| {
            let mut generator = stream(Seed(21), purpose, number);
            let share = |_| Proportion::of((0..400).filter(|_| generator.random_bool(0.3)).count() as u64, 400);
            let asked: Vec<Asked<'_>> = (0..6).map(share).map(|share| asked(bounds, share)).collect();
            judged(&asked, Confidence::default()).iter().any(|answer| answer.verdict == wrong)
        };
        (0..RUNS).filter(|&number| run(number)).count() as u64
    };
    let cases = [
        (Bounds::Below(0.3, true), Verdict::No, Purpose::Player1),
        (Bounds::Near(0.3, 0.0), Verdict::No, Purpose::Player2),
        (Bounds::Below(0.3, false), Verdict::Yes, Purpose::Own(0)),
        (Bounds::Within(0.1, 0.299_999), Verdict::Yes, Purpose::Own(1)),
    ];
    for (bounds, wrong, purpose) in cases {
        let wrong = Proportion::of(wrongly(bounds, wrong, purpose), RUNS);
        let often = wrong.estimate() > 0.05 && is_exact(wrong, 0.05) < 0.002;
        assert!(!often && wrong.count > 0, "{bounds:?}: {wrong:?}");
    }
}
