import ArgumentParser
import Client
import Decks
import Node
import Schema
import Terminal

/// `parlor trade verify`.
struct TradeVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Look for cards that somebody has given twice.",
    discussion: """
      Exits with 1 where there is one. With --json the proof is there as its giver has signed it. Anybody can check such a file with \
      --proof, without a home and without knowing one of those people: it exits with 0 where every proof in it holds.

      EXAMPLES
        parlor trade verify --json > twice.json
        parlor trade verify --proof twice.json
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The trade's id, or the beginning of it; all trades without this.")
  var trade = ""

  @Option(help: "A file with proofs to check instead; - is standard input.", completion: .file())
  var proof: String?

  /// A file of proofs is no larger, in bytes.
  private static let mostProof = 16 << 20

  func validate() throws {
    if proof != nil, !trade.isEmpty {
      throw ValidationError("--proof checks a file by itself: leave the trade out.")
    }
  }

  func run() throws {
    if let proof { return try check(proof) }
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

  /// Checks the proofs of a file by their signatures alone. The file may hold anything.
  private func check(_ path: String) throws {
    let bytes = try FileSource.bytes(of: path, most: Self.mostProof)
    guard bytes.count <= Self.mostProof,
      !bytes.isEmpty, let file = try? JSONMapping.message(TradeProofs.self, from: bytes)
    else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(path.plain) has no proofs: write one with `parlor trade verify --json`.")
    }
    guard !file.proofs.isEmpty else {
      throw CommandFailure(SessionEnd.refused, "\(path.plain) says that no card was given twice.")
    }
    let checks = file.proofs.map { TradeProofCheck($0) { RoomViews.records(provenBy: $0) } }
    if options.json {
      Output.line(
        JSONText.object([
          ("proofs", .number(Int64(checks.count))),
          ("hold", .number(Int64(checks.count { $0 != nil }))),
        ]))
    } else {
      for (number, check) in checks.enumerated() { Output.line(Self.text(check, number + 1)) }
    }
    if checks.contains(where: { $0 == nil }) { throw ExitCode(SessionEnd.refused) }
  }

  private static func text(_ check: TradeProofCheck?, _ number: Int) -> String {
    guard let check else {
      return "Proof \(number) does not hold: its signatures do not show one copy given twice."
    }
    let card = check.card.isEmpty ? "a card" : check.card.plain
    let receivers = check.receivers.map(\.description).joined(separator: " and to ")
    return "The proof holds: \(check.giver) gave one copy of \(card) to \(receivers)."
  }
}
