/// A report of the program on its standard output, one JSON object a line.
package enum Event: Equatable {
  /// Our own service is announced under this name, which may differ from the one wanted.
  case registered(name: String)
  /// An instance is there, or its data has changed.
  case found(Instance)
  /// An instance has left.
  case lost(instance: String)
  /// DNS-SD does not work; a sentence for people. Said once until `working`.
  case problem(String)
  /// DNS-SD works (again); earlier instances are reported again.
  case working
  /// The answer to `check`.
  case alive

  /// One line of JSON without its line feed.
  package var line: String {
    switch self {
    case .registered(let name): object("registered", [("name", quoted(name))])
    case .found(let instance):
      object(
        "found",
        [
          ("instance", quoted(instance.name)), ("host", quoted(instance.host)),
          ("port", String(instance.port)),
          ("addresses", "[" + instance.addresses.map(quoted).joined(separator: ",") + "]"),
          (
            "txt",
            "{"
              + instance.text.sorted { $0.key < $1.key }
              .map { quoted($0.key) + ":" + quoted($0.value) }.joined(separator: ",") + "}"
          ),
        ])
    case .lost(let instance): object("lost", [("instance", quoted(instance))])
    case .problem(let sentence): object("problem", [("reason", quoted(sentence))])
    case .working: object("working", [])
    case .alive: object("alive", [])
    }
  }

  private func object(_ event: String, _ members: [(String, String)]) -> String {
    let all = [("event", quoted(event))] + members
    return "{" + all.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }
}

/// A JSON string; control characters, which nothing here needs, are left out.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where scalar.properties.generalCategory == .control: continue
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
