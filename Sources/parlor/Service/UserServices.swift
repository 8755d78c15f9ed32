import Commands
import Programs
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The user's service manager and the place of its units.
struct UserServices {
  /// The longest time that one command of the manager may take: it waits for a daemon to end.
  private static let patience = Duration.seconds(60)

  /// The directory of the units, absolute.
  let directory: String
  /// The unit of the package from which this program is; nil without one.
  let packaged: PackagedUnit?

  /// - Parameter program: the absolute path of this program.
  init(of program: String, environment: (String) -> String?) throws {
    packaged = PackagedUnit(of: program, environment: environment)
    func set(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let base: String
    if let path = set("XDG_CONFIG_HOME"), path.hasPrefix("/") {
      base = path
    } else if let home = set("HOME") {
      base = home + "/.config"
    } else {
      throw CommandFailure(
        SessionEnd.usage, "The variable HOME is not set: set it to your home directory.")
    }
    directory = base + "/systemd/user"
  }

  /// The file of our unit.
  var path: String { directory + "/" + UserUnit.name }

  /// Whether a manager answers; without one, units are only files.
  var isManaged: Bool {
    Tool.run(["systemctl", "--user", "show-environment"], within: .seconds(5))?.code == 0
  }

  /// Has the manager do something.
  ///
  /// - Throws: `CommandFailure` with what it said.
  func manage(_ words: String...) throws {
    let result = Tool.run(["systemctl", "--user"] + words, within: Self.patience)
    guard result?.code != 0 else { return }
    let command = "systemctl --user \(words.joined(separator: " "))"
    throw CommandFailure(
      result == nil ? SessionEnd.timedOut : SessionEnd.refused,
      "`\(command)` failed (\((result?.output ?? "it did not end in time").plain)): "
        + "`journalctl --user -u \(UserUnit.name)` may say why.")
  }

  /// One word of the manager, such as `active` or `enabled`; empty without one.
  func word(_ question: String) -> String {
    (Tool.run(["systemctl", "--user", question, UserUnit.name], within: .seconds(5))?.output ?? "")
      .plain
  }

  /// The settings with which the system starts a user's service that can write the home, each one tried with those before it.
  func confinement(of home: String) -> [String] {
    UserUnit.confinements(of: home).reduce(into: []) { taken, group in
      let properties = (taken + group).flatMap { ["--property", $0] }
      let trial = ["systemd-run", "--user", "--quiet", "--wait", "--collect"] + properties
      if Tool.run(trial + ["test", "-w", home], within: .seconds(5))?.code == 0 { taken += group }
    }
  }

  /// The file that stands in our unit's place, if any.
  enum Present: Equatable {
    case nothing
    /// A file that this program wrote, with its text.
    case ours(String)
    /// Something else.
    case foreign
  }

  var present: Present {
    var information = stat()
    guard lstat(path, &information) == 0 else { return .nothing }
    guard information.st_mode & S_IFMT == S_IFREG, let text = Self.read(path), UserUnit.isOurs(text)
    else { return .foreign }
    return .ours(text)
  }

  /// Replaces the unit as a whole.
  func write(_ text: String) throws {
    var made = ""
    for part in directory.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o755)
    }
    let fresh = path + ".new"
    unlink(fresh)
    guard let file = fopen(fresh, "wxe") else { throw Self.failure(path) }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0, isWritten, rename(fresh, path) == 0 else {
      let failure = Self.failure(path)
      unlink(fresh)
      throw failure
    }
  }

  /// Takes the unit away, and the link that starts it.
  func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw Self.failure(path) }
    unlink("\(directory)/default.target.wants/\(UserUnit.name)")
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(
      SessionEnd.refused,
      "\(path) cannot be written (\(String(cString: strerror(errno)))): correct the permissions of its directory."
    )
  }

  /// The text of a unit; nil where it cannot be read.
  static func read(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
