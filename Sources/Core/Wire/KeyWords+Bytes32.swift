import Identifiers
import Schema

extension KeyWords {
  /// The words of the first four bytes of a node id or an author key, joined by hyphens.
  public static func words(of key: Bytes32) -> String {
    words(of: key.bytes.prefix(4))
  }
}
