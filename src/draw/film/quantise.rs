//! A palette of few colours for many pictures: median cut, and the nearest colour for each pixel.

/// Colours of a palette; one more is left free for "as before". With twice as many, files are 6 % larger and look the
/// same.
pub(super) const MAX: usize = 127;

type Colour = [u8; 3];

/// Pixels that are looked at together: most often they are of one colour.
const BLOCK: usize = 64;

/// The colour of a row of pixels, if they have one.
fn common(pixels: &[u8]) -> Option<Colour> {
    (pixels[3..] == pixels[..pixels.len() - 3]).then(|| [pixels[0], pixels[1], pixels[2]])
}

/// How many pixels have each colour: by red and green, and where one of them is seen, by blue.
pub(super) struct Counts(Vec<Vec<u64>>);

impl Counts {
    pub fn new() -> Self {
        Self(vec![Vec::new(); 1 << 16])
    }

    pub fn add(&mut self, picture: &[u8]) {
        for block in picture.chunks(3 * BLOCK) {
            match common(block) {
                Some(colour) => self.count(colour, block.len() as u64 / 3),
                None => block.as_chunks().0.iter().for_each(|&pixel| self.count(pixel, 1)),
            }
        }
    }

    fn count(&mut self, [red, green, blue]: Colour, pixels: u64) {
        let shades = &mut self.0[usize::from(u16::from_be_bytes([red, green]))];
        if shades.is_empty() {
            *shades = vec![0; 1 << 8];
        }
        shades[usize::from(blue)] += pixels;
    }

    pub fn palette(self) -> Palette {
        let mut colours = Vec::new();
        for (shades, tone) in self.0.iter().zip(0..=u16::MAX) {
            let [red, green] = tone.to_be_bytes();
            let seen = shades.iter().zip(0..=u8::MAX).filter(|(pixels, _)| **pixels > 0);
            // A colour matters with the root of its pixels: the table is large, and edges are thin.
            colours.extend(seen.map(|(&pixels, blue)| ([red, green, blue], (pixels as f64).sqrt())));
        }
        let mut groups = vec![Group::new(colours)];
        while groups.len() < MAX {
            let worth = |group: &Group| if group.colours.len() > 1 { group.spread } else { 0.0 };
            let Some(worst) = (0..groups.len()).max_by(|&a, &b| worth(&groups[a]).total_cmp(&worth(&groups[b]))) else {
                break;
            };
            if worth(&groups[worst]) == 0.0 {
                break;
            }
            let [low, high] = groups.swap_remove(worst).split();
            groups.extend([low, high]);
        }
        Palette { colours: groups.iter().map(Group::colour).collect(), nearest: vec![0; 1 << 24] }
    }
}

/// Colours that may become one.
struct Group {
    colours: Vec<(Colour, f64)>,
    channel: usize,
    /// How much is lost when they become one.
    spread: f64,
}

impl Group {
    fn new(colours: Vec<(Colour, f64)>) -> Self {
        let weight: f64 = colours.iter().map(|(_, weight)| weight).sum();
        let variance = |channel: usize| {
            let mean = colours.iter().map(|(c, w)| f64::from(c[channel]) * w).sum::<f64>() / weight;
            colours.iter().map(|(c, w)| (f64::from(c[channel]) - mean).powi(2) * w).sum::<f64>()
        };
        let spreads = [0, 1, 2].map(variance);
        let channel = (0..3).max_by(|&a, &b| spreads[a].total_cmp(&spreads[b])).unwrap_or(0);
        Self { colours, channel, spread: spreads.iter().sum() }
    }

    /// Two groups, apart at the mean of the channel that varies most.
    fn split(mut self) -> [Self; 2] {
        let channel = self.channel;
        self.colours.sort_by_key(|(colour, _)| (colour[channel], *colour));
        let weight: f64 = self.colours.iter().map(|(_, weight)| weight).sum();
        let mean = self.colours.iter().map(|(c, w)| f64::from(c[channel]) * w).sum::<f64>() / weight;
        let at = self.colours.partition_point(|(colour, _)| f64::from(colour[channel]) <= mean);
        let high = self.colours.split_off(at.clamp(1, self.colours.len() - 1));
        [Self::new(self.colours), Self::new(high)]
    }

    /// The most frequent colour when it leads, so that flat colours stay exact; else the mean.
    fn colour(&self) -> Colour {
        let weight: f64 = self.colours.iter().map(|(_, weight)| weight).sum();
        let first = self.colours.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        match first {
            Some((colour, own)) if *own * 4.0 > weight => *colour,
            _ => [0, 1, 2].map(|channel| {
                let sum: f64 = self.colours.iter().map(|(c, w)| f64::from(c[channel]) * w).sum();
                (sum / weight).round() as u8
            }),
        }
    }
}

/// A palette that remembers which of its colours is nearest to others.
pub(super) struct Palette {
    colours: Vec<Colour>,
    /// For every colour the number of the nearest one, from 1; 0 where nobody has asked. Only the pages of it that are
    /// used become memory.
    nearest: Vec<u8>,
}

impl Palette {
    /// Red, green and blue of each colour.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flatten().copied().collect()
    }

    /// The number of the nearest colour for each pixel.
    pub fn number(&mut self, pixels: &[u8], numbers: &mut [u8]) {
        for (pixels, numbers) in pixels.chunks(3 * BLOCK).zip(numbers.chunks_mut(BLOCK)) {
            match common(pixels) {
                Some(colour) => numbers.fill(self.nearest(colour)),
                None => {
                    for (&pixel, number) in pixels.as_chunks().0.iter().zip(numbers) {
                        *number = self.nearest(pixel);
                    }
                }
            }
        }
    }

    fn nearest(&mut self, colour: Colour) -> u8 {
        let [red, green, blue] = colour;
        let known = &mut self.nearest[u32::from_be_bytes([0, red, green, blue]) as usize];
        if *known == 0 {
            *known = nearest_of(&self.colours, colour) + 1;
        }
        *known - 1
    }
}

fn nearest_of(colours: &[Colour], [red, green, blue]: Colour) -> u8 {
    let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
    let distance = |of: &Colour| 3 * square(of[0], red) + 6 * square(of[1], green) + square(of[2], blue);
    let nearest = (0..colours.len()).min_by_key(|&number| distance(&colours[number]));
    nearest.unwrap_or(0) as u8
}
