import ArgumentParser
import Client
import Daemon
import Link
import Store
import Terminal

/// `parlor mend`: a new database from what is left of a damaged one.
struct MendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mend", abstract: "Make a new database from what is left of a damaged one.",
    discussion: """
      The daemon must not run. Every entry that is there and proves itself by its hash and its author's signature is kept, with \
      your keys, settings and peers; the rest comes back from the people you share it with once you are linked. Matches that \
      were going on do not go on. The damaged database is kept beside the new one. When nothing is wrong, nothing is changed.
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let home = try options.homePath()
    let outcome: Mend.Outcome
    do {
      outcome = try Mend.run(home)
    } catch let error as StoreError {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    } catch let error as NodeIdentityError {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
    switch outcome {
    case .whole:
      guard !options.json else {
        return Output.line(JSONText.object([("home", .text(home)), ("mended", .flag(false))]))
      }
      Output.line("Nothing is wrong with the database of \(home.plain): nothing was changed.")
    case .mended(let tally, let old):
      if options.json {
        let fields: [(String, JSONText.Value)] = [
          ("home", .text(home)), ("mended", .flag(true)), ("rooms", .number(Int64(tally.rooms))),
          ("entries", .number(Int64(tally.entries))), ("files", .number(Int64(tally.files))),
          ("peers", .number(Int64(tally.peers))), ("old", .text(old)),
        ]
        return Output.line(JSONText.object(fields))
      }
      Output.line(
        "\(home.plain) has a new database: \(tally.entries) entries in \(tally.rooms) rooms, \(tally.files) files, \(tally.peers) peers."
      )
      Output.line("What is missing comes back from the people you share it with.")
      Output.line("The damaged database is kept in \(old.plain), with your keys in it.")
    }
  }
}
