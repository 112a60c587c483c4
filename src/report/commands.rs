//! Many commands as few: those that differ in one value become one with a range, or a loop of the shell.

/// Where a value differs among commands: which word, and the values in their order.
struct Run {
    words: Vec<String>,
    varied: Option<(usize, Vec<String>)>,
}

/// Fewer commands that do the same: one for each run of commands that differ in one value only. `ranges` are the options
/// that take `low..high`.
pub fn fewer(commands: Vec<String>, ranges: &[&str]) -> Vec<String> {
    let mut runs: Vec<Run> = Vec::new();
    for command in commands {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        if !runs.last_mut().is_some_and(|run| run.takes(&words)) {
            runs.push(Run { words, varied: None });
        }
    }
    runs.into_iter().map(|run| run.command(ranges)).collect()
}

impl Run {
    /// Takes another command in, if it differs from the others in the one value that they differ in.
    fn takes(&mut self, words: &[String]) -> bool {
        if words.len() != self.words.len() {
            return false;
        }
        let others: Vec<usize> = (0..words.len()).filter(|&place| words[place] != self.words[place]).collect();
        let [place] = others.as_slice() else { return false };
        let place = *place;
        let is_value = place > 0 && self.words[place - 1].starts_with("--");
        match &mut self.varied {
            Some((at, values)) if *at == place => values.push(words[place].clone()),
            Some(_) => return false,
            None if is_value => self.varied = Some((place, vec![self.words[place].clone(), words[place].clone()])),
            None => return false,
        }
        true
    }

    fn command(mut self, ranges: &[&str]) -> String {
        let Some((place, values)) = self.varied else { return self.words.join(" ") };
        let option = self.words[place - 1].trim_start_matches('-').to_owned();
        if let Some((low, high)) = range(&values).filter(|_| ranges.contains(&option.as_str())) {
            self.words[place] = format!("{low}..{high}");
            return self.words.join(" ");
        }
        // What all values begin with stays in the command: `riffle:$m`.
        let shared = values[0].rfind(':').map_or("", |end| &values[0][..=end]);
        let shared = if values.iter().all(|value| value.starts_with(shared)) { shared } else { "" };
        let own: Vec<&str> = values.iter().map(|value| &value[shared.len()..]).collect();
        self.words[place] = format!("{shared}$x");
        format!("for x in {}; do {}; done", own.join(" "), self.words.join(" "))
    }
}

/// The ends of whole numbers that follow each other without a gap.
fn range(values: &[String]) -> Option<(u64, u64)> {
    let numbers: Vec<u64> = values.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let follow = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    follow.then_some((*numbers.first()?, *numbers.last()?))
}
