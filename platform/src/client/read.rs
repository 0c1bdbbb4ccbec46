//! Calls 3, 4 and 5: all units, one unit, the amenities.

use super::{CallError, Client};
use crate::amenity::Amenity;
use crate::answer::{self, AnswerError};
use crate::unit::{Unit, UnitCode};
use serde_json::{Value, json};

const PROPERTY_LIST: &str = "property/list";
const PROPERTY_DETAIL: &str = "property/detail";
const AMENITIES_LIST: &str = "amenities/list";

impl Client {
    /// Call 3: every unit of the project.
    pub async fn property_list(&self) -> Result<Vec<Unit>, CallError> {
        let answer = self.read_call(PROPERTY_LIST, &self.project()).await?;
        parsed(PROPERTY_LIST, answer::units(&answer, &self.map))
    }

    /// Call 4: one unit of the project.
    pub async fn property_detail(&self, code: &UnitCode) -> Result<Unit, CallError> {
        let body = json!({"realEstateCode": self.project_code, "propertyCode": code});
        let answer = self.read_call(PROPERTY_DETAIL, &body).await?;
        parsed(PROPERTY_DETAIL, answer::detail(&answer, &self.map))
    }

    /// Call 5: the amenities of the project. A 404 means an empty list (specification, section 7).
    pub async fn amenities_list(&self) -> Result<Vec<Amenity>, CallError> {
        match self.read_call(AMENITIES_LIST, &self.project()).await {
            Ok(answer) => parsed(AMENITIES_LIST, answer::amenities(&answer, &self.map)),
            Err(error) if error.status() == Some(404) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn project(&self) -> Value {
        json!({"real_estate_development_code": self.project_code})
    }
}

fn parsed<T>(call: &'static str, read: Result<T, AnswerError>) -> Result<T, CallError> {
    read.map_err(|error| CallError {
        call,
        kind: error.into(),
    })
}
