import Feature
import Identifiers
import Schema
import Wire

/// Effects of the account that a node shows on our person's trust in that node (specification section 16).
///
/// Trust goes to a node together with the person on it, the first account of its Hello, and never to one of the two alone.
enum AccountTrust: Equatable {
  /// Nothing changes.
  case unchanged
  /// It is the account for which our person waits: from now on the node is trusted.
  case begins
  /// It is another account than the one that our person trusts on this node: the trust does not count.
  case ends(expected: Author)

  /// Compares an account with what our person decided.
  ///
  /// - Parameter shown: the first account of a Hello; nil for a Hello without one.
  init(in peer: PeerView, shown: Author?) {
    if let awaited = peer.awaited {
      self = awaited == shown ? .begins : .ends(expected: awaited)
    } else if peer.paired, let known = peer.authors.first, known != shown {
      self = .ends(expected: known)
    } else {
      self = .unchanged
    }
  }

  /// Explains why trust does not count and what to do, for the person who gave it.
  static func problem(of peer: PeerView, expected: Author, shown: Author?) -> Advice {
    let account = shown.map { "another account (\(KeyWords.words(of: $0)))" } ?? "no account"
    let words = KeyWords.words(of: expected)
    let reason =
      peer.awaited == nil
      ? "Not trusted any more: this node shows \(account), and you have paired with \(words)."
      : "Not trusted: this node shows \(account), and a friend has introduced \(words)."
    return Advice(
      reason,
      .with {
        $0.code = .askAndCompare
        $0.node = peer.id
      })
  }
}
