import FoundationEssentials
import Identifiers
import Schema

extension RecordKind {
  /// Somebody moderates a room, by its owner's word: `Moderator`.
  public static let moderator: RecordKind = 0x801
}

/// The people who may decide in a room beside those that a record names (row A-17). The kind says what a moderator may do.
public struct Moderation: Sendable {
  /// The time for which somebody moderates, in the order of the room.
  private struct Term: Sendable {
    let person: Data
    let from: UInt64
    /// The order at which it ended; nil while it lasts.
    let until: UInt64?
  }

  private let terms: [Term]

  /// Nobody moderates.
  public init() { terms = [] }

  /// Reads who moderates a room.
  ///
  /// - Throws: `StoreError`.
  public init(of room: RoomID, _ home: any Snapshot) throws {
    terms = try home.records(of: [.moderator], in: room, limit: Self.most).compactMap { record in
      guard let body = try? Moderator(serializedBytes: record.body), !body.person.isEmpty else {
        return nil
      }
      return Term(
        person: body.person, from: record.order, until: body.ended ? record.changed : nil)
    }
  }

  /// The newest roles of a room are looked at.
  private static let most = 500

  /// Whether somebody moderates now.
  public func moderates(_ author: Author) -> Bool {
    terms.contains { $0.person == author.data && $0.until == nil }
  }

  /// Whether the author of a record moderated when it was made and when it was changed last: what a moderator has decided stays
  /// decided.
  public func covers(_ record: Record) -> Bool {
    terms.contains { term in
      term.person == record.author.data && term.from < record.order
        && term.until.map { max(record.order, record.changed) < $0 } ?? true
    }
  }
}
