import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Entries that come in a file: of a room (specification section 11), or of a match that is carried between homes (row G-70). They are
/// delivered as those of a batch.
extension Node {
  private static func damagedFile(_ error: WireError) -> Refused {
    Refused(
      .invalid, "The file does not hold what its authors wrote (\(error)): get another one.")
  }

  /// Takes a piece of a room's file as its sync would bring it: all of it, or nothing.
  func perform(_ command: ImportBundle, _ transaction: Transaction) throws -> BundleView {
    guard command.bundle.count <= RoomFile.longestPiece else {
      throw Refused(.invalid, "A piece of \(command.bundle.count) bytes is too long.")
    }
    do {
      let bundle = try Coding.decode(Schema.Bundle.self, from: command.bundle)
      guard let id = RoomID(bundle.room) else { throw WireError.malformed("a room id") }
      try records.openRoom(id, of: bundle, transaction)
      let count = BundleCount(before: rooms[id])
      for part in bundle.roster {
        try records.rosters.takeFromFile(
          Coding.decode(RosterExchange.self, from: part), in: id, transaction)
      }
      if try deliver(bundle.slices, in: id, transaction), id != .lobby {
        throw WireError.malformed("something before these entries is missing")
      }
      try entries.take(bundle.forks, in: id, from: nil, transaction)
      if !bundle.blobs.isEmpty { try records.settleRooms(transaction) }
      let whole = try bundle.blobs.filter { try blobs.take($0, transaction) }
      var view = count.view(of: bundle, after: rooms[id])
      (view.room, view.files) = (id.description, UInt32(whole.count))
      return view
    } catch let error as WireError {
      throw Self.damagedFile(error)
    }
  }

  /// Takes what was carried here and does all that our side can do then; without a file, says what to carry.
  ///
  /// Entries of this turn are signed at its end: the file to carry back is asked for in the next.
  func perform(_ command: CarryMatch, _ transaction: Transaction) throws -> CarriedMatch {
    guard !command.blob.isEmpty else {
      return try carriedMatches.fileToCarry(command.table, transaction)
    }
    let carried = try CarriedMatches.read(upload(command.blob))
    guard let id = RoomID(carried.bundle.room) else {
      throw CarriedMatches.damaged("it has no table")
    }
    do {
      if try rooms.room(id, transaction.reader) == nil {
        return try meet(carried, id, accept: command.accept, transaction)
      }
      let table = try carriedMatches.carriedTable(id, transaction)
      try take(carried, in: id, transaction)
      if table.seat == .host, table.phase == .open {
        let waiting = try carriedMatches.seat(
          carried, at: table, accept: command.accept, transaction)
        if let waiting { return waiting }
      }
      return try carriedMatches.goOn(id, plays: !command.look, transaction)
    } catch let error as WireError {
      throw Self.damagedFile(error)
    }
  }

  private func take(
    _ carried: CarriedTable, in id: RoomID, _ transaction: Transaction
  ) throws {
    if try deliver(carried.bundle.slices, in: id, transaction) {
      throw WireError.malformed("something before these entries is missing")
    }
    try entries.take(carried.bundle.forks, in: id, from: nil, transaction)
  }

  private func meet(
    _ carried: CarriedTable, _ id: RoomID, accept: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch {
    if let question = try carriedMatches.meet(carried, id, accept: accept, transaction) {
      return question
    }
    do {
      try take(carried, in: id, transaction)
      return try carriedMatches.met(carried, id, transaction)
    } catch {
      tables.endAsk(at: id)
      throw error
    }
  }
}
