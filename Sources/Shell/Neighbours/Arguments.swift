/// The arguments with which the program was started: TYPE NAME PORT [KEY=VALUE ...].
package struct Arguments: Equatable {
  /// The service type, such as `_parlor._tcp`.
  package var type: String
  /// The instance name wanted.
  package var name: String
  /// The TCP port to announce; 0 announces nothing and only looks.
  package var port: UInt16
  /// The TXT pairs to announce.
  package var text: [String]

  /// Reads the arguments after the program's name; nil when they make no sense.
  package init?(_ arguments: [String]) {
    guard arguments.count >= 3, arguments[0].hasPrefix("_"), !arguments[1].isEmpty,
      let port = UInt16(arguments[2])
    else { return nil }
    type = arguments[0]
    name = arguments[1]
    self.port = port
    text = Array(arguments[3...])
  }
}

/// A line on standard input.
package enum Command: Equatable {
  /// `name NEW NAME`: register under another name.
  case name(String)
  /// `text K=V<TAB>K=V`: replace the TXT record.
  case text([String])
  /// `check`: say that the program still runs.
  case check

  /// Reads one line without its line feed; nil for anything unknown.
  package init?(line: String) {
    // By octets: a mark that combines would make one character of the blank and itself.
    let parts = line.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false
    ).map(Substring.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "name" where !rest.isEmpty: self = .name(String(rest))
    case "text":
      self = .text(rest.utf8.split(separator: UInt8(ascii: "\t")).map { String(Substring($0)) })
    case "check": self = .check
    default: return nil
    }
  }
}
