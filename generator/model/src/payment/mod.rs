//! Payment plans: how an author states them (`content/payment-plans.yaml`), and what each asks of a unit's price,
//! payment by payment, to the centavo.

mod plan;
mod schedule;
mod share;
mod words;

pub use plan::{Construction, FILE, PaymentPlan, parse};
pub use schedule::{Payment, PaymentKind, Schedule};
pub use share::Share;
pub use words::{Words, words};
