import ArgumentParser
import ChatSchema
import Client
import Commands
import Schema
import Terminal

/// `parlor chat history`.
struct ChatHistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show what a message said before each edit.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The beginning of the message's id.")
  var message: String

  func validate() throws {
    if message.isEmpty {
      throw ValidationError("Name a message: `parlor chat read --ids` shows their ids.")
    }
  }

  func run() throws {
    var place = place
    let list = try place.enter().call(Methods.Rooms.history) {
      $0.room = place.room
      $0.record = message
    }
    if place.options.json { return try Output.json(list) }
    for version in list.versions {
      for line in MessageText.lines(of: version) {
        Output.line(line.render(Output.style, columns: .max))
      }
    }
  }
}

/// `parlor chat restore`.
struct ChatRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore an earlier version of one of your messages.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The beginning of the message's id.")
  var message: String

  @Argument(help: "The number of the version, as `parlor chat history` shows it.")
  var version: UInt32

  func run() throws {
    var place = place
    let answer = try place.enter().call(Methods.Rooms.restore) {
      $0.room = place.room
      $0.record = message
      $0.version = version
    }
    guard let restored = try? answer.view.unpacked(as: MessageView.self) else {
      if place.options.json { return try Output.json(answer) }
      return Output.line("Version \(version) is restored.")
    }
    try place.print(restored, withID: true)
  }
}
