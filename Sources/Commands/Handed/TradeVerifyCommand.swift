import ArgumentParser
import Client
import DeckSchema
import Schema
import Terminal

/// `parlor trade verify`.
package struct TradeVerifyCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Look for cards that somebody has given twice.",
    discussion: """
      Exits with 1 where there is one. With --json the proof is there as its giver has signed it. Anybody can check such a file with \
      --proof, without a home and without knowing one of those people: it exits with 0 where every proof in it holds.

      EXAMPLES
        parlor trade verify --json > twice.json
        parlor trade verify --proof twice.json
      """)

  @OptionGroup package var options: GlobalOptions

  @Argument(help: "The trade's id, or the beginning of it; all trades without this.")
  package var trade = ""

  @Option(help: "A file with proofs to check instead; - is standard input.", completion: .file())
  package var proof: String?

  package init() {}

  package func validate() throws {
    if proof != nil, !trade.isEmpty {
      throw ValidationError("--proof checks a file by itself: leave the trade out.")
    }
  }

  package func run() throws {
    if proof != nil { try OtherProgram.parlord.takeOver() }
    let found = try options.client().call(Methods.Trades.verify) { $0.trade = trade }
    if options.json {
      try Output.json(found)
    } else {
      Output.lines(found.proofs.lazy.map { $0.message.plain })
      if found.proofs.isEmpty {
        Output.line(
          "No card was given twice, in \(TradeText.trades(found.trades)) of yours and \(found.steps) before them."
        )
      }
    }
    if !found.proofs.isEmpty { throw ExitCode(SessionEnd.refused) }
  }
}
