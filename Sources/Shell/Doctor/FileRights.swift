import Schema

/// The rights of one file of the home: its mode and its owner.
struct FileRights: Equatable, Sendable {
  var name: String
  /// The lower nine bits of the mode.
  var mode: UInt32
  /// The user id of its owner.
  var owner: UInt32

  /// Returns the mode bits that the owner must have: a directory is also entered.
  private static func needed(isDirectory: Bool) -> UInt32 { isDirectory ? 0o700 : 0o600 }

  private func isWrong(isDirectory: Bool) -> Bool {
    mode & 0o077 != 0
      || mode & Self.needed(isDirectory: isDirectory) != Self.needed(isDirectory: isDirectory)
  }

  /// Whether the home and its files are their person's alone.
  ///
  /// - Parameter user: the user who runs the node; for root, the owner of the home.
  static func verdict(
    home: String, rights: FileRights, files: [FileRights], user: UInt32, remedy: SystemCommands
  ) -> DoctorCheck {
    let person = user == 0 ? rights.owner : user
    let foreign = ([rights] + files).filter { $0.owner != person }
    let path = SystemCommands.word(home)
    if let first = foreign.first {
      return .problem(
        .files,
        "\(first.name) belongs to another user (id \(first.owner)), so the daemon cannot keep it safe.",
        fix: SystemCommands(isRoot: user == 0).asRoot("chown -R \(person) \(path)"))
    }
    var commands: [String] = []
    if rights.isWrong(isDirectory: true) { commands.append("chmod 700 \(path)") }
    let wrong = files.filter { $0.isWrong(isDirectory: false) }
    if !wrong.isEmpty {
      let names = wrong.map { SystemCommands.word(home + "/" + $0.name) }
      commands.append("chmod 600 " + names.joined(separator: " "))
    }
    guard !commands.isEmpty else {
      return .ok(.files, "\(home) and what is in it are yours alone.")
    }
    let names = (rights.isWrong(isDirectory: true) ? ["the home"] : []) + wrong.map(\.name)
    return .problem(
      .files,
      "The mode of \(names.joined(separator: ", ")) is wrong: others of this machine can read your keys "
        + "or matches, or you cannot.",
      fix: commands.joined(separator: " && "))
  }
}
