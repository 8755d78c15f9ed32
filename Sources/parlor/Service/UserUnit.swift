/// A systemd user unit that runs the daemon of a home.
struct UserUnit: Equatable {
  static let name = "parlor.service"
  /// The first line of a unit that this program wrote; others are left alone.
  static let mark = "# Written by `parlor service install`, which also replaces it."

  /// The absolute path of the program.
  var program: String
  /// The absolute path of the home.
  var home: String
  /// The settings that need namespaces of their own, one a line; none where the system refuses all of them.
  var confinement: [String]

  /// The whole file.
  var text: String {
    """
    \(Self.mark)
    [Unit]
    Description=Parlor, a node on the local network
    Documentation=man:parlor(1)
    StartLimitIntervalSec=60
    StartLimitBurst=5

    [Service]
    ExecStart=\(Self.word(program)) daemon --home \(Self.word(home))
    Restart=on-failure
    RestartSec=2
    UMask=0077
    NoNewPrivileges=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    RestrictNamespaces=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM
    LimitCORE=0
    \(confinement.map { $0 + "\n" }.joined())
    [Install]
    WantedBy=default.target

    """
  }

  /// Settings that need namespaces of their own, in groups that belong together, the most important first: not every kernel
  /// lets a user have all of them.
  ///
  /// RestrictFileSystems is not among them, as it needs a program in the kernel that only the system's manager may load, and
  /// ProcSubset neither, as the page asks /proc/net for the users of its connections.
  static func confinements(of home: String) -> [[String]] {
    let isTemporary = ["/tmp/", "/var/tmp/"].contains { home.hasPrefix($0) }
    let files = ["ProtectSystem=strict", "ReadWritePaths=\(listed(home))"]
    // A home among the temporary files would not be seen.
    return [isTemporary ? files : files + ["PrivateTmp=yes"]]
      + [
        "PrivateUsers=yes", "PrivateDevices=yes", "ProtectHome=read-only",
        "ProtectProc=invisible", "ProtectClock=yes", "ProtectHostname=yes",
        "ProtectControlGroups=yes", "ProtectKernelLogs=yes", "ProtectKernelModules=yes",
        "ProtectKernelTunables=yes", "CapabilityBoundingSet=",
      ].map { [$0] }
  }

  /// Whether a file is one of ours, and the home that it serves, as it is written there.
  static func isOurs(_ text: String) -> Bool { text.hasPrefix(mark + "\n") }

  /// Whether a file of ours serves a home.
  static func serves(_ home: String, _ text: String) -> Bool {
    text.split(separator: "\n").contains {
      $0.hasPrefix("ExecStart=") && $0.hasSuffix(" daemon --home \(word(home))")
    }
  }

  /// One word of a command line (systemd.service(5), "Command lines"; `%` and `$` mean more there).
  static func word(_ text: String) -> String {
    let escaped = quoted(text).replacing("$", with: "$$")
    return isPlain(text) ? escaped : "\"\(escaped)\""
  }

  /// One path of a list.
  private static func listed(_ text: String) -> String {
    isPlain(text) ? quoted(text) : "\"\(quoted(text))\""
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { " \t'\"\\;".contains($0) }
  }
}
