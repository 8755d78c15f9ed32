import FoundationEssentials
import Schema

/// Files of tournaments as a command takes them, without one: for what measures the readers.
package enum TournamentFiles {
  /// Reads a file.
  ///
  /// - Returns: how much is in it, in a few words.
  /// - Throws: `Refused` with what is wrong with it.
  package static func read(_ text: String, format: String) throws -> String {
    let file = try TakeCommand.read(
      .with { ($0.text, $0.format, $0.name) = (text, format, "Cup") }, Data())
    return "\(Count.of(file.entrants.count, "entrant")), \(file.report.lost.count) lost"
  }

  /// Reads entrants.
  ///
  /// - Returns: how many there are.
  /// - Throws: `Refused` with what is wrong with them.
  package static func entrants(_ text: String) throws -> String {
    Count.of(try EntrantCommands.parse(text).count, "entrant")
  }
}
