import ChatSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The commands with which people post, change and delete messages (rows C-01 to C-25).
enum ChatCommands {
  private static let allowance = Allowance(
    name: "chat", burst: ChatRules.burst, everyMilliseconds: 1_000,
    refusal:
      "You sent more than \(ChatRules.burst) messages in a short time: wait a moment before the next one."
  )

  static func post(
    _ request: PostMessage, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<MessageView> {
    let room = try home.room(request.room)
    try home.checkIsHeard(in: room.id)
    var message = ChatMessage()
    if request.item.isEmpty || !request.text.isEmpty {
      message.text = try ChatRules.text(request.text, atTable: room.kind == .table)
    }
    var item: ItemID?
    if !request.item.isEmpty {
      let record = try home.find(request.item, [], in: [home.room(request.itemRoom).id])
      message.item = pointer(to: record, home)
      item = record.item
    }
    if !request.replyTo.isEmpty {
      message.replyTo = try home.find(request.replyTo, [.chatMessage], in: [room.id]).id.data
    }
    message.mentions = try mentions(in: message.text, of: room.id, home)
    draft.spend(allowance)
    let doubt = try home.doubt(in: room.id) ?? ""
    let id = try draft.make(ChatViews.messages, in: room.id, about: item, message)
    return .record(id, in: room.id) { $0.undelivered = doubt }
  }

  static func edit(
    _ request: EditMessage, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<MessageView> {
    let room = try home.room(request.room)
    let record = try home.find(request.message, [.chatMessage], in: [room.id])
    try home.checkMayChange(record)
    try home.checkIsHeard(in: room.id)
    let text = try ChatRules.text(request.text, atTable: room.kind == .table)
    let mentions = try mentions(in: text, of: room.id, home)
    try draft.change(record, ChatViews.messages) { message in
      message.text = text
      message.mentions = mentions
    }
    let doubt = try home.doubt(in: room.id) ?? ""
    return .record(record.id, in: room.id) { $0.undelivered = doubt }
  }

  static func delete(
    _ request: DeleteMessage, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<MessageView> {
    let room = try home.room(request.room)
    let record = try home.find(request.message, [.chatMessage], in: [room.id])
    draft.delete(record)
    return .record(record.id, in: room.id)
  }

  /// Makes the pointer of a message to an item.
  private static func pointer(to record: Record, _ home: any Snapshot) -> SharedItem {
    .with {
      $0.room = record.room.data
      $0.item = record.item.data
      $0.kind = record.kind.rawValue
      $0.title = home.title(of: record)
    }
  }

  private static func mentions(
    in text: String, of room: RoomID, _ home: any Snapshot
  ) throws -> [Data] {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let people = try home.people(in: room)
    return ChatRules.mentions(in: text, of: people.map(\.name)).map { people[$0].author.data }
  }
}
