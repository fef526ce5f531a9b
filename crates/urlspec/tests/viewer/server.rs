//! Starts the server for one test, and sends requests to the server.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, ExitStatus, Stdio},
};

use serde_json::Value;
use ureq::{Agent, Body, http::Response};

pub(crate) const RUN: &str =
    "POST /api/v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/// A process of `urlspec serve` at a free port of this machine. It is stopped when the test ends.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    agent: Agent,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    pub(crate) fn start_with(args: &[&str]) -> Self {
        // On a busy machine, an answer may take minutes.
        Self::start_within(u16::MAX, args)
    }

    /// Starts a server in which clients and answers have `seconds` of time.
    pub(crate) fn start_within(seconds: u16, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urlspec"));
        command.args(["serve", "--bind", "127.0.0.1:0", "--json"]).args(args).stdout(Stdio::piped());
        command.env("URLSPEC_SERVE_TIMEOUT", seconds.to_string());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        let url = message["listening"].as_str().unwrap();
        let address = url.strip_prefix("http://").unwrap().trim_end_matches('/').parse().unwrap();
        let config = Agent::config_builder().http_status_as_error(false).build();
        Self { child, address, agent: config.into() }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Response<Body> {
        self.agent.get(self.url(path)).call().unwrap()
    }

    pub(crate) fn post(&self, body: &str) -> Response<Body> {
        self.agent.post(self.url("/api/v1/run")).content_type("application/json").send(body).unwrap()
    }

    pub(crate) fn run(&self, body: &str) -> (u16, Value) {
        let mut response = self.post(body);
        (response.status().as_u16(), response.body_mut().read_json().unwrap())
    }

    pub(crate) fn guard(&self, body: &str) -> (u16, Value) {
        let request = self.agent.post(self.url("/guard")).content_type("application/json");
        let mut response = request.send(body).unwrap();
        (response.status().as_u16(), response.body_mut().read_json().unwrap())
    }

    /// Returns a TCP connection, for requests that an HTTP client would not send.
    pub(crate) fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).unwrap()
    }

    /// Sends `request`, and returns the bytes that the server sends before it closes the connection.
    pub(crate) fn say(&self, request: impl AsRef<[u8]>) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_ref()).unwrap();
        let mut answer = Vec::new();
        // If the server closes the connection while the client still sends, reading fails.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    #[cfg(unix)]
    pub(crate) fn terminate(&mut self) {
        assert!(Command::new("kill").arg(self.id().to_string()).status().unwrap().success());
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Killing fails if the server has stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
