//! Whatever text an author or the platform writes, it stays text in every output: the elements of a page, the keys of its
//! data, the rows of a table and the lines of a host's rules are those of a site with harmless texts.

mod structure;

use std::sync::LazyLock;

use generator::outputs::share::{self, DrawnCard};
use generator::pipeline::RenderedSite;
use model::output::OutputFile;
use proptest::prelude::*;
use serde_json::json;
use structure::{assert_same_structure, of_xml, structure};

use crate::support::files::{
    change, change_json, copy_folder, copy_golden_site, engine_file, write,
};
use crate::support::pdf::Pdf;
use crate::support::{requests, torre};

/// What breaks out of one context or another.
const FRAGMENTS: &str = "\"|'|`|<|>|&|<script>alert(1)</script>|</script>|</title>|<!--|-->|]]>|&lt;|{% raw %}|\\|=1+1|;=1|@x|,|;|\u{2028}|\
    javascript:alert(1)|/* |#|ñ ";

fn fragments() -> Vec<&'static str> {
    FRAGMENTS.split('|').collect()
}

static HARMLESS: LazyLock<RenderedSite> = LazyLock::new(|| site_with("texto").unwrap());

/// A site with `text` wherever an author or the platform can write any text.
fn site_with(text: &str) -> Result<RenderedSite, String> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    copy_golden_site("feeds", root);
    for lang in ["es", "en"] {
        // A string of JSON is one of YAML.
        let page = format!("---\ntitle: {0}\ndescription: {0}\n---\n", json!(text));
        write(root, &format!("content/{lang}/inventario.md"), page);
        change_json(root, &format!("content/{lang}/strings.json"), |strings| {
            strings["nav"]["home"] = json!(text);
            strings["status"]["disponible"] = json!(text);
        });
    }
    change_json(root, "content/inventory.json", |answer| {
        for unit in answer["Data"]["Property"].as_array_mut().unwrap() {
            unit["unit"] = json!(text);
            unit["typology"] = json!(text);
        }
    });
    requests::render(root).map_err(|error| error.details())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(std::env::var("HOSTILE_TEXTS").map_or(4, |text| text.parse().unwrap())))]

    #[test]
    fn any_text_stays_text_in_every_output(parts in prop::collection::vec(prop::sample::select(fragments()), 1..7)) {
        // A build refuses a title of white space only.
        let text = format!("a{}", parts.concat());
        let hostile = site_with(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_same_structure(&HARMLESS.files, &hostile.files);
        println!("torture: hostile texts in every output | 1 | {} | 0 | 0", hostile.files.len());
    }
}

/// Units of the site, of both uses.
const UNITS: [usize; 4] = [0, 1, 32, 33];

/// The pages, pictures and documents of the site, each unit with its own text, and one more text as a status.
fn whole_site_with(texts: &[String]) -> (RenderedSite, Vec<DrawnCard>) {
    let project = torre::copied();
    let root = project.path();
    torre::link_cache(root);
    // The fonts of the tower have fewer letters.
    let fonts = "templates/documents/fonts";
    copy_folder(&engine_file(fonts), &root.join(fonts));
    change(root, "theme.yaml", |own| {
        own.replace("Space Grotesk", "Newsreader Display")
            .replace("Manrope", "Hanken Grotesk")
    });
    change_json(root, "content/inventory.json", |answer| {
        let all = answer["Data"]["Property"].as_array_mut().unwrap();
        let mut units = UNITS.map(|index| all[index].clone());
        for (unit, text) in units.iter_mut().zip(texts) {
            unit["unit"] = json!(text);
            unit["typology"] = json!(text);
        }
        answer["Data"]["Property"] = json!(units);
    });
    for lang in ["es", "en"] {
        change_json(root, &format!("content/{lang}/strings.json"), |strings| {
            strings["status"]["disponible"] = json!(texts[0]);
        });
    }
    let mut made = requests::render(root).unwrap();
    // Their names depend on their content; the drawings are compared instead.
    made.files.retain(|file| !file.path.starts_with("share/"));
    without_hashes(&mut made.files);
    let drawings = share::drawings(root, &made.described).unwrap();
    (made, drawings)
}

/// Gives the files of shared props names that do not depend on their content, and sorts equal names by structure.
fn without_hashes(files: &mut [OutputFile]) {
    let is_of_island = |path: &str| path.starts_with("assets/") && path.ends_with(".json");
    for file in files.iter_mut().filter(|file| is_of_island(&file.path)) {
        let (name, _) = file.path.rsplit_once('-').unwrap();
        file.path = format!("{name}.json");
    }
    files.sort_by_cached_key(|file| {
        let structure = is_of_island(&file.path).then(|| structure(file));
        (file.path.clone(), structure)
    });
}

/// A text without what a line break, a hyphenation or a typographic sign may change.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace() && !"-\u{ad}".contains(*letter))
        .collect()
}

#[test]
fn texts_stay_texts_in_props_drawings_share_pictures_and_documents() {
    let fragments = fragments();
    // The first letters keep the order.
    let chunks = fragments.chunks(fragments.len().div_ceil(UNITS.len()));
    let hostile: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .zip(chunks)
        .map(|(first, chunk)| format!("{first}{}", chunk.concat()))
        .collect();
    let harmless: Vec<String> = hostile.iter().map(|text| text[..1].to_owned()).collect();
    let (expected, pictures) = whole_site_with(&harmless);
    let (found, hostile_pictures) = whole_site_with(&hostile);
    assert_same_structure(&expected.files, &found.files);

    assert_eq!(pictures.len(), hostile_pictures.len());
    for (one, other) in pictures.iter().zip(&hostile_pictures) {
        assert_eq!(of_xml("harmless", &one.svg), of_xml("hostile", &other.svg));
    }
    let sheets = found
        .files
        .iter()
        .filter(|file| file.path.ends_with(".pdf"));
    let texts: Vec<String> = sheets
        .map(|file| letters(&Pdf::read(&file.bytes).pages().join(" ")))
        .collect();
    for text in &hostile {
        let text = letters(text);
        let shown = texts.iter().filter(|sheet| sheet.contains(&text)).count();
        assert!(
            shown >= 2,
            "{text:?} is in {shown} of {} documents",
            texts.len()
        );
    }
    let outputs = found.files.len() + pictures.len();
    println!(
        "torture: hostile texts in every output | {} | {outputs} | 0 | 0",
        fragments.len()
    );
}
