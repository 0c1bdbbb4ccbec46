//! The gates: whether an inventory is plausible, by the limits in `gates:` and the numbers of units in `facts:`; and whether it is too old.

use std::collections::{HashMap, HashSet};
use std::fmt;

use platform::area::Area;
use platform::money::{Currency, Money};
use platform::unit::{Level, Unit, UnitCode, UnitUse};
use serde::Serialize;

use super::reason::{Reason, reason};
use super::repeated::{self, repeated_codes};
use super::{Project, PullRequest, PullResult, Source, sort};
use model::config::{Gates, Range, UseGates};
use model::locale_formats::MoneyFormat;

/// Leaves the units that are on sale, in the site's order. Returns warnings, or why the units are unusable, or else implausible, unless
/// the request accepts that.
pub(super) fn check(
    units: &mut Vec<Unit>,
    before: Option<&[Unit]>,
    project: &Project<'_>,
    request: &PullRequest,
) -> Result<Vec<Reason>, Vec<Reason>> {
    let (config, gates) = (project.config, &project.config.gates);
    project.retain_on_sale(units);
    let stated: HashSet<&Level> = config
        .platform
        .levels
        .values()
        .chain(config.levels.keys())
        .collect();
    let mut unusable = duplicates(units, |_| "two units of the platform".to_owned());
    unusable.extend(unknown_levels(units, |unit| {
        let floor = config.floor(unit);
        stated.contains(&floor.level) || project.drawn_floors.contains(&floor)
    }));
    // Such a use has no name and no page.
    unusable.extend(each("unknown_use", units, |Unit { code, unit_use, .. }| {
        let is_declared = config.uses.iter().any(|declared| declared.key == *unit_use);
        (!is_declared).then(|| {
            format!("unit {code} has the unknown use {unit_use}: declare it under `uses` of site.yaml, or correct it on the platform")
        })
    }));
    if !unusable.is_empty() {
        return Err(unusable);
    }
    let own_gates = config
        .uses
        .iter()
        .map(|declared| (declared.key, declared.gates));
    let implausible = implausible(
        units,
        before,
        gates,
        &own_gates.collect(),
        &config.declared(),
        config.platform.currency,
        config.rent_currency(),
    );
    if !implausible.is_empty() && !request.accept {
        return Err(implausible);
    }
    sort(units, &config.buildings);
    let accepted = |refused: Reason| {
        reason(
            "accepted",
            format!("accepted by --accept-inventory: {refused}"),
        )
    };
    let mut warnings: Vec<Reason> = implausible.into_iter().map(accepted).collect();
    warnings.extend(wrong_area_sums(units, gates));
    warnings.extend(equal_numbers(units));
    Ok(warnings)
}

/// A reason for each unit of which `fault` says what is wrong.
fn each<'a>(
    kind: &'static str,
    units: &'a [Unit],
    fault: impl FnMut(&'a Unit) -> Option<String>,
) -> Vec<Reason> {
    units
        .iter()
        .filter_map(fault)
        .map(|message| reason(kind, message))
        .collect()
}

/// A reason for each code with the address of an earlier one. `place` names where the units at two positions are.
pub(super) fn duplicates(units: &[Unit], place: impl Fn([usize; 2]) -> String) -> Vec<Reason> {
    let repeated = repeated_codes(units.iter().map(|unit| &unit.code)).into_iter();
    let message = |at: [usize; 2]| {
        let [before, code] = at.map(|at| &units[at].code);
        format!("{} {}", place(at), repeated::message(before, code))
    };
    repeated
        .map(|at| reason("duplicate_code", message(at)))
        .collect()
}

/// A reason for each unit on a level that `is_known` does not know: such a level has no name and no plan.
fn unknown_levels(units: &[Unit], is_known: impl Fn(&Unit) -> bool) -> Vec<Reason> {
    each(
        "unknown_level",
        units,
        |unit @ Unit { code, level, .. }| {
            (!is_known(unit)).then(|| {
            format!(
                "unit {code} is on unknown level {level}: add it to `levels` or `platform.levels` of site.yaml or to {}, or correct \
                 it on the platform",
                building::file(unit.building())
            )
        })
        },
    )
}

/// Everything that is implausible about `units`, alone and compared with the last snapshot, if there is one.
fn implausible(
    units: &[Unit],
    before: Option<&[Unit]>,
    gates: &Gates,
    own_gates: &HashMap<UnitUse, UseGates>,
    declared: &[(UnitUse, u32)],
    currency: Currency,
    rent_currency: Option<Currency>,
) -> Vec<Reason> {
    // The messages are in English.
    let money = MoneyFormat::new("en-US", currency);
    let mut reasons: Vec<Reason> = declared
        .iter()
        .filter_map(|declared| count(units, gates, declared))
        .collect();
    reasons.extend(each("price_out_of_bounds", units, |unit| {
        let own = own_gates.get(&unit.unit_use).and_then(|own| own.price);
        price_bounds(unit, &Bounds::new(unit.unit_use, own, gates.price), &money)
    }));
    reasons.extend(each("area_out_of_bounds", units, |unit| {
        let own = own_gates.get(&unit.unit_use).and_then(|own| own.area_m2);
        area_bounds(unit, &Bounds::new(unit.unit_use, own, gates.area_m2))
    }));
    reasons.extend(lost_prices(units, before, gates));
    if rent_currency.is_some() {
        reasons.extend(lost_rents(units, before, gates));
    }
    if let Some(before) = before {
        reasons.extend(vanished(units, before, gates));
        reasons.extend(jumps(
            units,
            before,
            gates,
            PRICE,
            |unit| unit.price,
            &money,
        ));
        if let Some(currency) = rent_currency {
            let rents = MoneyFormat::new("en-US", currency);
            reasons.extend(jumps(units, before, gates, RENT, |unit| unit.rent, &rents));
        }
    }
    reasons
        .iter_mut()
        .for_each(|reason| reason.is_implausible = true);
    reasons
}

fn count(units: &[Unit], gates: &Gates, &(unit_use, declared): &(UnitUse, u32)) -> Option<Reason> {
    let found = units
        .iter()
        .filter(|unit| unit.unit_use == unit_use)
        .count();
    let percent = gates.count_tolerance_percent;
    let tolerance = (u64::from(declared) * u64::from(percent)).div_ceil(100);
    let message = format!(
        "units of the use {unit_use}: {found}, but `facts:` declares {declared} and \
         `gates.count_tolerance_percent` is {percent}"
    );
    ((found as u64).abs_diff(u64::from(declared)) > tolerance).then(|| reason("count", message))
}

/// The bounds of a value, and which of `site.yaml` they are.
struct Bounds {
    range: Range<u32>,
    /// Which use has them; none for those of all units.
    of_use: Option<UnitUse>,
}

impl Bounds {
    fn new(unit_use: UnitUse, own: Option<Range<u32>>, of_all: Range<u32>) -> Bounds {
        Bounds {
            range: own.unwrap_or(of_all),
            of_use: own.map(|_| unit_use),
        }
    }

    /// Their name in messages.
    fn name(&self, key: &str) -> String {
        match self.of_use {
            Some(unit_use) => format!("`gates.{key}` of the use `{unit_use}`"),
            None => format!("`gates.{key}`"),
        }
    }
}

fn price_bounds(unit: &Unit, bounds: &Bounds, money: &MoneyFormat) -> Option<String> {
    let [min, max] = [bounds.range.min, bounds.range.max]
        .map(|units| money.currency.whole(units.into()).unwrap_or_default());
    let price = unit.price?;
    (!(min..=max).contains(&price)).then(|| {
        let [price, min, max] = [price, min, max].map(|price| money.text(price));
        format!(
            "the price of unit {} is {price}, outside {} ({min} to {max})",
            unit.code,
            bounds.name("price"),
        )
    })
}

fn area_bounds(
    Unit {
        code,
        area,
        interior,
        terrace,
        ..
    }: &Unit,
    bounds: &Bounds,
) -> Option<String> {
    let [min, max] =
        [bounds.range.min, bounds.range.max].map(|metres| Area(metres.saturating_mul(100)));
    let parts = !interior.is_zero() && *interior <= max && *terrace <= max;
    (!(parts && (min..=max).contains(area))).then(|| {
        let name = bounds.name("area_m2");
        format!(
            "the area of unit {code} is {area}: it, the interior or the terrace is outside {name} ({min} to {max})"
        )
    })
}

/// When many codes change at once, the platform or the field names in site.yaml are wrong.
fn vanished(units: &[Unit], before: &[Unit], gates: &Gates) -> Option<Reason> {
    let listed: HashSet<&UnitCode> = units.iter().map(|unit| &unit.code).collect();
    let gone = before
        .iter()
        .filter(|unit| !listed.contains(&unit.code))
        .count();
    let (all, percent) = (before.len(), gates.vanished_percent);
    let tolerance = (all as u64 * u64::from(percent)).div_ceil(100);
    let message = format!(
        "units of the last good pull that are missing: {gone} of {all}, but `gates.vanished_percent` is {percent}"
    );
    (gone as u64 > tolerance).then(|| reason("vanished", message))
}

/// When many prices are on request at once, the platform or the field names in site.yaml are wrong.
fn lost_prices(units: &[Unit], before: Option<&[Unit]>, gates: &Gates) -> Option<Reason> {
    let Some(before) = before else {
        let nobody_has_one = units
            .iter()
            .all(|unit| unit.price.is_none() && unit.rent.is_none());
        let has_none = nobody_has_one && !units.is_empty();
        let message =
            "no unit has a price: correct `platform.fields.price`, or the prices on the platform";
        return has_none.then(|| reason("no_prices", message.to_owned()));
    };
    let percent = gates.prices_lost_percent;
    let (lost, all) = lost_amounts(units, before, |unit| unit.price);
    let message = format!(
        "units that had a price in the last good pull and have none: {lost} of {all}, but `gates.prices_lost_percent` is {percent}"
    );
    is_beyond(lost, all, percent).then(|| reason("prices_lost", message))
}

/// The same for rents; units without one are for sale.
fn lost_rents(units: &[Unit], before: Option<&[Unit]>, gates: &Gates) -> Option<Reason> {
    let Some(before) = before else {
        let has_none = !units.is_empty() && units.iter().all(|unit| unit.rent.is_none());
        let message = "no unit has a rent: correct `platform.fields.rent`, or the rents on the platform, or remove `rents`";
        return has_none.then(|| reason("no_rents", message.to_owned()));
    };
    let percent = gates.prices_lost_percent;
    let (lost, all) = lost_amounts(units, before, |unit| unit.rent);
    let message = format!(
        "units that had a rent in the last good pull and have none: {lost} of {all}, but `gates.prices_lost_percent` is {percent}"
    );
    is_beyond(lost, all, percent).then(|| reason("rents_lost", message))
}

/// How many units had an amount before and have none now, and how many had one.
fn lost_amounts(units: &[Unit], before: &[Unit], amount: fn(&Unit) -> Option<Money>) -> (u64, u64) {
    let without: HashSet<&UnitCode> = units
        .iter()
        .filter(|unit| amount(unit).is_none())
        .map(|unit| &unit.code)
        .collect();
    let had_one = before.iter().filter(|unit| amount(unit).is_some());
    had_one.fold((0, 0), |(lost, all), unit| {
        let is_lost = without.contains(&unit.code);
        (lost + u64::from(is_lost), all + 1)
    })
}

/// Whether a part is more than a share of all in percent, rounded up.
fn is_beyond(part: u64, all: u64, percent: u32) -> bool {
    part > (all * u64::from(percent)).div_ceil(100)
}

/// A ratio of 1; ratios are integers in ten-thousandths.
const WHOLE: i128 = 10_000;

/// The name of an amount in messages, and the reasons of its changes.
type JumpNames = (&'static str, [&'static str; 2]);
const PRICE: JumpNames = ("price", ["price_jump", "median_price_jump"]);
const RENT: JumpNames = ("rent", ["rent_jump", "median_rent_jump"]);

/// Large changes of an amount: of single units, and in the median of the units in both lists.
fn jumps(
    units: &[Unit],
    before: &[Unit],
    gates: &Gates,
    (name, [of_unit, of_median]): JumpNames,
    amount: fn(&Unit) -> Option<Money>,
    money: &MoneyFormat,
) -> Vec<Reason> {
    let old: HashMap<&UnitCode, Money> = before
        .iter()
        .filter_map(|unit| Some((&unit.code, amount(unit)?)))
        .collect();
    let changed_more_than =
        |ratio: i128, percent: u32| (ratio - WHOLE).abs() > i128::from(percent) * (WHOLE / 100);
    let mut ratios = Vec::new();
    let mut reasons = each(of_unit, units, |unit| {
        let (code, price) = (&unit.code, amount(unit)?);
        let before = *old.get(code).filter(|price| price.minor_units() > 0)?;
        let ratio = i128::from(price.minor_units()) * WHOLE / i128::from(before.minor_units());
        ratios.push(ratio);
        let most = gates.unit_price_change_percent;
        changed_more_than(ratio, most).then(|| {
            let [from, to] = [before, price].map(|price| money.text(price));
            format!("the {name} of unit {code} changed from {from} to {to}, but `gates.unit_price_change_percent` is {most}")
        })
    });
    ratios.sort_unstable();
    let most = gates.median_price_change_percent;
    if let Some(&median) = ratios
        .get(ratios.len() / 2)
        .filter(|median| changed_more_than(**median, most))
    {
        let percent = i64::try_from((median - WHOLE) / (WHOLE / 100)).unwrap_or(i64::MAX);
        let message = format!(
            "the median {name} change is {percent} %, but `gates.median_price_change_percent` is {most}"
        );
        reasons.push(reason(of_median, message));
    }
    reasons
}

/// A warning for each unit with the number of another one of its use, level and building: visitors confuse them.
fn equal_numbers(units: &[Unit]) -> Vec<Reason> {
    let mut seen = HashMap::new();
    each("equal_number", units, |unit| {
        let Unit {
            code,
            level,
            unit: number,
            unit_use,
            ..
        } = unit;
        let other = seen.insert((unit.building(), level, unit_use, number), code)?;
        Some(format!(
            "the units {other} and {code} on level {level} both have the number `{number}`: give them different numbers \
             on the platform"
        ))
    })
}

/// A warning for each unit whose parts do not add up to its area: platforms count walls and shared areas in different ways.
fn wrong_area_sums(units: &[Unit], gates: &Gates) -> Vec<Reason> {
    let percent = gates.area_sum_percent;
    each(
        "area_sum",
        units,
        |Unit {
             code,
             area,
             interior,
             terrace,
             ..
         }| {
            let sum = Area(interior.0.saturating_add(terrace.0));
            let difference = u64::from(sum.0.abs_diff(area.0));
            (difference * 100 > u64::from(area.0) * u64::from(percent)).then(|| {
            format!(
                "the area of unit {code} is {area}, but interior and terrace add up to {sum}, and `gates.area_sum_percent` is \
                 {percent}: correct the areas on the platform"
            )
        })
        },
    )
}

/// An inventory that is older than `gates.max_age_hours` allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StaleInventory {
    /// When the last accepted inventory came (RFC 3339, in the development's time zone).
    pub since: String,
    /// How many whole hours ago that was.
    pub hours: i64,
    /// The limit of site.yaml.
    pub max_age_hours: u32,
}

impl fmt::Display for StaleInventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            since,
            hours,
            max_age_hours,
        } = self;
        write!(
            f,
            "the inventory is {hours} h old: the last one accepted from the platform is from {since}, and \
             `gates.max_age_hours` is {max_age_hours}: run `site pull` and correct what it reports"
        )
    }
}

/// Whether an inventory is too old. The file of `--inventory` never is: its author chose it.
pub(super) fn overdue(
    project: &Project<'_>,
    request: &PullRequest,
    pulled: &PullResult,
) -> Option<StaleInventory> {
    if pulled.source == Source::File {
        return None;
    }
    let max_age_hours = project.config.gates.max_age_hours?;
    let seconds = request.now.duration_since(pulled.pulled_at).as_secs();
    (seconds > i64::from(max_age_hours) * 3600).then(|| StaleInventory {
        since: project.config.time_zone.written(pulled.pulled_at),
        hours: seconds / 3600,
        max_age_hours,
    })
}

#[cfg(test)]
mod tests;
