//! The `leads` command, and the AWS Lambda function: the same binary, told apart by its surroundings.

use std::process::ExitCode;

fn main() -> ExitCode {
    functions::command()
}
