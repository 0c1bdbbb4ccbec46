//! `site sheets` and `site signs`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{SourceArguments, absolute, below};
use crate::cache::file;
use crate::cli::console::{CommandResult, Console, ExitStatus};
use crate::pipeline::{self, OnPaper};
use model::build_error::BuildError;

pub const AFTER_SHEETS_HELP: &str = "\
The link and the QR code of each sheet name the broker (`?asesor=`), so that a lead of it says whose it is.

Example:
  site sheets --broker 'Ana Pérez · 984 000 0000' --units O-301,O-302";

pub const AFTER_SIGNS_HELP: &str = "\
The QR code of a sign opens the unit's page with utm_source=letrero, utm_medium=qr and the place as
utm_campaign, so that leads and WhatsApp texts say which sign brought them.

Example:
  site signs --place valla,caseta --units O-301,O-302 --paper a4";

#[derive(Debug, Args)]
pub struct PaperArguments {
    #[command(flatten)]
    source: SourceArguments,
    /// Codes of the units [default: all that are available]
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    units: Vec<String>,
    /// The language of the documents [default: the first of site.yaml]
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// The folder to write to, which must not be in dist/ [default: sheets or signs below the project's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl PaperArguments {
    pub(crate) fn write(
        &self,
        root: &Path,
        name: &str,
        what: &OnPaper,
        console: &Console,
    ) -> CommandResult {
        let out = self.out.clone().unwrap_or_else(|| below(root, name));
        let root = absolute(root);
        let site = root.join("dist");
        if without_links(&out).starts_with(&site) {
            console.say("site: `--out` is in dist/, which builds replace: name another folder");
            return Ok(ExitStatus::Usage);
        }
        let mut pull = self.source.pull();
        pull.runs_commands = true;
        let request = super::request(root, site, pull);
        let files = pipeline::on_paper(&request, what, &self.units, self.lang.as_deref())?;
        if files.is_empty() {
            console.say("site: no unit is available: name units with `--units`");
        }
        for (path, bytes) in files {
            let path = out.join(path);
            file::replace(&path, &bytes).map_err(BuildError::at(&path))?;
            console.result(&path.to_string_lossy());
        }
        Ok(ExitStatus::Done)
    }
}

/// The path without links, as far as it exists.
fn without_links(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let real = |folder: &Path| {
        Some(
            folder
                .canonicalize()
                .ok()?
                .join(whole.strip_prefix(folder).ok()?),
        )
    };
    whole
        .ancestors()
        .find_map(real)
        .unwrap_or_else(|| whole.clone())
}

/// A place, which is a campaign in addresses and a folder.
pub fn place(text: &str) -> Result<String, &'static str> {
    let is_allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let is_place =
        (1..=24).contains(&text.len()) && text.chars().all(is_allowed) && !text.starts_with('-');
    let message =
        "write up to 24 lower-case letters without accents, digits and hyphens, like `valla`";
    is_place.then(|| text.to_owned()).ok_or(message)
}
