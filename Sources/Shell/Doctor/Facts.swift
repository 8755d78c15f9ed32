import Client
import Glibc
import Programs
import Schema

/// The facts that are read from the machine; each read may hang and is called with a bound.
enum Facts {
  /// The files in the home that are its person's alone.
  private static let privateFiles = [
    "node-key.pem", "node-certificate.pem", "parlor.sqlite", "parlor.sqlite-wal",
    "parlor.sqlite-shm", "lock", "running", "ballast", "api.sock", DaemonProcess.logName,
    ProgramNote.name,
  ]

  /// Our own words for mending things.
  static func remedy() -> SystemCommands {
    let services = ["avahi-daemon", "dbus"] + SystemCommands.clocks
    return SystemCommands(
      isRoot: geteuid() == 0, hasSystemd: access("/run/systemd/system", F_OK) == 0,
      packager: ["apt", "dnf", "zypper", "pacman"].first { Tool.exists($0) },
      scripts: Set(services.filter { access("/etc/init.d/\($0)", X_OK) == 0 }))
  }

  /// Whether there is a home; a link to one counts.
  static func isThere(_ home: String) -> Bool { access(home, F_OK) == 0 }

  static func files(home: String, _ remedy: SystemCommands) -> DoctorCheck {
    guard let rights = rights(home, name: home) else {
      return .problem(.files, HomeDirectory.unusable(home, String(cString: strerror(errno))))
    }
    let files = privateFiles.compactMap { Self.rights(home + "/" + $0, name: $0) }
    return FileRights.verdict(
      home: home, rights: rights, files: files, user: geteuid(), remedy: remedy)
  }

  private static func rights(_ path: String, name: String) -> FileRights? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    return FileRights(
      name: name, mode: information.st_mode & 0o777, owner: information.st_uid)
  }

  static func disk(home: String, complaint: String) -> DoctorCheck {
    var information = statvfs()
    guard statvfs(home, &information) == 0 else {
      return .notChecked(
        .disk,
        "The system does not say how much room there is (\(String(cString: strerror(errno)))).")
    }
    let room = DiskRoom(
      free: UInt64(information.f_bavail) &* UInt64(information.f_frsize),
      files: information.f_files == 0 ? nil : UInt64(information.f_favail))
    return room.verdict(home: home, complaint: complaint)
  }

  static func clock(home: String, peers: [PeerView], _ remedy: SystemCommands) -> DoctorCheck {
    let files = ["parlor.sqlite", "parlor.sqlite-wal"].compactMap { changed(home + "/" + $0) }
    let seen = peers.map { $0.lastSeenMilliseconds / 1_000 }
    let linked = peers.filter { $0.online && $0.clockAheadMilliseconds != 0 }
    return ClockVerdict.check(
      now: Int64(time(nil)), program: changed("/proc/self/exe") ?? 0, newest: (files + seen).max(),
      others: .init(compared: linked.count, differences: linked.compactMap(\.clockDifference)),
      isKept: isClockKept(), remedy: remedy)
  }

  /// Whether the clock was set by the network since the start of the machine, as systemd notes it; nil where it does not say.
  private static func isClockKept() -> Bool? {
    access("/run/systemd/timesync/synchronized", F_OK) == 0 ? true : nil
  }

  private static func changed(_ path: String) -> Int64? {
    var information = stat()
    return stat(path, &information) == 0 ? Int64(information.st_mtim.tv_sec) : nil
  }

  /// The state of Avahi, with the result of a trial.
  static func avahi(_ trial: AvahiFacts.Trial) -> AvahiFacts {
    let process = SystemFile.read("/run/avahi-daemon/pid").flatMap { text in
      pid_t(text.prefix { $0.isNumber })
    }
    let isRunning = process.map { $0 > 0 && (kill($0, 0) == 0 || errno == EPERM) } ?? false
    return AvahiFacts(
      isInstalled: Tool.exists("avahi-daemon"), isRunning: isRunning, busProblem: dbusProblem(),
      isBusInstalled: Tool.exists("dbus-daemon") || Tool.exists("dbus-broker"), trial: trial)
  }

  /// Whether the system's D-Bus answers; the reason when not.
  private static func dbusProblem() -> String? {
    let path = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? ""
    let prefix = "unix:path="
    let socket =
      path.hasPrefix(prefix)
      ? String(path.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" })
      : "/run/dbus/system_bus_socket"
    guard let slash = socket.lastIndex(of: "/"),
      let place = SocketPath(
        directory: String(socket[..<slash]), name: String(socket[socket.index(after: slash)...]))
    else { return "the place \(socket) cannot be used" }
    guard let descriptor = place.connect() else {
      return "\(socket): \(String(cString: strerror(errno)))"
    }
    close(descriptor)
    return nil
  }
}
