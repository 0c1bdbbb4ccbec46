//! The lines of a level's plan: a file that the pages of its units share, instead of the same paths in each page.

use building::{self, Plan, PlanUnit};
use model::fingerprint::hex;
use model::output::{ASSETS, OutputFile};

use crate::cache::fingerprint::Inputs;

/// The file, with the lines as the group `level`. A page shows it with `<use>` above what it fills. The page's styles do
/// not apply there: so shapes have attributes, with colours that `<use>` inherits.
pub(super) fn file(plan: &Plan) -> OutputFile {
    let joined = |path: fn(&PlanUnit) -> &str| plan.units.iter().map(path).collect::<String>();
    let terrace = |unit: &PlanUnit| unit.terrace.clone().unwrap_or_default();
    let shapes = [
        (joined(|unit| &unit.path), ""),
        (plan.units.iter().map(terrace).collect(), r#" stroke="var(--muted)" stroke-dasharray="4 3""#),
        (joined(|unit| &unit.door), r#" stroke="var(--ground)" stroke-width="3""#),
        (plan.core.clone(), r#" fill="var(--raised)""#),
        (format!("{}{}", plan.stairs, plan.lifts), r#" stroke="var(--muted)" stroke-width=".5""#),
        (plan.outline.clone(), r#" stroke-width="2.5""#),
    ];
    let shapes = shapes.iter().filter(|(path, _)| !path.is_empty());
    let shapes: String = shapes
        .map(|(path, style)| format!("<path vector-effect=\"non-scaling-stroke\"{style} d=\"{path}\"/>\n"))
        .collect();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<g id=\"level\" fill=\"none\" stroke=\"var(--text)\">\n{shapes}</g>\n</svg>\n"
    );
    let mut inputs = Inputs::default();
    inputs.add(&svg);
    let hash = &hex(&inputs.finish())[..8];
    let path = format!("{}level-{}-{hash}.svg", ASSETS.trim_start_matches('/'), plan.level);
    OutputFile::new(&path, svg, &building::file(&plan.building))
}
