//! Random URLs with which an attacker tries to deceive a server: the server accepts the host of the URL, but
//! its HTTP client connects to another host. Most URLs have one unusual part from a security advisory.

use super::{Dice, LISTS};

/// Bases with different schemes and kinds of hosts, against which tests resolve random URLs.
pub const LURE_BASES: [&str; 3] =
    ["https://good.example/p/q?r", "http://good.example/p/", "http://93.184.216.34/a;b/c/"];

impl Dice {
    /// Returns a random URL in which the check of a server and its HTTP client may find different hosts. If
    /// `has_base` is true, most results are relative references.
    pub fn lure(&mut self, has_base: bool) -> String {
        let text = if has_base && self.roll(4) > 0 { self.reference() } else { self.absolute() };
        match self.roll(12) {
            0 | 1 => self.mutate(&text),
            2 => self.hostile_url(),
            _ => text,
        }
    }

    /// Returns an absolute URL with at most two unusual parts.
    fn absolute(&mut self) -> String {
        let odd = [self.roll(12), self.roll(12)];
        let is_odd = |part: usize| odd.contains(&part);
        let start =
            if is_odd(0) { self.pick(&LISTS.starts) } else { self.pick(&["http://", "http://", "https://"]) };
        let user = if is_odd(1) { self.pick(&LISTS.users) } else { "" };
        let host = if is_odd(2) || is_odd(3) { self.odd_host() } else { self.plain_host() };
        let port = if is_odd(4) { self.pick(&LISTS.ports) } else { "" };
        format!("{start}{user}{host}{port}{}", self.rest(is_odd(5) || is_odd(6)))
    }

    fn reference(&mut self) -> String {
        match self.roll(4) {
            0 => format!("{}{}", self.pick(&LISTS.references), self.rest(false)),
            1 => self.rest(true),
            2 => self.rest(false).trim_start_matches('/').into(),
            _ => {
                let up = self.pick(&["../", "./", "b/", "../../", "/"]);
                format!("{up}{}", self.rest(false).trim_start_matches('/'))
            }
        }
    }

    /// Returns a path with a query and a fragment. If `is_odd`, the path begins with an unusual path from a
    /// security advisory, and may also end with one.
    fn rest(&mut self, is_odd: bool) -> String {
        let mut path =
            String::from(if is_odd { self.pick(&LISTS.paths) } else { self.pick(&LISTS.plain_paths) });
        for _ in 0..self.roll(3) {
            path.push('/');
            path.push_str(&self.word("abcxyz019-._~!$&'()*+,;=:@"));
        }
        if is_odd && self.roll(3) == 0 {
            path.push_str(self.pick(&LISTS.paths));
        }
        format!("{path}{}{}", self.pick(&LISTS.queries), self.pick(&LISTS.fragments))
    }

    fn plain_host(&mut self) -> String {
        match self.roll(4) {
            0 => format!("{}.{}", self.word("abcdwxyz019"), self.pick(&LISTS.names[..4])),
            1 => format!("[2606:4700:{:x}::{:x}]", self.roll(0xFFFF) + 1, self.roll(0xFFFF) + 1),
            _ => self.pick(&LISTS.names).into(),
        }
    }

    fn odd_host(&mut self) -> String {
        match self.roll(10) {
            0 => self.domain(),
            1 => format!("{}.good.org", self.domain()),
            2 => format!("{}.good.org", "a".repeat(55 + self.roll(16))),
            3 => format!("{}good.org", "a.".repeat(118 + self.roll(10))),
            4 => (0..4).map(|_| self.number(256)).collect::<Vec<_>>().join("."),
            5 => self.number(1 << 30),
            6 => {
                let groups: Vec<_> =
                    (0..=self.roll(8)).map(|_| format!("{:x}", self.roll(0x1_0000))).collect();
                format!("[2{}{}]", groups.join(":"), self.pick(&["", "::", "::1", "::8.8.8.8", "%25a", ":"]))
            }
            _ => self.pick(&LISTS.hosts).into(),
        }
    }

    fn number(&mut self, limit: usize) -> String {
        let number = self.roll(limit);
        match self.roll(5) {
            0 => format!("{number:#x}"),
            1 => format!("0{number:o}"),
            _ => number.to_string(),
        }
    }

    /// Returns a string of one to six characters from `characters`, which must be ASCII.
    fn word(&mut self, characters: &str) -> String {
        (0..=self.roll(6)).filter_map(|_| characters.chars().nth(self.roll(characters.len()))).collect()
    }
}
