import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A match between two homes that never meet: what each side writes is carried to the other in a file (row G-70).
extension Node {
  private static let carriedMagic = Array("parlor.carried.v1\n".utf8)
  private static let checksumSize = 32

  /// Takes what was carried here and does all that our side can do then; without a file, says what to carry.
  ///
  /// Entries of this turn are signed at its end: the file to carry back is asked for in the next.
  func perform(_ command: CarryMatch, _ transaction: Transaction) throws -> CarriedMatch {
    guard !command.blob.isEmpty else { return try fileToCarry(command.table, transaction) }
    let carried = try Self.read(upload(command.blob))
    guard let id = RoomID(carried.bundle.room) else {
      throw Self.damagedCarrying("it has no table")
    }
    do {
      if try rooms.room(id, transaction.reader) == nil {
        return try meet(carried, id, accept: command.accept, transaction)
      }
      guard let table = try table(id, transaction),
        table.seat != .unspecified || sessions.asks[id] != nil
      else { throw Refused(.notNow, "You have no chair at the table of that file.") }
      try take(carried, in: id, transaction)
      if table.seat == .host, table.phase == .open {
        if let waiting = try seat(carried, at: table, accept: command.accept, transaction) {
          return waiting
        }
      }
      return try goOn(id, plays: !command.look, transaction)
    } catch let error as WireError {
      throw Refused(
        .invalid, "The file does not hold what its authors wrote (\(error)): get another one.")
    }
  }

  private func take(
    _ carried: CarriedTable, in id: RoomID, _ transaction: Transaction
  ) throws {
    if try deliver(carried.bundle.slices, in: id, transaction) {
      throw WireError.malformed("something before these entries is missing")
    }
    try rooms.take(carried.bundle.forks, in: id, from: nil, transaction)
  }

  /// A file of a table that we do not know: its host may be asked for the other chair.
  private func meet(
    _ carried: CarriedTable, _ id: RoomID, accept: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch {
    guard let (host, open) = carried.bundle.opening(of: id) else {
      throw WireError.unproven("a table whose id does not follow from its first step")
    }
    guard host != account.author else {
      throw Refused(.notNow, "That is a table of yours that is not here: restore your backup.")
    }
    let name = Text.clean(open.name, limit: Limits.name)
    guard accept else {
      return .with {
        $0.asks = true
        $0.text =
          "\(name) (\(KeyWords.words(of: host))) hosts this table."
      }
    }
    _ = try transaction.addRoom(id, kind: .table, opener: host)
    ask(OwnAsk(host: host, node: .carried, isAgreed: true), at: id)
    do {
      try take(carried, in: id, transaction)
      guard let table = try table(id, transaction), table.phase == .open else {
        throw Refused(.notNow, "\(name)'s table is taken: ask for a file of another one.")
      }
      try transaction.setAsk(id, host: host, node: .carried)
      turn.touch(table: id)
      return .with {
        $0.table = view(of: table)
        $0.text = "You ask \(name) for the other chair."
      }
    } catch {
      endAsk(at: id)
      throw error
    }
  }

  /// Gives the other chair to the person whose file asks for it.
  ///
  /// - Returns: what to tell our person where nothing was given.
  private func seat(
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
        $0.table = view(of: table)
        $0.asks = true
        $0.text =
          "\(name) (\(KeyWords.words(of: author))) asks for the other chair."
      }
    }
    _ = try act(table.id.description, transaction) { $0.seat.joiner = author.data }
    try transaction.addMember(author, of: table.id)
    return nil
  }

  /// Writes all that our side owes and all cards that it can play.
  private func goOn(
    _ id: RoomID, plays: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch {
    try settle(id, transaction)
    guard let table = try table(id, transaction) else { throw Self.noTable(id.description) }
    if table.seat == .host, table.match.canStart { _ = try start(id.description, transaction) }
    var moves = 0
    var isToTheEnd = false
    while plays, table.seat != .unspecified, let move = table.match.carriedMove(of: table.seat) {
      try write(move.duties, of: table, transaction)
      try settle(id, transaction)
      moves += 1
      isToTheEnd = isToTheEnd || move.isLast
    }
    turn.touch(table: id)
    return .with {
      $0.table = view(of: table)
      $0.text = table.match.carriedText(of: table.seat, moves: moves, isToTheEnd: isToTheEnd)
    }
  }

  // MARK: The file

  private func fileToCarry(_ prefix: String, _ transaction: Transaction) throws -> CarriedMatch {
    let id = try Self.table(prefix, transaction.reader)
    guard let table = try table(id, transaction),
      table.seat != .unspecified || sessions.asks[id] != nil
    else { throw Refused(.notNow, "You have no chair at that table.") }
    guard let room = try rooms.room(id, transaction.reader) else { throw Self.noTable(prefix) }
    var carried = CarriedTable()
    carried.bundle.room = id.data
    var builder = BatchBuilder(position: 0, peerNext: [:], limit: .max)
    try transaction.reader.entries(in: id, of: Array(room.logs.values)) { builder.add($1, at: $0) }
    carried.bundle.slices = builder.slices
    carried.bundle.forks = room.logs.sorted { $0.key < $1.key }.compactMap(\.value.forkProof)
    if sessions.asks[id] != nil, !table.match.hasJoined {
      carried.asker = account.author.data
      carried.name = settings.name
      carried.signature = try account.key.signAsk(for: id)
    }
    let body = Self.carriedMagic + (try Coding.encode(carried))
    return .with {
      $0.table = view(of: table)
      $0.file = Data(body + Hashing.digest(.carried, body).bytes)
    }
  }

  private static func read(_ file: Data) throws -> CarriedTable {
    let bytes = [UInt8](file)
    guard bytes.starts(with: carriedMagic) else {
      throw Refused(
        .invalid, "This is no file of a match that is carried to another machine.",
        .chooseCarriedFile)
    }
    let end = bytes.count - checksumSize
    guard end >= carriedMagic.count else { throw damagedCarrying("it is cut off") }
    let body = Array(bytes[..<end])
    guard Hashing.digest(.carried, body).bytes.elementsEqual(bytes[end...]) else {
      throw damagedCarrying("its checksum does not fit")
    }
    do {
      return try Coding.decode(CarriedTable.self, from: Data(body[carriedMagic.count...]))
    } catch {
      throw damagedCarrying("it cannot be read")
    }
  }

  private static func damagedCarrying(_ what: String) -> Refused {
    Refused(.invalid, "The file is damaged (\(what)): nothing was taken; have it written again.")
  }
}

extension NodeID {
  /// Stands for a node that is known from a carried file alone.
  static var carried: NodeID { .zero }
}
