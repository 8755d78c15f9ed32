import ChatSchema
import EventSchema
import Schema
import SwiftProtobuf
import Terminal

/// Rooms and messages to show.
enum ChatExamples {
  static let size = ScreenSize(columns: 60, rows: 12)
  static let style = Style(colours: false, unicode: true)

  static func member(_ name: String, own: Bool = false, here: Bool = false) -> MemberView {
    .with {
      $0.author = name.lowercased() + "aaaa"
      $0.name = name
      $0.words = "one two three four"
      $0.own = own
      $0.here = here
      $0.online = true
      $0.paired = true
    }
  }

  static let room = RoomView.with {
    $0.id = "roomaaaa"
    $0.name = "lobby"
    $0.topic = "Everybody on this network"
    $0.members = [member("Ada", own: true, here: true), member("Bob", here: true)]
  }

  static func message(
    _ order: Int, _ text: String, by name: String = "Bob", mentionsUs: Bool = false
  ) -> MessageView {
    .with {
      $0.id = "message\(order)aaaa"
      $0.room = room.id
      $0.name = name
      $0.author = name.lowercased() + "aaaa"
      $0.own = name == "Ada"
      $0.paired = true
      $0.text = text
      $0.order = UInt64(order)
      $0.wallMilliseconds = 1_790_000_000_000 + Int64(order) * 1000
      $0.mentionsUs = mentionsUs
    }
  }

  /// Messages with the orders of a range, each saying its number.
  static func page(_ orders: ClosedRange<Int>, isLast: Bool = true) -> MessageList {
    .with {
      $0.messages = orders.map { message($0, "number \($0) said") }
      $0.before = isLast ? "" : $0.messages[0].id
    }
  }

  /// A session in that room once its newest messages are here.
  static func session(_ page: MessageList = MessageList()) -> ChatSession {
    var session = ChatSession(room, style: style)
    _ = session.handle(.size(size))
    _ = session.handle(.change(.with { $0.settings.bell = true }))
    _ = session.handle(.ready)
    _ = session.handle(.fetched(.messages(page, before: "")))
    return session
  }
}

extension ChatSession {
  /// Types text, key by key.
  @discardableResult
  mutating func type(_ text: String) -> [SessionDirective] {
    text.flatMap { character in
      handle(.key(character == " " ? .space : .character(character)))
    }
  }

  /// Types a line and presses Return.
  mutating func enter(_ text: String) -> [SessionDirective] {
    type(text)
    return handle(.key(.enter))
  }

  mutating func hear(_ message: MessageView) -> [SessionDirective] {
    handle(.change(.showing(message)))
  }

  var shown: [String] { lines(ChatExamples.size).map(\.text) }

  /// The line being typed, as it is shown.
  var typed: String { String((shown.last ?? "").dropFirst(3)) }

  func shows(_ text: String) -> Bool { shown.contains { $0.contains(text) } }

  /// The end that one of the directives is.
  static func end(_ directives: [SessionDirective]) -> SessionEnd? {
    guard case .end(let end)? = directives.last else { return nil }
    return end
  }
}

extension Change {
  /// A record that has this view now.
  static func showing(_ view: MessageView) -> Change { showing(view, view.room, view.id) }

  /// A record that has this view now.
  static func showing(_ view: EventView) -> Change { showing(view, view.room, view.id) }

  private static func showing(_ view: some Message, _ room: String, _ id: String) -> Change {
    .with {
      $0.record.room = room
      $0.record.id = id
      if let view = try? Google_Protobuf_Any(message: view) { $0.record.view = view }
    }
  }
}
