//! Golden report and mail, the sum of objects, and what is bounded.

use super::event::{Cell, Event};
use super::{
    CountsReport, MOST_CAMPAIGNS, MOST_PART_BYTES, MOST_SUM_BYTES, Numbers, OTHERS, PendingCounts,
    merge_days, read_days, write,
};
use crate::config::StoreLocation;
use crate::lead::{Lead, SpamReport};
use crate::outbox::Outbox;
use crate::site::TeamMail;
use crate::tests::{check_golden, lead_of, site};
use jiff::civil::{Date, date};
use lead_site::FormKind;
use serde_json::json;

fn numbers() -> Numbers {
    let mut numbers = Numbers::of_part();
    for (number, query) in [
        (1200, "e=opened&p=home&l=es&d=phone&c=VERANO"),
        (310, "e=opened&p=unit&l=en&d=desktop"),
        (4, "e=opened&p=contact&l=es&d=phone&c=otoño"),
        (90, "e=unit&p=unit&l=es&d=phone&c=VERANO&v=O-301"),
        (25, "e=unit&p=unit&l=en&d=desktop&v=O-301"),
        (12, "e=begun&p=unit&l=es&d=phone&c=VERANO&v=O-301"),
        (3, "e=begun&p=contact&l=en&d=desktop"),
        (6, "e=sent&p=unit&l=es&d=phone&c=VERANO&v=O-301"),
        (40, "e=filter&p=inventory&l=es&d=phone"),
        (2, "e=call&p=home&l=es&d=phone"),
        (9, "e=whatsapp&p=unit&l=es&d=phone&v=O-301"),
        (5, "e=pdf&p=unit&l=es&d=desktop&v=O-301"),
        (70, "e=lcp&p=unit&l=es&d=phone&v=1700"),
        (30, "e=lcp&p=unit&l=es&d=phone&v=2400"),
        (8, "e=cls&p=home&l=es&d=desktop&v=900"),
    ] {
        numbers.add(Cell::parse(query, site()).expect(query), number);
    }
    let violation = Cell {
        event: Event::Violation,
        detail: "img-src".to_owned(),
        ..Cell::default()
    };
    numbers.add(violation, 7);
    numbers
}

fn delivered(campaign: &str) -> Lead {
    let body = json!({"form": "unit", "key": campaign, "lang": "es", "unit": "O-301", "name": "Ana López", "phone": "9845550162",
        "email": "ana@example.com", "identity": "broker", "tracking": {"utm_campaign": campaign}});
    lead_of(
        FormKind::Unit,
        &body,
        "2026-11-20T15:00:00Z".parse().expect("a time"),
        SpamReport::default(),
    )
}

#[test]
fn report_and_mail_are_the_golden_files() {
    let leads: Vec<Lead> = ["VERANO"; 7]
        .into_iter()
        .chain(["ana@example.com", ""])
        .map(delivered)
        .collect();
    let report = || CountsReport::new(date(2026, 11, 16), date(2026, 11, 22), numbers(), &leads);
    let TeamMail {
        subject,
        text,
        html,
        ..
    } = report().render(site()).expect("a mail");
    let csv = report().to_csv(site()).expect("CSV");
    for (ending, made) in [
        ("txt", format!("Subject: {subject}\n\n{text}")),
        ("html", html),
        ("csv", csv),
    ] {
        check_golden(&format!("counts.{ending}"), &made);
        for personal in ["Ana", "9845550162", "example.com"] {
            assert!(!made.contains(personal), "{personal}");
        }
    }
    let day = date(2026, 11, 25);
    let of_one_day = CountsReport::new(day, day, numbers(), &[])
        .render(site())
        .expect("a mail");
    assert!(
        of_one_day.subject.ends_with(" del 25 de noviembre de 2026"),
        "{}",
        of_one_day.subject
    );
}

fn with_campaign(number: usize) -> Cell {
    Cell {
        campaign: format!("c{number}"),
        ..Cell::default()
    }
}

#[test]
fn cells_are_bounded_and_nothing_is_lost() {
    let mut numbers = Numbers::of_part();
    let of_unit = |number: usize| Cell {
        detail: format!("u{number}"),
        ..Cell::default()
    };
    (0..5_000).for_each(|number| numbers.add(with_campaign(number), 1));
    numbers.add(with_campaign(7), 2);
    assert_eq!(numbers.cells.len(), numbers.most + 1);
    assert_eq!(numbers.cells[&with_campaign(7)], 3);
    (0..5_000).for_each(|number| numbers.add(of_unit(number), 1));
    assert_eq!(numbers.cells.len(), 2 * numbers.most + 1);
    numbers.add(Cell::default(), u64::MAX);
    numbers.add(Cell::default(), 1);
    assert_eq!(numbers.cells[&Cell::default()], u64::MAX);
    let named = |cell: &&Cell| cell.campaign != OTHERS && cell.detail != OTHERS;
    let others: u64 = (numbers.iter().filter(|(cell, _)| !named(cell)))
        .map(|(_, number)| number)
        .sum();
    assert_eq!(others, 4_000 + 4_001);
    // Pages of hostile objects are bounded, too.
    let of_page = |number: usize| Cell {
        page: format!("p{number}"),
        ..Cell::default()
    };
    (0..5_000).for_each(|number| numbers.add(of_page(number), 1));
    assert_eq!(numbers.cells.len(), 3 * numbers.most);
}

#[test]
fn a_day_has_a_budget_of_new_campaigns() {
    let mut pending = PendingCounts::default();
    let morning = "2026-11-20T08:00:00Z".parse().expect("a time");
    let mut names_of = |first: usize, time| {
        (first..first + 500).for_each(|number| pending.count(with_campaign(number), time));
        let (numbers, _) = pending.take();
        let named = numbers.iter().filter(|(cell, _)| cell.campaign != OTHERS);
        (named.count(), numbers.total())
    };
    assert_eq!(names_of(0, morning), (MOST_CAMPAIGNS, 500));
    let noon = "2026-11-20T12:00:00Z".parse().expect("a time");
    assert_eq!(names_of(1_000, noon), (0, 500), "of new ones");
    assert_eq!(names_of(0, noon), (MOST_CAMPAIGNS, 500), "of known ones");
    let tomorrow = "2026-11-21T00:00:00Z".parse().expect("a time");
    assert_eq!(names_of(1_000, tomorrow), (MOST_CAMPAIGNS, 500));
}

#[test]
fn what_has_no_name_is_one_row_of_the_report() {
    let day = date(2026, 11, 20);
    let mut numbers = numbers();
    let [others, of_unit] = ["", "O-301"].map(|unit| Cell {
        campaign: OTHERS.to_owned(),
        detail: unit.to_owned(),
        lang: "es".to_owned(),
        ..Cell::default()
    });
    numbers.add(others, 70);
    numbers.add(of_unit, 40);
    let report = CountsReport::new(day, day, numbers, &[]);
    let label = site().team().string("report.others");
    let text = report.render(site()).expect("a mail").text;
    let rows = |start: &str| {
        let lines = text.lines().map(str::trim_start);
        lines.filter(|line| line.starts_with(start)).count()
    };
    assert_eq!(rows(&format!("{label} ·")), 2, "{text}");
    assert!(!text.contains(OTHERS), "{text}");
    let csv = report.to_csv(site()).expect("CSV");
    assert!(csv.contains(&format!("{label},O-301,es,40")), "{csv}");
}

#[tokio::test]
async fn sums_are_bounded_and_objects_of_other_sizes_skipped() {
    let outbox = Outbox::open(&StoreLocation::Memory).expect("a store");
    let days = [date(2026, 11, 19), date(2026, 11, 20)];
    for (minute, day) in (0..30).flat_map(|minute| days.map(|day| (minute, day))) {
        let mut numbers = Numbers::of_part();
        let first = 10_000 * minute + usize::try_from(day.day()).expect("a day") * 1_000_000;
        (first..first + 1_000).for_each(|number| numbers.add(with_campaign(number), 1));
        let written = write(&outbox, day.at(9, 5, 0, 0), &format!("{minute}"), &numbers).await;
        assert!(written.expect("written"));
    }
    let padded = |bytes: u64| {
        let text = "x".repeat(usize::try_from(bytes).expect("a length"));
        json!({"rows": [], "padding": text})
    };
    let [first, second] = days.map(|day| format!("counts/{day}"));
    for (name, bytes) in [
        (format!("{first}/09/large.json"), MOST_PART_BYTES),
        (format!("{second}/day.json"), MOST_SUM_BYTES),
    ] {
        let created = outbox.create(&name, &padded(bytes)).await;
        assert!(created.expect("created"), "{name}");
    }
    for _ in 0..2 {
        let sum = read_days(&outbox, days[0], days[1]).await.expect("a sum");
        assert!(sum.cells.len() <= sum.most + 1);
        assert_eq!(sum.total(), 60_000);
        merge_days(&outbox, date(2026, 11, 21))
            .await
            .expect("merged");
    }
    let listed = outbox.list_objects(&first).await.expect("listed");
    assert_eq!(listed.len(), 2, "the sum, and what was skipped");
}

#[tokio::test]
async fn a_merged_day_has_the_same_sum_and_an_imported_log_stays_known() {
    let outbox = Outbox::open(&StoreLocation::Memory).expect("a store");
    let day = date(2026, 11, 20);
    let all =
        async |outbox: &Outbox, day: Date| read_days(outbox, day, day).await.expect("readable");
    let names = async |outbox: &Outbox| {
        let listed = outbox.list_objects("counts").await.expect("listed");
        listed
            .into_iter()
            .map(|object| object.location.to_string())
            .collect::<Vec<_>>()
    };
    for (hour, id) in [(9, "a"), (9, "b"), (23, "c")] {
        assert!(
            write(&outbox, day.at(hour, 5, 0, 0), id, &numbers())
                .await
                .expect("written")
        );
    }
    let before = all(&outbox, day).await;
    assert!(
        before
            .iter()
            .all(|(cell, number)| number == 3 * numbers().cells[cell])
    );
    merge_days(&outbox, day).await.expect("merged");
    assert_eq!(names(&outbox).await.len(), 3, "the day itself is not over");
    for _ in 0..2 {
        merge_days(&outbox, date(2026, 11, 21))
            .await
            .expect("merged");
        assert_eq!(names(&outbox).await, ["counts/2026-11-20/day.json"]);
        assert_eq!(all(&outbox, day).await, before);
    }
    assert!(
        !write(&outbox, day.at(9, 5, 0, 0), "a", &numbers())
            .await
            .expect("known")
    );
    // What comes later is added.
    let mut late = Numbers::of_part();
    late.add(Cell::default(), 1);
    assert!(
        write(&outbox, day.at(9, 5, 0, 0), "late", &late)
            .await
            .expect("written")
    );
    merge_days(&outbox, date(2026, 11, 21))
        .await
        .expect("merged");
    assert_eq!(all(&outbox, day).await.cells[&Cell::default()], 1);
    assert!(all(&outbox, date(2026, 11, 19)).await.is_empty());
}
