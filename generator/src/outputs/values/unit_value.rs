//! The template value of a unit. Each field is computed when a template reads it: ten thousand units cost little.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use platform::area::Area;
use platform::unit::Unit;

use model::config::FieldPlace;
use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;

type Field = fn(&UnitValue, &Unit) -> Option<Value>;

const FIELDS: [(&str, Field); 30] = [
    ("code", |_, unit| Some(Value::from(unit.code.as_str()))),
    ("unit", |_, unit| Some(Value::from(unit.unit.as_str()))),
    ("level", |_, unit| Some(Value::from(unit.level.0))),
    ("level_label", |own, unit| {
        optional_text(own.localized().floor(own.site.config.floor(unit)))
    }),
    ("building", |_, unit| {
        (!unit.building().is_empty()).then(|| Value::from(unit.building()))
    }),
    ("use", |_, unit| Some(Value::from(unit.unit_use.key()))),
    ("use_label", |own, unit| {
        Some(Value::from(own.localized().unit_use(&unit.unit_use)))
    }),
    ("title", |own, unit| {
        optional_text(
            own.localized()
                .unit_title(unit.unit_use, unit.code.as_str()),
        )
    }),
    ("bathrooms", |_, unit| unit.bathrooms.map(Value::from)),
    // A fact that no unit of its use has is not shown.
    ("has_bathrooms", |own, unit| {
        Some(own.site.summary.of_use(unit.unit_use).has_bathrooms.into())
    }),
    ("has_terraces", |own, unit| {
        Some(own.site.summary.of_use(unit.unit_use).has_terraces.into())
    }),
    ("interior", |_, unit| Some(square_metres(unit.interior))),
    ("terrace", |_, unit| Some(square_metres(unit.terrace))),
    ("area", |_, unit| Some(square_metres(unit.area))),
    ("areas", |own, unit| {
        optional_text(own.localized().unit_area(unit, Localized::headline_area))
    }),
    // The prices of a square metre: pairs of the key of a label and a text.
    ("rates", |own, unit| {
        Some(pairs(own.localized().rates(unit)))
    }),
    // The price of a square metre before VAT, for readers without the terrace.
    ("rate", |own, unit| {
        Some(Value::from(
            unit.rates(own.site.config.currency())[0]?.minor_units(),
        ))
    }),
    ("price", |_, unit| {
        Some(Value::from(unit.price.minor_units()))
    }),
    ("vat_percent", |own, unit| {
        Some(Value::from(own.site.config.vat(unit.unit_use).percent))
    }),
    ("vat_share_percent", |own, unit| {
        Some(Value::from(
            own.site.config.vat(unit.unit_use).share_percent,
        ))
    }),
    ("vat_label", |own, unit| {
        optional_text(
            own.localized()
                .vat_label(own.site.config.vat(unit.unit_use)),
        )
    }),
    ("vat", |own, unit| {
        Some(Value::from(own.site.config.price(unit).vat.minor_units()))
    }),
    ("total", |own, unit| {
        Some(Value::from(own.site.config.price(unit).total.minor_units()))
    }),
    ("typology", |_, unit| {
        Some(Value::from(unit.typology.as_str()))
    }),
    ("status", |_, unit| Some(Value::from(unit.status.key()))),
    ("status_label", |own, unit| {
        optional_text(own.localized().status(unit.status))
    }),
    ("url", |own, unit| {
        Some(
            own.site
                .routes
                .addresses
                .path(own.lang, &own.path(unit))
                .into(),
        )
    }),
    ("path", |own, unit| Some(Value::from(own.path(unit)))),
    // What `site.yaml` says about the unit: pairs of the key of a label and a text, none for what is to be confirmed.
    ("facts", |own, unit| {
        Some(pairs(own.localized().unit_facts(unit)))
    }),
    // The fields that the development declares: pairs of a label and a text.
    ("fields", |own, unit| own.declared_fields(unit).ok()),
];

#[derive(Debug)]
pub(crate) struct UnitValue {
    site: Arc<Site>,
    lang: Lang,
    pub(crate) index: usize,
}

impl UnitValue {
    pub(super) fn new(site: &Arc<Site>, lang: Lang, index: usize) -> UnitValue {
        UnitValue {
            site: site.clone(),
            lang,
            index,
        }
    }

    pub(crate) fn unit(&self) -> &Unit {
        &self.site.inventory.units[self.index]
    }

    fn path(&self, unit: &Unit) -> String {
        self.site.routes.unit(&unit.code)
    }

    fn declared_fields(&self, unit: &Unit) -> Result<Value, StringsError> {
        let shown = self.localized().fields(unit, FieldPlace::Page);
        let shown = shown
            .map(|shown| shown.map(|(field, text)| (field.label.get(self.lang).as_str(), text)));
        shown.collect::<Result<Vec<_>, _>>().map(pairs)
    }

    fn localized(&self) -> Localized<'_> {
        Localized::new(&self.site, self.lang)
    }
}

impl Object for UnitValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        let (_, field) = FIELDS.iter().find(|(name, _)| *name == key)?;
        field(self, self.unit())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(FIELDS.iter().map(|(name, _)| Value::from(*name)).collect())
    }
}

fn pairs(pairs: impl IntoIterator<Item = (impl AsRef<str>, impl Into<Value>)>) -> Value {
    pairs
        .into_iter()
        .map(|(key, text)| vec![Value::from(key.as_ref()), text.into()])
        .collect()
}

fn optional_text(text: Result<String, StringsError>) -> Option<Value> {
    text.ok().map(Value::from)
}

/// An area in square metres, as the filter `area` expects it.
pub(super) fn square_metres(area: Area) -> Value {
    Value::from(f64::from(area.hundredths()) / 100.0)
}
