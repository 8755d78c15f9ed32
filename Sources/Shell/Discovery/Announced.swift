import Neighbours
import Node

/// The announcement that the program is asked to make, bounded and in its words.
package struct Announced: Equatable {
  /// The instance name, never empty.
  package let name: String
  /// The TXT pairs `key=value`; the protocol version and the id first.
  package let pairs: [String]

  /// Takes control characters out and leaves out pairs that cannot be announced.
  package init(_ advertisement: Advertisement) {
    let plain = InstanceName.fitting(
      PlainText(advertisement.name).text, octets: Limits.nameOctets)
    name = plain.isEmpty ? "Parlor" : plain
    let order = ["v": 0, "id": 1]
    pairs = advertisement.text
      .sorted { (order[$0.key] ?? 2, $0.key) < (order[$1.key] ?? 2, $1.key) }
      .map { PlainText("\($0.key)=\($0.value)").text }
      .filter { $0.utf8.count <= Limits.pairOctets && !$0.hasPrefix("=") }
      .prefix(Limits.pairs).map(\.self)
  }

  /// The lines that turn what was announced before into this.
  package func commands(after former: Announced?) -> String {
    var lines = ""
    if former?.name != name { lines += "name \(name)\n" }
    if former?.pairs != pairs { lines += "text \(pairs.joined(separator: "\t"))\n" }
    return lines
  }
}
