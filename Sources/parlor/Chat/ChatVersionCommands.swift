import ArgumentParser
import ChatSchema
import Client
import Commands
import Schema
import Terminal

/// `parlor chat history`.
struct ChatHistoryCommand: RoomCall {
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

  static let method = Methods.Rooms.history
  func fill(_ request: inout ListVersions) {
    (request.room, request.record) = (place.room, message)
  }
  func lines(_ list: VersionList) -> [String] {
    list.versions.flatMap { MessageText.lines(of: $0).shown }
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
