//! Lines and their ends.

use similar::{Algorithm, capture_diff_slices};

/// The end of the first line of a text; `\n` without one.
pub fn end_of_line(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// A new text with the line ends of an old one: lines that are in both keep theirs, all others end like the first line.
pub fn keep(old: &str, new: &str) -> String {
    let (old_lines, new_lines) = (split(old), split(new));
    let content = |lines: &[(&str, &str)]| {
        lines
            .iter()
            .map(|(line, _)| (*line).to_owned())
            .collect::<Vec<_>>()
    };
    let mut kept: Vec<Option<&str>> = vec![None; new_lines.len()];
    for op in capture_diff_slices(Algorithm::Myers, &content(&old_lines), &content(&new_lines)) {
        if let similar::DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            for (kept, (_, end)) in kept[new_index..new_index + len]
                .iter_mut()
                .zip(&old_lines[old_index..])
            {
                *kept = Some(end).copied().filter(|end| !end.is_empty());
            }
        }
    }
    let usual = end_of_line(old);
    let lines = new_lines.iter().zip(kept).flat_map(|((line, end), kept)| {
        if end.is_empty() {
            [*line, ""]
        } else {
            [line, kept.unwrap_or(usual)]
        }
    });
    lines.collect()
}

/// Each line with its end; only the last one may have none.
fn split(text: &str) -> Vec<(&str, &str)> {
    let content = |line: &str| {
        line.strip_suffix("\r\n")
            .or(line.strip_suffix('\n'))
            .unwrap_or(line)
            .len()
    };
    text.split_inclusive('\n')
        .map(|line| line.split_at(content(line)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stay_keep_their_ends() {
        let old = "one\r\ntwo\nthree\r\nfour";
        assert_eq!(keep(old, "one\ntwo\nthree\nfour"), old);
        assert_eq!(
            keep(old, "one\n2\nthree\nfour\nfive"),
            "one\r\n2\r\nthree\r\nfour\r\nfive"
        );
        assert_eq!(keep("a\nb\r\n", "a\nb"), "a\nb");
        assert_eq!(keep("", "a\n"), "a\n");
    }
}
