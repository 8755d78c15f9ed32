import DuelSchema
import Synchronization

/// The solo tables that were shown last: one move more is made there, and all others need not be made again.
enum KnownSolos {
  /// A table with all that was played there.
  private struct Known {
    let request: PlaySolo
    let solo: DuelSolo
  }

  private static let most = 4
  private static let tables = Mutex<[Known]>([])

  /// Returns the table of a request after some of its first taps, and how many these are; nil where none is known.
  static func table(of request: PlaySolo) -> (solo: DuelSolo, taps: Int)? {
    tables.withLock { tables in
      tables.first { isOne($0.request, request) && request.taps.starts(with: $0.request.taps) }
        .map { ($0.solo, $0.request.taps.count) }
    }
  }

  /// Keeps a table in the place of an earlier moment of it, or of the one that was not shown for longest.
  static func keep(_ solo: DuelSolo, of request: PlaySolo) {
    tables.withLock { tables in
      tables.removeAll { isOne($0.request, request) }
      tables = [Known(request: request, solo: solo)] + tables.prefix(most - 1)
    }
  }

  /// Whether two requests are about one table.
  private static func isOne(_ one: PlaySolo, _ other: PlaySolo) -> Bool {
    one.seed == other.seed && one.choice == other.choice && one.terms == other.terms
      && one.name == other.name
  }
}
