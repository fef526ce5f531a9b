//! `cargo xtask spec` and `cargo xtask mutants`.

use std::process::ExitCode;

fn main() -> ExitCode {
    spec_tools::main()
}
