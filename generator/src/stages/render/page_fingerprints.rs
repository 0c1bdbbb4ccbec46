//! What each page says, and since which day: for `lastmod` in the sitemap and for IndexNow. A page of a unit says what its view says.
//! Of another page, the values count that its templates print in `<main>`: they are recorded while it is rendered. The markup around
//! them, scripts and hashed names of files change with the program, and do not count.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::civil::Date;
use minijinja::value::{Object, ObjectRepr};
use minijinja::{Error, Output, State, Value};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::cache::stored_file::StoredFile;
use formats::templating::values::write_value;
use model::fingerprint::hex;
use model::output::ASSETS;

/// The pages that search engines may list, by address.
pub type PageFingerprints = BTreeMap<String, PageFingerprint>;

/// What identifies the text of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageFingerprint {
    /// Of what the page says, in hexadecimal digits.
    pub fingerprint: String,
    /// The day of the build that found the change; none for a page that has not changed since the first build.
    pub changed_on: Option<Date>,
}

impl PageFingerprint {
    /// The fingerprint of a page, built `today`, with what was `last` known of all pages.
    /// Search engines use `lastmod` only where it is right each time, so a day that is not known is left out: without `last` nobody
    /// knows it, because a price comes from the platform. A clock that goes backwards never makes a page older.
    pub(super) fn new(
        fingerprint: String,
        last: Option<&PageFingerprints>,
        url: &str,
        today: Date,
    ) -> PageFingerprint {
        let changed_on = match last.map(|pages| pages.get(url)) {
            None => None,
            Some(Some(last)) if last.fingerprint == fingerprint => last.changed_on,
            Some(last) => last.and_then(|last| last.changed_on).max(Some(today)),
        };
        PageFingerprint {
            fingerprint,
            changed_on,
        }
    }
}

/// The file with the fingerprints of pages at the last build.
const PAGES: StoredFile = StoredFile {
    name: "pages.json",
    what: "list of pages",
    damaged: "damaged_pages",
    unwritten: "unwritten_pages",
    version: 2,
    consequence: ": the sitemap has days again from the next change of each page",
};

/// The fingerprints of pages at the last build of this project; none, and a warning, when they cannot be used.
pub fn read_pages(root: &Path, project: &str) -> Option<PageFingerprints> {
    let read = PAGES.read(root, project);
    read.unwrap_or_else(|unusable| {
        tracing::warn!("{unusable}");
        None
    })
}

/// Stores the fingerprints of pages of this build, unless they are those of the `last` one. A failure is only a warning: the next build
/// compares with older fingerprints.
pub fn write_pages(
    root: &Path,
    project: &str,
    last: Option<&PageFingerprints>,
    pages: &PageFingerprints,
) {
    if last == Some(pages) {
        return;
    }
    if let Err(unwritten) = PAGES.write(root, project, pages) {
        tracing::warn!("{unwritten}");
    }
}

/// HTML of which only a part counts as what the page says: of a picture its texts, and not the hashed names of its files.
#[derive(Debug)]
pub(super) struct Markup {
    pub(super) html: String,
    pub(super) said: String,
}

impl Markup {
    /// The value for templates.
    pub(super) fn value(html: String, said: String) -> Value {
        Value::from_object(Markup { html, said })
    }
}

impl Object for Markup {
    fn repr(self: &std::sync::Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn render(
        self: &std::sync::Arc<Self>,
        formatter: &mut std::fmt::Formatter<'_>,
    ) -> std::fmt::Result {
        formatter.write_str(&self.html)
    }
}

/// Writes a value; HTML that the build made is not escaped.
pub(super) fn write(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.downcast_object_ref::<Markup>() {
        Some(markup) => out.write_str(&markup.html).map_err(Error::from),
        None => write_value(out, state, value),
    }
}

/// What the templates of a page have printed in its block `main` so far.
#[derive(Debug, Default)]
pub(super) struct Said(String);

/// The block of a page's own content.
const MAIN: &str = "main";

/// Writes a value as [`write`] does, and records it.
pub(super) fn record(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    if state.current_block() == Some(MAIN) {
        let said = state.get_or_insert_extension(Said::default());
        match (value.downcast_object_ref::<Markup>(), value.as_str()) {
            (Some(markup), _) => said.add(&markup.said),
            (None, Some(text)) => said.add(text),
            (None, None) => said.add(&value.to_string()),
        }
    }
    write(out, state, value)
}

impl Said {
    /// Adds a text, unless it is the address of a file whose name has a hash.
    pub(super) fn add(&mut self, text: &str) {
        if !text.starts_with(ASSETS) {
            self.0.push_str(text);
            self.0.push('\n');
        }
    }

    /// The fingerprint, without the day of the inventory, `date_label`, which most pages print.
    pub(super) fn fingerprint(&self, date_label: &str) -> String {
        let said = if date_label.is_empty() {
            self.0.clone()
        } else {
            self.0.replace(date_label, "")
        };
        short(Sha256::new_with_prefix(said))
    }
}

/// The first half of a digest in hexadecimal digits.
pub(super) fn short(digest: Sha256) -> String {
    hex(&digest.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use minijinja::{AutoEscape, Environment, context};

    use super::*;

    const LABEL: &str = "20 de noviembre de 2026";

    /// The HTML of a page with this content, and its fingerprint.
    fn page(main: &str, label: &str) -> (String, String) {
        let mut environment = Environment::new();
        environment.set_formatter(record);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        let base = "{{ head }}<main>{% block main %}{% endblock %}</main>{{ foot }}";
        environment.add_template("base", base).unwrap();
        environment.add_template("part", "{{ part }}").unwrap();
        let page = format!("{{% extends \"base\" %}}{{% block main %}}{main}{{% endblock %}}");
        environment.add_template_owned("page", page).unwrap();
        let picture = Markup::value(
            "<img src=/assets/a-1.webp>".to_owned(),
            "Fachada".to_owned(),
        );
        let values = context! {
            head => "h", foot => "f", price => "$1", part => "de la parte", date => label, picture,
            asset => "/assets/a-1.pdf",
        };
        let template = environment.get_template("page").unwrap();
        let rendered = template.render_captured(values).unwrap();
        let said = rendered.state().get_extension::<Said>();
        let fingerprint = said.map_or_else(String::new, |said| said.fingerprint(label));
        (rendered.into_output(), fingerprint)
    }

    fn fingerprint(main: &str) -> String {
        page(main, LABEL).1
    }

    #[test]
    fn what_a_page_prints_in_its_main_block_counts_and_its_markup_does_not() {
        let first = fingerprint("<p>{{ price }}</p>{{ picture }}{{ asset }}");
        for same in [
            "<b>{{ price }}</b>{{ picture }}",
            "{{ price }}<i>{{ picture }}</i>{{ asset }}{{ asset }}",
        ] {
            assert_eq!(fingerprint(same), first, "{same}");
        }
        for other in [
            "{{ price }}",
            "{{ price }}{{ part }}{{ picture }}",
            "{{ picture }}",
        ] {
            assert_ne!(fingerprint(other), first, "{other}");
        }
        assert_eq!(
            fingerprint("{% include \"part\" %}"),
            fingerprint("{{ part }}")
        );
    }

    #[test]
    fn the_day_of_the_inventory_does_not_count_and_markup_is_not_escaped() {
        let main = "al {{ date }}{{ price }}{{ picture }}";
        let (html, first) = page(main, LABEL);
        let (_, second) = page(main, "21 de noviembre de 2026");
        assert_eq!(first, second);
        assert_eq!(
            html,
            format!("h<main>al {LABEL}$1<img src=/assets/a-1.webp></main>f")
        );
    }

    #[test]
    fn a_day_is_known_from_the_second_build_on_and_never_goes_back() {
        let day = |day: i8| jiff::civil::date(2026, 11, day);
        let build = |text: &str, last: Option<&PageFingerprints>, today| {
            let content = PageFingerprint::new(text.to_owned(), last, "/a", today);
            PageFingerprints::from([("/a".to_owned(), content)])
        };
        let changed_on = |pages: &PageFingerprints| pages["/a"].changed_on;
        let first = build("1", None, day(20));
        assert_eq!(changed_on(&first), None, "nobody knows since when");
        assert_eq!(changed_on(&build("1", Some(&first), day(21))), None);
        let second = build("2", Some(&first), day(22));
        assert_eq!(changed_on(&second), Some(day(22)));
        assert_eq!(
            changed_on(&build("2", Some(&second), day(25))),
            Some(day(22)),
            "unchanged"
        );
        let back = build("3", Some(&second), day(21));
        assert_eq!(changed_on(&back), Some(day(22)), "the clock went backwards");
        assert_eq!(
            changed_on(&build("1", Some(&PageFingerprints::new()), day(23))),
            Some(day(23)),
            "a new page"
        );
    }
}
