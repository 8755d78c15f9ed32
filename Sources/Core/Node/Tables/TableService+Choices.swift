import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The terms of games that have their own, and the choices of our person that only our node keeps.
extension TableService {
  /// The bytes that open a table of a game: its rules, or its own terms.
  ///
  /// - Throws: `Refused` where nobody can play by them.
  func settleTerms(_ command: HostTable, _ game: SessionRules) throws -> Data {
    if let settle = game.settleTerms { return Data(try settle([UInt8](command.terms))) }
    guard command.terms.isEmpty else {
      throw Refused(.invalid, "That game has no terms of its own: leave them out.")
    }
    return Data(try Coding.encode(try game.settle(command.rules)))
  }

  /// The choice that our person makes before the start of a match; nil in a game without one.
  ///
  /// - Throws: `Refused` where it does not fit.
  func settleChoice(_ choice: Data, _ game: SessionRules, terms: Data) throws -> [UInt8]? {
    guard let settle = game.settleChoice else {
      guard choice.isEmpty else {
        throw Refused(.invalid, "There is nothing to choose before a match of that game.")
      }
      return nil
    }
    try Self.checkSize(choice)
    return try settle([UInt8](choice), [UInt8](terms))
  }

  /// Keeps a choice that came with a tap, before the steps that depend on it are made; none where it is empty.
  ///
  /// - Throws: `Refused` where it does not count now.
  func choose(_ choice: Data, at table: Table, _ transaction: Transaction) throws {
    guard !choice.isEmpty else { return }
    try Self.checkSize(choice)
    let choice = [UInt8](choice)
    let number = try table.secret.choose(choice, in: table.match)
    try transaction.setChoice(choice, number: number, room: table.id)
  }

  private static func checkSize(_ choice: Data) throws {
    let most = SessionRules.mostChoiceBytes
    guard choice.count <= most else {
      throw Refused(.invalid, "The choice has \(choice.count) bytes: up to \(most) are possible.")
    }
  }

  /// The terms of a table for another one like it, with the choice that our person made there before the start.
  func termsAgain(of table: Table, _ transaction: Transaction) throws -> HostTable {
    var terms = table.terms
    terms.choice = Data(try transaction.reader.choices(table.id).first ?? [])
    return terms
  }
}
