import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

extension VerifiedEntry {
  /// The nonce of the step that opens a table, where an entry begins with one.
  var openingNonce: Data? {
    guard let payload,
      case .step(let step)? = try? Coding.decode(Payload.self, from: payload).operations.first?.kind,
      case .open(let open)? = step.step
    else { return nil }
    return open.nonce
  }
}

extension Schema.Bundle {
  /// Returns the author who opened a table and the step that did so, if the table's id follows from that step.
  func opening(of id: RoomID) -> (Author, OpenTable)? {
    for slice in slices where slice.first == 1 {
      guard let author = LogKey(slice.log)?.author, let entry = slice.entries.first,
        let payload = try? Coding.decode(Payload.self, from: entry.payload),
        case .step(let step)? = payload.operations.first?.kind, case .open(let open)? = step.step,
        RoomID(table: author, nonce: open.nonce) == id
      else { continue }
      return (author, open)
    }
    return nil
  }
}
