import ArgumentParser
import Client
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor chat open`: a room on the whole screen.
struct ChatOpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a room on the whole screen: read, type, scroll back.",
    discussion: """
      Return sends what you have typed, PageUp and PageDown scroll, /help lists the commands, /quit or Ctrl-C leaves. \
      Where input or output is not a terminal, or with --count, --ids or --json, the newest messages are printed.
      """)

  @OptionGroup var reading: ReadOptions

  @Argument(
    help: "The room's name or the beginning of its id; @name for the room of you and one person.")
  var name: String?

  func run() throws {
    var reading = reading
    if let name { reading.place.room = name }
    let isScreen = isatty(0) == 1 && isatty(1) == 1
    guard isScreen, !reading.place.options.json, reading.count == nil, !reading.ids else {
      return try reading.read()
    }
    let starter = try reading.place.options.starter()
    let client = try reading.place.enter()
    let room = try client.call(Methods.Rooms.show) { $0.room = reading.place.room }
    let style = Output.style
    let loop = SessionLoop(
      starter: starter, client: client, mode: .screen, style: style, seconds: nil)
    guard case .end(let end) = try loop.run(ChatSession(room, style: style)) else { return }
    loop.close()
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
  }
}

/// The options that `chat read` and `chat open` share.
struct ReadOptions: ParsableArguments {
  @OptionGroup var place: RoomOption

  @Option(help: "How many messages, from 1 to 500; 50 without this.")
  var count: Int?

  @Flag(help: "Show the beginning of each message's id, to answer, edit or delete it.")
  var ids = false

  func validate() throws {
    if let count, !(1...500).contains(count) {
      throw ValidationError("--count cannot be \(count): choose a number from 1 to 500.")
    }
  }

  /// Prints the newest messages, which are read from then on.
  func read() throws {
    var place = place
    let client = try place.enter()
    let list = try place.page(client, limit: UInt32(count ?? 50))
    try place.print(list.messages, withID: ids, orElse: "Nobody has written anything there yet.")
    guard let last = list.messages.last else { return }
    do {
      try client.call(Methods.Rooms.markRead) {
        $0.room = place.room
        $0.message = last.id
      }
    } catch ClientFailure.refused {
      // A full disk keeps nobody from reading; they count as unread until there is room.
    }
  }
}
