//! Reads the drawings of charts, just enough to measure them.

/// A tag of a drawing.
#[derive(Debug)]
pub struct Tag {
    /// `rect`, `polyline`, …
    pub name: String,
    /// What stands inside, for texts.
    pub content: String,
    attributes: Vec<(String, String)>,
}

/// Every tag that is opened.
pub fn tags(svg: &str) -> Vec<Tag> {
    let opened = svg.split('<').skip(1).filter(|tag| !tag.starts_with('/'));
    opened
        .map(|tag| {
            let (head, content) = tag.split_once('>').unwrap();
            let (name, rest) = head.split_once(' ').unwrap_or((head, ""));
            let parts: Vec<&str> = rest.split('"').collect();
            let attribute = |pair: &[&str]| (pair[0].trim().trim_end_matches('=').to_owned(), pair[1].to_owned());
            let attributes = parts.chunks_exact(2).map(attribute).collect();
            Tag { name: name.to_owned(), content: content.trim().to_owned(), attributes }
        })
        .collect()
}

impl Tag {
    fn get(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The number of an attribute.
    pub fn number(&self, key: &str) -> f64 {
        self.get(key).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {key} in {self:?}"))
    }

    /// Red, green and blue of the stroke, or of the filling.
    pub fn colour(&self) -> Option<(u8, u8, u8)> {
        let of = |key| self.get(key).filter(|value| value.starts_with('#'));
        let hex = u32::from_str_radix(&of("stroke").or_else(|| of("fill"))?[1..], 16).ok()?;
        Some(((hex >> 16) as u8, (hex >> 8) as u8, hex as u8))
    }

    /// Whether it shows data: coloured, neither grey nor white nor ink.
    pub fn is_data(&self) -> bool {
        let coloured = |(r, g, b): (u8, u8, u8)| r.max(g).max(b) - r.min(g).min(b) > 8;
        matches!(self.name.as_str(), "rect" | "polyline") && self.colour().is_some_and(coloured)
    }

    /// The corners of a line or an outline.
    pub fn points(&self) -> Vec<(f64, f64)> {
        let number = |text: &str| text.parse::<f64>().unwrap();
        let pairs = self.get("points").unwrap_or("").split_whitespace().filter_map(|pair| pair.split_once(','));
        pairs.map(|(x, y)| (number(x), number(y))).collect()
    }

    /// Places on a line, or in a rectangle, in millimetres.
    pub fn trace_mm(&self) -> Vec<(f64, f64)> {
        const MM: f64 = 25.4 / 72.0 / 24.0;
        const STEPS: u32 = 20;
        let share = |k: u32| f64::from(k) / f64::from(STEPS);
        let places: Vec<(f64, f64)> = if self.name == "rect" {
            let (x, y, w, h) = (self.number("x"), self.number("y"), self.number("width"), self.number("height"));
            (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| (x + w * share(i), y + h * share(j)))).collect()
        } else {
            let points = self.points();
            let between = |pair: &[(f64, f64)]| {
                let (a, b) = (pair[0], pair[1]);
                (0..=STEPS).map(move |k| (a.0 + (b.0 - a.0) * share(k), a.1 + (b.1 - a.1) * share(k)))
            };
            points.windows(2).flat_map(between).collect()
        };
        places.into_iter().map(|(x, y)| (x * MM, y * MM)).collect()
    }
}

/// The printed width and height of a drawing, which has them in millimetres, or of a finished picture, at 96 units an
/// inch.
pub fn size_mm(svg: &str) -> (f64, f64) {
    let root = &tags(svg)[0];
    let length = |key| match root.get(key).and_then(|length| length.strip_suffix("mm")) {
        Some(length) => length.parse().unwrap(),
        None => root.number(key) * 25.4 / 96.0,
    };
    (length("width"), length("height"))
}
