import Crypto
import FoundationEssentials
import Schema

/// The hash by which two players see that they have the same deck (row D-52).
enum DeckHash {
  /// The hash that Cockatrice shows: SHA-1 over the sorted small names, those of the sideboard behind "SB:", one for each copy and
  /// joined by semicolons; the first five bytes as a number with base 32, eight digits long.
  static func text(of list: DeckList) -> String {
    let names = list.lines.flatMap { line in
      let isMain = line.zone == .main
      return Array(
        repeating: (isMain ? "" : "SB:") + line.name.lowercased(),
        count: min(Int(line.count), DeckRules.mostOfOneLine))
    }
    // By UTF-16 as Qt compares texts.
    let sorted = names.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
    let digest = Insecure.SHA1.hash(data: Data(sorted.joined(separator: ";").utf8))
    let number = digest.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let digits = String(number, radix: 32)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
