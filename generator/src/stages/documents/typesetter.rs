//! Makes PDFs from Typst templates and data, with the prebuilt compiler of the npm project, which rejects documents that are not
//! accessible (PDF/UA-1). A document whose template, fonts and data did not change comes from the store. QR codes and plans are
//! drawn only when a document is made: in its data are their addresses and their indices.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use jiff::civil::Date;
use qrcode::{Color, EcLevel, QrCode};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::cache::{Inputs, Key, Kind};
use crate::node::{NodeTool, Tools, run_all};
use crate::outputs::theme;
use crate::project::{self, packages};
use building::drawing::PlanPicture;
use formats::problem::{Code, Problem};
use model::build_error::BuildError;
use model::fingerprint::Fingerprint;

/// Where the templates and their fonts are, from the project's root.
pub(super) const TEMPLATES: &str = "templates/documents";
/// With this many bytes for each, another process is worth its start (0.04 s): a brochure of 180 KB takes 0.1 s.
const BATCH_BYTES: usize = 200_000;

const TOOL: NodeTool = NodeTool {
    makes: "the documents",
    program: "islands/tools/typeset.cjs",
    library: packages::TYPESETTER,
    results: Kind {
        name: "documents",
        // What one run of all tests makes is found again in the next: 700 documents of 95 KB.
        unused_kept: 800,
    },
};

/// One document to make.
#[derive(Clone)]
pub struct Job {
    /// Path in the built site, for instance `pdf/Muestra-brochure.pdf`.
    pub path: String,
    /// The template's file name below `templates/documents`.
    pub template: &'static str,
    /// The data of the template.
    pub data: Value,
    /// The date in the document: that of its data, not of the clock.
    pub date: Date,
    /// The pictures that its data refers to.
    pub pictures: Vec<JobPicture>,
    /// The drawings that its data refers to, by their indices.
    pub(super) drawings: Vec<JobDrawing>,
}

#[derive(Clone)]
pub(super) struct JobDrawing {
    /// All that it is drawn from.
    pub(super) inputs: Fingerprint,
    pub(super) draw: Arc<dyn Fn() -> Option<PlanPicture> + Send + Sync>,
}

/// A picture of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPicture {
    /// Its file name in the folder `pictures` of the documents' parts.
    pub file: String,
    /// The file.
    pub bytes: Bytes,
    /// Its address on the site, which changes with its content.
    pub address: String,
}

/// The bytes of every document, in the order of `jobs`, each with its path in the built site.
pub fn typeset(tools: &Tools, jobs: &[Job]) -> Result<Vec<(String, Bytes)>, BuildError> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let keys = keys(tools, jobs)?;
    let wanted: Vec<_> = jobs.iter().map(|job| job.path.as_str()).zip(keys).collect();
    let documents = tools
        .store
        .results(TOOL.results, &wanted, jobs, |missing| {
            let bytes = missing.iter().map(|job| job.data.to_string().len());
            let worthwhile = bytes.sum::<usize>().div_ceil(BATCH_BYTES);
            let processors = rayon::current_num_threads();
            let processes = worthwhile.min(processors);
            let batches = missing
                .chunks(missing.len().div_ceil(processes))
                .map(|batch| move || compile(tools, batch, processors / processes));
            let compiled = BuildError::collect(run_all(batches))?;
            Ok(compiled.into_iter().flatten().collect())
        })?;
    Ok(jobs
        .iter()
        .map(|job| job.path.clone())
        .zip(documents)
        .collect())
}

fn keys(tools: &Tools, jobs: &[Job]) -> Result<Vec<Key>, BuildError> {
    // All documents share parts, fonts, the program and its compiler; each has a template of its own.
    let mut parts = Inputs::default();
    let mut templates = HashMap::new();
    let folder = project::path(&tools.root, TEMPLATES);
    for entry in WalkDir::new(&folder).sort_by_file_name() {
        let Some(entry) = entry.ok().filter(|entry| entry.file_type().is_file()) else {
            continue;
        };
        let bytes = fs::read(entry.path()).map_err(BuildError::at(entry.path()))?;
        let name = system::slashed(entry.path().strip_prefix(&folder).unwrap_or(entry.path()));
        if entry.depth() == 1 {
            templates.insert(name, bytes);
        } else {
            parts.add(name);
            parts.add(bytes);
        }
    }
    let shared = TOOL.key(tools)?.with("parts and fonts", parts.finish());
    let key = |job: &Job| {
        let template = templates.get(job.template).map_or(&[][..], Vec::as_slice);
        let pictures: Vec<_> = job
            .pictures
            .iter()
            .map(|one| (&one.file, &one.address))
            .collect();
        let key = shared
            .clone()
            .with("template name", job.template)
            .with("template", template)
            .with("date", job.date.to_string());
        let drawings: Vec<_> = job.drawings.iter().map(|drawing| drawing.inputs).collect();
        key.with_value("data", &job.data)
            .with_value("pictures", &pictures)
            .with_value("drawings", &drawings)
    };
    Ok(jobs.par_iter().map(key).collect())
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    error: Vec<TypstDiagnostic>,
}

#[derive(Deserialize)]
struct TypstDiagnostic {
    message: String,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    hint: Option<String>,
}

/// Makes the documents of one batch, in the order of `jobs`, each or its problems. `threads` is how many the compiler may use.
fn compile(
    tools: &Tools,
    jobs: &[&Job],
    threads: usize,
) -> Result<Vec<Result<Bytes, BuildError>>, BuildError> {
    let folder = tempfile::tempdir().map_err(BuildError::at(&std::env::temp_dir()))?;
    let outs: Vec<PathBuf> = (0..jobs.len())
        .map(|index| folder.path().join(format!("{index}.pdf")))
        .collect();
    let folder_of_templates = project::path(&tools.root, TEMPLATES);
    let templates =
        std::path::absolute(&folder_of_templates).map_err(BuildError::at(&folder_of_templates))?;
    let requested = jobs.iter().zip(&outs).map(|(job, out)| {
        let pictures = job.pictures.iter().map(|picture| {
            let path = folder.path().join(&picture.file);
            fs::write(&path, &picture.bytes).map_err(BuildError::at(&path))?;
            Ok(json!({"file": picture.file, "path": path}))
        });
        // A document's creation time must not depend on the clock.
        let noon = job.date.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
        Ok(json!({
            "template": job.template,
            "data": job.complete_data()?,
            "date": noon.map_or(0, |noon| noon.timestamp().as_second()),
            "out": out,
            "pictures": pictures.collect::<Result<Vec<_>, BuildError>>()?,
        }))
    });
    let requested = requested.collect::<Result<Vec<_>, BuildError>>()?;
    let request = json!({"templates": templates, "jobs": requested});
    let threads = threads.to_string();
    // More threads than processors take a tenth longer, because they wake each other.
    let environment = [("RAYON_NUM_THREADS", threads.as_str())];
    let answers: Vec<Answer> = TOOL.run(tools, &environment, &request, jobs.len())?;
    let made = answers.into_iter().zip(&outs).map(|(answer, out)| {
        if answer.error.is_empty() {
            return fs::read(out).map(Bytes::from).map_err(BuildError::at(out));
        }
        let problems = answer.error.into_iter();
        let problems: Vec<Problem> = problems.map(|error| problem(&tools.root, error)).collect();
        Err(problems.into())
    });
    Ok(made.collect())
}

fn problem(root: &Path, diagnostic: TypstDiagnostic) -> Problem {
    let relative = project::base(root, TEMPLATES);
    let base = std::path::absolute(&relative).unwrap_or(relative);
    let TypstDiagnostic {
        message,
        file,
        line,
        column,
        hint,
    } = diagnostic;
    let other = |_| format!("{TEMPLATES}/{}", file.trim_start_matches('/'));
    let name = Path::new(&file)
        .strip_prefix(&base)
        .map_or_else(other, system::slashed);
    // A letter of a date, an amount or the platform: those of the author's texts are problems of their own.
    let is_letter = message.contains("could not be displayed with font");
    let letter = message.chars().find(|one| is_letter && !one.is_ascii());
    let hint = hint.or_else(|| letter.map(|letter| theme::remedy(letter).to_owned()));
    let problem = Problem::in_file(Code::DocumentError, name, message).maybe_hint(hint);
    Problem {
        line,
        column,
        ..problem
    }
}

/// The key whose value is an address in the data, and its QR code as SVG in the template.
pub const QR: &str = "qr";

/// The light border that readers need, in modules (ISO/IEC 18004, 6.3.8).
const QUIET_ZONE: usize = 4;

/// The key whose value is the index of a drawing in the data; the object is the drawing in the template.
pub(super) const DRAWING: &str = "drawing";

impl Job {
    /// The data with each drawing, and each address under [`QR`] replaced by its code, in the colour of text that the data has.
    /// An address that no code can hold is a problem.
    pub fn complete_data(&self) -> Result<Value, Problem> {
        self.completed(
            &self.data,
            self.data["theme"]["light"]["text"]
                .as_str()
                .unwrap_or("black"),
        )
    }

    fn completed(&self, data: &Value, dark: &str) -> Result<Value, Problem> {
        match data {
            Value::Array(list) => list
                .iter()
                .map(|value| self.completed(value, dark))
                .collect(),
            Value::Object(map) => {
                let index = map.get(DRAWING).and_then(Value::as_u64);
                if let Some(drawing) = index.and_then(|index| self.drawings.get(index as usize)) {
                    return Ok(json!((drawing.draw)()));
                }
                let entries = map.iter().map(|(key, value)| {
                    let value = match value {
                        Value::String(address) if key == QR => Value::from(qr_code(address, dark)?),
                        other => self.completed(other, dark)?,
                    };
                    Ok((key.clone(), value))
                });
                Ok(Value::Object(entries.collect::<Result<_, Problem>>()?))
            }
            other => Ok(other.clone()),
        }
    }
}

/// The QR code of an address as SVG, one path of a dark colour on white.
fn qr_code(address: &str, dark: &str) -> Result<String, Problem> {
    let code = QrCode::with_error_correction_level(address, EcLevel::M).map_err(|error| {
        let message = format!("no QR code can hold the address {address}: {error}");
        Problem::in_file(Code::ValueOutOfRange, "site.yaml", message)
            .hint("use a shorter `base_url`")
    })?;
    let (width, colors) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in colors.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                path += &format!(
                    "M{} {}h{}v1h-{}z",
                    x + QUIET_ZONE,
                    y + QUIET_ZONE,
                    run.len(),
                    run.len()
                );
            }
            x += run.len();
        }
    }
    let side = width + 2 * QUIET_ZONE;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path fill=\"{dark}\" shape-rendering=\"crispEdges\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn job(data: Value, drawings: Vec<JobDrawing>) -> Job {
        let (path, template) = ("a.pdf".to_owned(), "unit.typ");
        Job {
            path,
            template,
            data,
            date: Date::constant(2026, 11, 26),
            pictures: Vec::new(),
            drawings,
        }
    }

    #[test]
    fn drawings_and_the_codes_of_addresses_are_filled_in_and_the_rest_is_unchanged() {
        let url = "https://example.com/";
        let data = |plan: Value, code: Value| {
            let words = json!({"drawing": {"street": "Calle"}, "n": 0});
            let pages = json!([{"qr": code, "url": url}, {"qr": null}]);
            json!({"plan": plan, "strings": words, "theme": {"light": {"text": "#123456"}}, "pages": pages})
        };
        let draw = || {
            Some(PlanPicture {
                svg: "<svg/>".to_owned(),
                ratio: 0.5,
            })
        };
        let drawing = JobDrawing {
            inputs: Fingerprint::default(),
            draw: Arc::new(draw),
        };
        let job_data = job(data(json!({"drawing": 0}), url.into()), vec![drawing])
            .complete_data()
            .unwrap();
        let code = job_data["pages"][0]["qr"].as_str().unwrap();
        assert!(
            code.starts_with("<svg ") && code.contains("h7v1h-7z"),
            "{code}"
        );
        assert!(code.contains("fill=\"#123456\""), "{code}");
        assert_eq!(
            job_data,
            data(json!({"svg": "<svg/>", "ratio": 0.5}), code.into())
        );

        let problem = job(json!({"qr": "x".repeat(3_000)}), Vec::new())
            .complete_data()
            .unwrap_err();
        assert!(
            problem
                .message
                .starts_with("no QR code can hold the address"),
            "{problem}"
        );
    }
}
