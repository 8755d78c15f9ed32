import Feature
import Identifiers
import Schema
import Store
import Wire

/// The flow of a match that is carried between homes: its entries are delivered as those of a batch (row G-70).
extension Node {
  /// Takes what was carried here and does all that our side can do then; without a file, says what to carry.
  ///
  /// Entries of this turn are signed at its end: the file to carry back is asked for in the next.
  func perform(_ command: CarryMatch, _ transaction: Transaction) throws -> CarriedMatch {
    guard !command.blob.isEmpty else { return try tables.fileToCarry(command.table, transaction) }
    let carried = try Tables.read(upload(command.blob))
    guard let id = RoomID(carried.bundle.room) else {
      throw Tables.damagedCarrying("it has no table")
    }
    do {
      if try rooms.room(id, transaction.reader) == nil {
        return try meet(carried, id, accept: command.accept, transaction)
      }
      let table = try tables.carriedTable(id, transaction)
      try take(carried, in: id, transaction)
      if table.seat == .host, table.phase == .open {
        let waiting = try tables.seat(carried, at: table, accept: command.accept, transaction)
        if let waiting { return waiting }
      }
      return try tables.goOn(id, plays: !command.look, transaction)
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
    try entries.take(carried.bundle.forks, in: id, from: nil, transaction)
  }

  private func meet(
    _ carried: CarriedTable, _ id: RoomID, accept: Bool, _ transaction: Transaction
  ) throws -> CarriedMatch {
    if let question = try tables.meet(carried, id, accept: accept, transaction) { return question }
    do {
      try take(carried, in: id, transaction)
      return try tables.met(carried, id, transaction)
    } catch {
      tables.endAsk(at: id)
      throw error
    }
  }
}
