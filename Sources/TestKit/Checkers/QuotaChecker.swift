import Identifiers
import Replication
import Schema
import Store
import Wire

/// The check that the entries of strangers in the lobby stay within their quotas (protocol.md section 8, invariant 9).
final class QuotaChecker: Checker {
  /// Authors that nobody has paired with and that sent more than may be kept.
  var flooders: Set<Author> = []
  /// Nodes that have told others which logs of the lobby they do not take: they need not see there what others see.
  private(set) var choosers: Set<Int> = []

  func sent(_ passing: Passing, in network: VirtualNetwork) throws {
    guard let frame = try? Coding.decode(Frame.self, from: passing.bytes),
      case .have(let have)? = frame.body, have.room == RoomID.lobby.data, !have.unwanted.isEmpty
    else { return }
    choosers.insert(passing.from)
  }

  func finished(in network: VirtualNetwork) throws {
    for (number, node) in network.nodes.enumerated() {
      try node.store.read { reader in
        guard let lobby = try reader.room(.lobby) else { return }
        for log in try reader.logs(lobby) where flooders.contains(log.state.key.author) {
          let bytes = try reader.bytes(of: log.number)
          guard log.state.next <= Limits.strangerEntries + 1, bytes <= Limits.strangerBytes else {
            throw CheckViolation(
              "quotas",
              "node \(number) keeps \(log.state.next - 1) entries and \(bytes) bytes of a stranger")
          }
        }
      }
    }
  }
}
