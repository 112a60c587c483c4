//! Realistic figures, in French and in English, that the tests look at and that a person can look at.

use crate::draw::*;
use crate::lang::Lang;

fn logistic(x: f64, middle: f64, width: f64) -> f64 {
    1.0 / (1.0 + ((middle - x) / width).exp())
}

/// A curve of shares with intervals of about the width that `deals` deals would give.
fn curve(xs: std::ops::RangeInclusive<u32>, deals: f64, share: impl Fn(f64) -> f64) -> Vec<Point> {
    let point = |x: u32| {
        let p = share(f64::from(x)).clamp(0.0, 1.0);
        let half = 1.96 * (p * (1.0 - p) / deals).sqrt() + 0.5 / deals;
        Point::between(f64::from(x), p, (p - half).max(0.0), (p + half).min(1.0))
    };
    xs.map(point).collect()
}

/// Win probability by threshold for three decks, and a distribution with its mean.
pub fn alliances_fr() -> Figure {
    let x = Axis::new("Seuil s (nombre de tas)", Format::Integer);
    let win = |label: &str, middle| {
        Series::new(label, Kind::Line, curve(2..=26, 1000.0, |s| logistic(s, middle, 3.4) * 1.02 - 0.03))
    };
    let curves = vec![win("32 cartes", 10.2), win("36 cartes", 12.6), win("52 cartes", 21.4)];
    let left = Plot::new(x, Axis::new("P(tas ≤ s)", Format::Percent), curves);
    let law = |s: f64| {
        0.072
            * (-((s - 6.2) / 8.5).powi(2)).exp()
            * (1.0 + 0.08 * (s * 2.1).sin())
            * if s < 4.0 { s / 5.0 } else { 1.0 }
    };
    let bars = vec![Series::new("32 cartes", Kind::Bars, curve(2..=20, 2500.0, law))];
    let mut right =
        Plot::new(Axis::new("Nombre de tas restants", Format::Integer), Axis::new("Fréquence", Format::Percent), bars);
    right.mark = Some(Mark { at: 11.41, label: "moyenne = 11,41".into() });
    let mut figure = Figure::new(
        "Réussite des alliances — probabilité de gain selon le seuil",
        Lang::Fr,
        vec![
            Panel::new(left).titled("Gain selon le seuil"),
            Panel::new(right).titled("Loi du nombre de tas, 32 cartes"),
        ],
    );
    figure.subtitle = vec![
        "1\u{202f}000 donnes par jeu · graine 2026 · bande : intervalle de Wilson à 95\u{202f}% · 7♠ R♥ D♦ 10♣".into(),
    ];
    figure
}

/// Eight curves in two panels with a legend for both.
pub fn improvements_en() -> Figure {
    let panel = |cards: u32, top: u32, middle: f64| {
        let series = [("plain", 0.0), ("exchange", 2.2), ("swap", 4.0), ("move", 4.9)].map(|(label, shift)| {
            Series::new(
                label,
                Kind::Line,
                curve(2..=top, 100_000.0, |s| logistic(s, middle - shift, 0.11 * middle + 1.6)),
            )
        });
        let (x, y) = (Axis::new("threshold (piles)", Format::Integer), Axis::new("P(win)", Format::Percent));
        Panel::new(Plot::new(x, y.holding(0.0, 1.0), series.to_vec())).titled(format!("{cards} cards"))
    };
    let mut figure = Figure::new(
        "How much one improvement of the deck helps",
        Lang::En,
        vec![panel(32, 32, 10.2), panel(52, 52, 21.4)],
    );
    figure.subtitle = vec![
        "100,000 deals of each deck, the same for all four rules · seed 1".into(),
        "bands: Wilson intervals, 95% (thinner than the lines where invisible)".into(),
    ];
    figure
}

/// Distribution of the gain for three improvements.
pub fn gains_fr() -> Figure {
    let law = |middle: f64, width: f64| move |g: f64| (-((g - middle) / width).powi(2) / 2.0).exp() / (width * 2.5066);
    let series = [("échange de voisines", 2.6, 2.0), ("échange quelconque", 5.4, 2.6), ("déplacement", 6.1, 2.7)]
        .map(|(label, m, w)| Series::new(label, Kind::Line, curve(0..=14, 4000.0, law(m, w))));
    let mut plot = Plot::new(
        Axis::new("Gain (tas en moins)", Format::Integer),
        Axis::new("Part des donnes", Format::Percent),
        series.to_vec(),
    );
    plot.mark = Some(Mark { at: 5.38, label: "moyenne 5,38".into() });
    let mut figure = Figure::new("Ce que rapporte la meilleure amélioration du jeu", Lang::Fr, vec![Panel::new(plot)]);
    figure.subtitle = vec!["32 cartes · 100\u{202f}000 donnes · graine 1 · intervalles de Wilson à 95\u{202f}%".into()];
    figure
}

/// The place of the best exchange, two decks.
pub fn places_fr() -> Figure {
    let panel = |cards: u32| {
        let n = f64::from(cards);
        let law = |i: f64| (0.4 + i / n) / n * (1.0 + 0.1 * (i * 1.7).sin());
        let bars = vec![Series::new("", Kind::Bars, curve(0..=cards - 2, 60_000.0, law))];
        let mut plot = Plot::new(
            Axis::new("Indice du meilleur échange", Format::Integer),
            Axis::new("Fréquence", Format::Percent),
            bars,
        );
        plot.mark = Some(Mark { at: n / 2.0, label: "milieu".into() });
        Panel::new(plot).titled(format!("{cards} cartes"))
    };
    let mut figure = Figure::new("Où se trouve le meilleur échange consécutif ?", Lang::Fr, vec![panel(32), panel(52)]);
    figure.subtitle = vec!["60\u{202f}000 donnes par jeu · graine 1 · à gain égal, le plus grand indice".into()];
    figure
}

/// Shares of the outcomes by number of values, in two panels.
pub fn outcomes_fr() -> Figure {
    let panel = |title: &str, endless: fn(f64) -> f64| {
        let share = |of: fn(f64, f64) -> f64| -> Vec<Point> {
            (2..=13).map(|v| Point::new(f64::from(v), of(f64::from(v), endless(f64::from(v))))).collect()
        };
        let series = vec![
            Series::new("joueur 1", Kind::Stacked, share(|v, e| (1.0 - e) * (0.5 - 0.2 / v))),
            Series::new("joueur 2", Kind::Stacked, share(|v, e| (1.0 - e) * (0.5 - 0.2 / v))),
            Series::new("égalité", Kind::Stacked, share(|v, e| (1.0 - e) * 0.4 / v)),
            Series::new("sans fin", Kind::Stacked, share(|_, e| e)),
        ];
        let y = Axis::new("Part des parties", Format::Percent);
        Panel::new(Plot::new(Axis::new("Nombre de valeurs", Format::Integer), y, series)).titled(title)
    };
    let panels = vec![
        panel("Ordre fixe", |v| 0.55 - 0.2 * (v * 1.3).sin() / v.sqrt() - 0.02 * v),
        panel("Ordre alterné", |v| 0.02 / v),
    ];
    let mut figure = Figure::new("Bataille : comment finissent les parties", Lang::Fr, panels);
    figure.subtitle =
        vec!["1\u{202f}000\u{202f}000 parties par nombre de valeurs · mélange uniforme · graine 1".into()];
    figure
}

/// Lengths of games, in proportion and logarithmic.
pub fn lengths_en() -> Figure {
    let law = |middle: f64| move |x: f64| 0.14 * (-((x.log10() - middle) / 0.32).powi(2)).exp();
    let points = |middle: f64| -> Vec<Point> {
        let xs = (0..32).map(|i| 10_f64.powf(1.0 + f64::from(i) / 10.0));
        xs.map(|x| {
            let p = law(middle)(x);
            Point::between(x, p, (p - 0.05 * p.sqrt() * 0.2 - 1e-5).max(0.0), p + 0.05 * p.sqrt() * 0.2 + 1e-5)
        })
        .collect()
    };
    let x = || Axis::new("rounds", Format::Integer);
    let mut left = Plot::new(
        x(),
        Axis::new("share of the finite games", Format::Percent),
        vec![Series::new("fixed", Kind::Line, points(2.4))],
    );
    left.mark = Some(Mark { at: 251.0, label: "median = 251".into() });
    let curves = vec![
        Series::new("fixed order", Kind::Line, points(2.4)),
        Series::new("alternating order", Kind::Line, points(2.1)),
    ];
    let right = Plot::new(x(), Axis::new("share, logarithmic", Format::Percent).holding(1e-5, 1.0), curves).log();
    let mut figure = Figure::new(
        "War, 13 values: how long the games last",
        Lang::En,
        vec![Panel::new(left).titled("Fixed order"), Panel::new(right).titled("Both orders")],
    );
    figure.subtitle = vec!["1,000,000 games of each order · seed 1 · intervals at 95%".into()];
    figure
}

/// Total variation after riffles: exact curve and estimates.
pub fn riffles_en() -> Figure {
    let exact = [1.0, 1.0, 1.0, 1.0, 0.924, 0.614, 0.334, 0.167, 0.085, 0.043, 0.021, 0.011];
    let line = exact.iter().zip(1..).map(|(&y, m)| Point::new(f64::from(m), y)).collect();
    let dots = exact.iter().zip(1..).map(|(&y, m)| {
        let y = (y + 0.012 * f64::from(m * 7 % 5 - 2) / 2.0).clamp(0.0, 1.0);
        Point::between(f64::from(m), y, (y - 0.02).max(0.0), (y + 0.02).min(1.0))
    });
    let series = vec![
        Series::new("exact (Bayer and Diaconis)", Kind::Line, line).styled(Style::Index(0)),
        Series::new("estimate from 100,000 shuffles", Kind::Points, dots.collect()).styled(Style::Index(1)),
    ];
    let mut plot = Plot::new(
        Axis::new("riffle shuffles", Format::Integer),
        Axis::new("total variation distance", Format::Decimal),
        series,
    );
    plot.mark = Some(Mark { at: 7.0, label: "seven shuffles".into() });
    let mut figure = Figure::new("How far 52 riffled cards are from a uniform deck", Lang::En, vec![Panel::new(plot)]);
    figure.subtitle = vec!["distance between the laws of the number of rising sequences · seed 1".into()];
    figure
}

/// A triangular board with a number in each hole, and the same with a scale of categories.
pub fn board_fr() -> Figure {
    let hole = |i: u32| {
        let row = (((8 * i + 1) as f64).sqrt() as u32 - 1) / 2;
        let place = i - row * (row + 1) / 2;
        let share = f64::from((i * 37 + 11) % 100) / 100.0;
        Hole {
            x: f64::from(place) - f64::from(row) / 2.0,
            y: f64::from(row) * 0.866,
            text: Lang::Fr.percent(share * 0.03, 2),
            name: i.to_string(),
            shade: Shade::Share(share),
        }
    };
    let triangle = (0..15).map(hole).collect();
    let cross = (0..7_i32)
        .flat_map(|y| (0..7_i32).map(move |x| (x, y)))
        .filter(|(x, y)| (2..5).contains(x) || (2..5).contains(y));
    let holes = cross.map(|(x, y)| Hole {
        x: f64::from(x),
        y: f64::from(y),
        text: (1 + (x * 5 + y * 3) % 9).to_string(),
        name: String::new(),
        shade: Shade::Category(((x + y) % 3) as usize),
    });
    let english_board = holes.collect();
    let mut figure = Figure::new(
        "Solitaire : chance de finir avec un seul pion, selon le trou vide au départ",
        Lang::Fr,
        vec![
            Panel::new(Content::Board(triangle)).titled("Triangle de 15 trous"),
            Panel::new(Content::Board(english_board)).titled("Plateau anglais"),
        ],
    );
    figure.subtitle = vec!["coups tirés au hasard · valeurs exactes".into()];
    figure
}

/// Values by variant and number of cells.
pub fn values_en() -> Figure {
    let rows =
        ["line, own group spared", "line, own group captured", "ring, own group spared", "ring, own group captured"];
    let cell = |i: u32, n: u32| {
        let kind = (i * 3 + n * n) % 4;
        let text = match kind {
            0 => format!("+{}", n % 5 + 1),
            1 => format!("−{}", n % 4 + 1),
            2 => "0".into(),
            _ => "∞".into(),
        };
        let shade = match kind {
            0 => Shade::Category(0),
            1 => Shade::Category(5),
            2 => Shade::Share(0.0),
            _ => Shade::Category(7),
        };
        Cell { text, shade }
    };
    let names = [
        (Shade::Category(0), "player 1 wins"),
        (Shade::Category(5), "player 2 wins"),
        (Shade::Share(0.0), "draw"),
        (Shade::Category(7), "endless"),
    ];
    let grid = Grid {
        column_label: "number of cells".into(),
        columns: (1..=13).map(|n| n.to_string()).collect(),
        rows: rows.map(String::from).to_vec(),
        cells: (0..4).map(|i| (1..=13).map(|n| cell(i, n)).collect()).collect(),
        key: names.map(|(shade, name)| (shade, name.to_owned())).to_vec(),
    };
    let shares = Grid {
        columns: ["random", "greedy", "perfect"].map(String::from).to_vec(),
        rows: ["random", "greedy", "perfect"].map(String::from).to_vec(),
        column_label: "player 2".into(),
        cells: (0..3)
            .map(|i| {
                (0..3)
                    .map(|j| {
                        let s = 0.5 + 0.2 * f64::from(i - j);
                        Cell { text: Lang::En.percent(s, 1), shade: Shade::Share(s) }
                    })
                    .collect()
            })
            .collect(),
        key: Vec::new(),
    };
    let mut figure = Figure::new(
        "Alak solved: the value of the empty board",
        Lang::En,
        vec![
            Panel::new(Content::Grid(grid)).titled("Margin with perfect play"),
            Panel::new(Content::Grid(shares)).titled("Nine cells, players of three strengths"),
        ],
    );
    figure.subtitle = vec!["exact values; the margin is that of player 1".into()];
    figure
}

/// Four panels of different kinds, two by two.
pub fn four_fr() -> Figure {
    let curves = [("au hasard", 0.9), ("vorace", 2.4), ("parfait", 4.5)].map(|(label, lead)| {
        Series::new(
            label,
            Kind::Line,
            curve(3..=15, 20_000.0, |n| 0.5 + 0.1 * lead * (1.0 - 3.0 / (n + 1.0)) - 0.05 * lead),
        )
    });
    let alak =
        Plot::new(Axis::new("Cases", Format::Integer), Axis::new("Gain du joueur 1", Format::Percent), curves.to_vec());
    let means = vec![Series::new(
        "",
        Kind::Points,
        (0..4)
            .map(|i| {
                let m = 11.4 - 2.3 * f64::from(i) + 0.4 * f64::from(i * i);
                Point::between(f64::from(i), m, m - 0.35, m + 0.35)
            })
            .collect(),
    )];
    let piles = Plot::new(
        Axis::new("améliorations", Format::Integer),
        Axis::new("Nombre moyen de tas", Format::Decimal),
        means,
    );
    let lengths =
        (0..60).map(|i| Point::new(f64::from(20 * i + 10), 40_000.0 * (-f64::from((i - 14) * (i - 14)) / 150.0).exp()));
    let mut war = Plot::new(
        Axis::new("Plis", Format::Integer),
        Axis::new("Parties", Format::Integer),
        vec![Series::new("", Kind::Bars, lengths.collect())],
    );
    war.mark = Some(Mark { at: 318.0, label: "moyenne 318".into() });
    let nim = Grid {
        columns: (2..=9).map(|n| n.to_string()).collect(),
        column_label: "allumettes".into(),
        rows: vec!["prendre 2 ou 3".into(), "prendre 1, 2 ou 3".into()],
        cells: (0..2)
            .map(|i| {
                (2..=9)
                    .map(|n| match (n + i) % 5 {
                        0 | 1 => Cell { text: "P".into(), shade: Shade::Category(1) },
                        2 => Cell { text: "N".into(), shade: Shade::Share(0.0) },
                        _ => Cell { text: "G".into(), shade: Shade::Category(0) },
                    })
                    .collect()
            })
            .collect(),
        key: vec![
            (Shade::Category(0), "gagné".into()),
            (Shade::Share(0.0), "nul".into()),
            (Shade::Category(1), "perdu".into()),
        ],
    };
    let panels = vec![
        Panel::new(alak).titled("Alak : trois adversaires"),
        Panel::new(piles).titled("Alliances : améliorer le jeu"),
        Panel::new(war).titled("Bataille : durée des parties finies"),
        Panel::new(Content::Grid(nim)).titled("Nim : valeur pour qui commence"),
    ];
    let mut figure = Figure::new("Quatre jeux en un coup d’œil", Lang::Fr, panels);
    figure.subtitle = vec!["100\u{202f}000 parties par point · graine 1 · intervalles de Wilson à 95\u{202f}%".into()];
    figure
}

/// All of them, with a name.
pub fn all() -> Vec<(&'static str, Figure)> {
    vec![
        ("1-alliances-fr", alliances_fr()),
        ("2-improvements-en", improvements_en()),
        ("3-gains-fr", gains_fr()),
        ("4-places-fr", places_fr()),
        ("5-outcomes-fr", outcomes_fr()),
        ("6-lengths-en", lengths_en()),
        ("7-riffles-en", riffles_en()),
        ("8-board-fr", board_fr()),
        ("9-values-en", values_en()),
        ("10-four-fr", four_fr()),
    ]
}
