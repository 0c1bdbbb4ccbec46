//! The source of the file: what is refused at the start, and what happens when the file changes.

use super::SiteSource;
use crate::config::{Config, SiteLocation, StoreLocation};
use crate::test_support::{sample_site, site};
use lead_site::LeadSite;
use std::path::Path;

fn source(file: &Path) -> SiteSource {
    let mut config = Config::new(StoreLocation::Memory, SiteLocation::File(file.to_owned()));
    config.development = Some("TORRE-ARBOLEDA".to_owned());
    SiteSource::new(&config).expect("a source")
}

/// Replaces the file as `site build` does.
fn replace(file: &Path, bytes: &[u8]) {
    let new = file.with_extension("new");
    std::fs::write(&new, bytes).expect("a writable folder");
    std::fs::rename(new, file).expect("a writable folder");
}

fn bytes(change: impl FnOnce(&mut LeadSite)) -> Vec<u8> {
    let mut site = sample_site();
    change(&mut site);
    site.to_bytes().expect("JSON")
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_an_error_that_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leads.json");
    let error = async || source(&file).get().await.map(drop).unwrap_err().to_string();
    assert!(error().await.ends_with(
        "leads.json: the file is missing: run `site build`, which writes .site/leads.json, and name that file"
    ));
    for (bytes, part) in [
        (b"<html>".to_vec(), "not a leads.json"),
        (
            bytes(|site| site.version = 0),
            "build the site with the same release of `site`",
        ),
        (bytes(|site| site.version = 9), "install the release of `leads`"),
        (bytes(|site| site.languages.clear()), "`languages` is empty"),
        (
            bytes(|site| site.time_zone = "Mars".to_owned()),
            "`Mars` is not a time zone",
        ),
        (bytes(|site| site.theme.light.clear()), "`theme` is not complete"),
        (
            bytes(|site| site.development.code = "OTRA".to_owned()),
            "belongs to the development `OTRA`, and LEADS_DEVELOPMENT is `TORRE-ARBOLEDA`",
        ),
    ] {
        replace(&file, &bytes);
        let error = error().await;
        assert!(
            error.starts_with("LEADS_SITE: ") && error.contains(part),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_new_file_is_served_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leads.json");
    replace(&file, &bytes(|_| ()));
    let source = source(&file);
    let name = async || source.get().await.expect("a site").development.name.clone();
    assert_eq!(name().await, "Torre Arboleda");
    for bad in [
        b"{\"version\": 1".to_vec(),
        bytes(|site| site.development.code = "OTRA".to_owned()),
    ] {
        replace(&file, &bad);
        assert_eq!(name().await, "Torre Arboleda");
    }
    std::fs::remove_file(&file).expect("the file");
    assert_eq!(name().await, "Torre Arboleda");
    replace(
        &file,
        &bytes(|site| site.development.name = "Torre Nueva".to_owned()),
    );
    assert_eq!(name().await, "Torre Nueva");
}

#[test]
fn texts_of_the_specification_are_verbatim() {
    for (key, expected) in [
        (
            "form.success",
            "Correo envíado correctamente. Pronto nos contactaremos contigo",
        ),
        ("form.failure", "Inténtelo más tarde"),
        ("validation.email_invalid", "Correo electrónico no valido"),
    ] {
        assert_eq!(site().language("es").string(key), expected);
    }
}
