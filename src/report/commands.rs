//! Short forms of the commands that reproduce many runs: commands that differ in one value become one command with a
//! range or one shell loop.

use pioche_engine::sim::summary::SimulateCommand;

/// Commands of one topic that differ in at most one option.
struct CommandGroup {
    first: SimulateCommand,
    /// The index of the option that varies, and its values in order.
    varying_option: Option<(usize, Vec<String>)>,
}

/// Returns fewer commands with the same effect. `range_options` lists the options that accept `low..high`.
pub fn compact_commands(
    commands: impl IntoIterator<Item = SimulateCommand>,
    range_options: &[&str],
) -> Vec<String> {
    let mut groups: Vec<CommandGroup> = Vec::new();
    for command in commands {
        if !groups
            .last_mut()
            .is_some_and(|group| group.try_add(&command))
        {
            groups.push(CommandGroup {
                first: command,
                varying_option: None,
            });
        }
    }
    groups
        .into_iter()
        .map(|group| group.into_shell_command(range_options))
        .collect()
}

impl CommandGroup {
    /// Adds a command if it differs from the others in the varying option only. Returns true if it was added.
    fn try_add(&mut self, command: &SimulateCommand) -> bool {
        let options = &self.first.options;
        let new_options = &command.options;
        if options.len() != new_options.len()
            || options
                .iter()
                .zip(new_options)
                .any(|(options, new_options)| options.key != new_options.key)
        {
            return false;
        }
        let different: Vec<usize> = (0..options.len())
            .filter(|&place| options[place] != new_options[place])
            .collect();
        let [place] = different[..] else { return false };
        let value = new_options[place].value.to_string();
        match &mut self.varying_option {
            Some((varied, values)) if *varied == place => values.push(value),
            Some(_) => return false,
            None => {
                self.varying_option = Some((place, vec![options[place].value.to_string(), value]))
            }
        }
        true
    }

    fn into_shell_command(self, range_options: &[&str]) -> String {
        let Some((place, values)) = self.varying_option else {
            return self.first.to_string();
        };
        let key = self.first.options[place].key;
        if let Some((low, high)) =
            consecutive_range(&values).filter(|_| range_options.contains(&key))
        {
            return self
                .first
                .replace_option(key, format!("{low}..{high}").as_str())
                .to_string();
        }
        // The common prefix of all values stays outside the loop variable: `riffle:$x`.
        let first_prefix = values[0].rfind(':').map_or("", |end| &values[0][..=end]);
        let prefix = if values.iter().all(|value| value.starts_with(first_prefix)) {
            first_prefix
        } else {
            ""
        };
        let suffixes: Vec<&str> = values.iter().map(|value| &value[prefix.len()..]).collect();
        let command = self
            .first
            .replace_option(key, format!("{prefix}$x").as_str());
        format!("for x in {}; do {command}; done", suffixes.join(" "))
    }
}

/// Returns the first and the last of consecutive whole numbers; `None` if there is a gap.
fn consecutive_range(values: &[String]) -> Option<(u64, u64)> {
    let numbers: Vec<u64> = values
        .iter()
        .map(|value| value.parse().ok())
        .collect::<Option<_>>()?;
    let is_dense = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    is_dense.then_some((*numbers.first()?, *numbers.last()?))
}
