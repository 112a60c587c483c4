//! Spreadsheets with numbers that every locale reads. Shares are percentages, counts have grouped digits, and rows show
//! the digits that their intervals support.

use super::data_table::{DataCell, DataTable, MAX_EXACT_INTEGER};
use super::number::{decimals, percent_decimals};
use super::row_charts::ChartSheet;
use crate::draw::{ChartPoint, NumberFormat, Plot, Series, SeriesKind};
use rust_xlsxwriter::{
    Chart, ChartErrorBars, ChartErrorBarsType, ChartFormat, ChartLegendPosition, ChartLine,
    ChartMarker, ChartMarkerType, ChartRange, ChartSolidFill, ChartType, Color, DocProperties,
    ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

/// Creates a workbook without sheets.
pub fn new_workbook() -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    // The date is fixed, so that the same study gives the same bytes.
    workbook.set_properties(
        &DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?),
    );
    Ok(workbook)
}

/// The number of the paper size A4 in spreadsheets.
const A4: u8 = 9;

/// Adds a sheet with a row of headings. Fails when the name is not valid.
fn add_sheet<'a>(workbook: &'a mut Workbook, name: &str) -> Result<&'a mut Worksheet, XlsxError> {
    workbook
        .add_worksheet()
        .set_name(name)?
        .set_freeze_panes(1, 0)?
        .set_landscape()
        .set_paper_size(A4)
        .set_margins(0.4, 0.4, 0.5, 0.5, 0.3, 0.3)
        .set_repeat_rows(0, 0)
        .map(|sheet| sheet.set_print_fit_to_pages(1, 0))
}

/// Adds a sheet with a table; `heading` returns the heading of a column. Columns from the program on, which have the same value
/// in most rows, are not printed. Fails when the table has more rows than a sheet can hold.
pub fn add_table(
    workbook: &mut Workbook,
    name: &str,
    table: &DataTable,
    heading: impl Fn(&str) -> String,
) -> Result<(), XlsxError> {
    let sheet = add_sheet(workbook, name)?;
    let headings: Vec<String> = table.columns.iter().map(|column| heading(column)).collect();
    let mut text_columns = Vec::new();
    for column in 0..table.columns.len() {
        text_columns.push(is_text_column(table, column));
    }
    let formats = number_formats(table);
    write_headings(sheet, table, (&headings, &text_columns), &formats)?;
    for ((row, cells), formats) in (1..).zip(&table.rows).zip(&formats) {
        for ((column, cell), format) in (0..).zip(cells).zip(formats) {
            let is_text_column = text_columns[usize::from(column)];
            write_cell(sheet, (row, column), cell, format, is_text_column)?;
        }
    }
    if let (Ok(rows @ 1..), Ok(columns @ 1..)) = (
        u32::try_from(table.rows.len()),
        u16::try_from(table.columns.len()),
    ) {
        sheet.autofilter(0, 0, rows, columns - 1)?;
        let program = table.columns.iter().position(|column| column == "program");
        let last_printed = program.map_or(columns, |column| column as u16) - 1;
        sheet.set_print_area(0, 0, rows, last_printed)?;
    }
    Ok(())
}

fn heading_format() -> Format {
    Format::new()
        .set_bold()
        .set_border_bottom(FormatBorder::Thin)
}

/// Returns the height of a row with a text that is wrapped after about this many letters, in points.
fn text_height(text: &str, letters_per_line: usize) -> f64 {
    15.0 * text.chars().count().div_ceil(letters_per_line).max(1) as f64
}

/// Adds a sheet that explains columns: their names and descriptions, under two headings.
pub fn add_descriptions(
    workbook: &mut Workbook,
    name: &str,
    headings: [&str; 2],
    descriptions: &[(String, &str)],
) -> Result<(), XlsxError> {
    let sheet = add_sheet(workbook, name)?;
    let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    let name_format = Format::new().set_align(FormatAlign::Top);
    sheet.set_column_width(0, 22)?.set_column_width(1, 90)?;
    for (column, heading) in (0..).zip(headings) {
        sheet.write_with_format(0, column, heading, &heading_format())?;
    }
    for (row, (name, description)) in (1..).zip(descriptions) {
        sheet.write_with_format(row, 0, name, &name_format)?;
        sheet.write_with_format(row, 1, *description, &wrapped)?;
        sheet.set_row_height(row, text_height(description, 80))?;
    }
    Ok(())
}

/// The width of the columns of values in a sheet with a chart, in letters.
const CHART_SHEET_COLUMN_LETTERS: u32 = 13;
/// The height of the chart, and that of a row, in pixels.
const CHART_HEIGHT: u32 = 420;
const DEFAULT_ROW_PIXELS: u32 = 20;
/// The width of the columns below the chart, in pixels.
const DEFAULT_COLUMN_PIXELS: u32 = 64;

/// The largest number of lines in a chart; the table holds the others.
const MAX_LINES: usize = 8;

/// Adds a sheet with the table of a chart, and the chart beside it. Series that it does not draw and the lengths of the error
/// bars are in columns after the chart.
pub fn add_chart(
    workbook: &mut Workbook,
    name: &str,
    content: &ChartSheet,
) -> Result<(), XlsxError> {
    let sheet = add_sheet(workbook, name)?;
    let plot = &content.plot;
    let heading = heading_format().set_text_wrap();
    let text_lengths = content.categories.iter().map(|category| match category {
        DataCell::Text(text) => text.chars().count(),
        _ => 0,
    });
    let category_width = text_lengths.max().unwrap_or(0).clamp(12, 60) as f64 + 2.0;
    sheet.set_column_width(0, category_width)?;
    sheet.write_with_format(0, 0, &plot.x.label, &heading)?;
    for (row, category) in (1..).zip(&content.categories) {
        write_cell(sheet, (row, 0), category, "General", false)?;
    }
    let heading_heights = plot.series.iter().map(|series| {
        let letters = CHART_SHEET_COLUMN_LETTERS as usize - 4;
        text_height(&series.label, letters)
    });
    sheet.set_row_height(0, heading_heights.fold(15.0, f64::max))?;
    let has_stacks = is_stacked(plot);
    let drawn_count = if has_stacks {
        plot.series.len()
    } else {
        plot.series.len().min(MAX_LINES)
    };
    let (drawn_series, other_series) = plot.series.split_at(drawn_count);
    let mut column = 1;
    for series in drawn_series {
        write_estimates(sheet, plot, series, (column, ""), |point| Some(point.y))?;
        column += 1;
    }
    let chart_column = column + 1;
    column = chart_column + chart_width(content).div_ceil(DEFAULT_COLUMN_PIXELS) as u16 + 1;
    let error_columns = column + other_series.len() as u16;
    let chart = native_chart(name, content, drawn_series, error_columns);
    sheet.insert_chart(1, chart_column, &chart)?;
    let chart_rows = CHART_HEIGHT.div_ceil(DEFAULT_ROW_PIXELS) + 1;
    let rows = chart_rows.max(content.categories.len() as u32);
    sheet.set_print_area(0, 0, rows, column - 1)?;
    for series in other_series {
        write_estimates(sheet, plot, series, (column, ""), |point| Some(point.y))?;
        column += 1;
    }
    if has_stacks {
        return Ok(());
    }
    for series in drawn_series {
        write_estimates(sheet, plot, series, (column, " −"), |point| {
            Some(error_lengths(point)?.0)
        })?;
        write_estimates(sheet, plot, series, (column + 1, " +"), |point| {
            Some(error_lengths(point)?.1)
        })?;
        column += 2;
    }
    Ok(())
}

fn is_stacked(plot: &Plot) -> bool {
    plot.series
        .iter()
        .any(|series| series.kind == SeriesKind::StackedBars)
}

/// Returns the largest estimate; of stacked bars the height of the highest.
fn max_estimate(plot: &Plot) -> f64 {
    if is_stacked(plot) {
        return plot.y_range().map_or(0.0, |(_, high)| high);
    }
    let points = plot.series.iter().flat_map(|series| &series.points);
    points.map(|point| point.y).fold(0.0, f64::max)
}

/// Returns the distances from the lower end of an interval to the estimate, and from the estimate to the upper end.
fn error_lengths(point: &ChartPoint) -> Option<(f64, f64)> {
    let (low, high) = point.interval?;
    Some((point.y - low, high - point.y))
}

/// Writes a number of each estimate of a series to a column, under the label of the series and a sign; `None` leaves the cell
/// empty.
fn write_estimates(
    sheet: &mut Worksheet,
    plot: &Plot,
    series: &Series,
    (column, sign): (u16, &str),
    number: impl Fn(&ChartPoint) -> Option<f64>,
) -> Result<(), XlsxError> {
    let heading = heading_format()
        .set_text_wrap()
        .set_align(FormatAlign::Right);
    sheet.set_column_width(column, CHART_SHEET_COLUMN_LETTERS)?;
    sheet.write_with_format(0, column, format!("{}{sign}", series.label), &heading)?;
    for point in &series.points {
        let half_width = error_lengths(point).map_or(0.0, |(lower, upper)| (lower + upper) / 2.0);
        let format = if plot.y.format == NumberFormat::Percent {
            format!("{}%", decimal_format(percent_decimals(half_width)))
        } else {
            decimal_format(decimals(half_width))
        };
        let cell = DataCell::real(number(point));
        write_cell(sheet, (point.x as u32 + 1, column), &cell, &format, false)?;
    }
    Ok(())
}

/// Returns the width of the chart of a sheet, in pixels.
fn chart_width(content: &ChartSheet) -> u32 {
    const CATEGORY_WIDTH: u32 = 18;
    (content.categories.len() as u32 * CATEGORY_WIDTH).clamp(640, 960)
}

fn line_format(colour: u32, width: f64) -> ChartFormat {
    let mut line = ChartLine::new();
    line.set_color(Color::RGB(colour)).set_width(width);
    let mut format = ChartFormat::new();
    format.set_line(&line);
    format
}

fn fill_format(colour: u32) -> ChartFormat {
    let mut fill = ChartSolidFill::new();
    fill.set_color(Color::RGB(colour));
    let mut format = ChartFormat::new();
    format.set_solid_fill(&fill);
    format
}

/// Returns the native chart of a sheet; the error bars are those of the columns from `error_columns` on.
fn native_chart(
    sheet_name: &str,
    content: &ChartSheet,
    drawn_series: &[Series],
    error_columns: u16,
) -> Chart {
    /// Lines with more points than this have no markers.
    const MAX_MARKED: u32 = 16;
    let plot = &content.plot;
    let rows = content.categories.len() as u32;
    let column_cells = |column: u16| (sheet_name, 1, column, rows, column);
    let chart_type = match plot.series.first().map(|series| series.kind) {
        Some(SeriesKind::StackedBars) => ChartType::ColumnStacked,
        Some(SeriesKind::Bars) => ChartType::Column,
        _ => ChartType::Line,
    };
    let mut chart = Chart::new(chart_type);
    for (index, drawn) in (0..).zip(drawn_series) {
        let colour = drawn.style.rgb(usize::from(index));
        let series = chart.add_series();
        series
            .set_name((sheet_name, 0, index + 1))
            .set_categories(column_cells(0))
            .set_values(column_cells(index + 1));
        if drawn.kind == SeriesKind::Line {
            series.set_format(&mut line_format(colour, 1.5));
        } else {
            series.set_format(&mut fill_format(colour)).set_gap(60);
        }
        if drawn.kind == SeriesKind::StackedBars {
            continue;
        }
        if drawn.kind == SeriesKind::Line && rows <= MAX_MARKED {
            series.set_marker(
                ChartMarker::new()
                    .set_type(ChartMarkerType::Circle)
                    .set_size(5)
                    .set_format(&mut fill_format(colour)),
            );
        }
        let [lower, upper] = [0, 1].map(|side| {
            let column = error_columns + 2 * index + side;
            ChartRange::new_from_range(sheet_name, 1, column, rows, column)
        });
        series.set_y_error_bars(
            ChartErrorBars::new()
                .set_type(ChartErrorBarsType::Custom(upper, lower))
                .set_format(&mut line_format(0x1a1a1a, 0.75)),
        );
    }
    chart.title().set_name(&content.title);
    chart.x_axis().set_name(&plot.x.label);
    chart
        .y_axis()
        .set_name(&plot.y.label)
        .set_major_gridlines_line(ChartLine::new().set_color(Color::RGB(0xdddddd)));
    if plot.y.format == NumberFormat::Percent {
        chart.y_axis().set_num_format("0%").set_min(0);
        if max_estimate(plot) > 0.8 {
            chart.y_axis().set_max(1);
        }
    }
    if plot.series.len() == 1 {
        chart.legend().set_hidden();
    } else {
        chart.legend().set_position(ChartLegendPosition::Bottom);
    }
    chart
        .set_height(CHART_HEIGHT)
        .set_width(chart_width(content));
    chart
}

/// True for a column with a text that is no number: a column of pegs left is numeric, and a list of numbers is text.
fn is_text_column(table: &DataTable, column: usize) -> bool {
    let is_text =
        |cell: &DataCell| matches!(cell, DataCell::Text(text) if text.parse::<u32>().is_err());
    table.rows.iter().any(|row| is_text(&row[column]))
}

/// Writes the headings, aligned as their columns, and sets the widths of the columns.
fn write_headings(
    sheet: &mut Worksheet,
    table: &DataTable,
    (headings, text_columns): (&[String], &[bool]),
    formats: &[Vec<String>],
) -> Result<(), XlsxError> {
    let heading = heading_format();
    let number_heading = heading.clone().set_align(FormatAlign::Right);
    let text_heading = heading.set_indent(1);
    for (column, title) in (0..).zip(headings) {
        let index = usize::from(column);
        let is_number =
            |row: &Vec<DataCell>| matches!(row[index], DataCell::Count(_) | DataCell::Real(_));
        let format = if !text_columns[index] && table.rows.iter().any(is_number) {
            &number_heading
        } else {
            &text_heading
        };
        sheet.write_with_format(0, column, title, format)?;
        let cells_width = column_width(table, index, formats);
        let heading_width = title.chars().count() + 3;
        sheet.set_column_width(column, cells_width.max(heading_width) as f64 + 2.0)?;
    }
    Ok(())
}

/// Writes a cell with its number format; all cells of a text column are texts.
fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &DataCell,
    number_format: &str,
    is_text_column: bool,
) -> Result<(), XlsxError> {
    let format = Format::new().set_num_format(number_format);
    let indented = Format::new().set_indent(1);
    match cell {
        DataCell::Text(text) => match text.parse::<u32>() {
            Ok(number) if !is_text_column => {
                sheet.write_with_format(row, column, number, &format)?
            }
            _ => sheet.write_with_format(row, column, text, &indented)?,
        },
        // Larger numbers are written as text.
        DataCell::Count(count) if *count <= MAX_EXACT_INTEGER && !is_text_column => {
            sheet.write_with_format(row, column, *count as f64, &format)?
        }
        DataCell::Count(count) => {
            sheet.write_with_format(row, column, count.to_string(), &indented)?
        }
        DataCell::Real(real) => sheet.write_with_format(row, column, *real, &format)?,
        DataCell::Empty => sheet,
    };
    Ok(())
}

/// Returns the number formats of all cells of a table, row by row: shares are percentages, means are not.
pub fn number_formats(table: &DataTable) -> Vec<Vec<String>> {
    let place = |name: &str| table.columns.iter().position(|column| *column == name);
    let low = place("ci_low");
    let high = place("ci_high");
    let kind = place("kind");
    let half = |row: &[DataCell]| match (low.map(|low| &row[low]), high.map(|high| &row[high])) {
        (Some(DataCell::Real(low)), Some(DataCell::Real(high))) => (high - low) / 2.0,
        _ => 0.0,
    };
    let shares = place("probability").is_some();
    let is_share = |row: &[DataCell]| match kind.map(|kind| &row[kind]) {
        Some(kind) => *kind == DataCell::Text("share".to_owned()),
        None => shares,
    };
    // A row shows the digits that its own interval supports; a row without an interval those of the finest one.
    let bears = |row: &[DataCell]| {
        let half_width = Some(half(row)).filter(|half| *half > 0.0)?;
        Some(if is_share(row) {
            percent_decimals(half_width)
        } else {
            decimals(half_width)
        })
    };
    let finest = |share| {
        table
            .rows
            .iter()
            .filter(|row| is_share(row) == share)
            .filter_map(|row| bears(row))
            .max()
    };
    let share_decimals = finest(true).unwrap_or(2);
    let mean_decimals = finest(false).unwrap_or(4);
    let format = |row: &[DataCell], column: &String| match column.as_str() {
        "deals" | "count" | "wins" => "#,##0".to_owned(),
        "confidence" => "0.0##%".to_owned(),
        "frequency" | "probability" | "estimate" | "ci_low" | "ci_high" | "exact"
        | "standard_error" => {
            if is_share(row) {
                let decimals = bears(row).unwrap_or(share_decimals);
                format!("{}%", decimal_format(decimals))
            } else {
                decimal_format(bears(row).unwrap_or(mean_decimals))
            }
        }
        "standard_deviation" => "0.00".to_owned(),
        _ => "General".to_owned(),
    };
    table
        .rows
        .iter()
        .map(|row| {
            table
                .columns
                .iter()
                .map(|column| format(row, column))
                .collect()
        })
        .collect()
}

fn decimal_format(decimals: usize) -> String {
    if decimals == 0 {
        "0".to_owned()
    } else {
        format!("0.{}", "0".repeat(decimals))
    }
}

/// Returns the width of the formatted cells of a column, at most 46.
fn column_width(table: &DataTable, column: usize, formats: &[Vec<String>]) -> usize {
    const WIDEST: usize = 46;
    let cell_width = |(row, formats): (&Vec<DataCell>, &Vec<String>)| match &row[column] {
        DataCell::Text(text) => text.chars().count(),
        DataCell::Count(count) if formats[column].contains(',') => {
            let digits = count.to_string().len();
            digits + digits / 3
        }
        DataCell::Count(count) => count.to_string().len(),
        DataCell::Real(real) if formats[column] == "General" => real.to_string().len().min(12),
        DataCell::Real(real) => (real.abs() as u64).to_string().len() + formats[column].len() + 1,
        DataCell::Empty => 0,
    };
    let widths = table.rows.iter().zip(formats).map(cell_width);
    widths.max().unwrap_or(0).min(WIDEST)
}
