import FoundationEssentials
import Glibc

extension Data {
  /// Whether other bytes, at least one, stand among these.
  func holds(_ part: Data) -> Bool {
    withUnsafeBytes { bytes in
      part.withUnsafeBytes { part in
        guard let first = part.first, let wanted = part.baseAddress else { return false }
        var rest = bytes[...]
        while rest.count >= part.count, let place = rest.firstIndex(of: first) {
          rest = rest[place...]
          guard rest.count >= part.count else { return false }
          let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
          if let start, memcmp(start, wanted, part.count) == 0 { return true }
          rest = rest.dropFirst()
        }
        return false
      }
    }
  }
}
