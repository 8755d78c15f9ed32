import ArgumentParser
import Commands
import Decks
import DeckSchema
import Node
import Schema
import Terminal

extension TradeVerifyCommand: Handed {
  /// A file of proofs is no larger, in bytes.
  private static let mostProof = 16 << 20

  package func perform() throws {
    if let proof { try check(proof) } else { try run() }
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
