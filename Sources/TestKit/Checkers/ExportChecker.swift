import Feature
import Features
import Node
import Schema
import Wire

/// The check that a table's exported file verifies without the node and says the same result. With one byte changed it must not verify.
public final class ExportChecker: Checker {
  private var random: SeededGenerator

  /// The seed decides which byte is changed.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed ^ 0xb17e_f11b) }

  /// Exports every table that was played.
  public func finished(in network: VirtualNetwork) throws {
    for (number, node) in network.nodes.enumerated() {
      for table in try StoredTable.all(in: node.store) where table.view?.phase == .finished {
        guard var file = try node.store.read({ try Transcript.export(table.id, $0) }) else {
          throw CheckViolation("export", "node \(number) has nothing to export of \(table.id)")
        }
        let report = Transcript.verify(file, Registry.parlor.games).report
        let isBroken = table.view?.result.ending == .broken
        guard report.valid != isBroken, report.result == table.view?.result else {
          throw CheckViolation(
            "export", "node \(number) exports a file of which is said: \(report.text)")
        }
        let place = Int.random(in: file.indices, using: &random)
        file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        guard !Transcript.verify(file, Registry.parlor.games).report.valid else {
          throw CheckViolation("export", "a file still verifies with byte \(place) changed")
        }
      }
    }
  }
}
