import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor conflict`: what two people changed at once.
struct ConflictCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflict",
    abstract: "See what two people changed at once, and choose.",
    discussion: """
      When two people change different fields of one thing, both changes are kept. When they change the same field, each before
      hearing of the other, everybody is shown the same one of them, and the others are kept here until somebody chooses.

      EXAMPLES
        parlor conflict list
        parlor conflict take 7k2fq 2          take the second
        parlor conflict take 7k2fq 1 name     leave the name as it is
      """,
    subcommands: [ConflictListCommand.self, ConflictTakeCommand.self],
    defaultSubcommand: ConflictListCommand.self)
}

/// `parlor conflict list`.
struct ConflictListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what was set aside, beside what is shown.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Rooms.conflicts
  func fill(_ request: inout ListConflicts) {}
  func lines(_ list: ConflictList) -> [String] {
    ConflictText.lines(of: list.conflicts, LocalZone.calendar).shown
  }
}

/// `parlor conflict take`.
struct ConflictTakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Choose one of the values that a field was given, for everybody.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The beginning of the id, as `parlor conflict list` shows it.")
  var id: String

  @Argument(help: "The number of the value.")
  var number: UInt32

  @Argument(help: "The field, where the item has conflicts in several.")
  var field: String?

  func run() throws {
    let client = try options.client()
    let found = try client.call(Methods.Rooms.conflicts).conflicts.filter {
      $0.record.hasPrefix(id)
        && [nil, $0.fieldName, ConflictText.field($0.fieldName)].contains(field)
    }
    guard let conflict = found.first else {
      throw CommandFailure(
        SessionEnd.refused,
        "There is no such conflict: `parlor conflict list` shows all.")
    }
    guard found.count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        "Several conflicts fit: write more of the id, or name the field as `parlor conflict list` does."
      )
    }
    let answer = try client.call(Methods.Rooms.settle) {
      $0.room = conflict.room
      $0.record = conflict.record
      $0.field = conflict.fieldName
      $0.side = number
    }
    try options.show(answer, "Everybody sees number \(number) now.")
  }
}
