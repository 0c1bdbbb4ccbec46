//! A platform that does not answer, or whose answer cannot be read: the last good inventory is used, if there is one (S27).

use crate::support::pull_fixture::{PullFixture, TOKEN, kinds, misbehaviours, refusal};
use crate::support::rendered::lines;
use generator::stages::pull::{Origin, PullRequest, Source};
use platform::client::BadToken;
use platform::stub::{Behaviour, Mode};

/// How many amenities the build uses: none if the platform answers 404.
fn amenities(mode: Mode) -> usize {
    if mode == Mode::NotFound { 0 } else { 2 }
}

misbehaviours! {
    refuse: Refuse => "failed";
    hang: Hang => "failed";
    stall: Stall => "failed";
    trickle: Trickle => "failed";
    drop_half_way: Break => "failed";
    slow: Slow => "failed";
    unauthorized: Unauthorized => "failed";
    not_found: NotFound => "failed";
    too_many_requests: TooManyRequests => "failed";
    server_error: ServerError => "failed";
    redirect: Redirect => "failed";
    html: Html => "failed";
    cut_off: CutOff => "failed";
    deep: Deep => "failed";
    huge: Huge => "failed";
    other_shape: OtherShape => "broken_schema";
}

#[test]
fn without_a_connection_an_address_or_a_credential_the_snapshot_is_used() {
    let fixture = PullFixture::with_snapshot();
    // A closed port, a name that cannot exist (RFC 6761), and a server that does not speak TLS.
    let without_tls = fixture.url.replace("http://", "https://");
    let addresses = ["http://127.0.0.1:1", "https://platform.invalid", &without_tls];
    for address in addresses {
        let gone =
            PullRequest { origin: Origin::Platform { url: Some(address.to_owned()) }, ..fixture.request() };
        let pulled = fixture.pull(&gone).unwrap();
        assert_eq!(pulled.source, Source::Snapshot, "{address}");
        let reason = &pulled.warnings[0];
        assert_eq!(reason.kind, "failed", "{address}");
        assert!(reason.message.contains("the platform"), "{address}: {reason}");
    }
    println!("torture: no connection, no name, no TLS | {} | 3 | 0 | 0", addresses.len());

    // Without an address or a credential no request is sent.
    let nowhere = PullRequest { origin: Origin::Platform { url: None }, ..fixture.request() };
    assert_eq!(kinds(&fixture.pull(&nowhere).unwrap().warnings), ["no_platform"]);
    let asked = fixture.requests().len();
    let nobody = PullRequest { token: Err(BadToken::Missing), ..fixture.request() };
    let pulled = fixture.pull(&nobody).unwrap();
    assert_eq!(pulled.warnings[0].message, BadToken::Missing.to_string());
    assert_eq!(fixture.requests().len(), asked);
    assert_eq!(kinds(&refusal(fixture.pull(&PullRequest { strict: true, ..nobody }))), ["bad_token"]);
}

#[test]
fn a_temporary_fault_is_retried_at_the_default_address_of_site_yaml_inside_an_async_runtime() {
    let mut fixture = PullFixture::start();
    fixture.platform.url = fixture.url.clone();
    fixture.tell(&Behaviour { times: Some(1), ..Behaviour::new("property/list", Mode::ServerError) });
    let request = PullRequest { origin: Origin::Platform { url: None }, ..fixture.strict() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let pulled = runtime.block_on(async { fixture.pull(&request) }).unwrap();
    assert_eq!((pulled.source, pulled.warnings.len()), (Source::Platform, 0));
}

#[test]
fn the_credential_is_in_no_reason_and_no_snapshot() {
    let fixture = PullFixture::with_snapshot();
    for mode in [Mode::Refuse, Mode::Unauthorized, Mode::Html, Mode::CutOff, Mode::OtherShape, Mode::Redirect]
    {
        fixture.mode(mode);
        let pulled = fixture.pulled();
        let messages = lines(&pulled.warnings).concat();
        assert!(!format!("{messages} {pulled:?} {:?}", fixture.request()).contains(TOKEN), "{mode:?}");
    }
    assert!(!String::from_utf8(fixture.snapshot_bytes().unwrap()).unwrap().contains(TOKEN));
}
