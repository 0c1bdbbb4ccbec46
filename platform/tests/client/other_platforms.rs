//! Platforms with their own calls, pages, envelope and values, and those that answer with nonsense.

use crate::support::{PATIENT, Platform, Sent};
use axum::http::HeaderMap;
use platform::answer;
use platform::client::{CallError, Client, Properties, bearer};
use platform::config::PlatformConfig;
use platform::money::Money;
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Platform {
    async fn pull(&self, config: &str) -> Result<Properties, CallError> {
        let config: PlatformConfig = serde_yaml::from_str(config).unwrap();
        let config = PlatformConfig {
            limits: PATIENT,
            project_code: "Peñón 1/2".to_owned(),
            ..config
        };
        assert!(config.problems().is_empty(), "{:?}", config.problems());
        let mut headers: HeaderMap = bearer("bearer-7f3a").unwrap();
        headers.extend(config.own_headers(|_| Some("key-91b2".to_owned())).unwrap());
        let client = Client::new(&self.url, &config, headers).unwrap();
        client.properties(&[], &BTreeMap::new()).await
    }

    /// The error of a pull, which does not contain a credential.
    async fn error(&self, config: &str) -> String {
        let error = self.pull(config).await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("7f3a"));
        error.to_string()
    }
}

/// A unit as one of these platforms sends it.
fn unit(code: &str) -> Value {
    json!({"id": code, "door": code, "floor": "Lobby", "m2": {"in": "62.5 m²", "out": null}, "m2_total": 62.5,
        "land": 1_000_000, "build": "250,000.50", "currency": "mxn", "state": "Libre", "baths": 2, "plan": "A"})
}

const MAPPING: &str = "list: data.items
details: never
fields: { code: id, unit: door, level: floor, use: { value: departamento }, bathrooms: baths, interior: m2.in,
  terrace: m2.out, area: m2_total, price: [land, build], typology: plan, status: state, currency: currency }
statuses: { libre: disponible }
levels: { lobby: 1 }
";

fn mapped(more: &str) -> String {
    format!("{MAPPING}\n{more}")
}

fn page(codes: impl IntoIterator<Item = u32>) -> Value {
    let units: Vec<Value> = codes
        .into_iter()
        .map(|number| unit(&format!("D-{number}")))
        .collect();
    json!({"data": {"items": units}})
}

fn page_before(code: u32, next: Value) -> Value {
    let mut answer = page([code]);
    answer["next"] = next;
    answer
}

fn query(sent: &Sent, name: &str) -> u32 {
    let pairs = url::form_urlencoded::parse(sent.uri().query().unwrap_or_default().as_bytes());
    let value = pairs
        .into_iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned());
    value.map_or(0, |value| value.parse().unwrap())
}

#[tokio::test]
async fn a_byte_order_mark_is_no_part_of_an_answer() {
    let platform = Platform::start(|_| format!("\u{feff}{}", page(1..=2)).into()).await;
    assert_eq!(platform.pull(MAPPING).await.unwrap().units.len(), 2);
}

#[tokio::test]
async fn calls_envelope_and_values_are_mapped() {
    let platform = Platform::start(|_| page(1..=2)).await;
    let config = mapped(
        "base_path: ''\ncalls: { list: { method: GET, path: 'projects/{project_code}/units?state=all&p={project_code}' } }
headers: { X-Api-Key: $PLATFORM_KEY, Accept-Language: es }",
    );
    let units = platform.pull(&config).await.unwrap().units;
    let [one, _] = &units[..] else {
        panic!("two units")
    };
    let read = (one.price, one.unit_use.key(), one.terrace.hundredths());
    assert_eq!(read, (Some(Money(125_000_050)), "departamento", 0));
    let sent = &platform.requests()[0];
    let path = "/projects/Pe%C3%B1%C3%B3n%201%2F2/units?state=all&p=Pe%C3%B1%C3%B3n%201%2F2";
    assert_eq!(
        (sent.method().as_str(), sent.uri().to_string(), sent.body()),
        ("GET", path.to_owned(), &Value::Null)
    );
    let header = |name: &str| {
        sent.headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    assert_eq!(
        (header("x-api-key"), header("accept-language")),
        (Some("key-91b2"), Some("es"))
    );

    let config = mapped(
        "calls: { list: { path: search, body: { where: { project: '{project_code}' }, page: 1 } } }
headers: { Authorization: Token $PLATFORM_KEY }",
    );
    assert_eq!(platform.pull(&config).await.unwrap().units.len(), 2);
    let sent = &platform.requests()[1];
    assert_eq!(
        sent.body(),
        &json!({"where": {"project": "Peñón 1/2"}, "page": 1})
    );
    assert_eq!(sent.uri().path(), "/v2/api/search");
    let authorization: Vec<_> = sent.headers().get_all("authorization").iter().collect();
    assert_eq!(authorization, ["Token key-91b2"]);
}

#[tokio::test]
async fn pages_are_read_to_their_end() {
    for (pages, numbers) in [
        ("{ number: page }", [1, 2, 3, 4]),
        ("{ number: page, first: 0 }", [0, 1, 2, 3]),
    ] {
        let platform = Platform::start(move |sent| {
            let number = query(sent, "page");
            if number == numbers[3] {
                page([])
            } else {
                page(number * 10..number * 10 + 2)
            }
        })
        .await;
        let config = mapped(&format!(
            "calls: {{ list: {{ method: GET, path: 'u?size=2' }} }}\npages: {pages}"
        ));
        assert_eq!(
            platform.pull(&config).await.unwrap().units.len(),
            6,
            "{pages}"
        );
        let sent: Vec<u32> = platform
            .requests()
            .iter()
            .map(|sent| query(sent, "page"))
            .collect();
        assert_eq!(sent, numbers);
        assert!(
            platform
                .requests()
                .iter()
                .all(|sent| query(sent, "size") == 2)
        );
    }
    let platform = Platform::start(|sent| {
        let offset = u32::try_from(sent.body()["skip"].as_u64().unwrap()).unwrap();
        page(offset..(offset + 2).min(5))
    })
    .await;
    assert_eq!(
        platform
            .pull(&mapped("pages: { offset: skip }"))
            .await
            .unwrap()
            .units
            .len(),
        5
    );
    let skips: Vec<Value> = platform
        .requests()
        .iter()
        .map(|sent| sent.body()["skip"].clone())
        .collect();
    assert_eq!(skips, [0, 2, 4, 5]);
    assert_eq!(
        platform.requests()[1].body()["real_estate_development_code"],
        "Peñón 1/2"
    );

    let platform = Platform::start(|sent| {
        let next = query(sent, "after") + 1;
        page_before(next, json!({"code": (next < 3).then_some(next)}))
    })
    .await;
    let config = "calls: { list: { method: GET } }\npages: { next: next.code, cursor: after }";
    assert_eq!(platform.pull(&mapped(config)).await.unwrap().units.len(), 3);

    let platform = Platform::start(|sent| {
        let number = query(sent, "p");
        let host = sent.headers()["host"].to_str().unwrap();
        let absolute = format!("http://{host}/v2/api/units?p=2");
        let links = ["/v2/api/units?p=1", &absolute, "?p=3", ""];
        page_before(number, json!([{"href": links[number as usize]}]))
    })
    .await;
    let config = "calls: { list: { method: GET, path: units } }\npages: { next: next.0.href }";
    assert_eq!(platform.pull(&mapped(config)).await.unwrap().units.len(), 4);
    assert!(
        platform
            .requests()
            .iter()
            .all(|sent| sent.uri().path() == "/v2/api/units")
    );
}

#[tokio::test]
async fn pages_that_do_not_end_are_an_error() {
    let get = "calls: { list: { method: GET, path: 'u?key=geheim' } }";
    let same = Platform::start(|_| page(1..=2)).await;
    let error = same
        .error(&mapped(&format!("{get}\npages: {{ number: page }}")))
        .await;
    let hint = "compare `platform.pages` of site.yaml with the platform's answer";
    assert_eq!(error, format!("u: page 2 repeats an earlier one: {hint}"));
    assert_eq!(same.requests().len(), 2);

    let empty =
        Platform::start(|sent| json!({"data": {"items": []}, "next": query(sent, "c") + 1})).await;
    let cursor = format!("{get}\npages: {{ next: next, cursor: c }}");
    assert!(
        empty
            .error(&mapped(&cursor))
            .await
            .contains("page 2 repeats"),
        "empty pages"
    );
    let next = |sent: &Sent| page_before(query(sent, "c"), json!(query(sent, "c") + 1));
    let endless = Platform::start(next).await;
    let error = endless.error(&mapped(&cursor)).await;
    let is_stopped =
        error.contains("more than 1000 pages") || error.contains("larger than 1048576 bytes");
    assert!(is_stopped, "{error}");
    let large = Platform::start(move |sent| {
        let mut answer = next(sent);
        answer["padding"] = json!("x".repeat(300_000));
        answer
    })
    .await;
    assert!(
        large
            .error(&mapped(&cursor))
            .await
            .contains("larger than 1048576 bytes"),
        "all pages together"
    );
    assert_eq!(large.requests().len(), 4);
}

#[tokio::test]
async fn a_next_page_elsewhere_is_not_asked_for() {
    let other = Platform::start(|_| page([7])).await;
    for next in [
        other.url.clone(),
        "//elsewhere.invalid/x".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let link = next.clone();
        let platform = Platform::start(move |_| page_before(1, json!(link))).await;
        let error = platform.error(&mapped("pages: { next: next }")).await;
        assert!(
            error.contains("`next` is not a URL of the same host"),
            "{next}: {error}"
        );
    }
    assert!(other.requests().is_empty());
    let platform = Platform::start(|_| json!({"data": {"items": []}, "next": {"a": 1}})).await;
    assert!(
        platform
            .error(&mapped("pages: { next: next }"))
            .await
            .contains("neither a text nor a number")
    );
}

#[tokio::test]
async fn a_wrong_envelope_says_where_the_units_could_be() {
    let platform = Platform::start(|_| page(1..=2)).await;
    assert_eq!(
        platform.error("{}").await,
        "property/list: the answer has nothing at `Data.Property` instead of a list of units: write where it is as \
         `platform.list` in site.yaml; there is a list at `data.items`"
    );
    let list = Platform::start(|_| json!([unit("D-1")])).await;
    assert!(list.error("{}").await.ends_with("there is a list at `.`"));
    assert_eq!(
        list.pull(&mapped("").replace("data.items", "."))
            .await
            .unwrap()
            .units
            .len(),
        1
    );
    let failed =
        Platform::start(|_| json!({"ok": false, "errors": [{"text": "no\u{1b} project"}]})).await;
    let error = failed.error(&mapped("error: errors")).await;
    assert!(
        error.contains("reports an error in its answer") && !error.contains('\u{1b}'),
        "{error}"
    );
    let fine =
        Platform::start(|_| json!({"data": {"items": [unit("D-1")]}, "errors": [], "Status": 0}))
            .await;
    assert_eq!(
        fine.pull(&mapped("error: errors"))
            .await
            .unwrap()
            .units
            .len(),
        1
    );
}

#[tokio::test]
async fn wrong_values_are_refused_with_unit_and_field() {
    let map: PlatformConfig = serde_yaml::from_str(MAPPING).unwrap();
    for (field, value, message) in [
        (
            "currency",
            json!("USD"),
            r#"field currency ('currency' on the platform): "USD" is not MXN"#,
        ),
        (
            "currency",
            json!(null),
            "field currency ('currency' on the platform): is null",
        ),
        (
            "currency",
            json!({"code": "MXN"}),
            "field currency ('currency' on the platform): is an object",
        ),
        (
            "build",
            json!(null),
            "field price ('build' on the platform): is missing",
        ),
        (
            "build",
            json!("10000000000000.00"),
            "field price ('build' on the platform): makes a sum that is too large",
        ),
        (
            "land",
            json!([1]),
            "field price ('land' on the platform): is a list",
        ),
        (
            "m2_total",
            json!(1e300),
            "field area ('m2_total' on the platform)",
        ),
        ("id", json!(true), "field code ('id' on the platform)"),
    ] {
        let mut answer = page([1]);
        answer["data"]["items"][0][field] = value;
        let error = answer::units(&answer, &map).unwrap_err().to_string();
        let unit = if field == "id" { "" } else { "unit D-1, " };
        assert!(
            error.contains(&format!("{unit}{message}")),
            "{field}: {error}"
        );
    }
    for raw in ["1e400", "NaN", "{\"data\":", &"[".repeat(100_000)] {
        let raw = raw.to_owned();
        let platform = Platform::start(move |_| Value::from(raw.clone())).await;
        assert!(
            platform
                .error(&mapped(""))
                .await
                .contains("JSON cannot be parsed")
        );
    }
}

#[test]
fn credentials_and_contradictions_of_the_section_are_problems() {
    for (yaml, path) in [
        (
            "headers: { Authorization: Bearer abc }",
            "headers.Authorization",
        ),
        ("headers: { X-Api-Key: abc }", "headers.X-Api-Key"),
        ("headers: { x-auth-token: $SECRET }", "headers.x-auth-token"),
        (
            "headers: { X-Shop: $AWS_SECRET_ACCESS_KEY }",
            "headers.X-Shop",
        ),
        (
            "headers: { X-Shop: $PLATFORM_A $PLATFORM_B }",
            "headers.X-Shop",
        ),
        ("headers: { 'X Shop': a }", "headers.X Shop"),
        ("pages: {}", "pages"),
        ("pages: { number: a, offset: b }", "pages"),
        ("pages: { number: a, cursor: b }", "pages.cursor"),
        ("{ command: [a], file: b.csv }", "file"),
        ("file: ../b.csv", "file"),
        ("file: /etc/passwd", "file"),
        ("file: a//b.csv", "file"),
        ("file: ''", "file"),
        ("url: http://platform.example", "url"),
    ] {
        let config: PlatformConfig = serde_yaml::from_str(yaml).unwrap();
        let problems = config.problems();
        let paths: Vec<&str> = problems.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, [path], "{yaml}");
        assert!(problems.iter().all(|(_, message)| !message.contains("abc")));
    }
    let config: PlatformConfig =
        serde_yaml::from_str("headers: { X-Key: 'a $PLATFORM_KEY;b' }").unwrap();
    assert!(config.problems().is_empty());
    let headers = |value: Option<&str>| {
        config.own_headers(|name| match name {
            "PLATFORM_KEY" => value.map(str::to_owned),
            _ => None,
        })
    };
    assert_eq!(headers(Some("s3")).unwrap()["x-key"], "a s3;b");
    for (value, message) in [
        (None, "PLATFORM_KEY is not set"),
        (Some(" "), "is not set"),
        (Some("a\nb"), "not allowed"),
    ] {
        let error = headers(value).unwrap_err();
        assert!(
            error.contains(message) && !error.contains("a\nb"),
            "{error}"
        );
    }
    let unit = "fields: { price: [] , unit: [a, b] }";
    for wrong in [
        "feilds: {}",
        unit,
        "fields: { use: { valu: a } }",
        "calls: { list: { method: PUT } }",
    ] {
        assert!(
            serde_yaml::from_str::<PlatformConfig>(wrong).is_err(),
            "{wrong}"
        );
    }
}
