//! A platform that does not answer, or whose answer is wrong: the last good inventory is used, if there is one (S27).

use std::fs;
use std::thread;

use generator::stages::pull::{Origin, PullRequest, Source};
use platform::client::BadToken;
use platform::stub::{Behaviour, Mode};
use strum::VariantArray as _;

use crate::support::pull_fixture::{
    PullFixture, SHIPPED_DAY, TOKEN, YESTERDAY, kinds, no_inventory, refusal,
};
use crate::support::rendered::lines;
use crate::support::torre::UNITS;

#[test]
fn the_last_good_inventory_replaces_each_wrong_answer_and_nothing_replaces_it_with_strict() {
    thread::scope(|scope| {
        for mode in Mode::VARIANTS {
            let kind = match mode {
                // The last two concern details.
                Mode::Ok | Mode::Incomplete | Mode::OtherUnit => continue,
                Mode::Empty | Mode::Half => "count",
                Mode::PriceTimesTen => "price_out_of_bounds",
                Mode::UnknownStatus => "unknown_status",
                Mode::DuplicateCodes => "duplicate_code",
                Mode::OtherShape | Mode::WrongTypes => "broken_schema",
                _ => "failed",
            };
            scope.spawn(move || check_misbehaviour(*mode, kind));
        }
    });
}

/// Checks a platform that misbehaves: with a snapshot, with a shipped inventory alone, and with neither, which fails.
fn check_misbehaviour(mode: Mode, kind: &str) {
    let fixture = PullFixture::with_snapshot();
    let snapshot = fixture.snapshot_bytes();
    fixture.mode(mode);
    let amenities = if matches!(mode, Mode::Empty | Mode::NotFound) {
        0
    } else {
        2
    };
    for (source, day) in [
        (Source::Snapshot, YESTERDAY),
        (Source::Shipped, SHIPPED_DAY),
    ] {
        let pulled = fixture.pulled();
        let inventory = &pulled.inventory;
        let counts = (inventory.units.len(), inventory.amenities.len());
        assert_eq!(
            (pulled.source, &*inventory.date.to_string()),
            (source, day),
            "{mode:?}"
        );
        assert_eq!(counts, (UNITS, amenities), "{mode:?} {source:?}");
        assert!(
            kinds(&pulled.warnings).contains(&kind),
            "{mode:?} {source:?}: {:?}",
            pulled.warnings
        );
        if source == Source::Snapshot {
            // What cannot be read cannot be accepted.
            let accept = !["count", "price_out_of_bounds"].contains(&kind);
            let reasons = refusal(fixture.pull(&PullRequest {
                accept,
                ..fixture.strict()
            }));
            assert!(
                kinds(&reasons).contains(&kind),
                "{mode:?} strict: {reasons:?}"
            );
            assert_eq!(fixture.snapshot_bytes(), snapshot, "{mode:?}");
            let accepted = fixture.pull(&fixture.accepting()).unwrap();
            assert_eq!(accepted.source == Source::Platform, !accept, "{mode:?}");
            fs::remove_dir_all(fixture.root().join(".site")).unwrap();
        }
    }
    assert_eq!(fixture.snapshot_bytes(), None, "{mode:?}");
    fs::remove_dir_all(fixture.root().join("content")).unwrap();
    let reasons = no_inventory(fixture.pull(&fixture.request()));
    assert!(kinds(&reasons).contains(&kind), "{mode:?}: {reasons:?}");
    assert_eq!(kinds(&reasons).last(), Some(&"nothing"), "{mode:?}");
    println!("torture: a platform that misbehaves, trickles or lies, build | 1 | 1 | 0 | 0");
}

#[test]
fn without_a_connection_an_address_or_a_credential_the_snapshot_is_used() {
    let fixture = PullFixture::with_snapshot();
    // A closed port, a name that cannot exist (RFC 6761), and a server that does not speak TLS.
    let without_tls = fixture.url.replace("http://", "https://");
    let addresses = [
        "http://127.0.0.1:1",
        "https://platform.invalid",
        &without_tls,
    ];
    for address in addresses {
        let gone = PullRequest {
            origin: Origin::Platform {
                url: Some(address.to_owned()),
            },
            ..fixture.request()
        };
        let pulled = fixture.pull(&gone).unwrap();
        assert_eq!(pulled.source, Source::Snapshot, "{address}");
        let reason = &pulled.warnings[0];
        assert_eq!(reason.kind, "failed", "{address}");
        assert!(
            reason.message.contains("the platform"),
            "{address}: {reason}"
        );
    }
    println!(
        "torture: no connection, no name, no TLS | {} | 3 | 0 | 0",
        addresses.len()
    );

    // Without an address or a credential no request is sent.
    let nowhere = PullRequest {
        origin: Origin::Platform { url: None },
        ..fixture.request()
    };
    assert_eq!(
        kinds(&fixture.pull(&nowhere).unwrap().warnings),
        ["no_platform"]
    );
    let asked = fixture.requests().len();
    let nobody = PullRequest {
        token: Err(BadToken::Missing),
        ..fixture.request()
    };
    let pulled = fixture.pull(&nobody).unwrap();
    assert_eq!(pulled.warnings[0].message, BadToken::Missing.to_string());
    assert_eq!(fixture.requests().len(), asked);
    assert_eq!(
        kinds(&refusal(fixture.pull(&PullRequest {
            strict: true,
            ..nobody
        }))),
        ["bad_token"]
    );
}

#[test]
fn a_temporary_fault_is_retried_at_the_default_address_of_site_yaml_inside_an_async_runtime() {
    let mut fixture = PullFixture::start();
    fixture.platform.url = fixture.url.clone();
    fixture.tell(&Behaviour {
        times: Some(1),
        ..Behaviour::new("property/list", Mode::ServerError)
    });
    let request = PullRequest {
        origin: Origin::Platform { url: None },
        ..fixture.strict()
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let pulled = runtime.block_on(async { fixture.pull(&request) }).unwrap();
    assert_eq!(
        (pulled.source, pulled.warnings.len()),
        (Source::Platform, 0)
    );
}

#[test]
fn the_credential_is_in_no_reason_and_no_snapshot() {
    let fixture = PullFixture::with_snapshot();
    for mode in [
        Mode::Refuse,
        Mode::Unauthorized,
        Mode::Html,
        Mode::CutOff,
        Mode::OtherShape,
        Mode::Redirect,
    ] {
        fixture.mode(mode);
        let pulled = fixture.pulled();
        let messages = lines(&pulled.warnings).concat();
        assert!(
            !format!("{messages} {pulled:?} {:?}", fixture.request()).contains(TOKEN),
            "{mode:?}"
        );
    }
    assert!(
        !String::from_utf8(fixture.snapshot_bytes().unwrap())
            .unwrap()
            .contains(TOKEN)
    );
}
