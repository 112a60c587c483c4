//! Which picture a question has: a list of settings, a line over the numbers of a setting, strips, or a step curve.

use super::{
    Line, List, ListItem, ListRow, NumberFormat, Picture, PictureContent, Plot, Point, ShadedCell,
    StripRow, Strips,
};
use crate::Glossary;
use crate::lang::glossary::unit_noun;
use crate::lang::{
    Text, capitalize, confidence_level, integer_or_scientific, percent, percent_sign, plural_form,
};
use crate::number::PageNumber;
use crate::question::{
    AskedSetting, CountDirection, Question, Statistic, difference_text, plain_number,
    quantile_text, setting_phrases,
};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::summary::StopReason;
use pioche_engine::sim::{Column, Field, FieldValue, Row, Summary};
use pioche_engine::stats::Interval;

/// Lines over a setting beyond this number, which cross each other, are drawn as strips.
const MAX_SETTING_LINES: usize = 3;
/// The largest number of strips.
const MAX_STRIPS: usize = 16;

/// Returns the picture of a question about some runs.
pub fn question_picture(question: &Question<'_>, summaries: &[Summary]) -> Picture {
    let content = content(question);
    let subtitle = subtitle(&content, summaries, question);
    Picture {
        subtitle,
        note: note(question),
        ..Picture::new(question.sentence(), content)
    }
}

fn content(question: &Question<'_>) -> PictureContent {
    if let Some(statistic) = question.statistic() {
        let curves = curves(question, statistic);
        if (1..=Plot::MAX_LINES).contains(&curves.len()) {
            return curve_plot(curves, statistic).into();
        }
    } else if let [setting] = &question.settings[..] {
        return single_run(question, setting);
    } else if let Some(content) = lines_or_strips(question) {
        return content;
    }
    settings_list(question).into()
}

/// Outcomes below this share are left out.
const MIN_SHARE: f64 = 1e-6;

/// Draws a single run: a curve of a counted quantity, or a list of the asked row and the others.
fn single_run(question: &Question<'_>, setting: &AskedSetting<'_>) -> PictureContent {
    let asked_number: Option<f64> = question.row_name().and_then(|name| name.parse().ok());
    let statistic = question.glossary.finding().statistics.first();
    if let (Some(number), Some(statistic), None) =
        (asked_number, statistic, &setting.summary.row_selection)
    {
        let line = row_curve(question, setting, number);
        return curve_plot(vec![line], statistic).into();
    }
    let has_selection = setting.summary.row_selection.is_some();
    let mut names = if has_selection || setting.asked.proportion.is_some() {
        question.other_row_names()
    } else {
        // Means of different quantities have no common axis.
        Vec::new()
    };
    names.extend(question.row_name().map(str::to_owned));
    let mut items = Vec::new();
    for row in &setting.rows {
        let name = crate::question::row_name(setting.summary, row);
        let is_asked = question.row_name() == Some(&name) && !has_selection;
        if is_asked || names.contains(&name) && (has_selection || row.value >= MIN_SHARE) {
            let number = PageNumber::from(row).words();
            let name = capitalize(&question.row_phrase(&name));
            items.push(list_row(name, is_asked, row, vec![number]));
        }
    }
    let share = Text("Share of games");
    List {
        axis_label: share.translated().to_owned(),
        format: number_format(&setting.asked),
        columns: vec![String::new()],
        items,
    }
    .into()
}

/// Draws the rows of a run as a curve of "at most n", with numbers at the asked row, the median and the last tenth.
fn row_curve(question: &Question<'_>, setting: &AskedSetting<'_>, asked_number: f64) -> Line {
    let has_thresholds = setting.summary.columns.contains(&Column::Wins);
    let mut points: Vec<Point> = Vec::new();
    let mut total = 0.0;
    for row in &setting.rows {
        let name = crate::question::row_name(setting.summary, row);
        let Ok(x) = name.parse::<f64>() else { continue };
        total = if has_thresholds {
            row.value
        } else {
            total + row.value
        };
        let text = if x == asked_number {
            let number = question.number(setting);
            let name = question.row_phrase(&name);
            tr!("{name}: {number}", name, number)
        } else {
            String::new()
        };
        points.push(Point {
            x,
            y: total.min(1.0),
            is_required: !text.is_empty(),
            text,
            ..Point::default()
        });
    }
    for share in [0.5, 0.9] {
        if let Some(point) = points.iter_mut().find(|point| point.y >= share)
            && point.text.is_empty()
            && point.y < 0.995
        {
            let number = quantile_text(point.x);
            let percent = percent(point.y, 0);
            point.text = tr!("≤\u{a0}{number}: {percent}", number, percent);
        }
    }
    Line {
        points,
        is_curve: true,
        ..Line::default()
    }
}

fn curve_plot(lines: Vec<Line>, statistic: &Statistic) -> Plot {
    Plot {
        x_label: statistic.number_label.translated().to_owned(),
        y_label: statistic.curve_label.translated().to_owned(),
        y_format: NumberFormat::Percent,
        lines,
        level: Some((0.5, String::new())),
        reference: None,
    }
}

/// Returns a curve for each setting with values of a statistic.
fn curves(question: &Question<'_>, statistic: &Statistic) -> Vec<Line> {
    let has_names = question.settings.len() > 1;
    let mut lines = Vec::new();
    for setting in &question.settings {
        let mut points = curve_points(setting, statistic);
        if points.is_empty() {
            continue;
        }
        if let [_, median, _] = setting.quartiles.as_slice() {
            let marked = points.iter_mut().min_by(|one, next| {
                let distance = |point: &Point| (point.x - median.value.floor()).abs();
                distance(one).total_cmp(&distance(next))
            });
            if let Some(point) = marked {
                point.text = question.number(setting);
                point.is_required = true;
            }
        }
        lines.push(Line {
            name: if has_names {
                question.setting_name(setting)
            } else {
                String::new()
            },
            is_usual: has_names && setting.is_usual,
            is_curve: true,
            points,
        });
    }
    lines
}

/// Returns the share of the values that are at most, at least or more than each number. A long curve leaves out steps that are
/// too low to be seen, and ends where hardly any value is left.
fn curve_points(setting: &AskedSetting<'_>, statistic: &Statistic) -> Vec<Point> {
    const MAX_VALUES: usize = 60;
    const MIN_STEP: f64 = 0.002;
    const LAST_SHARE: f64 = 0.01;
    let Some((spec, histogram)) = setting.histogram(statistic) else {
        return Vec::new();
    };
    let counts = histogram.counts();
    let total = histogram.total() as f64;
    let (Some(first), Some(last)) = (
        counts.iter().position(|count| *count > 0),
        counts.iter().rposition(|count| *count > 0),
    ) else {
        return Vec::new();
    };
    let offset = spec.value_offset as f64 + statistic.text_offset;
    let mut points: Vec<Point> = Vec::new();
    if statistic.direction == CountDirection::MoreThan {
        let before_first = first as f64 + offset - 1.0;
        for x in [0.0, before_first.max(0.0)] {
            points.push(Point {
                x,
                y: 1.0,
                ..Point::default()
            });
        }
        points.dedup();
    }
    let mut below = 0;
    for (entry, count) in counts.iter().enumerate().take(last + 1).skip(first) {
        let up_to = below + count;
        let y = match statistic.direction {
            CountDirection::AtMost => up_to as f64 / total,
            CountDirection::AtLeast => 1.0 - below as f64 / total,
            CountDirection::MoreThan => 1.0 - up_to as f64 / total,
        };
        below = up_to;
        let is_visible = points
            .last()
            .is_none_or(|last| (last.y - y).abs() >= MIN_STEP);
        if last - first < MAX_VALUES || is_visible || entry == last {
            points.push(Point {
                x: entry as f64 + offset,
                y,
                ..Point::default()
            });
        }
        if statistic.direction == CountDirection::MoreThan && y < LAST_SHARE {
            break;
        }
    }
    points
}

fn number_format(row: &Row) -> NumberFormat {
    if row.proportion.is_some() || row.certain_share().is_some() {
        NumberFormat::Percent
    } else {
        NumberFormat::Decimal
    }
}

/// Returns true for a share that undecided games leave open.
fn is_open(row: &Row) -> bool {
    row.undecided_deals > 0 && row.proportion.is_some()
}

fn ends(interval: Interval) -> (f64, f64) {
    (interval.low, interval.high)
}

fn list_row(name: String, is_usual: bool, row: &Row, cells: Vec<String>) -> ListItem {
    ListItem::Row(ListRow {
        name,
        is_usual,
        value: (!is_open(row)).then_some(row.value),
        interval: row.interval.map(ends),
        cells,
    })
}

/// Breaks a long heading of a column at the space nearest to its middle.
fn broken_heading(heading: &str) -> String {
    const MAX_LENGTH: usize = 9;
    let length = heading.chars().count();
    let spaces = heading.match_indices(' ');
    let middle = spaces.min_by_key(|(place, _)| (2 * place).abs_diff(heading.len()));
    match middle {
        Some((place, _)) if length > MAX_LENGTH => {
            format!("{}\n{}", &heading[..place], &heading[place + 1..])
        }
        _ => heading.to_owned(),
    }
}

/// Draws a row for each setting. Of two settings that vary, the one with fewer values gives the groups.
fn settings_list(question: &Question<'_>) -> List {
    let has_differences = question
        .settings
        .iter()
        .any(|setting| setting.asked.difference.is_some());
    let is_statistic = question.statistic().is_some();
    let asked_heading = match question.row_name() {
        Some(name) => question.row_heading(name),
        None => tr!("median"),
    };
    let others = question.other_row_names();
    let mut columns = vec![broken_heading(&asked_heading)];
    let format = number_format(&question.settings[0].asked);
    if has_differences {
        columns.push(
            match (format, is_statistic) {
                (NumberFormat::Percent, false) => {
                    tr!("difference\n(points)")
                }
                _ => tr!("difference"),
            }
            .to_owned(),
        );
    }
    columns.extend(
        others
            .iter()
            .map(|name| broken_heading(&question.row_heading(name))),
    );
    let group_key = group_key(question);
    let mut names = question.differing_keys.clone();
    names.retain(|key| Some(*key) != group_key);
    let mut items = Vec::new();
    let mut group = String::new();
    for setting in in_groups(question, group_key) {
        let name = if let Some(key) = group_key {
            let heading = phrases(question, &setting.fields, &[key]);
            if heading != group {
                items.push(ListItem::Heading(heading.clone()));
                group = heading;
            }
            phrases(question, &setting.fields, &names)
        } else {
            question.setting_name(setting)
        };
        let mut cells = vec![question.number(setting)];
        if has_differences {
            let difference = difference_text(&setting.asked, false);
            cells.push(if difference.is_empty() {
                "–".to_owned()
            } else {
                difference
            });
        }
        for other in &others {
            let row = setting.row(other);
            cells.push(row.map_or("–".to_owned(), other_cell));
        }
        let mut row = setting.asked.clone();
        if let [_, median, _] = setting.quartiles.as_slice() {
            row.value = median.value;
            row.interval = median.interval;
        }
        items.push(list_row(name, setting.is_usual, &row, cells));
    }
    List {
        axis_label: quantity_label(question),
        format: if is_statistic {
            NumberFormat::Decimal
        } else {
            format
        },
        columns,
        items,
    }
}

fn other_cell(row: &Row) -> String {
    let number = plain_number(row);
    if row.proportion.is_some() {
        percent_sign(number)
    } else {
        number
    }
}

fn phrases(question: &Question<'_>, fields: &[Field], keys: &[&str]) -> String {
    setting_phrases(fields, keys, question.glossary)
}

fn distinct_phrases(question: &Question<'_>, key: &str) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for setting in &question.settings {
        let phrase = phrases(question, &setting.fields, &[key]);
        if !distinct.contains(&phrase) {
            distinct.push(phrase);
        }
    }
    distinct
}

/// Returns the setting whose values are headings: of two that vary in all combinations, the one with fewer values.
fn group_key(question: &Question<'_>) -> Option<&'static str> {
    let [one, other] = question.differing_keys[..] else {
        return None;
    };
    let counts = [one, other].map(|key| distinct_phrases(question, key).len());
    if counts[0] * counts[1] != question.settings.len() {
        return None;
    }
    Some(if counts[0] <= counts[1] { one } else { other })
}

/// Returns the settings, those of a group together.
fn in_groups<'q, 'a>(
    question: &'q Question<'a>,
    group_key: Option<&str>,
) -> Vec<&'q AskedSetting<'a>> {
    let mut settings: Vec<&AskedSetting<'a>> = question.settings.iter().collect();
    if let Some(key) = group_key {
        let groups = distinct_phrases(question, key);
        settings.sort_by_key(|setting| {
            let phrase = phrases(question, &setting.fields, &[key]);
            groups.iter().position(|group| *group == phrase)
        });
    }
    settings
}

/// Returns the quantity with a capital letter: "Endless games"; of numbers the share of deals.
fn quantity_label(question: &Question<'_>) -> String {
    let quantity = capitalize(&question.quantity_name());
    if !quantity.starts_with(|sign: char| sign.is_ascii_digit()) {
        return quantity;
    }
    let unit = question.settings[0].summary.unit();
    let many = plural_form(2, unit_noun(unit).translated());
    tr!("{quantity}, share of the {many}", quantity, many)
}

/// Returns the number of a setting: itself, or that after a word, as in `riffle:7`.
fn setting_number(setting: &AskedSetting<'_>, key: &str) -> Option<f64> {
    let value = field_value(&setting.fields, key)?;
    if let FieldValue::Word(word) = value
        && let Some((_, number)) = word.split_once(':')
    {
        return number.parse().ok();
    }
    Some(value.number()? as f64)
}

/// Returns the setting with at least three numbers, all consecutive, the one with the most. Beside a single line, one value that
/// is no number is a level.
fn number_key(question: &Question<'_>) -> Option<&'static str> {
    let mut best = None;
    let mut most = 2;
    for key in &question.differing_keys {
        let settings = || question.settings.iter();
        let mut numbers: Vec<f64> = settings()
            .filter_map(|setting| setting_number(setting, key))
            .collect();
        let word_count = settings().count() - numbers.len();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        let is_consecutive = numbers.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
        let has_level = word_count == 1 && question.differing_keys.len() == 1;
        if is_consecutive && (word_count == 0 || has_level) && numbers.len() > most {
            most = numbers.len();
            best = Some(*key);
        }
    }
    best
}

/// Draws lines over consecutive numbers of a setting, or strips for many lines; `None` without such a setting, and for shares
/// that undecided games leave open.
fn lines_or_strips(question: &Question<'_>) -> Option<PictureContent> {
    let key = number_key(question)?;
    if question
        .settings
        .iter()
        .any(|setting| is_open(&setting.asked))
    {
        return None;
    }
    let mut other_keys = question.differing_keys.clone();
    other_keys.retain(|other| *other != key);
    let sentence = question.sentence();
    let mut lines: Vec<Line> = Vec::new();
    let mut level = None;
    let mut y_label = quantity_label(question);
    let mut x_label = String::new();
    for setting in &question.settings {
        let phrase = phrases(question, &setting.fields, &[key]);
        let number = question.number(setting);
        let Some(x) = setting_number(setting, key) else {
            y_label += &tr!(" (dashes: {phrase}, {number})", phrase, number);
            level = Some((setting.asked.value, String::new()));
            continue;
        };
        // The noun of the largest number: "13 values".
        let is_digit = |sign: char| sign.is_ascii_digit() || sign.is_whitespace();
        x_label = phrase.trim_start_matches(is_digit).to_owned();
        let point = Point {
            x,
            y: setting.asked.value,
            interval: setting.asked.interval.map(ends),
            is_required: sentence.contains(&number),
            text: number,
            is_hollow: false,
        };
        let name = phrases(question, &setting.fields, &other_keys);
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => {
                line.is_usual |= setting.is_usual;
                line.points.push(point);
            }
            None => lines.push(Line {
                name,
                is_usual: setting.is_usual,
                is_curve: false,
                points: vec![point],
            }),
        }
    }
    for line in &mut lines {
        line.points.sort_by(|one, next| one.x.total_cmp(&next.x));
    }
    lines.sort_by_key(|line| !line.is_usual);
    if x_label.is_empty() {
        x_label = question.glossary.translate(key);
    }
    if lines.len() > MAX_STRIPS {
        return None;
    }
    if lines.len() > MAX_SETTING_LINES {
        return Some(strips(lines, &x_label, question).into());
    }
    for line in &mut lines {
        keep_notable_texts(&mut line.points);
        line.is_usual &= line.name.is_empty() || !other_keys.is_empty();
    }
    let plot = Plot {
        x_label,
        y_label,
        y_format: number_format(&question.settings[0].asked),
        lines,
        level,
        reference: None,
    };
    Some(plot.into())
}

/// Removes the numbers at points that are neither an end of the line, nor a local high or low, nor required. A number that
/// several points have is required once.
fn keep_notable_texts(points: &mut [Point]) {
    let values: Vec<f64> = points.iter().map(|point| point.y).collect();
    let mut required_texts: Vec<String> = Vec::new();
    for (index, point) in points.iter_mut().enumerate() {
        if point.is_required {
            point.is_required = !required_texts.contains(&point.text);
            required_texts.push(point.text.clone());
        }
        let is_end = index == 0 || index + 1 == values.len();
        let is_turn = !is_end && {
            let before = values[index] - values[index - 1];
            let after = values[index + 1] - values[index];
            before * after < 0.0
        };
        if !(is_end || is_turn || point.is_required) {
            point.text.clear();
        }
    }
}

/// Draws the points of lines as strips of shares in per cent.
fn strips(lines: Vec<Line>, x_label: &str, question: &Question<'_>) -> Strips {
    let mut numbers: Vec<f64> = Vec::new();
    for point in lines.iter().flat_map(|line| &line.points) {
        if !numbers.contains(&point.x) {
            numbers.push(point.x);
        }
    }
    numbers.sort_by(f64::total_cmp);
    let highest = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.y);
    let highest = highest.fold(f64::MIN_POSITIVE, f64::max).max(1.0);
    let rows = lines.into_iter().map(|line| {
        let cell = |number: &f64| {
            let point = line.points.iter().find(|point| point.x == *number)?;
            let text = point.text.trim_end_matches('%').trim_end();
            Some(ShadedCell {
                text: text.to_owned(),
                shade: point.y / highest,
            })
        };
        StripRow {
            cells: numbers.iter().map(cell).collect(),
            name: line.name,
        }
    });
    let quantity = question.quantity_name();
    Strips {
        rows: rows.collect(),
        column_label: tr!("{x_label} ({quantity}, in %)", x_label, quantity),
        columns: numbers
            .iter()
            .map(|number| quantile_text(*number))
            .collect(),
    }
}

/// Returns the game with the settings that do not change, the number of deals, and the level of the intervals.
fn subtitle(content: &PictureContent, summaries: &[Summary], question: &Question<'_>) -> String {
    let mut parts = vec![game_and_settings(summaries, question.glossary)];
    if question.is_exact() {
        parts.push(tr!("exact values"));
        return parts.join(", ");
    }
    let runs = || question.settings.iter().map(|setting| setting.summary);
    let most = runs().map(Summary::deals).max().unwrap_or(0);
    let fewest = runs().map(Summary::deals).min().unwrap_or(0);
    let unit = plural_form(most, unit_noun(summaries[0].unit()).translated());
    let [low, high] = [fewest, most].map(integer_or_scientific);
    parts.push(if low == high {
        format!("{high} {unit}")
    } else {
        tr!("{low} to {high} {unit}", low, high, unit)
    });
    if let Some(are_visible) = interval_visibility(content) {
        let level = confidence_level(summaries[0].confidence.level());
        parts.push(if are_visible {
            tr!("lines: {level} intervals", level)
        } else {
            tr!("{level} intervals narrower than the dots", level)
        });
    }
    let is_partial = |summary: &Summary| {
        let reason = &summary.run.stop_reason;
        matches!(reason, StopReason::Interrupted | StopReason::Part)
    };
    if summaries.iter().any(is_partial) {
        parts.push(tr!("run incomplete"));
    }
    parts.join(", ")
}

/// Returns the game and the settings that all rows of some runs share, those that titles name.
fn game_and_settings(summaries: &[Summary], glossary: &dyn Glossary) -> String {
    let mut parts = vec![glossary.title().translated().to_owned()];
    let rows = || summaries.iter().flat_map(Summary::rows);
    let is_shared = |field: &Field| {
        let mut values = rows().map(|row| row.field(field.key()));
        values.all(|value| value == Some(&field.value))
    };
    for field in summaries.first().map_or(&[][..], |run| &run.settings) {
        let is_row_setting = summaries[0].columns.contains(&Column::Setting(field.key()));
        if is_row_setting && is_shared(field) {
            parts.push(glossary.setting_phrase(field.key(), &field.value));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// Returns true if an interval is wider than the marks; `None` without intervals.
fn interval_visibility(content: &PictureContent) -> Option<bool> {
    /// The share of an axis that a mark covers.
    const MARK: f64 = 0.03;
    let mut values: Vec<(f64, Option<(f64, f64)>)> = Vec::new();
    match content {
        PictureContent::List(list) => {
            for item in &list.items {
                if let ListItem::Row(row) = item {
                    values.push((row.value.unwrap_or(0.0), row.interval));
                }
            }
        }
        PictureContent::Plot(plot) => {
            for point in plot.lines.iter().flat_map(|line| &line.points) {
                values.push((point.y, point.interval));
            }
        }
        PictureContent::Strips(_) | PictureContent::Board(_) => {}
    }
    let highest = |(value, interval): &(f64, Option<(f64, f64)>)| {
        interval.map_or(*value, |(_, high)| high.max(*value))
    };
    let length = values.iter().map(highest).fold(0.0, f64::max);
    let intervals = values.iter().filter_map(|(_, interval)| *interval);
    let widths = intervals.map(|(low, high)| high - low);
    widths.reduce(f64::max).map(|width| width > MARK * length)
}

/// Says which shares undecided games leave open, and which share of the games a curve leaves out.
fn note(question: &Question<'_>) -> String {
    let mut parts = Vec::new();
    let named = |setting: &AskedSetting<'_>, share: f64| {
        let percent = percent(share, usize::from(share < 0.1));
        if question.settings.len() == 1 {
            return percent;
        }
        let name = question.setting_name(setting);
        format!("{percent} ({name})")
    };
    for setting in &question.settings {
        let deals = setting.summary.deals() as f64;
        match question.statistic() {
            Some(statistic) if !statistic.scope.0.is_empty() => {
                if let Some((_, histogram)) = setting.histogram(statistic) {
                    parts.push(named(setting, 1.0 - histogram.total() as f64 / deals));
                }
            }
            None if is_open(&setting.asked) => {
                parts.push(named(setting, setting.asked.undecided_deals as f64 / deals));
            }
            _ => {}
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    let list = parts.join(", ");
    if question.statistic().is_some() {
        tr!("Games that do not end, left out of the curve: {list}", list)
    } else {
        tr!("Undecided games: {list}", list)
    }
}
