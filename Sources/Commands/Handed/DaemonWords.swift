/// The words with which a daemon is started day after day: `daemon --home DIR`, and what tests and services add.
///
/// The parser of commands takes a quarter of the time until a daemon is ready.
package struct DaemonWords {
  /// As it was typed.
  package private(set) var home = ""
  /// The IP address to listen on; nil for all.
  package private(set) var address: String?
  /// Whether DNS-SD is used.
  package private(set) var discovery = true

  /// Nil for any other words, and where something may be wrong: those are for the parser.
  package init?(_ words: [String]) {
    var isDaemon = false
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "daemon" where !isDaemon: isDaemon = true
      case "--no-discovery" where isDaemon && discovery: discovery = false
      case "--home" where home.isEmpty:
        guard let text = rest.popFirst(), !text.hasPrefix("-") else { return nil }
        home = text
      case "--address" where isDaemon && address == nil:
        guard let text = rest.popFirst(), !text.hasPrefix("-") else { return nil }
        address = text
      default: return nil
      }
    }
    guard isDaemon, !home.isEmpty else { return nil }
  }
}
