//! `site publish`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use clap::Args;
use futures::FutureExt as _;
use jiff::Timestamp;
use publish::error::PublishError;
use publish::publication::{Describe, Publication, Published};
use publish::state::State;
use publish::upload;
use serde_json::json;

use super::{Selected, TargetArguments, publisher, revision};
use crate::cache::stored_file;
use crate::cli::commands::block_on;
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::pipeline::Progress as _;
use crate::pipeline::publication::news::{News, NewsTexts, TeamWords};
use crate::pipeline::publication::{
    built_inventory, news_of_built, news_texts, record_published, refuse_unready, unconfirmed,
    write_news,
};
use crate::serve::CdnRules;
use crate::stages::render::{INVENTORY_PATH, ShownInventory, page_fingerprints};
use crate::stages::{load, write};
use model::output::address_of;

const AFTER_HELP: &str = "\
Publishes dist/ as `site build` wrote it to a target of `publish.targets` in site.yaml: a folder, or
s3://, gs:// or az:// with the credentials from the usual environment variables (AWS_ACCESS_KEY_ID,
GOOGLE_SERVICE_ACCOUNT, AZURE_STORAGE_ACCOUNT_KEY and so on).

Only what changed is uploaded, hashed files first; a run where nothing changed takes three requests.
The target's folder .site/ contains the record, the lease and what rollback needs: it must not be
public. A run that is killed is repaired by the next one, which first waits two minutes to see that
no publisher is at work.

The cache under `purge:` of the target is purged with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
AWS_SESSION_TOKEN (CloudFront) or CLOUDFLARE_API_TOKEN (Cloudflare).

Examples:
  site publish                                publish to the only target
  site publish live --dry-run                 print what would be uploaded, deleted and purged
  site publish live --verify                  also repair files that were changed by hand
  site publish --approve 3f9a1c20b75e4d68     confirm the changes of .site/confirm-publication.md";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct PublishArguments {
    #[command(flatten)]
    pub(super) to: TargetArguments,
    /// The built site [default: dist below the project's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print what would be done, and change nothing; ends with the status that the publication would have
    #[arg(long)]
    dry_run: bool,
    /// Delete more files than `publish.max_deletes` allows
    #[arg(long)]
    allow_deletes: bool,
    /// List the files at the target, and upload those again that differ from the record
    #[arg(long)]
    verify: bool,
    /// Publish for the first time to a target that has files: replaces those of the same name
    #[arg(long)]
    adopt: bool,
    /// Confirm the changes that .site/confirm-publication.md lists; it has their digest
    #[arg(long, value_name = "DIGEST")]
    approve: Option<String>,
}

impl PublishArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        let selected = self.to.select(root, None)?;
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| selected.root.join("dist"));
        let _lock = write::lock(&selected.root, || {
            console.note("waiting for a build of this project");
        })?;
        if !write::is_built(&out) {
            let folder = out.display();
            let message =
                format!("{folder}: `site build` did not write this folder: run `site build` first");
            return Err(PublishError::Problem(message).into());
        }
        let (data_file, built) = built_inventory(&out)?;
        let strings = load::team_strings(&selected.root, &selected.config, &built.units)?;
        let words = || TeamWords::new(&selected.config, &strings);
        // A dry run prints its plan first, and then ends as the publication would.
        let refusal = match (self.check_release(&selected, &built, words()), self.dry_run) {
            (Err(refusal), false) => return Err(refusal),
            (checked, _) => checked.err(),
        };
        let news: OnceLock<TeamNews> = OnceLock::new();
        let describe = || {
            let compare = async {
                let published = selected.target.read(INVENTORY_PATH).await?;
                let bytes = published.as_ref().map(|(bytes, _)| &bytes[..]);
                let changes = news_of_built(bytes, &built);
                // The build has reported a string that is missing.
                let texts = news_texts(words(), &changes).unwrap_or_default();
                let (_, texts) = news.get_or_init(|| (changes, texts));
                Ok(texts.as_ref().map(|texts| texts.line.clone()))
            };
            compare.boxed()
        };
        let rules = CdnRules::read(&out);
        let takes_rules = selected.target.takes_host_files();
        let is_published = |path: &str| takes_rules || !["_headers", "_redirects"].contains(&path);
        let pages =
            page_fingerprints::read_pages(&selected.root, &selected.config.platform.project_code);
        let content = |path: &str| {
            if !path.ends_with(".html") {
                return None;
            }
            let page = pages.as_ref()?.get(&address_of(path))?;
            Some(page.fingerprint.clone())
        };
        let files =
            upload::read_site(&out, is_published, |path| rules.file_headers(path), content)?;
        let leads = std::fs::read(selected.root.join(lead_site::FILE)).ok();
        if leads.is_none() {
            let missing =
                "the file is missing, so the target keeps the last one: run `site build` here";
            console.note(&format!("{}: {missing}", lead_site::FILE));
        }
        let publication = Publication {
            files,
            folder: Some(out.clone()),
            leads: leads.map(Into::into),
            state: State::read(&selected.root.join(stored_file::STATE))?,
            allow_deletes: self.allow_deletes,
            adopt: self.adopt,
            verify: self.verify,
            dry_run: self.dry_run,
            ..publication(&selected, &self.to, &describe, console)
        };
        let published = block_on(publication.run())?;
        let news = news.get();
        if !self.dry_run {
            record_published(&selected.root, &data_file)?;
            news.map_or(Ok(()), |(_, texts)| {
                write_news(&selected.root, texts.as_ref())
            })?;
        }
        match refusal {
            // One object of JSON is printed.
            Some(refusal) if self.to.json => Err(refusal),
            refusal => {
                let status = report(
                    console,
                    &selected,
                    &published,
                    news,
                    self.dry_run,
                    self.to.json,
                )?;
                refusal.map_or(Ok(status), Err)
            }
        }
    }

    /// Refuses a site that is not ready, and one whose changes a person must confirm: more than `publish.approve_above`.
    fn check_release(
        &self,
        selected: &Selected,
        built: &ShownInventory,
        words: TeamWords,
    ) -> anyhow::Result<()> {
        refuse_unready(&selected.root, selected.settings.staging)?;
        let Some(limit) = selected.config.publish.approve_above else {
            return Ok(());
        };
        let news = news_of_built(selected.published_inventory()?.as_deref(), built);
        let approved = self.approve.as_deref();
        match unconfirmed(&selected.root, Some(limit), words, &news, approved)? {
            Some(waiting) => Err(waiting.into()),
            None => Ok(()),
        }
    }
}

/// A publication without files to a target, with the settings of its project.
pub(super) fn publication<'a>(
    selected: &'a Selected,
    arguments: &TargetArguments,
    news: &'a Describe<'a>,
    console: &'a Console,
) -> Publication<'a> {
    let settings = &selected.config.publish;
    Publication {
        target: selected.target.as_ref(),
        files: Default::default(),
        folder: None,
        leads: None,
        publisher: publisher(),
        revision: revision(&selected.root),
        news,
        rollback_to: None,
        state: None,
        keep: settings.keep,
        max_deletes: settings.max_deletes,
        allow_deletes: false,
        adopt: false,
        verify: false,
        dry_run: false,
        start: arguments.now.unwrap_or_else(Timestamp::now),
        timer: Arc::new(Instant::now()),
        lease: arguments.lease,
        purge: selected.purge(),
        progress: console,
        // Within the runtime, which does not run yet.
        stop: Box::pin(async { system::stop_signal().await }),
    }
}

/// The news, and their texts in the language of the team.
type TeamNews = (News, Option<NewsTexts>);

pub(super) fn report(
    console: &Console,
    selected: &Selected,
    published: &Published,
    news: Option<&TeamNews>,
    dry_run: bool,
    as_json: bool,
) -> CommandResult {
    let is_done = published.purge_error.is_none();
    let status = if is_done {
        ExitStatus::Done
    } else {
        ExitStatus::NotWritten
    };
    let mut json = serde_json::to_value(published)?;
    json["done"] = json!(is_done);
    json["target"] = json!(selected.name);
    json["dry_run"] = json!(dry_run);
    json["news"] = json!(news.map(|(news, texts)| news.json(texts.as_ref())));
    console.clear();
    if as_json {
        console.result(&json.to_string());
        return Ok(status);
    }
    if let Some((_, Some(texts))) = news {
        console.note(&format!("news: {}", texts.line));
    }
    for path in &published.unknown {
        console.note(&format!(
            "{path}: no publication wrote this file: delete it, or leave it there"
        ));
    }
    if published.postponed_deletes > 0 {
        console.note(&format!(
            "{} of older releases will be deleted by the next runs (`publish.max_deletes`)",
            count(published.postponed_deletes, "file", "files")
        ));
    }
    if let Some(error) = &published.purge_error {
        console.note(&format!(
            "the release is published, but the cache is not purged: {error}: run `site publish` again"
        ));
    }
    if dry_run {
        for (verb, paths) in [
            ("upload", &published.uploaded),
            ("delete", &published.deleted),
            ("purge", &selected.purge_plan(published)),
        ] {
            paths
                .iter()
                .for_each(|path| console.result(&format!("{verb} {path}")));
        }
    }
    let (name, release) = (&selected.name, published.release);
    let (uploaded, deleted) = (published.uploaded.len(), published.deleted.len());
    let summary = match (uploaded, deleted) {
        (0, 0) => format!("release {release} is current, nothing changed"),
        _ => format!(
            "release {release}: {} uploaded, {deleted} deleted",
            count(uploaded, "file", "files")
        ),
    };
    let would = if dry_run {
        " (dry run, nothing was done)"
    } else {
        ""
    };
    console.result(&format!("{name}: {summary}{would}"));
    Ok(status)
}
