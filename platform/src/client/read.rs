//! Calls 3, 4 and 5: all units, one unit, the amenities.

use super::transport::parse;
use super::{CallError, Client};
use crate::amenity::Amenity;
use crate::answer::{self, AnswerError, Json};
use crate::unit::{Unit, UnitCode};
use serde_json::{Value, json};

const PROPERTY_LIST: &str = "property/list";
const PROPERTY_DETAIL: &str = "property/detail";
const AMENITIES_LIST: &str = "amenities/list";

impl Client {
    /// Call 3: every unit of the project.
    pub async fn property_list(&self) -> Result<Vec<Unit>, CallError> {
        let text = self.read_call(PROPERTY_LIST, &self.project()).await?;
        parsed(PROPERTY_LIST, &text, |answer| answer::units(answer, &self.map))
    }

    /// Call 4: one unit of the project.
    pub async fn property_detail(&self, code: &UnitCode) -> Result<Unit, CallError> {
        let body = json!({"realEstateCode": self.project_code, "propertyCode": code});
        let text = self.read_call(PROPERTY_DETAIL, &body).await?;
        parsed(PROPERTY_DETAIL, &text, |answer| answer::detail(answer, &self.map))
    }

    /// Call 5: the amenities of the project. A 404 means an empty list (specification, section 7).
    pub async fn amenities_list(&self) -> Result<Vec<Amenity>, CallError> {
        match self.read_call(AMENITIES_LIST, &self.project()).await {
            Ok(text) => parsed(AMENITIES_LIST, &text, |answer| {
                answer::amenities(answer, &self.map)
            }),
            Err(error) if error.status() == Some(404) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn project(&self) -> Value {
        json!({"real_estate_development_code": self.project_code})
    }
}

fn parsed<T>(
    call: &'static str,
    text: &[u8],
    read: impl FnOnce(&Json<'_>) -> Result<T, AnswerError>,
) -> Result<T, CallError> {
    let answer = parse(text).and_then(|answer| Ok(read(&answer)?));
    answer.map_err(|kind| CallError { call, kind })
}
