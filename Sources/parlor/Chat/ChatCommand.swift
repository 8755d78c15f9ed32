import ArgumentParser
import ChatSchema
import Client
import Commands
import Schema
import Terminal

/// `parlor chat`: what people say.
struct ChatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat", abstract: "Read and write messages.",
    discussion: """
      EXAMPLES
        parlor chat                     the lobby, on the whole screen
        parlor chat open picnic
        parlor chat post 'Who plays?'
        parlor chat post --room picnic 'I bring bread'
        parlor chat read --room picnic
        parlor chat open @ada           with Ada alone; the room is made on first use
        parlor chat follow
        parlor chat search bread --room picnic
      """,
    subcommands: [
      ChatOpenCommand.self, ChatPostCommand.self, ChatReadCommand.self, ChatFollowCommand.self,
      ChatSearchCommand.self, ChatExportCommand.self, ChatEditCommand.self,
      ChatDeleteCommand.self, ChatHistoryCommand.self, ChatRestoreCommand.self,
      ChatMuteCommand.self, ChatUnmuteCommand.self, ChatCommentsCommand.self,
    ], defaultSubcommand: ChatOpenCommand.self)
}

/// The room that a command is about.
struct RoomOption: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Option(
    help: "The room's name or the beginning of its id; @name for the room of you and one person.")
  var room = "lobby"

  /// A client for the room, which is named by its id from then on where it is one of two: that is made on first use.
  mutating func enter() throws -> DaemonClient {
    let client = try options.client()
    guard room.hasPrefix("@") else { return client }
    let name = String(room.dropFirst())
    room = try client.call(Methods.Rooms.make) {
      $0.direct = true
      $0.people = [name]
    }.id
    return client
  }

  /// A page of messages.
  func page(
    _ client: DaemonClient, before: String = "", limit: UInt32 = 0
  ) throws -> MessageList {
    try client.call(Methods.Chat.list) {
      $0.room = room
      $0.before = before
      $0.limit = limit
    }
  }

  /// All messages, oldest first, a page at a time from the newest: pages are given in the order of reading.
  func all(_ client: DaemonClient) throws -> [MessageView] {
    var pages: [[MessageView]] = []
    var before = ""
    repeat {
      let list = try page(client, before: before)
      pages.append(list.messages)
      before = list.before
    } while !before.isEmpty
    return pages.reversed().flatMap { $0 }
  }

  /// Prints messages; for people with their days, and a sentence where there are none.
  func print(_ messages: [MessageView], withID: Bool, orElse sentence: String) throws {
    var day: String?
    for message in messages { try print(message, withID: withID, after: &day) }
    if messages.isEmpty, !options.json { Output.line(sentence) }
  }

  /// Prints one message, with its day where that is not today.
  func print(_ message: MessageView, withID: Bool) throws {
    var today: String? = ClockText.day(milliseconds: ClockText.now)
    try print(message, withID: withID, after: &today)
  }

  /// Prints one message, with its day where that is another one than `day`.
  func print(_ message: MessageView, withID: Bool, after day: inout String?) throws {
    if options.json { return try Output.json(message) }
    Output.lines(MessageText.lines(of: [message], withID: withID, after: &day).shown)
    try Output.check()
  }
}

/// A command that makes one call about a room.
protocol RoomCall: CallCommand {
  var place: RoomOption { get set }
}

extension RoomCall {
  var options: GlobalOptions { place.options }

  mutating func client() throws -> DaemonClient { try place.enter() }
}

extension RoomCall where Response == MessageView {
  func lines(_ message: MessageView) -> [String] {
    var today: String? = ClockText.day(milliseconds: ClockText.now)
    return MessageText.lines(of: [message], withID: true, after: &today).shown
  }
}

/// `parlor chat post`.
struct ChatPostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Post a message in a room.",
    discussion: "`@name` mentions somebody, `@all` everybody.")

  @OptionGroup var place: RoomOption

  @Argument(help: "What to say; - reads it from standard input.")
  var text: String

  @Option(help: "The message that it answers: the beginning of its id.")
  var reply = ""

  @Option(help: "A record to point at: the beginning of its id.")
  var item = ""

  @Option(help: "The room of that record.")
  var itemRoom = ""

  func validate() throws {
    if text.allSatisfy(\.isWhitespace), item.isEmpty {
      throw ValidationError("The message is empty: write something.")
    }
  }

  func run() throws {
    let text =
      text == "-"
      ? String(decoding: try FileBytes.read("-", otherwise: "send it in parts."), as: UTF8.self)
      : text
    var place = place
    let answer = try place.enter().call(Methods.Chat.post) {
      $0.room = place.room
      $0.text = text
      $0.replyTo = reply
      $0.item = item
      $0.itemRoom = itemRoom
    }
    try place.print(answer, withID: true)
    if !answer.undelivered.isEmpty {
      throw CommandFailure(SessionEnd.refused, answer.undelivered.plain)
    }
  }
}

/// `parlor chat read`.
struct ChatReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Show the newest messages of a room.")

  @OptionGroup var reading: ReadOptions

  func run() throws { try reading.read() }
}

/// `parlor chat follow`.
struct ChatFollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Print messages as they come, until you press Ctrl-C.")

  @OptionGroup var place: RoomOption

  @Option(help: "Stop after this many messages.")
  var count: Int?

  func run() throws {
    var place = place
    let client = try place.enter()
    let room = try client.call(Methods.Rooms.show) { $0.room = place.room }
    let stream = try client.changes("?room=\(room.id)&attend=true")
    var seen: [String: MessageView] = [:]
    var printed = 0
    var day: String? = ClockText.day(milliseconds: ClockText.now)
    while true {
      for item in try stream.read() {
        var messages: [MessageView] = []
        switch item {
        case .change(let change):
          if let message = change.shown(MessageView.self) { messages = [message] }
          if case .roomChanged? = change.what { messages = try place.page(client).messages }
        case .gap: messages = try place.page(client).messages
        case .ready:
          for message in try place.page(client).messages { seen[message.id] = message }
        case .stopping:
          throw CommandFailure(
            SessionEnd.noDaemon,
            "The daemon was stopped, so no more messages will come: run `parlor chat follow` again."
          )
        }
        for message in messages where seen[message.id] != message {
          seen[message.id] = message
          try place.print(message, withID: false, after: &day)
          printed += 1
          if printed == count { return }
        }
      }
    }
  }
}

/// `parlor chat search`.
struct ChatSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Show the messages of a room that contain a text.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The text, in capital or small letters.")
  var text: String

  func validate() throws {
    if text.isEmpty { throw ValidationError("There is nothing to search for: give a text.") }
  }

  func run() throws {
    var place = place
    let client = try place.enter()
    let list = try client.call(Methods.Chat.search) {
      $0.room = place.room
      $0.text = text
    }
    try place.print(
      list.messages, withID: true, orElse: "No message in that room contains this text.")
  }
}

/// `parlor chat export`.
struct ChatExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print all messages of a room, as text or with --json.")

  @OptionGroup var place: RoomOption

  func run() throws {
    var place = place
    let client = try place.enter()
    for message in try place.all(client) {
      if place.options.json {
        try Output.json(message)
      } else {
        let time = ClockText.dateTime(milliseconds: message.wallMilliseconds)
        let text = message.deleted ? "(deleted)" : message.text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
          PlainText(String($0), longest: 8 << 10).description
        }
        Output.line("\(time) \(message.name.plain): \(lines.joined(separator: "\n  "))")
        if let doubt = ClockText.doubt(milliseconds: message.wallMilliseconds) {
          Output.line("  (\(doubt))")
        }
        if message.hasItem { Output.line("  ▸ \(message.item.title.plain)") }
      }
    }
  }
}

/// `parlor chat edit`.
struct ChatEditCommand: RoomCall {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the text of one of your messages.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The beginning of the message's id.")
  var message: String

  @Argument(help: "The new text.")
  var text: String

  static let method = Methods.Chat.edit
  func fill(_ request: inout EditMessage) {
    (request.room, request.message, request.text) = (place.room, message, text)
  }
}

/// `parlor chat delete`.
struct ChatDeleteCommand: RoomCall {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete one of your messages, everywhere.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The beginning of the message's id.")
  var message: String

  static let method = Methods.Chat.delete
  func fill(_ request: inout DeleteMessage) {
    (request.room, request.message) = (place.room, message)
  }
}
