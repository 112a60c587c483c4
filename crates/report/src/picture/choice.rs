//! Which picture a question has: a list of settings, a line over the numbers of a setting, strips, or a step curve.

use super::{
    Line, List, ListRow, NumberFormat, Picture, PictureContent, Plot, Point, ShadedCell, Strips,
};
use crate::columns::number_columns;
use crate::lang::glossary::unit_noun;
use crate::lang::{Text, capitalize, confidence_level, percent, plural_form};
use crate::number::{PageNumber, quantile_text};
use crate::question::{AskedSetting, CountDirection, Question, Statistic, row_name};
use crate::table::broken_heading;
use crate::{deals_text, distinct, title_and_settings};
use pioche_engine::sim::Summary;
use pioche_engine::sim::summary::StopReason;

/// Lines over a setting beyond this number, which cross each other, are drawn as strips.
const MAX_SETTING_LINES: usize = 3;
/// The largest number of strips.
const MAX_STRIPS: usize = 16;

/// Returns the picture of a question about some runs.
pub fn question_picture(question: &Question<'_>, summaries: &[Summary]) -> Picture {
    Picture {
        subtitle: subtitle(summaries, question),
        note: note(question),
        ..Picture::new(question.sentence(), content(question))
    }
}

fn content(question: &Question<'_>) -> PictureContent {
    let settings = &question.settings;
    if let Some(statistic) = question.statistic() {
        let curves = settings
            .iter()
            .filter_map(|setting| curve(question, setting, statistic));
        let lines: Vec<Line> = curves.collect();
        if (1..=Plot::MAX_LINES).contains(&lines.len()) {
            return curve_plot(lines, statistic);
        }
    } else if let [setting] = &settings[..] {
        return row_curve(question, setting).unwrap_or_else(|| outcomes(question, setting));
    } else if let Some(content) = lines_or_strips(question) {
        return content;
    }
    settings_list(question).into()
}

/// Draws a list of the asked row of a single run and the others.
fn outcomes(question: &Question<'_>, setting: &AskedSetting<'_>) -> PictureContent {
    let asked_name = question.row_name().unwrap_or_default();
    let has_selection = setting.summary.row_selection.is_some();
    let mut names = vec![asked_name.to_owned()];
    // Means of different quantities have no common axis.
    if has_selection || setting.asked.proportion.is_some() {
        names.extend(question.other_row_names());
    }
    let mut rows = Vec::new();
    for row in &setting.rows {
        let name = row_name(setting.summary, row);
        if names.contains(&name) {
            let number = PageNumber::from(row);
            rows.push(ListRow {
                name: capitalize(&question.row_phrase(&name)),
                is_usual: !has_selection && name == asked_name,
                cells: vec![number.words()],
                ..value_row(&number)
            });
        }
    }
    List {
        axis_label: Text("Share of games").into(),
        format: number_format(setting),
        columns: vec![String::new()],
        rows,
    }
    .into()
}

/// Draws the counted rows of a run as a curve, with numbers at the asked row and the median; `None` for other
/// rows, for selected ones, and for a single value.
fn row_curve(question: &Question<'_>, setting: &AskedSetting<'_>) -> Option<PictureContent> {
    let name = question.row_name()?;
    let asked_number: f64 = name.parse().ok()?;
    let statistic = question.glossary.finding().statistics.first()?;
    if setting.summary.row_selection.is_some() {
        return None;
    }
    let mut line = curve(question, setting, statistic)?;
    if line.points.len() < 2 {
        return None;
    }
    let mut points = line.points.iter_mut();
    if let Some(point) = points.find(|point| point.x == asked_number) {
        let number = question.number(setting);
        let name = question.row_phrase(name);
        point.text = tr!("{name}: {number}", name, number);
        point.is_required = true;
    }
    Some(curve_plot(vec![line], statistic))
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

/// Returns the share of the values that are at most, at least or more than each number, with the median; `None` without values. A
/// long curve leaves out steps that are too low to be seen, and ends where hardly any value is left.
fn curve(
    question: &Question<'_>,
    setting: &AskedSetting<'_>,
    statistic: &Statistic,
) -> Option<Line> {
    const MAX_VALUES: usize = 60;
    const MIN_STEP: f64 = 0.002;
    const LAST_SHARE: f64 = 0.01;
    let (spec, histogram) = setting.histogram(statistic)?;
    let counts = histogram.counts();
    let total = histogram.total() as f64;
    let first = counts.iter().position(|count| *count > 0)?;
    let last = counts.iter().rposition(|count| *count > 0)?;
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
    let quartiles = setting.quartiles(statistic);
    let median = quartiles.get(1)?;
    let distance = |point: &&mut Point| (point.x - median.value.floor()).abs();
    let nearest = points
        .iter_mut()
        .min_by(|one, next| distance(one).total_cmp(&distance(next)))?;
    nearest.text = PageNumber::from(median).words();
    nearest.is_required = true;
    let mut line = Line {
        is_curve: true,
        points,
        ..Line::default()
    };
    if question.settings.len() > 1 {
        line.name = question.setting_name(setting);
        line.is_usual = setting.is_usual;
    }
    Some(line)
}

fn number_format(setting: &AskedSetting<'_>) -> NumberFormat {
    if setting.asked.proportion.is_some() {
        NumberFormat::Percent
    } else {
        NumberFormat::Decimal
    }
}

/// Returns the ends of the interval of a number; `None` for a number without one.
fn interval(number: &PageNumber) -> Option<(f64, f64)> {
    let interval = number.estimate.interval;
    (interval.low < interval.high).then_some((interval.low, interval.high))
}

/// Returns a row of a list with a value and its interval, without a name.
fn value_row(number: &PageNumber) -> ListRow {
    ListRow {
        value: (!number.is_open()).then_some(number.estimate.value),
        interval: interval(number),
        ..ListRow::default()
    }
}

/// Draws a row for each setting. Of two settings that vary, the first gives the groups.
fn settings_list(question: &Question<'_>) -> List {
    /// The longest heading in one line.
    const MAX_LENGTH: usize = 9;
    let columns = number_columns(question);
    let (group_keys, keys) = match &question.differing_keys[..] {
        [group_key, key] => (&[*group_key][..], &[*key][..]),
        keys => (&[][..], keys),
    };
    let mut rows = Vec::new();
    for (index, setting) in question.settings.iter().enumerate() {
        let number = setting.number();
        let mut cells = vec![number.words()];
        for column in &columns[1..] {
            let cell = &column.narrow_cells[index];
            cells.push(if cell.is_empty() { "–" } else { cell }.to_owned());
        }
        rows.push(ListRow {
            name: if group_keys.is_empty() {
                question.setting_name(setting)
            } else {
                question.phrases(setting, keys)
            },
            group: question.phrases(setting, group_keys),
            is_usual: setting.is_usual,
            cells,
            ..value_row(&number)
        });
    }
    let groups = distinct(rows.iter().map(|row| row.group.clone()));
    rows.sort_by_key(|row| groups.iter().position(|group| *group == row.group));
    let headings = columns.iter().map(|column| {
        let heading = column.heading.trim_end_matches(", %");
        if heading.chars().count() > MAX_LENGTH {
            broken_heading(heading)
        } else {
            heading.to_owned()
        }
    });
    List {
        axis_label: quantity_label(question),
        format: number_format(&question.settings[0]),
        columns: headings.collect(),
        rows,
    }
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

/// Draws lines over consecutive numbers of a setting, or strips for many lines; `None` without such a setting, and for shares
/// that undecided games leave open.
fn lines_or_strips(question: &Question<'_>) -> Option<PictureContent> {
    let key = question.number_key()?;
    let mut other_keys = question.differing_keys.clone();
    other_keys.retain(|other| *other != key);
    let sentence = question.sentence();
    let mut lines: Vec<Line> = Vec::new();
    let mut level = None;
    let mut y_label = quantity_label(question);
    let mut x_label = question.glossary.translate(key);
    for setting in &question.settings {
        let phrase = question.phrases(setting, &[key]);
        let number = setting.number();
        let text = number.words();
        if number.is_open() {
            return None;
        }
        let Some(x) = setting.number_of(key) else {
            y_label += &tr!(" (dashes: {phrase}, {text})", phrase, text);
            level = Some(setting.value());
            continue;
        };
        // The noun of the largest number: "13 values".
        let is_digit = |sign: char| sign.is_ascii_digit() || sign.is_whitespace();
        let noun = phrase.trim_start_matches(is_digit);
        if !noun.is_empty() {
            x_label = noun.to_owned();
        }
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
            interval: interval(&number),
            is_required: sentence.contains(&text),
            text,
            ..Point::new(x as f64, setting.value())
        });
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
        return Some(strips(&lines, column_label).into());
    }
    for line in &mut lines {
        keep_notable_texts(&mut line.points);
        line.is_usual &= line.name.is_empty() || !other_keys.is_empty();
    }
    let plot = Plot {
        x_label,
        y_label,
        y_format: number_format(&question.settings[0]),
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
        let is_notable = match values[index.saturating_sub(1)..].get(..3) {
            Some([before, here, after]) if index > 0 => (here - before) * (after - here) < 0.0,
            _ => true,
        };
        if !point.is_required && !is_notable {
            point.text.clear();
        }
    }
}

/// Draws the points of lines as strips of shares in per cent.
fn strips(lines: &[Line], column_label: String) -> Strips {
    let points = || lines.iter().flat_map(|line| &line.points);
    let mut numbers = distinct(points().map(|point| point.x));
    numbers.sort_by(f64::total_cmp);
    let highest = points().map(|point| point.y).fold(1.0, f64::max);
    let mut cells = Vec::new();
    for line in lines {
        for point in &line.points {
            let text = point.text.trim_end_matches('%').trim_end().to_owned();
            let shade = point.y / highest;
            let cell = ShadedCell { text, shade };
            cells.push((line.name.clone(), quantile_text(point.x), cell));
        }
    }
    let columns = numbers.into_iter().map(quantile_text).collect();
    Strips::new(column_label, columns, cells)
}

/// Returns the game with the settings that do not change, the number of deals, and the level of the intervals.
fn subtitle(summaries: &[Summary], question: &Question<'_>) -> String {
    let mut parts = title_and_settings(question.fields(), question.glossary);
    if question.is_exact() {
        parts.push(tr!("exact values"));
        return parts.join(", ");
    }
    parts.push(deals_text(summaries));
    let level = confidence_level(summaries[0].confidence.level());
    parts.push(tr!("{level} intervals", level));
    let is_partial = |summary: &Summary| {
        let reason = &summary.run.stop_reason;
        matches!(reason, StopReason::Interrupted | StopReason::Part)
    };
    if summaries.iter().any(is_partial) {
        parts.push(tr!("run incomplete"));
    }
    parts.join(", ")
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
            None if setting.number().is_open() => {
                Some(setting.asked.undecided_deals as f64 / deals)
            }
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
