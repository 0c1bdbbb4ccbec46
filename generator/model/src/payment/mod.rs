//! Payment plans: how authors define them (`content/payment-plans.yaml`), and the payments of each plan for a price, to
//! the centavo.

mod description;
mod plan;
mod schedule;
mod share;

pub use description::{Description, describe};
pub use plan::{Construction, FILE, PaymentPlan, Plans, examples_in, parse};
pub use schedule::{Payment, PaymentKind, Schedule};
pub use share::Share;
