import Events
import Feature
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
    var tree: [Record]
    /// What is to be done for it and stays behind.
    var kept: [Record] = []
    /// Its picture, where that stays behind.
    var picture: Record?
    /// Its budget, wherever that is.
    var lines: [Record]
    /// What was kept when it moved before.
    var keptBefore: [Record]
  }

  /// What a command to move an event means.
  func eventMove(
    _ tree: [Record], _ command: MoveItem, _ home: any Snapshot
  ) throws -> EventMove {
    var move = EventMove(
      tree: tree, lines: try EventParts.budgetLines(of: tree[0], home),
      keptBefore: try EventParts.keptToDos(of: tree[0].id, home))
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
    try keep(move.kept.compactMap { EventParts.toDoWithUID($0) }, for: event, transaction)
    if let picture = move.picture {
      let content = try Coding.decode(EventPicture.self, from: picture.body).content
      let name = store.registry.title(move.tree[0].body, kind: move.tree[0].kind)
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
      guard var toDo = EventParts.toDoWithUID(record) else { return Schema.Operation?.none }
      toDo.event = Data()
      return try Schema.Operation.making(
        .toDo, nonce: Data(randomBytes(16)), parent: event, toDo)
    }
    try writeAll(back, in: personal, transaction)
    for record in move.keptBefore { try delete(record, transaction) }
  }

  /// Keeps things to do of an event where only our person sees them.
  private func keep(_ toDos: [ToDo], for event: RecordID, _ transaction: Transaction) throws {
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

  /// Has the budget of an event that was moved name it as it is called now.
  ///
  /// - Parameters:
  ///   - lines: of the event as it was.
  ///   - room: where they belong from now on.
  ///   - isReadOnly: only we can change them there, where others see them.
  private func follow(
    _ event: RecordID, with lines: [Record], to room: RoomID, isReadOnly: Bool,
    _ transaction: Transaction
  ) throws {
    let kind = RecordKind.budgetLine.asReadOnly(
      isReadOnly && room != RoomID(personal: account.author))
    let named = BudgetLine.with { $0.event = event.data }
    for line in lines {
      if line.room == room {
        try write([try .changing(line.id, named)], in: room, transaction)
        continue
      }
      var body = try Coding.decode(BudgetLine.self, from: line.body)
      body.event = event.data
      try write([try .making(kind, nonce: Data(randomBytes(16)), body)], in: room, transaction)
      try delete(line, transaction)
    }
  }
}
