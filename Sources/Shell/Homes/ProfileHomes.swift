import Feature
import FoundationEssentials
import Profiles

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The profile of a home as the other programs of its person see it: a file that can be read while no daemon runs.
public struct HomeLabel: Codable, Equatable, Sendable {
  /// The name of the file.
  public static let file = "profile.json"

  /// The name of the person there.
  public var name: String
  /// The e-mail; empty for none.
  public var email: String
  /// Whether there is a password.
  public var hasPassword: Bool

  /// Puts a label together.
  public init(name: String, email: String, hasPassword: Bool) {
    (self.name, self.email, self.hasPassword) = (name, email, hasPassword)
  }

  /// Reads that of a home; nil where nobody has created a profile.
  public init?(home: String) {
    guard let data = try? Data(contentsOf: URL(filePath: home + "/" + Self.file)),
      data.count < 8192,
      let label = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = label
  }

  /// Writes it, whole or not at all, for nobody else to read.
  ///
  /// - Throws: `Refused` where the home cannot be written.
  public func write(home: String) throws {
    let path = home + "/" + Self.file
    do {
      try JSONEncoder().encode(self).write(to: URL(filePath: path + ".new"), options: .atomic)
    } catch {
      throw Refused(.storage, "\(path) cannot be written.", .doctor)
    }
    chmod(path + ".new", 0o600)
    guard rename(path + ".new", path) == 0 else {
      throw Refused(.storage, "\(path) cannot be written (\(String(cString: strerror(errno)))).")
    }
  }

  /// Removes it.
  public static func remove(home: String) { unlink(home + "/" + file) }
}

/// The homes of one user of this machine: the first one, those below the folder of profiles, and those elsewhere that were noted.
public struct ProfileHomes: Sendable {
  /// The folder beside the first home.
  public static let folderName = "parlor-profiles"
  /// The file in it that names the home which commands use by themselves.
  public static let chosenName = ".default"
  private static let (listName, lockName) = (".homes", ".lock")
  /// The most homes elsewhere that are remembered.
  private static let most = 200

  private let data: String

  /// Those below a data directory.
  ///
  /// - Parameter environment: gives a variable; nil for one that is not set.
  public init?(environment: (String) -> String?) {
    func set(_ name: String) -> String? {
      guard let value = environment(name), value.hasPrefix("/") else { return nil }
      return value
    }
    guard let data = set("XDG_DATA_HOME") ?? set("HOME").map({ $0 + "/.local/share" }) else {
      return nil
    }
    self.data = URL(filePath: data).standardizedFileURL.path
  }

  /// Those of the user who runs this program.
  public static var own: ProfileHomes? {
    ProfileHomes { ProcessInfo.processInfo.environment[$0] }
  }

  /// The home of the first start.
  public var first: String { data + "/parlor" }
  /// The directory in which further homes are made.
  public var folder: String { data + "/" + Self.folderName }

  /// All homes that are there, the first one first.
  public var all: [String] {
    let below = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let inFolder = below.filter { !$0.hasPrefix(".") }.sorted().map { folder + "/" + $0 }
    var found: [String] = []
    for home in [first] + inFolder + noted where Self.isHome(home) && !found.contains(home) {
      found.append(home)
    }
    return found
  }

  /// Whether a directory is a home.
  public static func isHome(_ path: String) -> Bool {
    access(path + "/parlor.sqlite", F_OK) == 0
  }

  /// The homes elsewhere.
  private var noted: [String] {
    let text = (try? String(contentsOfFile: folder + "/" + Self.listName, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").prefix(Self.most).map(String.init)
  }

  /// Remembers a home that is elsewhere; where that cannot be written, as under a service manager, nothing is remembered.
  public func note(_ home: String) {
    guard home != first, !home.hasPrefix(folder + "/"), !noted.contains(home),
      !home.utf8.contains(0x0a)
    else { return }
    rewrite(noted.filter(Self.isHome).suffix(Self.most - 1) + [home])
  }

  /// Forgets a home.
  public func forget(_ home: String) {
    if noted.contains(home) { rewrite(noted.filter { $0 != home }) }
    if chosen == home { unlink(folder + "/" + Self.chosenName) }
  }

  private func rewrite(_ homes: [String]) {
    makeFolder()
    let text = homes.map { $0 + "\n" }.joined()
    let path = folder + "/" + Self.listName
    try? Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    chmod(path, 0o600)
  }

  private func makeFolder() {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  // MARK: The one that commands use

  /// The home that commands use by themselves, where it is not the first one.
  public var chosen: String? {
    let path = folder + "/" + Self.chosenName
    guard var home = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    while home.last?.isNewline == true { home.removeLast() }
    return home.isEmpty ? nil : home
  }

  /// Has commands use a home by themselves from now on.
  ///
  /// - Throws: `Refused` where that cannot be written.
  public func choose(_ home: String) throws {
    makeFolder()
    let path = folder + "/" + Self.chosenName
    if home == first {
      unlink(path)
      return
    }
    do {
      try Data((home + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Refused(.storage, "\(path) cannot be written: check who owns the directory.")
    }
  }

  // MARK: Names

  /// The home that a person means by the name or the e-mail of its profile, or by the name of its directory.
  ///
  /// - Throws: `Refused` where there is none, or more than one.
  public func home(named text: String) throws -> String {
    let homes = all
    func unique(_ fits: (String) -> Bool) throws -> String? {
      let found = homes.filter(fits)
      guard found.count < 2 else {
        throw Refused(
          .ambiguous,
          "\(found.count) profiles are called \(text): give the e-mail, or the directory with --home."
        )
      }
      return found.first
    }
    if let home = try unique({ ProfileRules.isSame(HomeLabel(home: $0)?.email ?? "", text) }) {
      return home
    }
    if let home = homes.first(where: { $0.split(separator: "/").last == text[...] || $0 == text }) {
      return home
    }
    if let home = try unique({ (HomeLabel(home: $0)?.name ?? "").isName(text) }) { return home }
    throw Refused(.notFound, ProfileText.noAccount)
  }

  /// A directory for the home of somebody new, which is not there yet.
  public func newHome(for name: String) -> String {
    var word = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else if !word.isEmpty, !word.hasSuffix("-") {
        word.append("-")
      }
    }
    while word.utf8.count > 40 || word.hasSuffix("-") { word.removeLast() }
    if word.isEmpty { word = "profile" }
    let candidates = [word] + (2...1_000).map { "\(word)-\($0)" }
    return folder + "/" + (candidates.first { access(folder + "/" + $0, F_OK) != 0 } ?? word)
  }

  // MARK: One e-mail, one profile

  /// Writes the label of a home, unless another home of this machine has its e-mail (row A-08).
  ///
  /// - Throws: `Refused` with the text of row A-08.
  public func claim(_ label: HomeLabel, home: String) throws {
    makeFolder()
    // Where it cannot be locked, two homes at one moment are not told apart; that is all.
    let lock = open(folder + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if lock >= 0 { while flock(lock, LOCK_EX) != 0 && errno == EINTR {} }
    defer { if lock >= 0 { close(lock) } }
    let isTaken = all.contains { other in
      other != home && ProfileRules.isSame(HomeLabel(home: other)?.email ?? "", label.email)
    }
    guard !isTaken else { throw Refused(.notNow, ProfileText.emailInUse) }
    try label.write(home: home)
    note(home)
  }
}
