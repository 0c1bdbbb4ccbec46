//! A table of units as spreadsheets and programs write it: CSV with a line of names. Lines are counted as editors show them.

use std::collections::HashMap;

use platform::config::PlatformConfig;
use platform::field_map::FieldSource;
use platform::unit::UnitCode;
use serde_json::{Map, Value};

use super::repeated::{self, repeated_codes};

/// What may separate values; of equally good ones the first is used.
const SEPARATORS: [u8; 4] = [b';', b',', b'\t', b'|'];

/// In how many rows the names are looked for, to say that something is above them.
const ROWS_ABOVE_NAMES: usize = 20;

/// A table with its names.
#[derive(Debug)]
pub(super) struct Table {
    /// The names of the columns, without those that are empty.
    pub names: Vec<String>,
    /// The rows that are not empty: an object of texts by column.
    pub units: Value,
    /// The line of each row in the file.
    pub lines: Vec<usize>,
    /// What to say of each row that is the same as one above it, and is left out.
    pub repeated: Vec<String>,
}

/// A row, with the line in which it starts.
struct Row {
    line: usize,
    cells: Vec<String>,
}

impl Row {
    fn is_empty(&self) -> bool {
        self.cells.iter().all(String::is_empty)
    }

    fn has(&self, name: &str) -> bool {
        self.cells.iter().any(|cell| cell == name)
    }
}

impl Table {
    /// Reads a table. Its separator is the one of a first line like `sep=;`, or else the one with which the file is a table.
    pub(super) fn read(text: &str, map: &PlatformConfig) -> Result<Table, String> {
        let code = match &map.fields.code {
            FieldSource::Name(name) => Some(name.as_str()),
            FieldSource::Constant { .. } => None,
        };
        let (stated, start) = stated_separator(text);
        let candidates: Vec<u8> = stated.map_or_else(|| SEPARATORS.to_vec(), |stated| vec![stated]);
        let read = candidates
            .iter()
            .map(|separator| rows(text, start, *separator));
        // Of equal ones, `max_by_key` returns the last.
        let rows = read
            .rev()
            .max_by_key(|rows| fitness(rows, code))
            .unwrap_or_default();
        let is_page = text.trim_start().starts_with('<');
        let (names, rows) = match rows.split_first() {
            Some(rows) if !is_page => rows,
            _ => {
                return Err(
                    "this is neither JSON nor a CSV with names in its first line".to_owned(),
                );
            }
        };
        if let Some(code) = code.filter(|code| !names.has(code)) {
            check_titles(names, rows, code)?;
        }
        let width = names
            .cells
            .iter()
            .rposition(|name| !name.is_empty())
            .map_or(0, |last| last + 1);
        check_unique(&names.cells[..width])?;
        let mut table = Table {
            names: names
                .cells
                .iter()
                .filter(|name| !name.is_empty())
                .cloned()
                .collect(),
            units: Value::Array(Vec::new()),
            lines: Vec::new(),
            repeated: Vec::new(),
        };
        let mut units = Vec::with_capacity(rows.len());
        let mut known: HashMap<&[String], usize> = HashMap::with_capacity(rows.len());
        for row in rows {
            if let Some(first) = known.get(row.cells.as_slice()) {
                table.repeated.push(format!(
                    "the lines {first} and {} are the same row, which is used once: remove one of them",
                    row.line
                ));
                continue;
            }
            known.insert(&row.cells, row.line);
            if row.cells == names.cells {
                return Err(format!(
                    "line {} has the names of line {} again: remove it",
                    row.line, names.line
                ));
            }
            check_width(text, row, width, names.cells.len())?;
            let mut unit = Map::new();
            for (column, (name, cell)) in (1..).zip(names.cells.iter().zip(&row.cells)) {
                if !name.is_empty() {
                    unit.insert(name.clone(), Value::from(cell.as_str()));
                } else if !cell.is_empty() {
                    return Err(format!(
                        "line {} has `{}` in column {column}, which has no name in line {}: write a name there, or empty the column",
                        row.line,
                        shortened(cell),
                        names.line
                    ));
                }
            }
            table.lines.push(row.line);
            units.push(Value::Object(unit));
        }
        if let Some(code) = code {
            check_codes(&units, &table.lines, code)?;
        }
        table.units = Value::Array(units);
        Ok(table)
    }
}

/// The separator of a first line `sep=;`, which spreadsheets write and read, and where the table starts below it.
fn stated_separator(text: &str) -> (Option<u8>, usize) {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let stated = line.trim_matches('"').strip_prefix("sep=");
    match stated.map(str::as_bytes) {
        Some([separator]) => (Some(*separator), line.len()),
        _ => (None, 0),
    }
}

/// The rows below a byte offset that are not empty.
fn rows(text: &str, start: usize, separator: u8) -> Vec<Row> {
    let bytes = text.as_bytes();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(&bytes[start..]);
    let (mut counted, mut line) = (0, 1);
    let mut rows = Vec::new();
    for record in reader.records().filter_map(Result::ok) {
        let offset = record.position().map_or(0, csv::Position::byte);
        // The library has not read the second part of a line break, nor empty lines.
        let mut first = start + usize::try_from(offset).unwrap_or(usize::MAX - start);
        while matches!(bytes.get(first), Some(b'\n' | b'\r')) {
            first += 1;
        }
        line += line_breaks(&bytes[counted..first.min(bytes.len())]);
        counted = first.min(bytes.len());
        let row = Row {
            line,
            cells: record.iter().map(without_formula).collect(),
        };
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

/// Line breaks as editors count them: `\r\n` is one.
fn line_breaks(bytes: &[u8]) -> usize {
    let is_break = |(at, byte): (usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    bytes
        .iter()
        .enumerate()
        .filter(|part| is_break(*part))
        .count()
}

/// The text of `="0101"`, which programs write so that a spreadsheet keeps the zero.
fn without_formula(cell: &str) -> String {
    let quoted = cell
        .strip_prefix("=\"")
        .and_then(|rest| rest.strip_suffix('"'));
    quoted.map_or_else(
        || cell.to_owned(),
        |text| text.replace("\"\"", "\"").trim().to_owned(),
    )
}

/// How well rows are a table: whether a row has the name of the code, whether any has several values, whether each has as many as there
/// are names, and how many names.
fn fitness(rows: &[Row], code: Option<&str>) -> (bool, bool, bool, usize) {
    let Some((names, below)) = rows.split_first() else {
        return (false, false, false, 0);
    };
    let is_wide = rows.iter().any(|row| row.cells.len() > 1);
    let has_code =
        code.is_some_and(|code| rows.iter().take(ROWS_ABOVE_NAMES).any(|row| row.has(code)));
    let fits = below.iter().all(|row| row.cells.len() == names.cells.len());
    (has_code, is_wide, fits, names.cells.len())
}

/// Says that a title is above the names.
fn check_titles(first: &Row, below: &[Row], code: &str) -> Result<(), String> {
    let first_line = first.line;
    if let Some(names) = below
        .iter()
        .take(ROWS_ABOVE_NAMES)
        .find(|row| row.has(code))
    {
        return Err(format!(
            "the names of the columns are in line {}, and line {first_line} is above them: delete the lines above the names",
            names.line
        ));
    }
    let filled = |row: &Row| row.cells.iter().filter(|cell| !cell.is_empty()).count();
    let title = first.cells.iter().find(|cell| !cell.is_empty());
    match (title, below.first()) {
        (Some(title), Some(next)) if filled(first) == 1 && filled(next) > 1 => Err(format!(
            "line {first_line} has only `{}`, and the line below {} values: the first line must have the names of the columns, without a title above it",
            shortened(title),
            filled(next)
        )),
        _ => Ok(()),
    }
}

/// Refuses two columns of one name. Columns without a name are checked by their values.
fn check_unique(names: &[String]) -> Result<(), String> {
    let mut seen = HashMap::new();
    for (column, name) in (1..).zip(names).filter(|(_, name)| !name.is_empty()) {
        if let Some(before) = seen.insert(name, column) {
            return Err(format!(
                "the columns {before} and {column} have the name {name:?}: give each column its own name"
            ));
        }
    }
    Ok(())
}

/// Refuses a row with fewer values than there are columns up to the last name, or with more than all columns. Empty values at its end
/// do not count.
fn check_width(text: &str, row: &Row, width: usize, most: usize) -> Result<(), String> {
    let line = row.line;
    let filled = row.cells.iter().rposition(|cell| !cell.is_empty());
    let count = row
        .cells
        .len()
        .min(filled.map_or(0, |last| last + 1).max(width));
    let is_open = row.cells.iter().any(|cell| cell.contains('\n'))
        && text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1;
    if is_open {
        return Err(format!(
            "a quotation mark in line {line} is not closed: close it, or write it twice within a text"
        ));
    }
    if (width..=most).contains(&count) {
        return Ok(());
    }
    Err(format!(
        "line {line} has {count} values, and the line of names {width}: write each value, the empty ones too, and those with a \
         separator in quotation marks"
    ))
}

/// Refuses two rows with one code.
fn check_codes(units: &[Value], lines: &[usize], code: &str) -> Result<(), String> {
    let own = |unit: &Value| UnitCode::new(unit.get(code)?.as_str()?).ok();
    // What is not a code is reported with the other fields of its row.
    let (rows, codes): (Vec<usize>, Vec<UnitCode>) = units
        .iter()
        .enumerate()
        .filter_map(|(at, unit)| Some((at, own(unit)?)))
        .unzip();
    let Some([before, at]) = repeated_codes(&codes).first().copied() else {
        return Ok(());
    };
    let what = repeated::message(&codes[before], &codes[at]);
    let [first, second] = [before, at].map(|at| lines[rows[at]]);
    Err(format!("the lines {first} and {second} {what}"))
}

/// A value for a message, without control characters.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<(String, Vec<usize>), String> {
        let table = Table::read(text, &PlatformConfig::default())?;
        Ok((table.units.to_string(), table.lines))
    }

    #[test]
    fn a_table_is_read_however_a_spreadsheet_writes_it() {
        let two = r#"[{"propertyCode":"O-1","unit":"1"},{"propertyCode":"O-2","unit":"2"}]"#;
        for (text, lines) in [
            ("propertyCode,unit\nO-1,1\nO-2,2\n", [2, 3]),
            ("propertyCode;unit\r\nO-1;1\r\nO-2;2\r\n", [2, 3]),
            ("propertyCode|unit\rO-1|1\rO-2|2", [2, 3]),
            ("propertyCode\tunit\r\n\r\nO-1\t1\r\n\r\n\r\nO-2\t2", [3, 6]),
            ("\r\n\npropertyCode,unit\nO-1,1\n , \nO-2,2", [4, 6]),
            ("sep=;\r\npropertyCode;unit\r\nO-1;1\r\nO-2;2\r\n", [3, 4]),
            ("sep=|\npropertyCode|unit\nO-1|1\nO-2|2\n", [3, 4]),
            // Columns and rows that spreadsheets add.
            (
                "propertyCode;unit;;\r\nO-1;1;;\r\n;;;\r\nO-2;2\r\n;;;\r\n",
                [2, 4],
            ),
            ("propertyCode;;unit\nO-1;;1\nO-2;;2;;;\n", [2, 3]),
            // Texts with zeros.
            (
                "propertyCode,unit\nO-1,\"=\"\"1\"\"\"\nO-2,=\"2\"\n",
                [2, 3],
            ),
        ] {
            assert_eq!(read(text), Ok((two.to_owned(), lines.to_vec())), "{text:?}");
        }
        // The separator that occurs more often in the names is not theirs.
        let text = "propertyCode;\"Precio, sin IVA, en MXN\";unit\nO-1;\"1,5\";a\n";
        let expected = r#"[{"propertyCode":"O-1","Precio, sin IVA, en MXN":"1,5","unit":"a"}]"#;
        assert_eq!(read(text), Ok((expected.to_owned(), vec![2])));
        let text = "propertyCode,Superficie; m2; total,unit\nO-1,1;2,a\n";
        assert!(read(text).is_ok_and(|(units, _)| units.contains("\"1;2\"")));
        // A line break in a cell.
        let text = "propertyCode,unit\r\nO-1,\"a\r\nb\"\r\nO-2,2\r\n";
        assert_eq!(read(text).map(|(_, lines)| lines), Ok(vec![2, 4]));
    }

    #[test]
    fn what_is_wrong_has_the_line_of_an_editor() {
        for (text, message) in [
            (
                "propertyCode,unit\r\nO-1,1\r\nO-2,2,3\r\n",
                "line 3 has 3 values, and the line of names 2",
            ),
            ("propertyCode,unit\n\nO-1,1\nO-2\n", "line 4 has 1 values"),
            (
                "sep=;\r\npropertyCode;unit\r\nO-1\r\n",
                "line 3 has 1 values",
            ),
            (
                "propertyCode;unit;\nO-1;1;x\n",
                "line 2 has `x` in column 3, which has no name in line 1",
            ),
            (
                "propertyCode,unit,unit\nO-1,1,2\n",
                "the columns 2 and 3 have the name \"unit\"",
            ),
            (
                "Lista de precios;;\nNoviembre;;\npropertyCode;unit;level\nO-1;1;2\n",
                "the names of the columns are in line 3, and line 1 is above them",
            ),
            (
                "Lista\nCódigo;Unidad\nO-1;1\n",
                "line 1 has only `Lista`, and the line below 2 values",
            ),
            (
                "propertyCode,unit\nO-1,\"1\nO-2,2\n",
                "a quotation mark in line 2 is not closed",
            ),
            (
                "propertyCode,unit\nO-1,1\nO-1,2\n",
                "the lines 2 and 3 both have the code `O-1`: give each unit",
            ),
            (
                "propertyCode,unit\nPH 1,1\nO-1,2\nph-1,3\n",
                "the lines 2 and 4 have the codes `PH 1` and `ph-1`, which give one address, `ph-1`: give them",
            ),
            ("", "neither JSON nor a CSV"),
        ] {
            let found = read(text).expect_err(text);
            assert!(found.contains(message), "{text:?}: {found}");
        }
    }

    #[test]
    fn a_row_that_is_there_twice_is_used_once_and_said() {
        let text = "propertyCode,unit\r\nO-1,1\r\nO-2,2\r\nO-1,1\r\nO-1, 1\r\n";
        let table = Table::read(text, &PlatformConfig::default()).unwrap();
        assert_eq!(table.lines, [2, 3]);
        assert_eq!(
            table.repeated,
            [4, 5].map(|line| format!(
                "the lines 2 and {line} are the same row, which is used once: remove one of them"
            ))
        );
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "(propertyCode|[;,\t|\"\r\n=]|sep=|\\PC){0,40}") {
            if let Ok(table) = Table::read(&text, &PlatformConfig::default()) {
                let most = text.split(['\n', '\r']).count();
                prop_assert!(table.lines.iter().all(|line| *line <= most));
            }
        }
    }
}
