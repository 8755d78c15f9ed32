import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import SwiftProtobuf
import Wire

/// The records of a room as their features show them.
extension RoomViews {
  /// One record; nil for what is not there or hidden, and for what is not such a view.
  ///
  /// - Throws: `StoreError`.
  public func shown<View: Message>(_ id: RecordID, as type: View.Type = View.self) throws -> View? {
    try shown(id, home)?.view as? View
  }

  /// A record as it is shown: the record with which that is, itself or another one, which may be in another room, and the
  /// view of that one; nil for what is not there, hidden or not shown.
  func shown(_ id: RecordID, _ home: any Snapshot) throws -> (root: Record, view: any Message)? {
    guard let root = try root(of: id, home),
      let view = try reader.registry.view(of: root.kind)?.view(root, home)
    else { return nil }
    return (root, view)
  }

  /// The record with which one is shown, itself or another one; nil for what is not there, hidden or not shown.
  func root(of id: RecordID, _ home: any Snapshot) throws -> Record? {
    guard let record = try home.record(id, in: self.id) else { return nil }
    return try reader.registry.view(of: record.kind)?.root(record, home)
  }

  /// The snapshot that features read.
  public var home: any Snapshot { StoreSnapshot(self) }

  /// Returns the answer of a feature's method that only reads; nil for a method that is none of those.
  ///
  /// - Throws: `Refused`; `StoreError`.
  public func read(_ call: Call) throws -> (any Message)? {
    guard let handler = reader.registry.handler(call.path), case .read(let read) = handler.work
    else { return nil }
    return try Self.refusing { try read(call.request, home) }
  }

  /// The same piece by piece, for a method that answers so.
  public func read(_ call: Call, inPieces body: (any Message) throws -> Void) throws {
    guard let pieces = reader.registry.handler(call.path)?.pieces else { return }
    try Self.refusing { try pieces(call.request, home, body) }
  }

  private static func refusing<Answer>(_ read: () throws -> Answer) throws -> Answer {
    do {
      return try read()
    } catch let problem as any Problem {
      throw Refused(problem)
    }
  }

  /// A row as features read it.
  func record(_ stored: StoredRecord) -> Record {
    Record(
      id: stored.id, item: stored.item, room: id, kind: stored.kind, parent: stored.parent,
      about: stored.about, writers: stored.writers, author: logKeys[stored.log]?.author ?? .zero,
      order: stored.order, wall: stored.wall, changed: stored.changed,
      isDeleted: stored.state == .deleted, body: stored.body)
  }

  /// Somebody as our person sees them in this room.
  func seen(_ author: Author) throws -> Person {
    let person = try person(author)
    return Person(
      author: author, name: person.name, colour: person.colour,
      isPaired: try author == own || isPaired(author), isAdded: isAdded(author),
      nameIsTaken: try nameIsTaken(person.name, by: author),
      isMuted: try people.hidden(by: settings).contains(author))
  }

  /// Somebody in a room that is not here.
  static func nobody(_ author: Author) -> Person {
    Person(
      author: author, name: String(author.description.prefix(8)), colour: "", isPaired: false,
      isAdded: false, nameIsTaken: false, isMuted: false)
  }
}
