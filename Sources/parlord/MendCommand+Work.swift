import Commands
import Daemon
import Link
import Store
import Terminal

extension MendCommand: Handed {
  package func perform() throws {
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
