//! Searches every output of the function for a lead's data and for credentials. Each field and each credential has a
//! text of its own that occurs nowhere else. Only the outbox, the commands that show a lead, and the receivers may
//! have a lead's data; nothing has a credential, and what they show of a lead is only text.

use super::support::mime::parts;
use super::support::platform::TOKEN;
use super::support::receivers::{EASYBROKER_TOKEN, HOOK, HUBSPOT_TOKEN, KEYS};
use super::support::servers::Mail;
use super::support::{
    Behaviour, Leads, Platform, Receiver, Receivers, Settings, client, eventually, received,
};
use reqwest::RequestBuilder;
use serde_json::{Map, Value, json};

/// The part of every text of the lead.
const CANARY: &str = "kanarie7";
/// The telephone number, which cannot contain [`CANARY`].
const PHONE: &str = "5298400019177";
/// The broker's, of which only digits are stored.
const BROKER_PHONE: &str = "5298400019188";
const CAPTCHA_SECRET: &str = "captcha-qx41";
const SMTP_USER: &str = "user-qx42";
const SMTP_PASSWORD: &str = "password-qx43";
/// The marketing parameters.
const TRACKING: &str = "utm_campaign utm_medium ad utm_source cost sales utm_term utm_content utm_id adset asesor tel \
    gclid gbraid wbraid fbclid ttclid msclkid";

/// A valid post with a text of its own in every field.
fn planted(key: &str) -> Value {
    let parameter = |name: &str| {
        let value = match name {
            "tel" => json!(BROKER_PHONE),
            _ => json!(format!("{CANARY} {name}")),
        };
        (name.to_owned(), value)
    };
    let tracking: Map<String, Value> = TRACKING.split(' ').map(parameter).collect();
    json!({
        "key": key, "form": "contact", "lang": "es", "page": format!("/{CANARY}-page"), "unit": format!("{CANARY}-unit"),
        "name": format!("{CANARY} name"), "phone": PHONE, "email": format!("{CANARY}@example.com"), "space": "oficina",
        "identity": "investor", "message": format!("{CANARY} message"), "query": format!("?q={CANARY}-query"),
        "website": format!("{CANARY} website"), "captcha": format!("{CANARY}-captcha"), "notice_version": CANARY,
        "marketing": true, "elapsed_ms": 25000, "tracking": tracking
    })
}

/// What the function has printed and answered, by its source.
#[derive(Default)]
struct Outputs(Vec<(String, String)>);

impl Outputs {
    fn add(&mut self, source: &str, text: impl Into<String>) {
        self.0.push((source.to_owned(), text.into()));
    }

    /// Sends a request and records the whole answer, which must have this status.
    async fn answer(&mut self, source: &str, request: RequestBuilder, status: u16) {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), status, "{source}");
        self.add(source, format!("{:?}", response.headers()));
        self.add(source, response.text().await.unwrap());
    }

    fn command(&mut self, settings: &Settings, command: &str) {
        let output = settings.run(&command.split(' ').collect::<Vec<_>>());
        self.add(
            command,
            String::from_utf8([output.stdout, output.stderr].concat()).unwrap(),
        );
    }

    fn assert_free_of(&self, texts: &[&str]) {
        for (source, output) in &self.0 {
            let output = output.to_lowercase();
            for text in texts {
                assert!(
                    !output.contains(text),
                    "{text} is in the output of {source}: {output}"
                );
            }
        }
    }
}

/// Posts of every outcome, as JSON and as forms.
async fn send_posts(outputs: &mut Outputs, leads: &Leads) {
    let post = |body: &Value| leads.post("/api/leads").json(body);
    let body = planted("canary-1");
    let changed = |name: &str, value: &str| {
        let mut body = body.clone();
        body[name] = json!(value);
        post(&body)
    };
    let foreign = client()
        .post(leads.url("/api/leads"))
        .header("origin", format!("https://{CANARY}.test"));
    let cut = leads
        .post("/api/leads")
        .header("content-type", "application/json");
    let form = leads.post("/api/leads").form(&[
        ("form", "brochure"),
        ("name", &format!("{CANARY} form")),
        ("phone", PHONE),
        ("email", &format!("{CANARY}@example.com")),
        ("identity", "broker"),
    ]);
    let path = format!("/api/{CANARY}?email={CANARY}");
    for (source, request, status) in [
        ("an accepted post", post(&body), 200),
        ("the same post", post(&body), 200),
        (
            "another post with its key",
            changed("message", &format!("{CANARY} other")),
            409,
        ),
        (
            "an invalid post",
            changed("name", &format!("<{CANARY}>")),
            422,
        ),
        ("a post of an unknown form", changed("form", CANARY), 400),
        ("a post of another site", foreign.json(&body), 403),
        (
            "a cut post",
            cut.body(format!("{{\"name\": \"{CANARY}")),
            400,
        ),
        ("an accepted form post", form, 303),
        ("an unknown path", client().get(leads.url(&path)), 404),
    ] {
        outputs.answer(source, request, status).await;
    }
}

#[tokio::test]
async fn no_output_has_a_leads_data_or_a_credential() {
    let (mail, platform, receivers) = (
        Mail::start(),
        Platform::start().await,
        Receivers::start().await,
    );
    for (receiver, status) in [
        (Receiver::Webhook, 410),
        (Receiver::Hubspot, 400),
        (Receiver::EasyBroker, 500),
    ] {
        // Answers that repeat what was sent.
        let body = json!({"errors": [{"errorType": CANARY, "message": CANARY}], "status": CANARY});
        receivers.behave(receiver, vec![Behaviour::Refuse(status, None, body); 2]);
    }
    platform.behave(json!({"call": "*", "mode": "server_error", "times": 2}));
    // The server offers no login, so that each mail fails with the credentials at hand.
    let login = mail
        .server
        .url
        .replace("//", &format!("//{SMTP_USER}:{SMTP_PASSWORD}@"));
    let (settings, leads) = receivers
        .configure(Settings::to_platform(&platform.url()))
        .with_mail(&mail)
        .set(&format!(
            "SMTP_URL={login} LEADS_SITE_URL=http://127.0.0.1:9 LEADS_ATTEMPTS=3 RUST_LOG=trace"
        ))
        .set(&format!(
            "RECAPTCHA_SECRET={CAPTCHA_SECRET} RECAPTCHA_URL=http://127.0.0.1:9/verify"
        ))
        .served();
    let mut outputs = Outputs::default();
    send_posts(&mut outputs, &leads).await;
    let dead_lettered = || leads.log().matches("\"result\":\"dead_lettered\"").count() == 6;
    eventually(
        "both leads are dead-lettered at three channels",
        dead_lettered,
    )
    .await;
    for path in ["/api/health", "/api/ready"] {
        outputs.add(path, leads.get(path).await.text().await.unwrap());
    }
    outputs.add("the log", leads.log());
    for command in
        "check|status|list|list --json|retry --all|deliver|delete --email nobody@example.com --yes"
            .split('|')
    {
        outputs.command(&settings, command);
    }
    let wrong = Settings::to_platform("no-url")
        .set(&format!(
            "PLATFORM_TOKEN={TOKEN}\u{e9} SMTP_URL={SMTP_USER}:{SMTP_PASSWORD}@host"
        ))
        .set(&format!(
            "WEBHOOK_URL={HOOK} WEBHOOK_SECRET={}\u{e9} HUBSPOT_FORM=1234/form-1",
            KEYS[0]
        ))
        .set(&format!(
            "HUBSPOT_TOKEN={HUBSPOT_TOKEN}\u{e9} EASYBROKER_TOKEN={EASYBROKER_TOKEN}\u{e9}"
        ));
    outputs.command(&wrong, "check");
    outputs.command(&wrong, "serve --port 0");

    // Every field was really stored, and the platform has them.
    let shown = settings.output(&["export", "--format", "json"]);
    let body = planted("canary-1");
    let tracking = body["tracking"].as_object().unwrap().values();
    let fields = ["page", "unit", "name", "email", "message", "query"].map(|name| &body[name]);
    for value in tracking.chain(fields) {
        assert!(
            shown.contains(value.as_str().unwrap()),
            "{value} is not in {shown}"
        );
    }
    assert!(shown.contains(PHONE));
    let keys = KEYS.map(|key| key.trim_start_matches("whsec_").to_lowercase());
    let tokens = [TOKEN, CAPTCHA_SECRET, HOOK, HUBSPOT_TOKEN, EASYBROKER_TOKEN];
    let credentials = [&tokens[..], &[SMTP_USER, SMTP_PASSWORD, &keys[0], &keys[1]]].concat();
    outputs.assert_free_of(&[CANARY, PHONE, BROKER_PHONE]);
    outputs.assert_free_of(&credentials);

    // Until then it attempts again what `retry` has set waiting, and removes objects.
    assert!(leads.stop().await);
    let mut stored = Outputs::default();
    for path in settings.objects("") {
        stored.add(
            &path.display().to_string(),
            std::fs::read_to_string(&path).unwrap(),
        );
    }
    assert!(stored.0.len() > 4, "the outbox has objects");
    stored.assert_free_of(&credentials);
}

#[tokio::test]
async fn hostile_texts_reach_no_header_and_no_terminal() {
    let mail = Mail::start();
    let (settings, leads) = Settings::new().with_mail(&mail).served();
    let hostile = [
        "=?utf-8?q?Ana=0D=0ABcc:_evil@evil.example?=",
        "=?utf-8?b?QmNjOiB4?= =?utf-8?q?=3Cscript=3E?=",
        "=\u{200b}?utf-8?q?Ana=1B[2J?=",
        "Ana \u{202e}nobody\u{2066}\u{200f}",
        "\u{2060}Ñandú =?x",
    ];
    for (number, text) in hostile.into_iter().enumerate() {
        let body = json!({"key": format!("hostile-{number}"), "name": text, "email": "ana@example.com", "subject": text,
            "message": format!("{text}\u{1b}[31m\u{7}\u{0}\u{9b}2J\n;=1+1"), "tracking": {"utm_source": text}});
        let answer = leads.post("/mail/send").json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{text:?}");
    }
    for mail in received(&mail, hostile.len()).await {
        let head = mail.split("\r\n\r\n").next().unwrap();
        // The mail library's own encoded words are of base64.
        for injected in ["=?utf-8?q?", "=?utf-8?b?QmNjOiB4", "\nBcc"] {
            assert!(!head.contains(injected), "{head}");
        }
        shows_no_hidden_character(&parts(&mail).concat());
    }
    for arguments in [&["export"][..], &["export", "--format", "json"]] {
        shows_no_hidden_character(settings.output(arguments).trim_start_matches('\u{feff}'));
    }
    println!(
        "torture: hostile encoded words | {} | {} | 0 | 0",
        hostile.len(),
        hostile.len()
    );
}

fn shows_no_hidden_character(text: &str) {
    let hidden = |letter: char| {
        letter.is_control() && !matches!(letter, '\r' | '\n')
            || matches!(letter, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
    };
    assert_eq!(text.find(hidden), None, "{text:?}");
}
