//! The real command as a process: what it answers, what it leaves behind, how it serves, and that no
//! moment is a bad one to kill it.

mod command;
mod kill;
mod serve;
