import Client

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The unit that a package or an archive has brought along: it runs the home that commands use without being told of another one.
struct PackagedUnit {
  /// The file of the unit.
  let path: String
  /// The home that it serves.
  let home: String

  /// Looks for the unit that starts a program where systemd looks for units (systemd.unit(5), "User Unit Search Path").
  ///
  /// - Returns: nil where there is none, or where it starts another program.
  init?(of program: String, environment: (String) -> String?) {
    func set(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let data = set("XDG_DATA_HOME") ?? set("HOME").map { $0 + "/.local/share" }
    let shared = (set("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
    let places =
      [data].compactMap { $0 } + shared.map(String.init) + ["/usr/local/lib", "/usr/lib"]
    let home = HomeDirectory.path(
      named: nil, environment: { $0 == "PARLOR_HOME" ? nil : environment($0) },
      workingDirectory: { nil })
    guard let home,
      let path = places.lazy.map({ $0 + "/systemd/user/" + UserUnit.name }).first(where: { path in
        UserServices.read(path).flatMap(Self.program).map(Self.real) == Self.real(program)
      })
    else { return nil }
    (self.path, self.home) = (path, home)
  }

  /// The program that a unit starts for the home that it is not told of.
  private static func program(of unit: String) -> String? {
    let (start, end) = ("ExecStart=", " daemon")
    let line = unit.split(separator: "\n").first { $0.hasPrefix(start) && $0.hasSuffix(end) }
    return line.map { line in
      line.dropFirst(start.count).dropLast(end.count).filter { $0 != "\"" }
        .replacing("%%", with: "%").replacing("$$", with: "$")
    }
  }

  /// A path without links; the path itself where nothing is there.
  private static func real(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
  }
}
