import ChatSchema
import Feature
import Identifiers
import Schema

extension RecordKind {
  /// Something said: `ChatMessage`.
  public static let chatMessage: RecordKind = 3
}

/// Messages as people see them.
enum ChatViews {
  static let messages = Kind(
    .chatMessage, ChatMessage.self, KindRules(isMessage: true), noun: "message",
    lists: "parlor chat read --ids",
    title: \.text, words: \.text)

  static func message(_ record: Record, _ home: any Snapshot) throws -> MessageView {
    let person = try home.person(record.author, in: record.room)
    let message = messages.decode(record.body)
    var view = MessageView()
    view.id = record.item.description
    view.room = record.room.description
    view.author = record.author.description
    view.name = person.name
    view.colour = person.colour
    view.own = record.author == home.me
    view.paired = person.isPaired
    view.added = person.isAdded
    view.nameIsTaken = person.nameIsTaken
    view.muted = person.isMuted
    view.order = record.order
    view.wallMilliseconds = record.wall
    view.deleted = record.isDeleted
    view.edited = record.changed > 0 && !record.isDeleted
    view.text = Text.clean(message.text, limit: ChatRules.limit, lines: true)
    view.mentionsUs =
      !view.own && !view.muted
      && (message.mentions.contains(home.me.data)
        || home.setting(ChatSettings.mentionAll.key) == "on" && ChatRules.mentionsAll(view.text))
    view.replyMuted = false
    try point(&view, message, in: record.room, home)
    return view
  }

  /// A page of messages, oldest first.
  static func list(_ request: ListMessages, _ home: any Snapshot) throws -> MessageList {
    let room = try home.room(request.room)
    let page = try home.page(
      of: messages.erased, in: room.id, before: request.before,
      limit: PageLimit.checked(request.limit), withDeleted: true)
    return try .with {
      $0.messages = try page.records.reversed().map { try message($0, home) }
      $0.before = page.before
    }
  }

  /// The newest messages that say some words, oldest first.
  static func search(_ request: SearchMessages, _ home: any Snapshot) throws -> MessageList {
    let room = try home.room(request.room)
    let found = try home.search(
      request.text, kinds: [.chatMessage], rooms: [room.id],
      limit: PageLimit.checked(request.limit))
    return try .with { $0.messages = try found.reversed().map { try message($0, home) } }
  }

  /// A message with the name of our person in it, or in a room of two, calls that person (row C-17).
  static func call(_ record: Record, _ home: any Snapshot) throws -> Arrival.Call? {
    let view = try message(record, home)
    let room = try home.room(record.room)
    guard view.mentionsUs || room?.kind == .direct else { return nil }
    return Arrival.Call(sender: view.name, text: view.text)
  }

  /// Fills in the message that a message answers, and the item that it points at.
  private static func point(
    _ view: inout MessageView, _ message: ChatMessage, in room: RoomID, _ home: any Snapshot
  ) throws {
    if message.hasItem, let item = try item(message.item, home) { view.item = item }
    guard let id = RecordID(message.replyTo) else { return }
    view.replyTo = id.description
    guard let answered = try home.record(id, in: room) else { return }
    view.replyTo = answered.item.description
    view.replyMuted = try home.person(answered.author, in: room).isMuted
    guard !view.replyMuted else { return }
    let text = Text.clean(
      messages.decode(answered.body).text, limit: ChatRules.limit, lines: true)
    view.replyText = Text.preview(text, characters: 60)
  }

  /// A record that is pointed at, as one line.
  private static func item(_ shared: SharedItem, _ home: any Snapshot) throws -> ItemView? {
    guard let room = RoomID(shared.room), let id = ItemID(shared.item) else { return nil }
    let found = try home.record(of: id)
    return ItemView.with {
      // It may have moved since.
      $0.room = (found?.room ?? room).description
      $0.id = id.description
      $0.kind = shared.kind
      $0.title = Text.clean(shared.title, limit: ChatRules.titleLimit)
      $0.available = found != nil
    }
  }
}
