/// What the program was started with: TYPE NAME PORT [KEY=VALUE ...].
struct Arguments: Equatable {
  /// The service type, such as `_parlor._tcp`.
  var type: String
  /// The instance name wanted.
  var name: String
  /// The TCP port to announce; 0 announces nothing and only looks.
  var port: UInt16
  /// The TXT pairs to announce.
  var text: [String]

  /// Reads the arguments after the program's name; nil when they make no sense.
  init?(_ arguments: [String]) {
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
enum Command: Equatable {
  /// `name NEW NAME`: register under another name.
  case name(String)
  /// `text K=V<TAB>K=V`: replace the TXT record.
  case text([String])
  /// `check`: say that the program still runs.
  case check

  /// Reads one line without its line feed; nil for anything unknown.
  init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : ""
    switch parts.first {
    case "name" where !rest.isEmpty: self = .name(rest)
    case "text": self = .text(rest.split(separator: "\t").map(String.init))
    case "check": self = .check
    default: return nil
    }
  }
}
