//! Which picture a question has: a list of settings, a line over the numbers of a setting, strips, or a step curve.

use super::{
    Line, List, ListRow, NumberFormat, Picture, PictureContent, Plot, Point, ShadedCell, StripRow,
    Strips,
};
use crate::lang::glossary::unit_noun;
use crate::lang::{
    Text, capitalize, confidence_level, integer_or_scientific, percent, percent_sign, plural_form,
};
use crate::number::PageNumber;
use crate::question::{
    AskedSetting, CountDirection, Question, Statistic, difference_text, plain_number,
    quantile_text, row_name,
};
use crate::table::broken_heading;
use crate::{deal_range, distinct, title_and_settings};
use pioche_engine::sim::settings::field_value;
use pioche_engine::sim::summary::StopReason;
use pioche_engine::sim::{Column, FieldValue, Row, Summary};
use pioche_engine::stats::Interval;

/// Lines over a setting beyond this number, which cross each other, are drawn as strips.
const MAX_SETTING_LINES: usize = 3;
/// The largest number of strips.
const MAX_STRIPS: usize = 16;
/// Outcomes below this share are left out.
const MIN_SHARE: f64 = 1e-6;

/// Returns the picture of a question about some runs.
pub fn question_picture(question: &Question<'_>, summaries: &[Summary]) -> Picture {
    let content = content(question);
    Picture {
        subtitle: subtitle(&content, summaries, question),
        note: note(question),
        ..Picture::new(question.sentence(), content)
    }
}

fn content(question: &Question<'_>) -> PictureContent {
    if let Some(statistic) = question.statistic() {
        let curves = curves(question, statistic);
        if (1..=Plot::MAX_LINES).contains(&curves.len()) {
            return curve_plot(curves, statistic);
        }
    } else if let [setting] = &question.settings[..] {
        return single_run(question, setting);
    } else if let Some(content) = lines_or_strips(question) {
        return content;
    }
    settings_list(question).into()
}

/// Draws a single run: a curve of a counted quantity, or a list of the asked row and the others.
fn single_run(question: &Question<'_>, setting: &AskedSetting<'_>) -> PictureContent {
    let asked_name = question.row_name().unwrap_or_default();
    let statistic = question.glossary.finding().statistics.first();
    let has_selection = setting.summary.row_selection.is_some();
    if let (Ok(number), Some(statistic), false) = (asked_name.parse(), statistic, has_selection) {
        let line = row_curve(question, setting, number);
        return curve_plot(vec![line], statistic);
    }
    let mut names = vec![asked_name.to_owned()];
    // Means of different quantities have no common axis.
    if has_selection || setting.asked.proportion.is_some() {
        names.extend(question.other_row_names());
    }
    let mut rows = Vec::new();
    for row in &setting.rows {
        let name = row_name(setting.summary, row);
        let is_asked = !has_selection && name == asked_name;
        let is_visible = has_selection || is_asked || row.value >= MIN_SHARE;
        if is_visible && names.contains(&name) {
            rows.push(ListRow {
                name: capitalize(&question.row_phrase(&name)),
                is_usual: is_asked,
                cells: vec![PageNumber::from(row).words()],
                ..value_row(row)
            });
        }
    }
    List {
        axis_label: Text("Share of games").into(),
        format: number_format(&setting.asked),
        columns: vec![String::new()],
        rows,
    }
    .into()
}

/// Draws the rows of a run as a curve of "at most n", with numbers at the asked row, the median and the last tenth.
fn row_curve(question: &Question<'_>, setting: &AskedSetting<'_>, asked_number: f64) -> Line {
    let has_thresholds = setting.summary.columns.contains(&Column::Wins);
    let mut points: Vec<Point> = Vec::new();
    let mut total = 0.0;
    for row in &setting.rows {
        let name = row_name(setting.summary, row);
        let Ok(x) = name.parse::<f64>() else { continue };
        if has_thresholds {
            total = 0.0;
        }
        total += row.value;
        let mut point = Point::new(x, total.min(1.0));
        if x == asked_number {
            let number = question.number(setting);
            let name = question.row_phrase(&name);
            point.text = tr!("{name}: {number}", name, number);
            point.is_required = true;
        }
        points.push(point);
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

fn curve_plot(lines: Vec<Line>, statistic: &Statistic) -> PictureContent {
    PictureContent::Plot(Plot {
        x_label: statistic.number_label.into(),
        y_label: statistic.curve_label.into(),
        y_format: NumberFormat::Percent,
        lines,
        level: Some(0.5),
        reference: None,
    })
}

/// Returns a curve for each setting with values of a statistic.
fn curves(question: &Question<'_>, statistic: &Statistic) -> Vec<Line> {
    let mut lines = Vec::new();
    for setting in &question.settings {
        let mut points = curve_points(setting, statistic);
        if points.is_empty() {
            continue;
        }
        if let Some(median) = setting.quartiles.get(1) {
            let distance = |point: &&mut Point| (point.x - median.value.floor()).abs();
            let nearest = points
                .iter_mut()
                .min_by(|one, next| distance(one).total_cmp(&distance(next)));
            if let Some(point) = nearest {
                point.text = question.number(setting);
                point.is_required = true;
            }
        }
        let mut line = Line {
            is_curve: true,
            points,
            ..Line::default()
        };
        if question.settings.len() > 1 {
            line.name = question.setting_name(setting);
            line.is_usual = setting.is_usual;
        }
        lines.push(line);
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
    let is_met = |count: &u64| *count > 0;
    let Some(first) = counts.iter().position(is_met) else {
        return Vec::new();
    };
    let last = counts.iter().rposition(is_met).unwrap_or(first);
    let offset = spec.value_offset as f64 + statistic.text_offset;
    let mut points: Vec<Point> = Vec::new();
    if statistic.direction == CountDirection::MoreThan {
        let before_first = first as f64 + offset - 1.0;
        points.extend([0.0, before_first.max(0.0)].map(|x| Point::new(x, 1.0)));
        points.dedup();
    }
    let mut below = 0;
    for (entry, count) in counts.iter().enumerate().take(last + 1).skip(first) {
        let share_below = below as f64 / total;
        below += count;
        let share_up_to = below as f64 / total;
        let y = match statistic.direction {
            CountDirection::AtMost => share_up_to,
            CountDirection::AtLeast => 1.0 - share_below,
            CountDirection::MoreThan => 1.0 - share_up_to,
        };
        let is_step = |last: &Point| (last.y - y).abs() >= MIN_STEP;
        if last - first < MAX_VALUES || entry == last || points.last().is_none_or(is_step) {
            points.push(Point::new(entry as f64 + offset, y));
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

/// Returns a row of a list with a value and its interval, without a name.
fn value_row(row: &Row) -> ListRow {
    ListRow {
        value: (!is_open(row)).then_some(row.value),
        interval: row.interval.map(ends),
        ..ListRow::default()
    }
}

/// Draws a row for each setting. Of two settings that vary, the one with fewer values gives the groups.
fn settings_list(question: &Question<'_>) -> List {
    /// The longest heading in one line.
    const MAX_LENGTH: usize = 9;
    let has_differences = question.has_differences();
    let is_statistic = question.statistic().is_some();
    let others = question.other_row_names();
    let mut format = number_format(&question.settings[0].asked);
    if is_statistic {
        format = NumberFormat::Decimal;
    }
    let mut columns = vec![match question.row_name() {
        Some(name) => question.row_heading(name),
        None => tr!("median"),
    }];
    columns.extend(others.iter().map(|name| question.row_heading(name)));
    for column in &mut columns {
        if column.chars().count() > MAX_LENGTH {
            *column = broken_heading(column);
        }
    }
    if has_differences {
        let heading = match format {
            NumberFormat::Percent => tr!("difference\n(points)"),
            _ => tr!("difference"),
        };
        columns.insert(1, heading);
    }
    let mut keys = question.differing_keys.clone();
    let group_key = group_key(question);
    keys.retain(|key| Some(*key) != group_key);
    let mut rows = Vec::new();
    for setting in &question.settings {
        let mut cells = vec![question.number(setting)];
        if has_differences {
            cells.push(difference_text(&setting.asked, false));
        }
        cells.extend(others.iter().map(|other| match setting.row(other) {
            Some(row) if row.proportion.is_some() => percent_sign(plain_number(row)),
            row => row.map_or_else(String::new, plain_number),
        }));
        for cell in cells.iter_mut().filter(|cell| cell.is_empty()) {
            cell.push('–');
        }
        let mut asked = setting.asked.clone();
        if let Some(median) = setting.quartiles.get(1) {
            asked.value = median.value;
            asked.interval = median.interval;
        }
        rows.push(ListRow {
            name: match group_key {
                Some(_) => question.phrases(setting, &keys),
                None => question.setting_name(setting),
            },
            group: question.phrases(setting, group_key.as_slice()),
            is_usual: setting.is_usual,
            cells,
            ..value_row(&asked)
        });
    }
    let groups = distinct(rows.iter().map(|row| row.group.clone()));
    rows.sort_by_key(|row| groups.iter().position(|group| *group == row.group));
    List {
        axis_label: quantity_label(question),
        format,
        columns,
        rows,
    }
}

/// Returns the setting whose values are headings: of two that vary in all combinations, the one with fewer values.
fn group_key(question: &Question<'_>) -> Option<&'static str> {
    let [one, other] = question.differing_keys[..] else {
        return None;
    };
    let settings = &question.settings;
    let [count, other_count] = [one, other].map(|key| {
        let phrases = settings
            .iter()
            .map(|setting| question.phrases(setting, &[key]));
        distinct(phrases).len()
    });
    let has_all = count * other_count == settings.len();
    has_all.then_some(if count <= other_count { one } else { other })
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
    let keys = &question.differing_keys;
    for key in keys {
        let settings = question.settings.iter();
        let mut numbers: Vec<f64> = settings
            .filter_map(|setting| setting_number(setting, key))
            .collect();
        let word_count = question.settings.len() - numbers.len();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        let is_consecutive = numbers.windows(2).all(|pair| pair[1] - pair[0] == 1.0);
        let max_words = usize::from(keys.len() == 1);
        if is_consecutive && word_count <= max_words && numbers.len() > most {
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
    let settings = &question.settings;
    if settings.iter().any(|setting| is_open(&setting.asked)) {
        return None;
    }
    let mut other_keys = question.differing_keys.clone();
    other_keys.retain(|other| *other != key);
    let sentence = question.sentence();
    let mut lines: Vec<Line> = Vec::new();
    let mut level = None;
    let mut y_label = quantity_label(question);
    let mut x_label = String::new();
    for setting in settings {
        let phrase = question.phrases(setting, &[key]);
        let number = question.number(setting);
        let Some(x) = setting_number(setting, key) else {
            y_label += &tr!(" (dashes: {phrase}, {number})", phrase, number);
            level = Some(setting.asked.value);
            continue;
        };
        // The noun of the largest number: "13 values".
        let is_digit = |sign: char| sign.is_ascii_digit() || sign.is_whitespace();
        x_label = phrase.trim_start_matches(is_digit).to_owned();
        let name = question.phrases(setting, &other_keys);
        let place = lines.iter().position(|line| line.name == name);
        let place = place.unwrap_or_else(|| {
            lines.push(Line {
                name,
                ..Line::default()
            });
            lines.len() - 1
        });
        lines[place].is_usual |= setting.is_usual;
        lines[place].points.push(Point {
            interval: setting.asked.interval.map(ends),
            is_required: sentence.contains(&number),
            text: number,
            ..Point::new(x, setting.asked.value)
        });
    }
    if x_label.is_empty() {
        x_label = question.glossary.translate(key);
    }
    for line in &mut lines {
        line.points.sort_by(|one, next| one.x.total_cmp(&next.x));
    }
    lines.sort_by_key(|line| !line.is_usual);
    if lines.len() > MAX_STRIPS {
        return None;
    }
    if lines.len() > MAX_SETTING_LINES {
        let quantity = question.quantity_name();
        let column_label = tr!("{x_label} ({quantity}, in %)", x_label, quantity);
        return Some(strips(lines, column_label).into());
    }
    for line in &mut lines {
        keep_notable_texts(&mut line.points);
        line.is_usual &= line.name.is_empty() || !other_keys.is_empty();
    }
    let plot = Plot {
        x_label,
        y_label,
        y_format: number_format(&settings[0].asked),
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
        let is_turn = |index: usize| {
            let change = values[index] - values[index - 1];
            change * (values[index + 1] - values[index]) < 0.0
        };
        if !is_end && !point.is_required && !is_turn(index) {
            point.text.clear();
        }
    }
}

/// Draws the points of lines as strips of shares in per cent.
fn strips(lines: Vec<Line>, column_label: String) -> Strips {
    let points = || lines.iter().flat_map(|line| &line.points);
    let mut numbers = distinct(points().map(|point| point.x));
    numbers.sort_by(f64::total_cmp);
    let highest = points().map(|point| point.y).fold(1.0, f64::max);
    let mut rows = Vec::new();
    for line in &lines {
        let cell = |number: &f64| {
            let point = line.points.iter().find(|point| point.x == *number)?;
            let text = point.text.trim_end_matches('%').trim_end();
            Some(ShadedCell {
                text: text.to_owned(),
                shade: point.y / highest,
            })
        };
        rows.push(StripRow {
            cells: numbers.iter().map(cell).collect(),
            name: line.name.clone(),
        });
    }
    Strips {
        rows,
        column_label,
        columns: numbers.into_iter().map(quantile_text).collect(),
    }
}

/// Returns the game with the settings that do not change, the number of deals, and the level of the intervals.
fn subtitle(content: &PictureContent, summaries: &[Summary], question: &Question<'_>) -> String {
    let mut parts = title_and_settings(summaries, question.glossary);
    if question.is_exact() {
        parts.push(tr!("exact values"));
        return parts.join(", ");
    }
    let runs = question.settings.iter().map(|setting| setting.summary);
    let (fewest, most) = deal_range(runs);
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

/// Returns true if an interval is wider than the marks; `None` without intervals.
fn interval_visibility(content: &PictureContent) -> Option<bool> {
    /// The share of an axis that a mark covers.
    const MARK: f64 = 0.03;
    let mut length: f64 = 0.0;
    let mut widest: Option<f64> = None;
    for (value, interval) in content.values() {
        length = length.max(value.unwrap_or(0.0));
        if let Some((low, high)) = interval {
            length = length.max(high);
            widest = Some(widest.unwrap_or(0.0).max(high - low));
        }
    }
    Some(widest? > MARK * length)
}

/// Says which shares undecided games leave open, and which share of the games a curve leaves out.
fn note(question: &Question<'_>) -> String {
    let mut parts = Vec::new();
    for setting in &question.settings {
        let deals = setting.summary.deals() as f64;
        let share = match question.statistic() {
            Some(statistic) if !statistic.scope.0.is_empty() => setting
                .histogram(statistic)
                .map(|(_, histogram)| 1.0 - histogram.total() as f64 / deals),
            None if is_open(&setting.asked) => Some(setting.asked.undecided_deals as f64 / deals),
            _ => None,
        };
        let Some(share) = share else { continue };
        let mut part = percent(share, usize::from(share < 0.1));
        if question.settings.len() > 1 {
            part += &format!(" ({})", question.setting_name(setting));
        }
        parts.push(part);
    }
    let list = parts.join(", ");
    if list.is_empty() {
        list
    } else if question.statistic().is_some() {
        tr!("Games that do not end, left out of the curve: {list}", list)
    } else {
        tr!("Undecided games: {list}", list)
    }
}
