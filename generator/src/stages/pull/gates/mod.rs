//! The gates: whether an inventory is plausible. Each gate returns typed reasons. Their limits are the `gates:` section
//! of site.yaml; the number of units is declared under `facts:`. And whether it is too old.

use std::collections::{HashMap, HashSet};
use std::fmt;

use platform::area::Area;
use platform::money::{Currency, Money};
use platform::unit::{Level, Unit, UnitUse};
use serde::Serialize;

use super::reason::{self, Reason, reason};
use super::{Project, PullRequest, PullResult, Source, sort};
use model::config::{Gates, Range, Use};
use model::locale_formats::MoneyFormat;

/// Checks the units: first for errors that make them unusable, then against the gates of plausibility, which `accept` overrides.
/// Returns the units in the site's order, and warnings.
pub(super) fn check(
    mut units: Vec<Unit>,
    before: Option<&[Unit]>,
    project: &Project<'_>,
    request: &PullRequest,
) -> Result<(Vec<Unit>, Vec<Reason>), Vec<Reason>> {
    project.retain_on_sale(&mut units);
    let stated = project.config.platform.levels.values().chain(project.config.levels.keys());
    let stated: HashSet<&Level> = stated.collect();
    let mut unusable = duplicates(&units);
    unusable.extend(unknown_levels(&units, |unit| {
        let floor = project.config.floor(unit);
        stated.contains(&floor.level) || project.drawn_floors.contains(&floor)
    }));
    unusable.extend(unknown_uses(&units, &project.config.uses));
    if !unusable.is_empty() {
        return Err(unusable);
    }
    let (config, gates) = (project.config, &project.config.gates);
    let implausible = implausible(&units, before, gates, &config.declared(), config.platform.currency);
    if !implausible.is_empty() && !request.accept {
        return Err(implausible);
    }
    sort(&mut units, &config.buildings);
    let accepted = |refused: Reason| reason("accepted", format!("accepted by --accept-inventory: {refused}"));
    let mut warnings: Vec<Reason> = implausible.into_iter().map(accepted).collect();
    warnings.extend(wrong_area_sums(&units, gates));
    warnings.extend(equal_numbers(&units));
    Ok((units, warnings))
}

/// A reason for each code that an earlier unit has. Case makes no difference, because page addresses contain the code.
pub(super) fn duplicates(units: &[Unit]) -> Vec<Reason> {
    let mut seen = HashSet::new();
    let repeated = units.iter().filter(|unit| !seen.insert(unit.code.as_str().to_ascii_lowercase()));
    let message = |Unit { code, .. }: &Unit| {
        format!("several units have the code `{code}`: give each unit its own code on the platform")
    };
    repeated.map(|unit| reason("duplicate_code", message(unit))).collect()
}

/// A reason for each unit on a level that `is_known` does not know: such a level has no name and no plan.
fn unknown_levels(units: &[Unit], is_known: impl Fn(&Unit) -> bool) -> Vec<Reason> {
    let message = |unit: &Unit| {
        let Unit { code, level, .. } = unit;
        format!(
            "unit {code} is on unknown level {level}: add it to `levels` or `platform.levels` of site.yaml or to {}, or correct \
             it on the platform",
            building::file(unit.building())
        )
    };
    let unknown = units.iter().filter(|unit| !is_known(unit));
    unknown.map(|unit| reason("unknown_level", message(unit))).collect()
}

/// A reason for each unit with a use that site.yaml does not declare: such a use has no name and no page.
fn unknown_uses(units: &[Unit], uses: &[Use]) -> Vec<Reason> {
    let message = |Unit { code, unit_use, .. }: &Unit| {
        format!(
            "unit {code} has the unknown use {unit_use}: declare it under `uses` of site.yaml, or correct it on the platform"
        )
    };
    let unknown = units.iter().filter(|unit| !uses.iter().any(|declared| declared.key == unit.unit_use));
    unknown.map(|unit| reason("unknown_use", message(unit))).collect()
}

/// Everything that is implausible about `units`, alone and compared with the last snapshot, if there is one.
fn implausible(
    units: &[Unit],
    before: Option<&[Unit]>,
    gates: &Gates,
    declared: &[(UnitUse, u32)],
    currency: Currency,
) -> Vec<Reason> {
    // The messages are in English.
    let money = MoneyFormat::new("en-US", currency);
    let mut reasons: Vec<Reason> =
        declared.iter().filter_map(|declared| count(units, gates, declared)).collect();
    reasons.extend(units.iter().filter_map(|unit| price_bounds(unit, gates.price, &money)));
    reasons.extend(units.iter().filter_map(|unit| area_bounds(unit, gates.area_m2)));
    if let Some(before) = before {
        reasons.extend(vanished(units, before, gates));
        reasons.extend(price_jumps(units, before, gates, &money));
    }
    reasons
}

fn count(units: &[Unit], gates: &Gates, &(unit_use, declared): &(UnitUse, u32)) -> Option<Reason> {
    let found = units.iter().filter(|unit| unit.unit_use == unit_use).count();
    let percent = gates.count_tolerance_percent;
    let tolerance = (u64::from(declared) * u64::from(percent)).div_ceil(100);
    ((found as u64).abs_diff(u64::from(declared)) > tolerance).then(|| {
        let message = format!(
            "units of the use {unit_use}: {found}, but `facts:` declares {declared} and \
             `gates.count_tolerance_percent` is {percent}"
        );
        reason::implausible("count", message)
    })
}

fn price_bounds(unit: &Unit, bounds: Range<u32>, money: &MoneyFormat) -> Option<Reason> {
    let [min, max] =
        [bounds.min, bounds.max].map(|units| money.currency.whole(units.into()).unwrap_or_default());
    (!(min..=max).contains(&unit.price)).then(|| {
        let [price, min, max] = [unit.price, min, max].map(|price| money.text(price));
        let code = &unit.code;
        let message = format!("the price of unit {code} is {price}, outside `gates.price` ({min} to {max})");
        reason::implausible("price_out_of_bounds", message)
    })
}

fn area_bounds(unit: &Unit, bounds: Range<u32>) -> Option<Reason> {
    let [min, max] = [bounds.min, bounds.max].map(|metres| Area(metres.saturating_mul(100)));
    let parts = !unit.interior.is_zero() && unit.interior <= max && unit.terrace <= max;
    (!(parts && (min..=max).contains(&unit.area))).then(|| {
        let message = format!(
            "the area of unit {} is {}: it, the interior or the terrace is outside `gates.area_m2` ({min} to {max})",
            unit.code, unit.area
        );
        reason::implausible("area_out_of_bounds", message)
    })
}

/// When many codes change at once, the platform or the field names in site.yaml are wrong.
fn vanished(units: &[Unit], before: &[Unit], gates: &Gates) -> Option<Reason> {
    let listed: HashSet<&str> = units.iter().map(|unit| unit.code.as_str()).collect();
    let gone = before.iter().filter(|unit| !listed.contains(unit.code.as_str())).count();
    let tolerance = (before.len() as u64 * u64::from(gates.vanished_percent)).div_ceil(100);
    (gone as u64 > tolerance).then(|| {
        let message = format!(
            "units of the last good pull that are missing: {gone} of {}, but `gates.vanished_percent` is {}",
            before.len(),
            gates.vanished_percent
        );
        reason::implausible("vanished", message)
    })
}

/// A ratio of 1; ratios are integers in ten-thousandths.
const WHOLE: i128 = 10_000;

/// Large price changes: of single units, and in the median of the units in both lists.
fn price_jumps(units: &[Unit], before: &[Unit], gates: &Gates, money: &MoneyFormat) -> Vec<Reason> {
    let old: HashMap<&str, Money> = before.iter().map(|unit| (unit.code.as_str(), unit.price)).collect();
    let changed_more_than =
        |ratio: i128, percent: u32| (ratio - WHOLE).abs() > i128::from(percent) * (WHOLE / 100);
    let (mut reasons, mut ratios) = (Vec::new(), Vec::new());
    for unit in units {
        let Some(&price) = old.get(unit.code.as_str()).filter(|price| price.minor_units() > 0) else {
            continue;
        };
        let ratio = i128::from(unit.price.minor_units()) * WHOLE / i128::from(price.minor_units());
        ratios.push(ratio);
        if changed_more_than(ratio, gates.unit_price_change_percent) {
            let message = format!(
                "the price of unit {} changed from {} to {}, but `gates.unit_price_change_percent` is {}",
                unit.code,
                money.text(price),
                money.text(unit.price),
                gates.unit_price_change_percent
            );
            reasons.push(reason::implausible("price_jump", message));
        }
    }
    ratios.sort_unstable();
    if let Some(&median) = ratios.get(ratios.len() / 2)
        && changed_more_than(median, gates.median_price_change_percent)
    {
        let percent = i64::try_from((median - WHOLE) / (WHOLE / 100)).unwrap_or(i64::MAX);
        let message = format!(
            "the median price change is {percent} %, but `gates.median_price_change_percent` is {}",
            gates.median_price_change_percent
        );
        reasons.push(reason::implausible("median_price_jump", message));
    }
    reasons
}

/// A warning for each unit with the number of another one of its use, level and building: visitors confuse them.
fn equal_numbers<'a>(units: &'a [Unit]) -> Vec<Reason> {
    let mut seen = HashMap::new();
    let warning = |unit: &'a Unit| {
        let Unit { code, level, unit: number, unit_use, .. } = unit;
        let other = seen.insert((unit.building(), level, unit_use, number), code)?;
        let message = format!(
            "the units {other} and {code} on level {level} both have the number `{number}`: give them different numbers \
             on the platform"
        );
        Some(reason("equal_number", message))
    };
    units.iter().filter_map(warning).collect()
}

/// A warning for each unit whose parts do not add up to its area: platforms count walls and shared areas in different ways.
fn wrong_area_sums(units: &[Unit], gates: &Gates) -> Vec<Reason> {
    let percent = gates.area_sum_percent;
    let warning = |unit: &Unit| {
        let sum = Area(unit.interior.0.saturating_add(unit.terrace.0));
        let difference = u64::from(sum.0.abs_diff(unit.area.0));
        let message = format!(
            "the area of unit {} is {}, but interior and terrace add up to {sum}, and `gates.area_sum_percent` is \
             {percent}: correct the areas on the platform",
            unit.code, unit.area
        );
        (difference * 100 > u64::from(unit.area.0) * u64::from(percent)).then(|| reason("area_sum", message))
    };
    units.iter().filter_map(warning).collect()
}

/// An inventory that is older than `gates.max_age_hours` allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StaleInventory {
    /// When the platform last sent an inventory that was accepted (RFC 3339, in the development's time zone); nothing
    /// when its day is out of the range of times.
    pub since: Option<String>,
    /// How many whole hours ago that was.
    pub hours: Option<i64>,
    /// The limit of site.yaml.
    pub max_age_hours: u32,
}

impl fmt::Display for StaleInventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { since, hours, max_age_hours } = self;
        match (since, hours) {
            (Some(since), Some(hours)) => write!(
                f,
                "the inventory is {hours} h old: the last one accepted from the platform is from {since}, and \
                 `gates.max_age_hours` is {max_age_hours}"
            ),
            _ => write!(f, "there is no inventory to use; `gates.max_age_hours` is {max_age_hours}"),
        }?;
        f.write_str(": run `site pull` and correct what it reports")
    }
}

/// Whether an inventory is too old. The file of `--inventory` never is: its author chose it.
pub(super) fn overdue(
    project: &Project<'_>,
    request: &PullRequest,
    pulled: &PullResult,
) -> Option<StaleInventory> {
    let max_age_hours = project.config.gates.max_age_hours?;
    if pulled.source == Source::File {
        return None;
    }
    let seconds = pulled.pulled_at.map(|moment| request.now.duration_since(moment).as_secs());
    let is_overdue = seconds.is_none_or(|seconds| seconds > i64::from(max_age_hours) * 3600);
    is_overdue.then(|| StaleInventory {
        since: pulled.pulled_at.map(|moment| project.config.time_zone.written(moment)),
        hours: seconds.map(|seconds| seconds / 3600),
        max_age_hours,
    })
}

#[cfg(test)]
mod tests;
