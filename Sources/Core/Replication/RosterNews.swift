import FoundationEssentials
import Identifiers
import Schema
import Wire

extension RosterNews {
  /// The statements in it.
  ///
  /// - Throws: `WireError` where the shape of one is not as the specification says.
  public func statements(in room: RoomID) throws -> [SignedStatement] {
    try news.statements.map { try SignedStatement($0, in: room) }
  }
}

extension Roster {
  /// Everything that is here, in parts that fit into frames, terms first; the last part asks for what we lack.
  ///
  /// - Parameter limit: the bytes of a part, about.
  public func news(limit: Int) -> [RosterNews] {
    Self.news(statements, bases: bases, of: room, limit: limit, all: true)
  }

  /// Statements in parts that fit into frames.
  ///
  /// - Parameters:
  ///   - limit: the bytes of a part, about. Standings of a term are not divided.
  ///   - all: whether they are everything that is here: then the last part asks for what we lack.
  public static func news(
    _ statements: [SignedStatement], bases: [RosterBase], of room: RoomID, limit: Int,
    all: Bool = false
  ) -> [RosterNews] {
    var parts: [RosterNews] = []
    var part = RosterNews.with { $0.room = room.data }
    var size = 0
    part.news.bases = bases
    for statement in statements {
      let cost = statement.message.cost
      if size + cost > limit, size > 0 {
        parts.append(part)
        part = RosterNews.with { $0.room = room.data }
        size = 0
      }
      part.news.statements.append(statement.message)
      size += cost
    }
    part.all = all
    return parts + [part]
  }
}

extension Roster? {
  /// Takes statements into a roster that is made where there is none.
  public mutating func take(
    _ statements: [SignedStatement], bases: [RosterBase], in room: RoomID
  ) -> Roster.Taken {
    var roster = self ?? Roster(room: room)
    defer { self = roster }
    return roster.take(statements, bases: bases)
  }
}

extension RosterStatement {
  /// Bytes that it takes in a frame, roughly.
  var cost: Int {
    let size: Int
    switch body {
    case .term(let bytes), .member(let bytes), .leave(let bytes), .invite(let bytes),
      .seen(let bytes), .cut(let bytes):
      size = bytes.count
    case nil: size = 0
    }
    return size + signatures.reduce(16) { $0 + $1.count + 4 }
  }
}
