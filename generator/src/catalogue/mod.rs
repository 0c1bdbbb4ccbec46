//! The catalogue of a development in one language: every unit with finished texts. It is made once, after the site is resolved, and
//! everything that shows a unit prints it, so that pages, documents, feeds and data cannot differ.

pub(crate) mod chat;
mod common_texts;
mod filter_values;
mod payments;
mod price;
mod rent;
mod unit_view;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use platform::closing::Closing;
use platform::unit::{Status, Unit};
use rayon::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

pub(crate) use filter_values::FilterValues;
pub(crate) use payments::{PaymentView, PlanView};
pub(crate) use price::{PriceView, PriceWords, Rate};
pub(crate) use rent::{
    RentLine, RentView, currency_note, reference_note, rent_reference_note, rent_text,
};
pub(crate) use unit_view::{Row, UnitView};

use building::{Plan, PlanUnit};
use chat::ChatTexts;
use common_texts::CommonTexts;
use model::config::{FieldPlace, Floor};
use model::document::Document;
use model::fields::{Datum, Field, FieldTable, UnitSource};
use model::inventory::SimilarUnits;
use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;
use payments::PlanWords;

/// A finished text that several views may share.
pub(crate) type Text = Arc<str>;

/// A development in one language.
pub(crate) struct Catalogue {
    pub(crate) site: Arc<Site>,
    pub(crate) lang: Lang,
    /// The fields of units.
    pub(crate) table: FieldTable,
    /// The name of each field, and its name in heads of columns, in the order of the table.
    labels: Vec<Label>,
    /// The units, in inventory order.
    pub(crate) units: Vec<UnitView>,
    /// What prices are written with.
    pub(crate) price_words: PriceWords,
    /// The names of the statuses, in the order of [`Status::ALL`], each in the order of [`Closing::ALL`].
    statuses: [[Result<Text, StringsError>; 3]; 3],
    plans: Vec<PlanWords>,
    /// Of the payment plans.
    plans_digest: [u8; 32],
    chats: ChatTexts,
    similar: SimilarUnits,
    /// What visitors filter by and the platform does not send, by the positions of the fields.
    pub(crate) filter_values: BTreeMap<usize, FilterValues>,
    by_code: HashMap<String, usize>,
    by_floor: HashMap<Floor, Vec<usize>>,
}

/// The names of a field; an error where the site lacks the string, which whoever prints it reports.
struct Label {
    name: Result<Text, StringsError>,
    head: Result<Text, StringsError>,
}

impl Catalogue {
    /// Describes every unit of a site in a language.
    pub(crate) fn describe(site: &Arc<Site>, lang: Lang) -> Arc<Catalogue> {
        let localized = Localized::new(site, lang);
        let mut table = FieldTable::new(&site.config);
        let labels = table
            .fields
            .iter()
            .map(|field| Label {
                name: field.label(localized).map(Text::from),
                head: field.head(localized).map(Text::from),
            })
            .collect();
        let price_words = PriceWords::new(localized);
        let plans = DrawnUnits::new(site);
        let common = CommonTexts::default();
        let has_sheets = site.has_template(Document::UnitSheet(""));
        let source_of = |unit| {
            let (plan, drawn) = plans.plan_and_shape(site, unit);
            UnitSource {
                localized,
                unit,
                plan,
                drawn,
            }
        };
        let views = site.inventory.units.par_iter().map(|unit| {
            let source = source_of(unit);
            UnitView::new(&source, &table, &price_words, has_sheets, &common)
        });
        let units: Vec<UnitView> = views.collect();
        if !units.is_empty() {
            let is_filled = |position: usize| {
                units
                    .iter()
                    .any(|view: &UnitView| view.text(position).is_some())
            };
            let filled: Vec<bool> = (0..table.fields.len()).map(is_filled).collect();
            let has_terraces = units.iter().any(|view| view.has_terrace);
            table.drop_empty_columns(&filled, has_terraces);
        }
        let is_computed = |position: &usize| table.fields[*position].is_computed();
        let computed = table.at(FieldPlace::Filter).iter().copied();
        let filter_values: BTreeMap<usize, FilterValues> = computed
            .filter(is_computed)
            .map(|position| {
                let field = &table.fields[position];
                let units = site.inventory.units.iter();
                let values = units.map(|unit| field.value(&source_of(unit)));
                (position, FilterValues::new(values))
            })
            .filter(|(_, values)| values.differ())
            .collect();
        let fields = table.fields.iter().map(Field::is_computed);
        let is_sent: Vec<bool> = fields.map(|is_computed| !is_computed).collect();
        table.retain(FieldPlace::Filter, |position| {
            is_sent[position] || filter_values.contains_key(&position)
        });
        let codes = site.inventory.units.iter().enumerate();
        let by_code = codes.map(|(index, unit)| (unit.code.address().to_owned(), index));
        let mut by_floor: HashMap<Floor, Vec<usize>> = HashMap::new();
        for (index, unit) in site.inventory.units.iter().enumerate() {
            let floor = site.config.floor(unit);
            by_floor.entry(floor).or_default().push(index);
        }
        Arc::new(Catalogue {
            site: Arc::clone(site),
            lang,
            labels,
            units,
            price_words,
            statuses: Status::ALL.map(|status| {
                Closing::ALL.map(|closing| localized.status(status, closing).map(Text::from))
            }),
            plans: PlanWords::all(localized),
            plans_digest: Sha256::digest(format!("{:?}", site.payment_plans)).into(),
            chats: ChatTexts::new(localized),
            filter_values,
            similar: SimilarUnits::new(&site.inventory),
            by_code: by_code.collect(),
            by_floor,
            table,
        })
    }

    /// What the platform says about the unit with this index.
    pub(crate) fn unit(&self, index: usize) -> &Unit {
        &self.site.inventory.units[index]
    }

    /// The index of the unit with this code.
    pub(crate) fn index(&self, code: &str) -> Option<usize> {
        self.by_code.get(code).copied()
    }

    /// The code as people write it, by its address; what is not the address of a unit remains.
    pub(crate) fn spelling<'a>(&'a self, address: &'a str) -> &'a str {
        self.index(address)
            .map_or(address, |index| &*self.units[index].label)
    }

    /// The indices of the units on a level, in inventory order.
    pub(crate) fn on(&self, floor: Floor) -> &[usize] {
        self.by_floor.get(&floor).map_or(&[], Vec::as_slice)
    }

    /// The available units that are most like the one with this index.
    pub(crate) fn similar(&self, index: usize) -> Vec<usize> {
        self.similar.nearest(self.unit(index), index)
    }

    /// The name of the status of a unit.
    pub(crate) fn status(&self, unit: &Unit) -> Result<&Text, &StringsError> {
        self.statuses[unit.status as usize][unit.closing() as usize].as_ref()
    }

    /// The name of the field with this position in the table.
    pub(crate) fn label(&self, field: usize) -> Result<&Text, &StringsError> {
        self.labels[field].name.as_ref()
    }

    /// Its name in the head of a column.
    pub(crate) fn head(&self, field: usize) -> Result<&Text, &StringsError> {
        self.labels[field].head.as_ref()
    }

    /// The rows of a unit at a place, in their order there.
    pub(crate) fn rows(&self, index: usize, place: FieldPlace) -> impl Iterator<Item = Row<'_>> {
        let view = &self.units[index];
        self.table.at(place).iter().filter_map(move |&position| {
            let field = &self.table.fields[position];
            let text = view.text(position);
            let unit = self.unit(index);
            let use_of_unit = self.site.config.use_of(unit.unit_use);
            if use_of_unit.is_some_and(|declared| declared.lacks(&field.key)) {
                return None;
            }
            let has_dash = || self.site.summary.of_use(unit.unit_use).has_bathrooms;
            Row::new(field, position, text, place, view, has_dash)
        })
    }

    /// The value of a field of a unit in data; null where the unit lacks it.
    pub(crate) fn number(&self, index: usize, position: usize) -> Value {
        match self.value(index, position) {
            Some(Datum::Count(count, _)) => count.into(),
            Some(Datum::Number(area, _) | Datum::Area(area)) => json!(area),
            Some(Datum::YesNo(has)) => has.into(),
            Some(Datum::Choice(key, _)) => key.into(),
            Some(Datum::Text(text)) => text.into(),
            Some(Datum::Choices(_)) | None => Value::Null,
        }
    }

    /// The value of a field of a unit before it is written; none for what is read from a plan or a price.
    pub(crate) fn value(&self, index: usize, position: usize) -> Option<Datum<'_>> {
        self.table.fields[position].value(&self.source(index))
    }

    /// What the fields of a unit are read from, without its plan.
    fn source(&self, index: usize) -> UnitSource<'_> {
        UnitSource {
            localized: self.localized(),
            unit: self.unit(index),
            plan: None,
            drawn: None,
        }
    }

    /// The schedule of each payment plan for a unit, in the order of the plans; none for a price on request.
    pub(crate) fn payments(&self, index: usize) -> Result<Vec<PlanView>, StringsError> {
        let unit = self.unit(index);
        let Some(price) = unit.price else {
            return Ok(Vec::new());
        };
        let plans = self.plans.iter().zip(&self.site.payment_plans);
        plans
            .map(|(words, plan)| PlanView::new(self.localized(), words, plan, unit, price))
            .collect()
    }

    /// A digest of everything that the page of a unit says: the unit, the similar units that it shows, those before and after it, and
    /// what its payments follow from.
    pub(crate) fn digest(&self, index: usize) -> Sha256 {
        let view = &self.units[index];
        let mut digest = Sha256::new_with_prefix(self.plans_digest);
        view.add_to(&mut digest, self.table.fields.len());
        digest.update(self.unit(index).status.key());
        for similar in self.similar(index) {
            let similar = &self.units[similar];
            for text in [
                Some(&similar.url),
                // The URL has the address.
                (similar.label != similar.code).then_some(&similar.label),
                similar.areas.headline.as_ref(),
                Some(&similar.price.offered),
            ] {
                digest.update(text.map_or("", |text| &**text));
            }
        }
        let before = index.checked_sub(1).and_then(|index| self.units.get(index));
        for neighbour in [before, self.units.get(index + 1)].into_iter().flatten() {
            digest.update(&*neighbour.label);
        }
        digest
    }

    /// The WhatsApp link about a unit; its message asks what the unit's status leaves to ask (S2).
    pub(crate) fn chat(&self, index: usize) -> Result<String, &StringsError> {
        let unit = self.unit(index);
        self.chats.about(unit.status, unit.code.spelling())
    }

    pub(crate) fn localized(&self) -> Localized<'_> {
        Localized::new(&self.site, self.lang)
    }
}

/// The plan of each level, and the place of each unit on it.
struct DrawnUnits<'a> {
    plans: HashMap<Floor, &'a Plan>,
    units: HashMap<&'a str, &'a PlanUnit>,
}

impl<'a> DrawnUnits<'a> {
    fn new(site: &'a Site) -> DrawnUnits<'a> {
        let floors = site
            .plans
            .iter()
            .map(|plan| (site.config.floor_of(plan), plan));
        let units = site.plans.iter().flat_map(|plan| &plan.units);
        DrawnUnits {
            plans: floors.collect(),
            units: units.map(|drawn| (drawn.code.as_str(), drawn)).collect(),
        }
    }

    /// The plan of a unit's level and the unit on it. A unit that is drawn on the plan of another level has no shape.
    fn plan_and_shape(&self, site: &Site, unit: &Unit) -> (Option<&'a Plan>, Option<&'a PlanUnit>) {
        let plan = self.plans.get(&site.config.floor(unit)).copied();
        let drawn = self.units.get(unit.code.address()).copied();
        let is_on = |drawn: &&PlanUnit| plan.is_some_and(|plan| plan.unit(&drawn.code).is_some());
        (plan, drawn.filter(is_on))
    }
}
