//! Net price, IVA and total. The tax is computed only here.

use platform::money::Money;

/// A price in its three parts; `net + vat = total`, to the minor unit of the currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The price before tax, which comes from the platform and which the site shows with '+ IVA'.
    pub net: Money,
    /// The tax (IVA), rounded half up to the minor unit of the currency.
    pub vat: Money,
    /// The amount that the buyer pays (LFPC, article 7 bis).
    pub total: Money,
}

/// 100 % of 100 %.
const WHOLE: i128 = 100 * 100;

/// Value added tax (IVA) on a price, or on a share of it: land has none (LIVA, article 9, I).
#[derive(Clone, Copy, Debug)]
pub struct Vat {
    /// The rate in percent.
    pub percent: u8,
    /// The share of the price that has the tax, in percent.
    pub share_percent: u8,
}

impl Vat {
    /// A rate on the whole price.
    pub const fn whole(percent: u8) -> Vat {
        Vat { percent, share_percent: 100 }
    }
}

impl Price {
    /// The price for a net amount and its tax. `None` when the net amount is below zero or the total too large for
    /// [`Money`].
    pub fn with_vat(net: Money, Vat { percent, share_percent }: Vat) -> Option<Price> {
        let amount = i128::from(u64::try_from(net.minor_units()).ok()?);
        let vat = (amount * i128::from(percent) * i128::from(share_percent) + WHOLE / 2) / WHOLE;
        let vat = Money(i64::try_from(vat).ok()?);
        Some(Price { net, vat, total: net.checked_add(vat)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(serde::Deserialize)]
    struct Case {
        net: i64,
        percent: u8,
        vat: i64,
        total: i64,
    }

    #[derive(serde::Deserialize)]
    struct Cases {
        prices: Vec<Case>,
    }

    #[test]
    fn the_cases_of_another_program() {
        let cases: Cases = serde_json::from_str(include_str!("../../cases/money.json")).unwrap();
        assert!(cases.prices.len() > 3);
        for case in cases.prices {
            let price = Price::with_vat(Money(case.net), Vat::whole(case.percent)).unwrap();
            assert_eq!((price.vat.minor_units(), price.total.minor_units()), (case.vat, case.total));
        }
    }

    #[test]
    fn the_tax_of_known_prices() {
        let price = Price::with_vat(Money(320_000_000), Vat::whole(16)).unwrap();
        assert_eq!((price.vat, price.total), (Money(51_200_000), Money(371_200_000)));
        assert_eq!(Price::with_vat(Money(3), Vat::whole(16)).unwrap().vat, Money(0), "0.48 of a centavo");
        assert_eq!(Price::with_vat(Money(50), Vat::whole(1)).unwrap().vat, Money(1), "half a centavo");
        let on_share = Price::with_vat(Money(320_000_000), Vat { percent: 16, share_percent: 60 }).unwrap();
        assert_eq!((on_share.vat, on_share.total), (Money(30_720_000), Money(350_720_000)));
        assert_eq!(Price::with_vat(Money(-1), Vat::whole(16)), None);
        assert_eq!(Price::with_vat(Money(i64::MAX), Vat::whole(16)), None);
    }

    proptest! {
        #[test]
        fn net_and_tax_are_the_total(centavos in 0..=i64::MAX / 3, percent in 0u8..=100) {
            let price = Price::with_vat(Money(centavos), Vat::whole(percent)).unwrap();
            prop_assert_eq!(price.net, Money(centavos));
            prop_assert_eq!(price.net.checked_add(price.vat), Some(price.total));
            // The nearest whole number of centavos has an error of at most half a centavo.
            let exact = i128::from(centavos) * i128::from(percent);
            prop_assert!((i128::from(price.vat.minor_units()) * 100 - exact).abs() <= 50);
        }

        #[test]
        fn no_amount_panics(centavos: i64, percent: u8) {
            let _ = Price::with_vat(Money(centavos), Vat::whole(percent));
        }
    }
}
