//! Currencies of prices, and what the legal profile demands of them.

use platform::money::Currency;

use super::Findings;
use crate::config::Config;
use crate::price::Rate;

/// The second currency, and the legal profile.
pub(super) fn check(config: &Config, found: &mut Findings) {
    if let Some(reference) = &config.reference_currency {
        let own = config.currency();
        let message = format!(
            "the rate is not about {own}, the `currency` of prices: name {own} and another currency"
        );
        found.refuse(
            "reference_currency.rate",
            &message,
            reference.rate.reference_of(own).is_none(),
        );
    }

    for message in config.legal.omissions() {
        found.refuse("legal.profile", &message, true);
    }
    let own = config.currency();
    let is_shown = |rate: &Rate| rate.reference_of(own) == Some(Currency::MXN);
    let has_pesos = config
        .reference_currency
        .as_ref()
        .is_some_and(|reference| is_shown(&reference.rate));
    let message = format!(
        "the legal profile demands prices in pesos beside those in {own} (LFPC, article 34): add `reference_currency` \
         with a published rate, like `rate: 1 {own} = 18.4321 MXN`, or remove `legal.profile` outside of Mexico"
    );
    found.refuse(
        "currency",
        &message,
        config.legal.profile.is_some() && own != Currency::MXN && !has_pesos,
    );
}
