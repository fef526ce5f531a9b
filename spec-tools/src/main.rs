//! `cargo xtask spec`.

use std::process::ExitCode;

fn main() -> ExitCode {
    spec_tools::main()
}
