//! One unit in one language, with finished texts.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::common_texts::CommonTexts;
use super::{PriceView, PriceWords, Text};
use model::config::FieldPlace;
use model::document::Document;
use model::fields::{Absent, Datum, Field, FieldTable, Kind, Read, UnitSource};
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;
use platform::unit::Unit;

/// The texts of a unit.
#[derive(Debug)]
pub(crate) struct UnitView {
    /// The address of its code: what identifies it in addresses, files, forms and drawings.
    pub(crate) code: Text,
    /// Its code as people write it.
    pub(crate) label: Text,
    /// `Oficina O-301`; none on a site without the string.
    pub(crate) title: Option<Text>,
    /// The title with the name of its building, on a site with several.
    pub(crate) name: Option<Text>,
    /// The name of its level with that of its building.
    pub(crate) level: Option<Text>,
    pub(crate) areas: AreaTexts,
    /// The path of its page, without and with language.
    pub(crate) path: Text,
    pub(crate) url: Text,
    /// The path of its sheet, if it has one.
    pub(crate) sheet: Option<Text>,
    pub(crate) price: PriceView,
    /// The fields that the unit has, each by its position in the table, in the order of the table.
    texts: Box<[(usize, FieldText)]>,
    /// Whether it is on the plan of its level.
    pub(crate) is_drawn: bool,
    pub(super) has_terrace: bool,
}

/// The areas of a unit in one text: with a terrace `97.20 m² interiores + 82.80 m² de terraza`. None on a site without the string.
#[derive(Debug)]
pub(crate) struct AreaTexts {
    /// Outside of tables, without decimals where they are zero: `45 m²`.
    pub(crate) headline: Option<Text>,
    /// With decimals: `45.00 m²`; with square feet, too, where the language has them.
    pub(crate) exact: Option<Text>,
    /// In square metres only.
    pub(crate) metres: Option<Text>,
}

impl AreaTexts {
    fn new(localized: Localized<'_>, unit: &Unit, common: &CommonTexts) -> AreaTexts {
        let exact = localized.unit_area(unit, Localized::area);
        let headline = localized.unit_area(unit, Localized::headline_area);
        let metres = localized.unit_area(unit, Localized::square_metres);
        let text = |text: Result<String, StringsError>| text.ok().map(|text| common.shared(text));
        AreaTexts {
            headline: text(headline),
            exact: text(exact),
            metres: text(metres),
        }
    }
}

/// The text of a field.
#[derive(Clone, Debug)]
pub(crate) struct FieldText {
    /// As pages show it.
    pub(crate) text: Text,
    /// As columns show it, whose numbers are compared: areas in square metres only.
    pub(crate) short: Text,
}

/// A field of a unit at a place.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) field: &'a Field,
    /// The position of the field in the table.
    pub(crate) position: usize,
    /// None for what is to be confirmed.
    pub(crate) text: Option<&'a FieldText>,
    /// Whether the text is only a dash.
    pub(crate) is_dash: bool,
}

impl UnitView {
    pub(super) fn new(
        source: &UnitSource<'_>,
        table: &FieldTable,
        words: &PriceWords,
        has_sheets: bool,
        common: &CommonTexts,
    ) -> UnitView {
        let UnitSource {
            localized, unit, ..
        } = *source;
        let Localized { site, lang, .. } = localized;
        let price = PriceView::new(localized, words, unit);
        let fields = table.fields.iter().enumerate();
        let texts = fields
            .filter_map(|(position, field)| {
                Some((position, field_text(field, source, &price, common)?))
            })
            .collect();
        let path = Text::from(site.routes.unit(&unit.code));
        let mut url = Text::from(site.routes.addresses.path(lang, &path));
        if url == path {
            url = Arc::clone(&path);
        }
        let has_sheet = has_sheets && source.drawn.is_some();
        let sheet = has_sheet.then(|| sheet_path(site, localized, unit.code.address()));
        let title = localized
            .unit_title(unit.unit_use, unit.code.spelling())
            .ok()
            .map(Text::from);
        let name = title.as_ref().map(|title| {
            if unit.building().is_empty() {
                return Arc::clone(title);
            }
            localized
                .in_building(title.to_string(), unit.building())
                .into()
        });
        UnitView {
            code: unit.code.address().into(),
            label: unit.code.spelling().into(),
            title,
            name,
            level: localized
                .floor(site.config.floor(unit))
                .ok()
                .map(|level| common.shared(level)),
            areas: AreaTexts::new(localized, unit, common),
            url,
            path,
            sheet,
            price,
            texts,
            is_drawn: source.drawn.is_some(),
            has_terrace: !unit.terrace.is_zero(),
        }
    }

    /// The text of the field with this position in the table; none where the unit lacks it.
    pub(crate) fn text(&self, position: usize) -> Option<&FieldText> {
        let found = self.texts.binary_search_by_key(&position, |(own, _)| *own);
        Some(&self.texts[found.ok()?].1)
    }

    /// A fingerprint of everything that pages show of the unit, its payments aside, which follow from its price and its plans.
    /// `fields` is the number of fields in the table.
    pub(crate) fn add_to(&self, digest: &mut Sha256, fields: usize) {
        let own = [
            &self.title,
            &self.name,
            &self.level,
            &self.areas.exact,
            &self.sheet,
        ];
        let fields = (0..fields).map(|position| self.text(position).map(|text| &text.text));
        let texts = own.into_iter().map(Option::as_ref).chain(fields);
        let price = [
            Some(&self.price.total),
            self.price.reference.as_ref(),
            Some(&self.url),
        ];
        for text in texts.chain(price) {
            // Each text is preceded by its length, so that no letter can move from one to the next.
            let text = text.map_or("", |text| &**text);
            digest.update((text.len() as u64).to_le_bytes());
            digest.update(text);
        }
    }
}

fn sheet_path(site: &Site, localized: Localized<'_>, code: &str) -> Text {
    let path = Document::UnitSheet(code).path(localized.lang, &site.config.product);
    format!("/{path}").into()
}

fn field_text(
    field: &Field,
    source: &UnitSource<'_>,
    price: &PriceView,
    common: &CommonTexts,
) -> Option<FieldText> {
    let localized = source.localized;
    let whole = |text: Text| FieldText {
        short: text.clone(),
        text,
    };
    if matches!(field.read, Read::Price) {
        let text = match &*field.key {
            "price" => {
                let is_for_sale = price.amounts.is_some() || price.is_on_request;
                is_for_sale.then(|| price.listed.clone())
            }
            "vat" => price.vat.clone(),
            "total" => price.amounts.map(|_| price.total.clone()),
            "per_m2_interior" => price.rate_of(true).map(|rate| rate.figure.clone()),
            "per_m2_total" => price.rate_of(false).map(|rate| rate.figure.clone()),
            "monthly" => price.monthly.as_ref().map(|monthly| monthly.text.clone()),
            _ => price.rates_line(localized),
        };
        return text.map(whole);
    }
    if matches!(field.read, Read::Rent) {
        return price.rent.as_ref().map(|rent| whole(rent.full.clone()));
    }
    let value = field.value(source)?;
    let text = common.shared(field.text(&value, localized).ok()?);
    let short = match value {
        Datum::Area(area) if localized.lang.uses_square_feet() => {
            common.shared(localized.square_metres(area))
        }
        _ => text.clone(),
    };
    Some(FieldText { text, short })
}

impl<'a> Row<'a> {
    /// The row of a field at a place; none where it is not shown. `has_dash` says whether a dash may stand for what the unit lacks.
    pub(super) fn new(
        field: &'a Field,
        position: usize,
        text: Option<&'a FieldText>,
        place: FieldPlace,
        view: &UnitView,
        has_dash: impl Fn() -> bool,
    ) -> Option<Row<'a>> {
        // Without a terrace the interior is the area.
        if field.key == "interior" && place != FieldPlace::Csv && !view.has_terrace {
            return None;
        }
        let is_dash = text.is_none();
        let is_shown = match field.absent {
            _ if !is_dash => true,
            Absent::Hidden => false,
            // Paper has no place for what is not known.
            Absent::Dash => place != FieldPlace::Sheet,
            Absent::DashOrHidden => place != FieldPlace::Sheet && has_dash(),
            Absent::Asked => true,
        };
        let is_asked = is_dash && field.absent == Absent::Asked;
        is_shown.then_some(Row {
            field,
            position,
            text,
            is_dash: is_dash && !is_asked,
        })
    }

    /// Whether its text is a number, which is not broken into lines.
    pub(crate) fn is_number(&self) -> bool {
        self.field.kind.is_number() || self.field.key == "size" || self.field.kind == Kind::Area
    }
}
