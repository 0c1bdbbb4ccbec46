//! Parses arbitrary text as payment plans: the payments of every accepted plan add up to the price.
#![no_main]

use model::lang::sample::BOTH;
use model::payment::{Schedule, examples_in, parse};
use model::price::Vat;
use platform::money::Money;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(plans) = parse(BOTH, text) else {
        return;
    };
    assert!(examples_in(text, &plans).len() <= plans.len());
    for plan in &plans {
        // From one centavo to the largest amount.
        for net in [1, 99, 5_000_000_00, 12_345_678_91, Money::MOST] {
            for vat in [0, 8, 16, 255] {
                let schedule = Schedule::new(Money(net), Vat::whole(vat), plan);
                let mut sum = [0; 3];
                for payment in &schedule.payments {
                    let amount = payment.amount;
                    for (sum, part) in sum.iter_mut().zip([amount.net, amount.vat, amount.total]) {
                        *sum += part.minor_units() * i64::from(payment.times);
                    }
                }
                let price = schedule.price;
                assert_eq!(sum, [price.net, price.vat, price.total].map(Money::minor_units), "{plan:?}");
            }
        }
    }
});
