//! An island's way through the build, with the real sources: from TypeScript to a bundle to HTML.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use formats::yaml;
use generator::cache::ResultStore;
use generator::check::budgets::check_scripts;
use generator::node::Tools;
use generator::outputs::{theme, trackers};
use generator::stages::load;
use generator::stages::prerender::bundle::{Bundle, BundleOptions};
use generator::stages::prerender::bundler::bundle;
use generator::stages::prerender::islands::Islands;
use model::build_error::BuildError;
use model::config::Config;
use tempfile::TempDir;

use crate::support::files::{copy_folder, engine_file, read, read_files, read_json, write};
use crate::support::rendered::assert_none;
use crate::support::requests;
use crate::support::torre;

fn config() -> Config {
    Config::parse(&torre::source("site.yaml")).unwrap()
}

/// The engine's sources alone.
static ENGINE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    for part in ["islands", "templates"] {
        symlink(engine_file(part), folder.path().join(part)).unwrap();
    }
    folder
});

fn options() -> BundleOptions {
    let theme = load::read_theme(torre::root()).unwrap();
    BundleOptions {
        theme: theme::style_sheet(ENGINE.path(), &theme).unwrap(),
        ..BundleOptions::default()
    }
}

fn bundle_of(root: &Path) -> Result<Bundle, BuildError> {
    bundle(&requests::tools(root), &config().behaviour, &options())
}

fn islands_of(root: &Path, bundle: &Bundle) -> Islands {
    Islands::open(&Arc::new(bundle.clone()), &Arc::new(requests::tools(root)))
}

#[test]
fn third_parties_add_a_separate_script_and_keep_the_page_script_within_its_budget() {
    let plain = bundle_of(ENGINE.path()).unwrap();
    let text = |bundle: &Bundle, name: &str| {
        let url = bundle.url(name).unwrap();
        let file = bundle
            .files
            .iter()
            .find(|file| url.ends_with(&file.name))
            .unwrap();
        String::from_utf8(file.bytes.to_vec()).unwrap()
    };
    assert_eq!([plain.sizes.consent, plain.sizes.consent_bar], [0, 0]);
    let mut config = config();
    config.tracking = yaml::parse("site.yaml", "{tag_manager: GTM-AB12CD3}", 0).unwrap();
    let options = BundleOptions {
        consent: trackers::settings(&config),
        ..options()
    };
    let tracked = bundle(&requests::tools(ENGINE.path()), &config.behaviour, &options).unwrap();
    assert!(text(&tracked, "page.js").contains("site-consent"));
    assert!(!text(&tracked, "page.js").contains("GTM-AB12CD3"));
    assert!(text(&tracked, "consent.js").contains("GTM-AB12CD3"));
    assert!(tracked.url("consent.css").is_some());
    assert_none(check_scripts(
        &tracked.sizes,
        BTreeSet::new(),
        &config.budgets,
    ));
    assert!(tracked.sizes.entry("page.js") > plain.sizes.entry("page.js"));
}

/// A project with one island, `probe`, that uses the installed packages.
fn project(component: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (own, engine) = (folder.path().join("islands"), engine_file("islands"));
    copy_folder(&engine.join("src"), &own.join("src"));
    symlink(engine.join("node_modules"), own.join("node_modules")).unwrap();
    write(
        &own,
        "package-lock.json",
        read(&engine, "package-lock.json"),
    );
    write(&own, "src/registry.ts", REGISTRY);
    write(&own, "src/probe.tsx", component);
    folder
}

fn islands(component: &str) -> Islands {
    let project = project(component);
    islands_of(project.path(), &bundle_of(project.path()).unwrap())
}

const REGISTRY: &str = r#"
export const islands = { probe: () => import("./probe.tsx") };
export type IslandName = keyof typeof islands;
export type IslandModule = any;
export const strings = { probe: ["a", "b"] };
"#;

const PROPS: &str = r#"{"id":"i","lang":"es","locale":"es-MX","strings":{"count_one":"{{count}} local",
    "count_many":"{{count}} de locales","count_other":"{{count}} locales"}}"#;

#[test]
fn the_real_bundle_is_built_once_and_is_within_its_budgets() {
    let first = bundle_of(ENGINE.path()).unwrap();
    assert_none(check_scripts(
        &first.sizes,
        BTreeSet::new(),
        &config().budgets,
    ));
    assert!(first.url("page.js").unwrap().starts_with("/assets/page-"));
    assert!(first.url("islands.js").is_some());
    assert!(
        first
            .files
            .iter()
            .all(|file| !file.name.starts_with("worker"))
    );
    // A module of which only constants are used would be a request for nothing.
    assert!(
        first.files.iter().all(|file| !file.bytes.is_empty()),
        "{:?}",
        names(&first)
    );

    // Another build of the same sources is equal, with the results of earlier ones and without.
    let folder = tempfile::tempdir().unwrap();
    let tools = Tools {
        store: ResultStore::open(folder.path()),
        ..requests::tools(ENGINE.path())
    };
    let anew = bundle(&tools, &config().behaviour, &options()).unwrap();
    for other in [bundle_of(ENGINE.path()).unwrap(), anew] {
        assert_eq!(names(&other), names(&first));
        assert_eq!(other.sizes, first.sizes);
        assert!(
            first
                .files
                .iter()
                .zip(&other.files)
                .all(|(one, other)| one.bytes == other.bytes)
        );
    }
}

#[test]
fn a_project_elsewhere_reuses_what_an_earlier_build_made_and_other_styles_render_no_island_again() {
    let cache = tempfile::tempdir().unwrap();
    let component = "export default function Probe() { return <p/>; }";
    let made_with = |style: &str| {
        let project = project(component);
        let root = project.path();
        copy_folder(&torre::root().join("templates"), &root.join("templates"));
        write(root, "templates/styles/pages/probe.css", style);
        let tools = Arc::new(Tools {
            store: ResultStore::open(cache.path()),
            ..requests::tools(root)
        });
        let theme = load::read_theme(torre::root()).unwrap();
        let options = BundleOptions {
            theme: theme::style_sheet(root, &theme).unwrap(),
            ..BundleOptions::default()
        };
        let bundle = bundle(&tools, &config().behaviour, &options).unwrap();
        Islands::open(&Arc::new(bundle), &tools)
            .render("probe", PROPS)
            .unwrap();
        let lookups = tools.store.lookups().into_iter();
        lookups
            .filter(|(_, how)| how.starts_with("made"))
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    let all = ["islands/src", "islands/src/probe"];
    assert_eq!(made_with("a{order:1}"), all);
    assert_eq!(made_with("a{order:1}"), [""; 0]);
    assert_eq!(made_with("a{order:2}"), all[..1]);
}

fn names(bundle: &Bundle) -> Vec<&str> {
    bundle.files.iter().map(|file| file.name.as_str()).collect()
}

#[test]
fn plurals_are_correct_without_intl() {
    let component = r#"
import { useTranslate } from "./strings.tsx";
export default function Probe({ id }: { id: string }) {
  const t = useTranslate();
  return <p id={id} className="probe">{[0, 1, 2, 1000000].map((count) => t("count", { count })).join("; ")}</p>;
}"#;
    let expected =
        "<p id=\"i\" class=\"probe\">0 locales; 1 local; 2 locales; 1000000 de locales</p>";
    let islands = islands(component);
    assert_eq!(&*islands.render("probe", PROPS).unwrap(), expected);
    assert_eq!(islands.string_groups("probe").unwrap(), ["a", "b"]);
}

#[test]
fn a_component_that_throws_lacks_a_string_or_takes_all_memory_stops_the_build() {
    let missing = r#"
import { useTranslate } from "./strings.tsx";
export default function Probe() { return <p>{useTranslate()("nothing.here")}</p>; }"#;
    let throwing = "export default function Probe() { throw new Error('no units'); }";
    let enormous = "export default function Probe() { return <p>{'x'.repeat(2 ** 30)}</p>; }";
    for (component, messages) in [
        // With its stack.
        (throwing, ["the island `probe` failed: no units\n", "Probe"]),
        (missing, ["the string \"nothing.here\" is missing", ""]),
        (enormous, [""; 2]),
    ] {
        let said = islands(component)
            .render("probe", PROPS)
            .unwrap_err()
            .to_string();
        assert!(
            messages.iter().all(|message| said.contains(message)),
            "{component}: {said}"
        );
    }
}

#[test]
fn an_error_in_typescript_points_at_its_line() {
    let project = project("export default function Probe() {\n  return <p>;\n}\n");
    let problems = bundle_of(project.path()).unwrap_err().problems().unwrap();
    assert_eq!(
        (problems[0].file.as_str(), problems[0].line.is_some()),
        ("islands/src/probe.tsx", true)
    );
}

/// Finds the packages in the imports of the sources, and not in esbuild's record, from which the notices are made.
#[test]
fn every_package_and_font_that_browsers_download_has_its_notice() {
    let bundle = bundle_of(ENGINE.path()).unwrap();
    let notices = String::from_utf8(bundle.licenses.clone().unwrap().into()).unwrap();
    let lock = read_json(&engine_file("islands"), "package-lock.json");
    let mut found = BTreeSet::new();
    let is_sent = |path: &str| {
        ![".test.", "fixture", "/prerender/"]
            .iter()
            .any(|part| path.contains(part))
    };
    let sources = read_files(&engine_file("islands/src")).into_iter();
    for (_, source) in sources.filter(|(path, _)| is_sent(&format!("/{path}"))) {
        let source = String::from_utf8_lossy(&source);
        for import in source
            .split(" from \"")
            .skip(1)
            .filter(|import| !import.starts_with('.'))
        {
            let package = import
                .split(['"', '/'])
                .next()
                .unwrap()
                .replace("react-dom", "react")
                .replace("react", "preact");
            let version = lock["packages"][format!("node_modules/{package}")]["version"]
                .as_str()
                .unwrap();
            found.insert(format!("\n== {package} {version} (MIT) ==\n"));
        }
    }
    let fonts = bundle.names().filter(|name| name.ends_with(".woff2"));
    found.extend(fonts.map(|font| format!("\n== font {font} ==\n\nCopyright")));
    assert_eq!(
        found.len(),
        9,
        "preact, and two fonts in four files each: {found:?}"
    );
    for heading in found {
        assert!(
            notices.contains(&heading),
            "{heading} is not in:\n{notices}"
        );
    }
}

#[test]
fn an_unknown_island_is_refused_with_the_nearest_name_and_a_project_may_have_none() {
    let islands = islands_of(ENGINE.path(), &bundle_of(ENGINE.path()).unwrap());
    let message =
        "there is no island `inventroy` in islands/src/registry.ts: did you mean `inventory`?";
    assert_eq!(islands.render("inventroy", "{}").unwrap_err(), message);
    assert!(islands.render("__proto__", "{}").is_err());

    let folder = tempfile::tempdir().unwrap();
    let bundle = bundle_of(folder.path()).unwrap();
    assert!(bundle.licenses.is_none() && bundle.files.is_empty());
    assert!(
        islands_of(folder.path(), &bundle)
            .render("inventory", "{}")
            .is_err()
    );
}
