//! Links, anchors and assets exist. Every build checks those that authors wrote; `site check` reads the finished pages.

use std::collections::HashMap;

use serde_json::Value;

use super::page::CheckedPage;
use crate::stages::resolve::{AuthorLink, AuthorLinks};
use formats::problem::{Code, Problem, did_you_mean};
use model::output::OutputFile;
use model::site::{Page, split_fragment};
use model::source::PageSchedule;

/// Forms of addresses that are not of this site, apart from those of [`is_external`].
const OTHER_SCHEMES: [&str; 3] = ["mailto:", "tel:", "sms:"];

/// How links to other sites and programs begin.
const SCHEMES: [&str; 4] = ["https://", "http://", "mailto:", "tel:"];

/// Checks the links that authors wrote. Without the finished `files` of the site, anchors and generated files are not checked.
pub fn check_author_links(links: &AuthorLinks, files: Option<&[OutputFile]>) -> Vec<Problem> {
    let files = files.map(SiteFiles::from_outputs);
    links
        .links
        .iter()
        .filter_map(|link| check_author_link(link, links, files.as_ref()))
        .collect()
}

fn check_author_link(
    link: &AuthorLink,
    links: &AuthorLinks,
    files: Option<&SiteFiles>,
) -> Option<Problem> {
    let (written, routes) = (&link.written, &links.routes);
    let (bare, rest) = split_fragment(written);
    let problem = |code, what: &str| {
        Problem::at(
            code,
            &link.file,
            link.place,
            format!("the link `{written}` {what}"),
        )
    };
    let broken = |what: &str, hint| Some(problem(Code::BrokenLink, what).maybe_hint(hint));
    let schedule = links.schedules.get(bare);
    if let Some(target) = schedule.filter(|target| !target.covers(link.schedule)) {
        let what = format!("leads to a page that {}", when_public(*target));
        let hint = "publish both at the same time, or remove the link";
        return Some(problem(Code::UnpublishedTarget, &what).hint(hint));
    }
    let page = if bare.is_empty() && rest.starts_with('#') {
        link.page_url.clone()
    } else if SCHEMES.iter().any(|scheme| written.starts_with(scheme)) {
        return None;
    } else if !bare.starts_with('/') {
        let hint = "begin a link to a page of this site with a slash, any other link with https://";
        return broken("has no valid form", Some(hint.to_owned()));
    } else if routes.contains(bare) {
        routes.addresses.path(link.lang, bare)
    } else if routes.is_static(bare) || links.gone.contains(bare) {
        return None;
    } else if !routes.is_generated(bare) {
        return broken("leads to no page", routes.hint(bare));
    } else if files?.get(bare).is_none() {
        return broken("leads to no file", did_you_mean(bare, files?.near(bare)));
    } else {
        return None;
    };
    let (_, anchor) = written.split_once('#')?;
    // A page that is not public yet has no file.
    let file = files?.get(&page)?;
    if has_id(&String::from_utf8_lossy(&file.bytes), anchor) {
        return None;
    }
    let what = format!("leads to no anchor: {page} has no element with the id `{anchor}`");
    Some(problem(Code::BrokenAnchor, &what).hint("correct the link, or give a heading this id"))
}

/// Why a link to a page leads to nothing for some time.
fn when_public(target: PageSchedule) -> String {
    match (target.publish_at, target.unpublish_at) {
        _ if target.draft => "is a draft".to_owned(),
        (Some(start), Some(end)) => format!("is public from {start} to {end}"),
        (Some(start), None) => format!("is public from {start}"),
        (None, Some(end)) => format!("is public until {end}"),
        (None, None) => "is public".to_owned(),
    }
}

/// Whether the HTML has an element with this id. The pages are the generator's own, so that their text need not be parsed.
fn has_id(html: &str, id: &str) -> bool {
    let (quoted, plain) = (format!("id=\"{id}\""), format!("id={id}"));
    html.match_indices("id=").any(|(at, _)| {
        let (is_attribute, written) = (html[..at].ends_with([' ', '\n']), &html[at..]);
        let ends = |rest: &str| rest.starts_with([' ', '\n', '>']);
        is_attribute
            && (written.starts_with(&quoted) || written.strip_prefix(&plain).is_some_and(ends))
    })
}

/// A problem for each alias whose redirect would hide a file of the site.
pub fn check_aliases(pages: &[Page], files: &[OutputFile]) -> Vec<Problem> {
    let files = SiteFiles::from_outputs(files);
    let sources = pages.iter().filter_map(Page::source);
    let aliases = sources.flat_map(|source| {
        source
            .front
            .aliases
            .iter()
            .map(move |alias| (source, alias))
    });
    let hidden = aliases.filter(|(source, alias)| files.get(&source.lang.path(alias)).is_some());
    let problems = hidden.map(|(source, alias)| {
        let message = format!("the alias `{alias}` is the address of a file");
        source
            .problem(Code::InvalidAlias, "aliases", message)
            .hint("remove it")
    });
    problems.collect()
}

/// A problem for each file of an author that has the path of a generated file; `files` are in the order of their paths.
pub fn check_paths(files: &[OutputFile]) -> Vec<Problem> {
    let problems = files
        .windows(2)
        .filter(|pair| pair[0].path == pair[1].path)
        .map(|pair| {
            let own = pair
                .iter()
                .find(|file| file.origin.ends_with(&file.path))
                .unwrap_or(&pair[1]);
            let message = format!("the build makes a file with the path `/{}`, too", own.path);
            Problem::in_file(Code::DuplicateAddress, &own.origin, message)
                .hint("rename or remove this one")
        });
    problems.collect()
}

type PagesByUrl<'a> = HashMap<&'a str, &'a CheckedPage<'a>>;

pub(super) fn check_finished_pages(pages: &[CheckedPage], files: &SiteFiles) -> Vec<Problem> {
    let by_url: PagesByUrl = pages
        .iter()
        .map(|page| (page.page.url.as_str(), page))
        .collect();
    pages
        .iter()
        .flat_map(|page| check_page(page, &by_url, files))
        .collect()
}

fn check_page(page: &CheckedPage, by_url: &PagesByUrl, files: &SiteFiles) -> Vec<Problem> {
    let (url, facts) = (&page.page.url, &page.facts);
    let mut problems = Vec::new();
    for link in &facts.links {
        let fault = fault_of_link(url, &link.address, by_url, files);
        problems.extend(fault.map(|(code, fault)| page.problem(code, fault)));
        if link.lacks_noopener {
            let message = format!(
                "the link `{}` has `target=_blank` without `rel=noopener`",
                link.address
            );
            problems.push(
                page.problem(Code::MissingNoopener, message)
                    .hint("add `rel=noopener`"),
            );
        }
    }
    let mut report = |code, fault: String| problems.push(page.problem(code, fault));
    for asset in facts
        .assets
        .iter()
        .filter(|asset| !asset.starts_with("data:"))
    {
        if is_external(asset) {
            report(
                Code::ExternalAsset,
                format!("the page loads `{asset}` from another origin"),
            );
        } else if !files.answers(asset.split(['?', '#']).next().unwrap_or_default()) {
            report(
                Code::MissingAsset,
                format!("the page loads `{asset}`, which does not exist"),
            );
        }
    }
    for id in facts
        .references
        .iter()
        .filter(|id| !facts.ids.contains_key(*id))
    {
        let fault =
            format!("a label or description refers to the id `{id}`, which is not on the page");
        report(Code::MissingReference, fault);
    }
    problems
}

fn fault_of_link(
    own_url: &str,
    address: &str,
    by_url: &PagesByUrl,
    files: &SiteFiles,
) -> Option<(Code, String)> {
    if is_external(address)
        || OTHER_SCHEMES
            .iter()
            .any(|scheme| address.starts_with(scheme))
    {
        return None;
    }
    let (rest, anchor) = address.split_once('#').unwrap_or((address, ""));
    let target = match rest.split('?').next().unwrap_or_default() {
        "" => own_url,
        path => path,
    };
    if !files.answers(target) {
        return Some((
            Code::BrokenLink,
            format!("the link `{address}` has no target"),
        ));
    }
    let exists = anchor.is_empty()
        || by_url
            .get(target)
            .is_some_and(|page| page.facts.ids.contains_key(anchor));
    (!exists).then(|| {
        (
            Code::BrokenAnchor,
            format!("the link `{address}` has no target: {target} has no id `{anchor}`"),
        )
    })
}

fn is_external(address: &str) -> bool {
    ["https://", "http://", "//"]
        .iter()
        .any(|start| address.starts_with(start))
}

pub(super) struct SiteFiles<'a>(HashMap<&'a str, &'a OutputFile>);

impl<'a> SiteFiles<'a> {
    pub(super) fn from_outputs(outputs: &'a [OutputFile]) -> SiteFiles<'a> {
        SiteFiles(
            outputs
                .iter()
                .map(|file| (file.url.as_str(), file))
                .collect(),
        )
    }

    pub(super) fn get(&self, url: &str) -> Option<&'a OutputFile> {
        self.0.get(url).copied()
    }

    /// The URLs of files in the folder of a path, sorted. Those of the bundle have no names that authors write.
    pub(super) fn near(&self, path: &str) -> Vec<&'a str> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_near =
            |url: &&str| url.starts_with(folder) && url.contains('.') && !url.starts_with("/_");
        let mut near: Vec<&str> = self.0.keys().copied().filter(is_near).collect();
        near.sort_unstable();
        near
    }

    /// Whether the site or the lead function answers a URL.
    pub(super) fn answers(&self, url: &str) -> bool {
        self.0.contains_key(url) || url.starts_with("/api/")
    }
}

/// Checks that the files named in style sheets and in the web manifest exist.
pub(super) fn check_assets(outputs: &[OutputFile], files: &SiteFiles) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in outputs {
        let urls: Vec<String> = match file.path.rsplit_once('.') {
            Some((_, "css")) => {
                let css = String::from_utf8_lossy(&file.bytes);
                let urls = css
                    .split("url(")
                    .skip(1)
                    .filter_map(|rest| rest.split(')').next());
                urls.map(|url| url.trim_matches(['"', '\'', ' ']).to_owned())
                    .collect()
            }
            Some((_, "webmanifest")) => {
                let manifest: Value = serde_json::from_slice(&file.bytes).unwrap_or_default();
                let icons = manifest["icons"].as_array().into_iter().flatten();
                icons
                    .filter_map(|icon| icon["src"].as_str().map(str::to_owned))
                    .collect()
            }
            _ => continue,
        };
        for url in urls
            .iter()
            .filter(|url| url.starts_with('/') && !files.answers(url))
        {
            let message = format!("{} refers to `{url}`, which does not exist", file.url);
            problems.push(Problem::in_file(Code::MissingAsset, &file.origin, message));
        }
    }
    problems
}
