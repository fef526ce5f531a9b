//! `completions` and `man`: generate shell completions and manual pages from the command line.

use std::{io::Write as _, path::Path};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use urlspec_outputs::{Opening, finish, print};

use crate::{
    args::Cli,
    verdict::{Failure, Verdict},
};

pub(crate) fn completions(shell: Shell) -> Result<Verdict, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command_line(), "urlspec", &mut script);
    print(|out| out.write_all(&script)).map(|()| Verdict::Valid)
}

pub(crate) fn man(dir: Option<&Path>) -> Result<Verdict, Failure> {
    let mut command = Cli::command_line();
    command.build();
    let Some(dir) = dir else {
        return print(|out| out.write_all(&page(command))).map(|()| Verdict::Valid);
    };
    let mut opening = Opening::beside(None);
    let mut pages = Vec::new();
    let mut commands = vec![("urlspec".to_owned(), command)];
    while let Some((name, command)) = commands.pop() {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            commands.push((format!("{name}-{}", sub.get_name()), sub.clone()));
        }
        let mut out = opening.open(Some(&dir.join(format!("{name}.1"))))?;
        out.write(&page(command))?;
        pages.push(out);
    }
    finish(pages, false).map(|()| Verdict::Valid)
}

fn page(command: Command) -> Vec<u8> {
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = Man::new(command).render(&mut page);
    page
}
