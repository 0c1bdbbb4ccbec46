//! The calendar of `site.yaml` against itself, the phase, the day of the inventory and the log of the works.

use formats::problem::{Code, Problem};
use model::config::{Config, TimelineStep};
use model::dates::Month;
use model::phase::Phase;
use model::site::Site;

/// The stages of the log: before the works begin, until the structure is built, until the finishes are made, and until the delivery.
const STUDIES: &str = "estudios";
const UP_TO_STRUCTURE: [&str; 4] = [STUDIES, "excavacion", "cimentacion", "estructura"];
const UP_TO_FINISHES: [&str; 2] = ["albanileria", FINISHES];
const FINISHES: &str = "acabados";
const HANDOVER: &str = "entrega";

/// A problem for each month of the timeline that another fact denies.
pub(super) fn contradictions(site: &Site) -> Vec<Problem> {
    let config = &site.config;
    let today = Month::from(site.inventory.date);
    let mut log: Vec<(Month, &str)> = site
        .progress
        .values()
        .flatten()
        .filter_map(|month| Some((month.month, month.entry.as_ref()?.front.stage.as_str())))
        .collect();
    log.sort_unstable();
    let mut found = disorder(config);
    found.extend(against_phase(config, today));
    found.extend(against_log(config, &log));
    found
}

/// A month that comes before one that must be earlier, or equal. The deed may be signed before the delivery, but not before there is a
/// building.
fn disorder(config: &Config) -> Vec<Problem> {
    let timeline = &config.timeline;
    let stage_ends = [
        ("structure", timeline.structure),
        ("finishes", timeline.finishes),
    ];
    let within = stage_ends.into_iter().filter_map(|(key, stage)| {
        let stage = stage?;
        let from = (format!("{key}.from"), stage.from?);
        Some((from, (format!("{key}.to"), stage.to)))
    });
    let begin = |step: TimelineStep| match step.from {
        Some(from) => (format!("{}.from", step.key), from),
        None => (step.key.to_owned(), step.to),
    };
    let end = |step: TimelineStep| match step.from {
        Some(_) => (format!("{}.to", step.key), step.to),
        None => (step.key.to_owned(), step.to),
    };
    let steps: Vec<TimelineStep> = timeline.steps().filter(|step| step.key != "deed").collect();
    // Finishes may begin on a level while the structure of another is built, so beginnings and ends are compared apart.
    let pairs = steps.windows(2).flat_map(|pair| {
        let [one, other] = [pair[0], pair[1]];
        [(begin(one), begin(other)), (end(one), end(other))]
    });
    let deed = timeline.steps().find(|step| step.key == "deed");
    let built = steps
        .iter()
        .filter(|step| step.key == "start" || step.key == "structure");
    let before_deed = built.filter_map(|step| Some((end(*step), end(deed?))));
    let mut pairs: Vec<_> = within.chain(pairs).chain(before_deed).collect();
    pairs.dedup();
    let wrong = pairs
        .into_iter()
        .filter(|((_, one), (_, other))| one > other);
    let problem = |((first, one), (second, other))| {
        let path = format!("timeline.{second}");
        let message = format!("`{path}` is {other}, before `timeline.{first}` ({one})");
        let problem = config.problem(Code::FactContradiction, &path, message);
        problem.hint("correct one of them")
    };
    wrong.map(problem).collect()
}

/// Months that are past or ahead while the phase of the building says otherwise.
fn against_phase(config: &Config, today: Month) -> Vec<Problem> {
    let timeline = &config.timeline;
    let past =
        |key, month: Option<Month>| Some((key, month.filter(|month| *month < today)?, "past"));
    let ahead =
        |key, month: Option<Month>| Some((key, month.filter(|month| *month > today)?, "ahead"));
    let (start, delivery, deed) = (timeline.start, timeline.delivery, timeline.deed);
    let denied = match config.phase {
        Phase::Presale => [
            past("start", start),
            past("delivery", delivery),
            past("deed", deed),
        ],
        Phase::Construction => [
            ahead("start", start),
            past("delivery", delivery),
            past("deed", deed),
        ],
        Phase::Finished => [ahead("delivery", delivery), None, None],
    };
    let phase: &str = config.phase.into();
    let problem = |(key, month, is)| {
        let path = format!("timeline.{key}");
        let message = format!("`{path}` is {month}, which is {is}, and `phase` is {phase}");
        let problem = config.problem(Code::FactContradiction, &path, message);
        problem.hint("correct the month or the phase")
    };
    denied.into_iter().flatten().map(problem).collect()
}

/// Months that the log of the works denies. `log` has the month and the stage of each entry, in order.
fn against_log(config: &Config, log: &[(Month, &str)]) -> Vec<Problem> {
    let timeline = &config.timeline;
    let first = |is: &dyn Fn(&str) -> bool| log.iter().find(|(_, stage)| is(stage));
    let last = |is: &dyn Fn(&str) -> bool| log.iter().rfind(|(_, stage)| is(stage));
    let is_works = |stage: &str| stage != STUDIES;
    let mut found = Vec::new();
    let mut compare = |path: &str,
                       month: Option<Month>,
                       entry: Option<&(Month, &str)>,
                       is_denied: fn(Month, Month) -> bool| {
        let (Some(month), Some((logged, stage))) = (month, entry) else {
            return;
        };
        if is_denied(month, *logged) {
            let path = format!("timeline.{path}");
            let message = format!(
                "`{path}` is {month}, but the log of the works has the stage `{stage}` in {logged}"
            );
            let problem = config.problem(Code::FactContradiction, &path, message);
            found.push(problem.hint("correct the month, or the stage of the entry"));
        }
    };
    compare("start", timeline.start, first(&is_works), |start, works| {
        works < start
    });
    compare(
        "start",
        timeline.start,
        last(&|stage| stage == STUDIES),
        |start, studies| studies >= start,
    );
    if let Some(structure) = timeline.structure {
        let is_structure = |stage: &str| stage == "estructura";
        compare(
            "structure.from",
            structure.from,
            first(&is_structure),
            |from, logged| logged < from,
        );
        let is_before = |stage: &str| UP_TO_STRUCTURE.contains(&stage);
        let end = if structure.from.is_some() {
            "structure.to"
        } else {
            "structure"
        };
        compare(end, Some(structure.to), last(&is_before), |to, logged| {
            logged > to
        });
    }
    if let Some(finishes) = timeline.finishes {
        let is_finishes = |stage: &str| stage == FINISHES;
        compare(
            "finishes.from",
            finishes.from,
            first(&is_finishes),
            |from, logged| logged < from,
        );
        let end = if finishes.from.is_some() {
            "finishes.to"
        } else {
            "finishes"
        };
        let is_before =
            |stage: &str| UP_TO_STRUCTURE.contains(&stage) || UP_TO_FINISHES.contains(&stage);
        compare(end, Some(finishes.to), last(&is_before), |to, logged| {
            logged > to
        });
    }
    compare(
        "delivery",
        timeline.delivery,
        last(&|stage| stage != HANDOVER),
        |delivery, logged| logged > delivery,
    );
    found
}
