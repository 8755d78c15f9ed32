import Feature
import Foundation
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
    try shown(id) as? View
  }

  /// The same, whatever its view is: a record that is shown with another one gives the view of that one.
  func shown(_ id: RecordID) throws -> (any Message)? {
    let home = home
    return try root(of: id, home).flatMap { try shown($0, home) }
  }

  /// The record with which one is shown: itself, or another one, which may be in another room.
  func root(of id: RecordID, _ home: any Snapshot) throws -> Record? {
    guard let record = try home.record(id, in: self.id) else { return nil }
    return try reader.registry.view(of: record.kind)?.root(record, home)
  }

  /// How a record is shown that is its own root; nil for what is not shown.
  func shown(_ record: Record, _ home: any Snapshot) throws -> (any Message)? {
    try reader.registry.view(of: record.kind)?.view(record, home)
  }

  /// What features read of this snapshot of the store.
  public var home: any Snapshot { StoreSnapshot(self) }

  /// Records of a kind before one of them, newest first.
  ///
  /// - Parameter before: the id of a record; nil for the newest page.
  /// - Returns: them, and where older ones go on, empty where there are none; nil when there is no record with that id.
  /// - Throws: `StoreError`.
  public func shown<View: Message>(
    _ kind: RecordKind, as type: View.Type = View.self, before: RecordID?, limit: Int,
    withDeleted: Bool = false
  ) throws -> (views: [View], before: String)? {
    guard let page = try page(of: kind, before: before, limit: limit, withDeleted: withDeleted)
    else { return nil }
    let home = home
    return (try page.records.compactMap { try shown(record($0), home) as? View }, page.before)
  }

  /// The newest records of a kind that say a text, whatever its case, oldest first.
  ///
  /// - Throws: `StoreError`.
  public func search<View: Message>(
    _ kind: RecordKind, for text: String, as type: View.Type = View.self, limit: Int
  ) throws -> [View] {
    let (wanted, words) = (text.lowercased(), reader.registry.kind(kind)?.words)
    var found: [StoredRecord] = []
    var place: (order: UInt64, id: RecordID)?
    repeat {
      let page = try reader.records(
        of: kind, in: room.stored.number, before: place, limit: 1_000)
      guard let last = page.last else { break }
      place = (last.order, last.id)
      found += page.filter { words?($0.body).lowercased().contains(wanted) == true }
    } while found.count < limit
    let home = home
    return try found.prefix(limit).reversed().compactMap {
      try shown(record($0), home) as? View
    }
  }

  /// The view of the one record of some kinds that a person means by an id, a name, or the beginning of one.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public func found<View: Message>(
    _ text: String, _ kinds: [RecordKind], as type: View.Type = View.self
  ) throws -> View? {
    let home = home
    return try shown(home.find(text, kinds, in: [id]), home) as? View
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
      isPaired: try author == own || isPaired(author),
      nameIsTaken: try nameIsTaken(person.name, by: author), isMuted: isMuted(author))
  }

  /// Somebody in a room that is not here.
  static func nobody(_ author: Author) -> Person {
    Person(
      author: author, name: String(author.description.prefix(8)), colour: "", isPaired: false,
      nameIsTaken: false, isMuted: false)
  }
}
