//! How a project's own platform is called, where it is not that of the specification: the calls 3 to 5, their pages and headers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The calls that a pull makes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Calls {
    /// Call 3: all units.
    pub list: Call,
    /// Call 4: one unit.
    pub detail: Call,
    /// Call 5: the amenities.
    pub amenities: Call,
}

/// How a call is made. In path and body, `{project_code}` is the project's code, and `{code}` in a detail that of the unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Call {
    /// The HTTP method.
    pub method: Method,
    /// The path below `base_path`, with a query or without; that of the specification when absent.
    pub path: Option<String>,
    /// The JSON that a POST sends; that of the specification when absent.
    pub body: Option<Value>,
}

/// The method of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Without a body.
    Get,
    /// With JSON as its body.
    #[default]
    Post,
}

/// How the list of units is divided into pages: by one of `number`, `offset` and `next`. A parameter is in the query of a GET,
/// and in the body of a POST.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pages {
    /// The parameter with the number of the page. An empty page is the last one.
    pub number: Option<String>,
    /// The number of the first page.
    pub first: u64,
    /// The parameter with the number of units of all pages before. An empty page is the last one.
    pub offset: Option<String>,
    /// Where the answer has the URL of the next page, or with `cursor` a value of that parameter.
    pub next: Option<String>,
    /// The parameter that gets the value at `next`.
    pub cursor: Option<String>,
}

impl Default for Pages {
    fn default() -> Self {
        Self {
            number: None,
            first: 1,
            offset: None,
            next: None,
            cursor: None,
        }
    }
}

/// The specification's path and body of a call.
pub(crate) struct Standard {
    pub(crate) name: &'static str,
    pub(crate) body: fn() -> Value,
}

pub(crate) const LIST: Standard = Standard {
    name: "property/list",
    body: || json!({"real_estate_development_code": "{project_code}"}),
};
pub(crate) const DETAIL: Standard = Standard {
    name: "property/detail",
    body: || json!({"realEstateCode": "{project_code}", "propertyCode": "{code}"}),
};
pub(crate) const AMENITIES: Standard = Standard {
    name: "amenities/list",
    ..LIST
};
