import FoundationEssentials
import Node
import Wire

/// One line of `parlor-discovery`, checked and bounded.
package enum Said: Equatable {
  /// Our own service carries this name now.
  case registered(name: String)
  /// An instance is there or has changed.
  case found(Sighting)
  /// An instance has left.
  case lost(instance: String)
  /// DNS-SD does not work; a sentence for people.
  case problem(String)
  /// DNS-SD works, and reports all instances again.
  case working
  /// The answer to `check`.
  case alive
  /// A well-formed line about something that this node cannot use, or does not know yet.
  case nothing

  /// Reads a line without its line feed; nil when it makes no sense.
  package init?(line: [UInt8]) {
    guard line.count <= Limits.lineOctets,
      let fields = try? JSONDecoder().decode(Fields.self, from: Data(line))
    else { return nil }
    switch fields.event {
    case "registered": self = .registered(name: fields.name.map(PlainText.init)?.text ?? "")
    case "found": self = Said.sighting(fields).map { .found($0) } ?? .nothing
    case "lost": self = fields.instance.map { .lost(instance: $0) } ?? .nothing
    case "problem": self = .problem(Said.sentence(fields.reason))
    case "working": self = .working
    case "alive": self = .alive
    default: self = .nothing
    }
  }

  private struct Fields: Decodable {
    var event: String
    var name: String?
    var instance: String?
    var port: Int?
    var addresses: [String]?
    var txt: [String: String]?
    var reason: String?
  }

  /// Names with control characters break RFC 6763 section 4.1.1: such an instance is left out, not
  /// cleaned, or it could pass for another one.
  private static func sighting(_ fields: Fields) -> Sighting? {
    guard let instance = fields.instance, PlainText(instance).text == instance, !instance.isEmpty,
      !instance.hasPrefix(LocalHomes.prefix), instance.utf8.count <= Limits.instanceOctets,
      let port = fields.port, 1...65535 ~= port
    else { return nil }
    let addresses = (fields.addresses ?? []).prefix(Limits.addresses)
      .compactMap { address($0, port: port) }
    guard !addresses.isEmpty else { return nil }
    return Sighting(
      instance: instance, nodePrefix: prefix(fields.txt?["id"]), addresses: addresses)
  }

  /// An IP address and a port as the node writes them; nil for a name, and if it is not an address.
  static func address(_ text: String, port: Int) -> String? {
    guard let address = try? Wire.Address(host: text, port: port) else { return nil }
    if case .name = address.host { return nil }
    return address.description
  }

  /// The beginning of a node id; empty where it makes no sense.
  static func prefix(_ text: String?) -> String {
    guard let text, text.count <= Limits.prefixCharacters,
      text.utf8.allSatisfy({ (97...122).contains($0) || (50...55).contains($0) })
    else { return "" }
    return text
  }

  private static func sentence(_ text: String?) -> String {
    let plain = PlainText(text ?? "").text.prefix(Limits.sentenceCharacters)
    return plain.isEmpty ? "Discovery does not work and gave no reason." : String(plain)
  }
}
