//! The `leads` command. The same binary is the AWS Lambda function when it runs in a Lambda environment.

use std::process::ExitCode;

fn main() -> ExitCode {
    functions::command()
}
