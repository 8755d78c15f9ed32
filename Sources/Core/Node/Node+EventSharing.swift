import Events
import Files
import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// What goes with an event to another room and what stays its author's alone (row E-61, specification section 18).
extension Node {
  /// How an event with all that belongs to it moves.
  struct EventMove {
    /// What goes along, parents before children.
    var tree: [StoredRecord]
    /// What is to be done for it and stays behind.
    var kept: [StoredRecord] = []
    /// Its picture, where that stays behind.
    var picture: StoredRecord?
    /// Its budget, wherever that is.
    var lines: [PlacedLine]
    /// What was kept when it moved before.
    var keptBefore: [StoredRecord]
  }

  /// What a command to move an event means.
  func eventMove(
    _ tree: [StoredRecord], _ command: MoveItem, in room: Room, _ reader: Reader
  ) throws -> EventMove {
    var move = EventMove(
      tree: tree, lines: try budgetLines(of: tree[0].id, alsoIn: room.id, reader),
      keptBefore: try keptToDos(of: tree[0].id, reader))
    if command.withoutToDos {
      move.kept = tree.filter(\.isToDo)
      move.tree.removeAll(where: \.isToDo)
    }
    if command.withoutPicture {
      move.picture = tree.last(where: \.isPicture)
      move.tree.removeAll(where: \.isPicture)
    }
    return move
  }

  /// Has what does not move along know the event by its new id.
  func follow(
    _ event: RecordID, _ move: EventMove, _ command: MoveItem, to room: RoomID,
    _ transaction: Transaction
  ) throws {
    let personal = RoomID(personal: account.author)
    try follow(
      event, with: move.lines, to: command.withBudget ? room : personal,
      isReadOnly: command.readOnly, transaction)
    try keep(move.kept.compactMap { try Self.toDoWithUID($0) }, for: event, transaction)
    if let picture = move.picture {
      let content = try Coding.decode(EventPicture.self, from: picture.body).content
      let name = store.registry.title(of: move.tree[0])
      let file = SharedFile.with {
        $0.name = FileRules.name("picture of \(name)")
        $0.content = content
      }
      try write(
        [try .making(.sharedFile, nonce: Data(randomBytes(16)), file)], in: personal, transaction)
    }
    guard room == personal else {
      let named = ToDo.with { $0.event = event.data }
      try writeAll(
        try move.keptBefore.map { try .changing($0.id, named) }, in: personal, transaction)
      return
    }
    // Nobody else sees the event any more: they are to-dos like all others.
    let back = try move.keptBefore.compactMap { record in
      guard var toDo = try Self.toDoWithUID(record) else { return Schema.Operation?.none }
      toDo.event = Data()
      return try Schema.Operation.making(
        .toDo, nonce: Data(randomBytes(16)), parent: event, toDo)
    }
    try writeAll(back, in: personal, transaction)
    for record in move.keptBefore {
      if let room = rooms[personal] { try delete(record, in: room, transaction) }
    }
  }

  /// Keeps things to do of an event where only our person sees them.
  func keep(_ toDos: [ToDo], for event: RecordID, _ transaction: Transaction) throws {
    guard !toDos.isEmpty else { return }
    let personal = RoomID(personal: account.author)
    try introduce(in: personal, transaction)
    let kept = try toDos.map { toDo in
      var toDo = toDo
      toDo.event = event.data
      return try Schema.Operation.making(.keptToDo, nonce: Data(randomBytes(16)), toDo)
    }
    try writeAll(kept, in: personal, transaction)
  }

  /// What our person keeps to itself of what is to be done for an event.
  func keptToDos(of event: RecordID, _ reader: Reader) throws -> [StoredRecord] {
    guard let room = try room(RoomID(personal: account.author), reader) else { return [] }
    return try RoomViews(self, room, reader).keptToDos(of: event)
  }
}
