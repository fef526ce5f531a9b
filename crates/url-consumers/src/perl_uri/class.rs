//! The classes of schemes in Perl's module URI: which methods a URL has.

/// Which methods the class of a scheme has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Of schemes without a class of their own, and without a scheme: no host.
    Generic,
    /// With a host and a port, of which this is the default.
    Server(&'static str),
    /// The same, and the path includes the query.
    Ftp,
    /// The host is the whole authority.
    File,
    /// Only a path, which includes all but the fragment.
    Opaque,
    /// The same, and a query.
    Mailto,
    /// A server, whose authority ends at ; or ?
    Sip(&'static str),
}

impl Class {
    pub(super) fn of(scheme: &str) -> Self {
        match scheme {
            "ftp" => Self::Ftp,
            "file" => Self::File,
            "data" | "urn" => Self::Opaque,
            "mailto" => Self::Mailto,
            "sip" => Self::Sip("5060"),
            "sips" => Self::Sip("5061"),
            "gopher" => Self::Server("70"),
            "http" => Self::Server("80"),
            "https" => Self::Server("443"),
            "ldap" => Self::Server("389"),
            "ldaps" => Self::Server("636"),
            "mms" => Self::Server("1755"),
            "news" | "nntp" => Self::Server("119"),
            "nntps" | "snews" => Self::Server("563"),
            "pop" => Self::Server("110"),
            "rlogin" => Self::Server("513"),
            "rsync" => Self::Server("873"),
            "rtsp" | "rtspu" => Self::Server("554"),
            "sftp" | "ssh" => Self::Server("22"),
            "telnet" | "tn3270" => Self::Server("23"),
            _ => Self::Generic,
        }
    }

    /// Whether hosts are encoded in Punycode.
    pub(super) fn is_server(self) -> bool {
        matches!(self, Self::Server(_) | Self::Ftp | Self::Sip(_))
    }
}
