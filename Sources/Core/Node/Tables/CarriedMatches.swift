import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of matches between two homes that never meet: what each side writes is carried to the other in a file (row G-70).
final class CarriedMatches: Engine {
  let context: NodeContext
  let rooms: Rooms
  let tables: Tables
  let views: TableViews
  let service: TableService

  init(_ service: TableService) {
    self.service = service
    (context, rooms) = (service.context, service.rooms)
    (tables, views) = (service.tables, service.views)
  }

  private static let carriedMagic = Array("parlor.carried.v1\n".utf8)
  private static let checksumSize = 32

  /// The table of a carried file, at which our person has a chair or asks for one.
  func carriedTable(_ id: RoomID, _ transaction: Transaction) throws -> Table {
    guard let table = try tables.table(id, transaction),
      table.seat != .unspecified || tables.sessions.asks[id] != nil
    else { throw Refused(.notNow, "You have no chair at the table of that file.") }
    return table
  }

  /// Begins with a file of a table that we do not know: its host may be asked for the other chair.
  ///
  /// - Returns: what to tell our person where nothing is asked; nil where the file is to be taken, and `met(_:_:_:)` called.
  func meet(
    _ carried: CarriedTable, _ id: RoomID, accept: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch? {
    let (host, name, game) = try Self.host(of: carried, id)
    guard host != account.author else {
      throw Refused(.notNow, "That is a table of yours that is not here: restore your backup.")
    }
    guard store.registry.games[game]?.settleChoice == nil else {
      throw Refused(
        .notNow, "This game is not played in files: play it while your nodes are linked.")
    }
    guard accept else {
      return .with {
        $0.asks = true
        $0.text =
          "\(name) (\(KeyWords.words(of: host))) hosts this table."
      }
    }
    _ = try transaction.addRoom(id, kind: .table, opener: host)
    tables.ask(OwnAsk(host: host, node: .carried, isAgreed: true), at: id)
    return nil
  }

  /// Keeps the question for the other chair of a table whose file was taken.
  func met(
    _ carried: CarriedTable, _ id: RoomID, _ transaction: Transaction
  ) throws -> CarriedMatch {
    let (host, name, _) = try Self.host(of: carried, id)
    guard let table = try tables.table(id, transaction), table.phase == .open else {
      throw Refused(.notNow, "\(name)'s table is taken: ask for a file of another one.")
    }
    try transaction.setAsk(id, host: host, node: .carried)
    turn.touch(table: id)
    return .with {
      $0.table = views.view(of: table)
      $0.text = "You ask \(name) for the other chair."
    }
  }

  private static func host(
    of carried: CarriedTable, _ id: RoomID
  ) throws -> (author: Author, name: String, game: String) {
    guard let (host, open) = carried.bundle.opening(of: id) else {
      throw WireError.unproven("a table whose id does not follow from its first step")
    }
    return (host, Text.clean(open.name, limit: Limits.name), open.game)
  }

  /// Gives the other chair to the person whose file asks for it.
  ///
  /// - Returns: what to tell our person where nothing was given.
  func seat(
    _ carried: CarriedTable, at table: Table, accept: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch? {
    guard let author = Author(carried.asker), author != account.author else {
      throw Refused(.notNow, "Nobody asks for the other chair in that file.")
    }
    guard Signatures.isAsk(carried.signature, for: table.id, by: author) else {
      throw WireError.unproven("a question in the name of somebody else")
    }
    let name = Text.clean(carried.name, limit: Limits.name)
    guard accept else {
      return .with {
        $0.table = views.view(of: table)
        $0.asks = true
        $0.text =
          "\(name) (\(KeyWords.words(of: author))) asks for the other chair."
      }
    }
    _ = try service.act(table.id.description, transaction) { $0.seat.joiner = author.data }
    try transaction.addMember(author, of: table.id)
    return nil
  }

  /// Writes all that our side owes and all cards that it can play.
  func goOn(
    _ id: RoomID, plays: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch {
    try service.settle(id, transaction)
    guard let table = try tables.table(id, transaction) else {
      throw Tables.noTable(id.description)
    }
    if table.seat == .host, table.match.canStart {
      _ = try service.start(id.description, transaction)
    }
    var moves = 0
    var isToTheEnd = false
    while plays, table.seat != .unspecified, let move = table.match.carriedMove(of: table.seat) {
      try tables.write(move.duties, of: table, transaction)
      try service.settle(id, transaction)
      moves += 1
      isToTheEnd = isToTheEnd || move.isLast
    }
    turn.touch(table: id)
    return .with {
      $0.table = views.view(of: table)
      $0.text = table.match.carriedText(of: table.seat, moves: moves, isToTheEnd: isToTheEnd)
    }
  }

  // MARK: The file

  func fileToCarry(_ prefix: String, _ transaction: Transaction) throws -> CarriedMatch {
    let id = try Tables.table(prefix, transaction.reader)
    guard let table = try tables.table(id, transaction),
      table.seat != .unspecified || tables.sessions.asks[id] != nil
    else { throw Refused(.notNow, "You have no chair at that table.") }
    guard let room = try rooms.room(id, transaction.reader) else { throw Tables.noTable(prefix) }
    var carried = CarriedTable()
    carried.bundle.room = id.data
    var builder = BatchBuilder(position: 0, peerNext: [:], limit: .max)
    try transaction.reader.entries(in: id, of: Array(room.logs.values)) { builder.add($1, at: $0) }
    carried.bundle.slices = builder.slices
    carried.bundle.forks = room.forkedLogs.compactMap(\.forkProof)
    if tables.sessions.asks[id] != nil, !table.hasGuests {
      carried.asker = account.author.data
      carried.name = settings.name
      carried.signature = try account.key.signAsk(for: id)
    }
    let body = Self.carriedMagic + (try Coding.encode(carried))
    return .with {
      $0.table = views.view(of: table)
      $0.file = Data(body + Hashing.digest(.carried, body).bytes)
    }
  }

  static func read(_ file: Data) throws -> CarriedTable {
    let bytes = [UInt8](file)
    guard bytes.starts(with: carriedMagic) else {
      throw Refused(
        .invalid, "This is no file of a match that is carried to another machine.",
        .chooseCarriedFile)
    }
    let end = bytes.count - checksumSize
    guard end >= carriedMagic.count else { throw damaged("it is cut off") }
    let body = Array(bytes[..<end])
    guard Hashing.digest(.carried, body).bytes.elementsEqual(bytes[end...]) else {
      throw damaged("its checksum does not fit")
    }
    do {
      return try Coding.decode(CarriedTable.self, from: Data(body[carriedMagic.count...]))
    } catch {
      throw damaged("it cannot be read")
    }
  }

  static func damaged(_ what: String) -> Refused {
    Refused(.invalid, "The file is damaged (\(what)): nothing was taken; have it written again.")
  }
}

extension NodeID {
  /// Stands for a node that is known from a carried file alone.
  static var carried: NodeID { .zero }
}
