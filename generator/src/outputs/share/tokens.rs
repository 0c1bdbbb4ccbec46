//! The colours of the style sheet, so that share pictures and pages use the same.
//!
//! Reads the custom properties of `:root` and of each `[data-theme]` block of `templates/styles/tokens.css`;
//! `var(--x)` is resolved; media queries are ignored, because a picture has no screen.

use std::collections::BTreeMap;

/// The style sheet, from the project's root.
pub(super) const FILE: &str = "templates/styles/tokens.css";

/// Longer chains of `var()` count as circular.
const LONGEST_CHAIN: usize = 8;

type Values<'a> = BTreeMap<&'a str, &'a str>;

/// The colours by theme (`dark`, `light`, ...), each by its name with `_` for `-`: `disponible_fill`.
pub(super) fn colours(css: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let css = without_comments(css);
    let mut root = Values::new();
    let mut themes: BTreeMap<&str, Values<'_>> = BTreeMap::new();
    for (selector, declarations) in blocks(&css) {
        for selector in selector.split(',').map(str::trim) {
            let values = match theme_of(selector) {
                Some(theme) => themes.entry(theme).or_default(),
                None if selector == ":root" => &mut root,
                None => continue,
            };
            values.extend(properties(declarations));
        }
    }
    let of_theme = |(theme, own): (&str, Values<'_>)| {
        let mut all = root.clone();
        all.extend(own);
        let colours = all.iter().filter_map(|(name, value)| {
            let colour = resolved(&all, value)?;
            colour
                .starts_with('#')
                .then(|| (name.replace('-', "_"), colour.to_owned()))
        });
        (theme.to_owned(), colours.collect())
    };
    themes.into_iter().map(of_theme).collect()
}

fn theme_of(selector: &str) -> Option<&str> {
    selector.strip_prefix("[data-theme=\"")?.strip_suffix("\"]")
}

fn without_comments(css: &str) -> String {
    let mut parts = css.split("/*");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once("*/").map_or("", |(_, rest)| rest));
    }
    text
}

/// Rules outside of at-rules: selector and declarations.
fn blocks(css: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut depth = 0_usize;
    css.split('}').filter_map(move |text| {
        let opened = text.matches('{').count();
        let is_rule = depth == 0 && opened == 1;
        depth = (depth + opened).saturating_sub(1);
        text.split_once('{').filter(|_| is_rule)
    })
}

fn properties(declarations: &str) -> impl Iterator<Item = (&str, &str)> {
    declarations.split(';').filter_map(|declaration| {
        let (name, value) = declaration.trim().strip_prefix("--")?.split_once(':')?;
        Some((name.trim(), value.trim()))
    })
}

fn resolved<'a>(values: &Values<'a>, value: &'a str) -> Option<&'a str> {
    let mut value = value;
    for _ in 0..LONGEST_CHAIN {
        match value
            .strip_prefix("var(--")
            .and_then(|rest| rest.strip_suffix(')'))
        {
            Some(name) => value = values.get(name)?,
            None => return Some(value),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_use_the_palette_and_media_queries_are_ignored() {
        let css = "/* { */ :root { --ink: #111; --size: 2rem }\n:root, [data-theme=\"light\"] { --ground: #fff; }\n\
            [data-theme=\"dark\"] { --ground: var(--ink); --vendido-fill: #400; --loop: var(--loop) }\n\
            @media (x) { :root { --ink: #222; } }";
        let colours = colours(css);
        assert_eq!(colours["dark"]["ground"], "#111");
        assert_eq!(colours["dark"]["vendido_fill"], "#400");
        assert_eq!(colours["light"]["ground"], "#fff");
        assert!(!colours["dark"].contains_key("size") && !colours["dark"].contains_key("loop"));
    }

    #[test]
    fn the_shipped_style_sheet_has_every_theme() {
        let colours = colours(include_str!("../../../../templates/styles/tokens.css"));
        assert_eq!(colours["dark"]["ground"], colours["dark"]["ink"]);
        assert_eq!(colours.keys().collect::<Vec<_>>(), ["dark", "light", "mauve"]);
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        for css in ["}{", "{", "/*", ":root{", "@x{{}", "[data-theme=\"\"]{--:}"] {
            let _ = colours(css);
        }
    }
}
