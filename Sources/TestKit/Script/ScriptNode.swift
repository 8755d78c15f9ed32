import CYAML
import Schema

/// A key of a mapping and its value.
struct ScriptPair {
  let key: ScriptNode
  let value: ScriptNode
}

/// A part of a YAML or JSON document, with its line.
package struct ScriptNode {
  /// Its line in the file, from 1 on.
  let line: Int
  /// Its text, unless it has parts.
  package private(set) var scalar: String?
  /// The parts of a list.
  package private(set) var sequence: [ScriptNode]?
  /// The same as `mapping`, of which the compiler says that it leads to itself.
  private(set) var pairs: [ScriptPair]?

  /// A text that is no YAML: the line and the reason.
  struct Problem: Error {
    let line: Int
    let reason: String
  }

  /// Keys and values in their order.
  package var mapping: [(key: ScriptNode, value: ScriptNode)]? { pairs?.map { ($0.key, $0.value) } }

  /// The value of a key in a mapping.
  package subscript(key: String) -> ScriptNode? { mapping?.first { $0.key.scalar == key }?.value }

  /// Reads a text of one document.
  ///
  /// - Returns: nil for a text without any.
  /// - Throws: `Problem`; also for parts that stand for others by a name (`*name`), which no script needs.
  package static func read(_ text: String) throws -> ScriptNode? {
    var text = text
    return try text.withUTF8 { bytes in
      var events = Events()
      guard yaml_parser_initialize(&events.parser) == 1 else {
        throw Problem(line: 1, reason: "there is no memory for it")
      }
      defer { yaml_parser_delete(&events.parser) }
      yaml_parser_set_input_string(&events.parser, bytes.baseAddress, bytes.count)
      return try events.document()
    }
  }

  /// The events that libyaml finds, one after the other.
  private struct Events {
    var parser = yaml_parser_t()
    private var depth = 0

    /// Parts within parts; scripts have six.
    private static let mostDepth = 16

    private enum Event {
      case scalar(String), sequence, mapping, end, alias, document, endOfAll, other
    }

    mutating func document() throws -> ScriptNode? {
      var root: ScriptNode?
      while true {
        let (event, line) = try next()
        switch event {
        case .endOfAll: return root
        case .document where root != nil:
          throw Problem(line: line, reason: "there is a second document")
        case .document, .other: break
        default: root = try node(event, line)
        }
      }
    }

    /// The part that an event begins.
    private mutating func node(_ event: Event, _ line: Int) throws -> ScriptNode {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.mostDepth else {
        throw Problem(line: line, reason: "it has more parts within parts than a script has")
      }
      switch event {
      case .scalar(let text): return ScriptNode(line: line, scalar: text)
      case .sequence:
        var nodes: [ScriptNode] = []
        while let part = try part() { nodes.append(part) }
        return ScriptNode(line: line, sequence: nodes)
      case .mapping:
        var pairs: [ScriptPair] = []
        var names: Set<String> = []
        while let key = try part(), let value = try part() {
          if let name = key.scalar, !names.insert(name).inserted {
            throw Problem(line: key.line, reason: "\(Text.preview(name)) is there twice")
          }
          pairs.append(ScriptPair(key: key, value: value))
        }
        return ScriptNode(line: line, pairs: pairs)
      case .alias: throw Problem(line: line, reason: "no part can stand for another one")
      case .end, .document, .endOfAll, .other: throw Problem(line: line, reason: "it is not whole")
      }
    }

    /// The next part of a list or mapping; nil at its end.
    private mutating func part() throws -> ScriptNode? {
      let (event, line) = try next()
      if case .end = event { return nil }
      return try node(event, line)
    }

    private mutating func next() throws -> (Event, line: Int) {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else {
        let reason = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
        throw Problem(line: Int(parser.problem_mark.line) + 1, reason: reason)
      }
      defer { yaml_event_delete(&event) }
      return (Self.kind(of: event), Int(event.start_mark.line) + 1)
    }

    private static func kind(of event: yaml_event_t) -> Event {
      switch event.type {
      case YAML_SCALAR_EVENT:
        let (text, count) = (event.data.scalar.value, event.data.scalar.length)
        return .scalar(
          String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
      case YAML_SEQUENCE_START_EVENT: return .sequence
      case YAML_MAPPING_START_EVENT: return .mapping
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
      case YAML_ALIAS_EVENT: return .alias
      case YAML_DOCUMENT_START_EVENT: return .document
      case YAML_STREAM_END_EVENT: return .endOfAll
      default: return .other
      }
    }
  }
}
