use super::*;

const TORRE: &str = include_str!("../../../../examples/torre/theme.yaml");

fn problems(text: &str) -> Vec<String> {
    let problems = Theme::parse(text).unwrap_err();
    problems.iter().map(ToString::to_string).collect()
}

/// The line of the first key of this name below a group, from 1.
fn line_of(group: &str, key: &str) -> usize {
    let mut lines = (1..).zip(TORRE.lines());
    lines
        .find(|(_, line)| *line == format!("{group}:"))
        .unwrap();
    lines
        .find(|(_, line)| line.trim_start().starts_with(&format!("{key}:")))
        .unwrap()
        .0
}

#[test]
fn the_shipped_themes_are_valid() {
    let palette = "palette: { primary: &primary \"#2f5d46\" }\n";
    let named = TORRE.replacen("  ground: \"#2f5d46\"", "  ground: *primary", 1);
    let theme = Theme::parse(&format!("{palette}{named}")).unwrap();
    assert_eq!(theme.band.ground, theme.palette["primary"]);
    assert_eq!(theme.light.line_strong.to_string(), "#5f7565");
    assert_eq!(
        theme.fonts.text.strong.as_ref().map(FontName::as_str),
        Some("text-600.ttf")
    );
    assert!(Theme::default().fonts.text.web.is_none());
}

#[test]
fn each_pair_with_too_little_contrast_is_reported_where_it_is_written() {
    let text = [
        ("muted: \"#46564c\"", "muted: \"#96a69c\""),
        ("reservado_fill: \"#59471a\"", "reservado_fill: \"#c8a850\""),
    ]
    .iter()
    .fold(TORRE.to_owned(), |text, (from, to)| {
        text.replacen(from, to, 1)
    });
    let expected = [
        ("light", "muted", "light.ground", "2.34", "4.5"),
        ("light", "muted", "light.raised", "2.49", "4.5"),
        ("dark", "text", "dark.reservado_fill", "2.05", "4.5"),
        ("dark", "reservado", "dark.reservado_fill", "1.37", "3"),
    ]
    .map(|(group, key, other, contrast, needed)| {
        let line = line_of(group, key);
        format!("theme.yaml:{line}:3: `{group}.{key}` on `{other}` has the contrast {contrast}: change one of them to reach {needed}")
    });
    let mut found = problems(&text);
    found.retain(|line| line.contains(" has the contrast "));
    assert_eq!(found, expected);
}

#[test]
fn sold_units_do_not_stand_out_more_than_those_that_can_be_bought() {
    let text = TORRE.replacen("vendido_fill: \"#43292a\"", "vendido_fill: \"#774f49\"", 1);
    let (available, sold) = (
        line_of("dark", "disponible_fill"),
        line_of("dark", "vendido_fill"),
    );
    let expected = [
        format!(
            "theme.yaml:{sold}:3: `dark.vendido_fill` stands out more from `dark.ground` (contrast 2.50) than `dark.reservado_fill` (1.95): \
             available units must stand out most, then reserved, then sold ones: change one of them"
        ),
        format!(
            "theme.yaml:{available}:3: `dark.disponible_fill` on `dark.vendido_fill` has the contrast 1.27: change one of them to reach 1.5"
        ),
    ];
    assert_eq!(problems(&text), expected);
}

#[test]
fn errors_of_every_kind_are_reported_at_once() {
    let text = TORRE
        .replacen("  sunken: \"#e0e8de\"", "  sunkn: \"#e0e8de\"", 1)
        .replacen("accent: \"#8a4b12\"", "accent: teal", 1)
        .replacen("radius: 10px", "radius: 2 mm", 1)
        .replacen("fallback: sans_serif", "fallback: serifs", 1)
        .replacen("family: Manrope", "family: \"a\\\"b\"", 1)
        .replacen("water: \"#d9e3ea\"", "water: #d9e3ea", 1);
    let mut found = problems(&text);
    found.sort();
    let parts = [
        "unknown key `sunkn`: did you mean `sunken`?",
        "`teal` is not a colour: write one in quotation marks, like \"#0d5a63\"",
        "`2 mm` is not a length: write one like `2px` or `0.5rem`",
        "serifs",
        "is not a name of a font",
        "drawings.water",
    ];
    assert_eq!(found.len(), parts.len(), "{found:#?}");
    for part in parts {
        assert!(
            found.iter().any(|problem| problem.contains(part)),
            "{part}: {found:#?}"
        );
    }
}

#[test]
fn a_missing_group_and_a_name_of_no_colour_are_errors() {
    let without_band = TORRE.replacen("band:", "bnad:", 1);
    assert!(problems(&without_band)[0].ends_with("unknown key `bnad`: did you mean `band`?"));
    let unknown = TORRE.replacen("\"#fbfdfa\"", "*limestone", 1);
    assert!(
        problems(&unknown)[0].starts_with("theme.yaml:"),
        "{:?}",
        problems(&unknown)
    );
    for text in ["#12345", "#12345g", "827272", "#+12345", "#é1234", ""] {
        assert!(text.parse::<Colour>().is_err(), "{text}");
    }
    for text in ["px", "2", "1.2.3px", "-2px", ""] {
        assert!(text.parse::<Length>().is_err(), "{text}");
    }
}

#[test]
fn the_contrast_is_that_of_the_guidelines() {
    let colour = |text: &str| text.parse::<Colour>().unwrap();
    assert!((colour("#000000").contrast(colour("#ffffff")) - 21.0).abs() < 1e-9);
    // The darkest grey on white that fails for text, as every contrast checker says.
    assert!(colour("#777777").contrast(colour("#ffffff")) < 4.5);
    assert!(colour("#767676").contrast(colour("#ffffff")) > 4.5);
}

#[test]
fn letters_that_the_fonts_lack_become_question_marks() {
    let mut theme = Theme::default();
    assert_eq!(
        theme.with_missing_letters_replaced("Ñ-301 ã ☂"),
        "Ñ-301 ã ?"
    );
    theme.letters = Some("Ñ-301 ".chars().collect());
    assert_eq!(
        theme.with_missing_letters_replaced("Ñ-301 ã ☂"),
        "Ñ-301 ? ?"
    );
}
