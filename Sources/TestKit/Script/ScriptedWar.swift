import Node
import Schema
import War

/// War as scripts play it.
struct ScriptedWar: ScriptGame {
  static let name = "war"

  /// The rules that the host opens its table with.
  var rules = Rules.standard

  var isDecidedByCards: Bool { true }

  var agreed: [any ScriptSight] {
    let fields: [ScriptField] = [
      .phase, .round, .rounds, .battle, .pot, .hostCards, .joinerCards, .stateHash, .wars,
      .lastWinner, .winner, .ending, .result, .claimed,
    ]
    return fields
  }

  func sight(_ name: String) -> (any ScriptSight)? { nil }

  func fill(_ request: inout HostTable) { request.rules = rules }

  func fill(_ request: inout AskToJoin, by person: Person) {}

  mutating func take(_ word: String, _ value: ScriptNode, _ reader: ScriptReader) throws -> Bool {
    guard word == "rules" else { return false }
    rules = try Self.rules(value, reader)
    return true
  }

  private static func rules(_ node: ScriptNode, _ reader: ScriptReader) throws -> Rules {
    let entries = node.mapping ?? []
    var rules: Rules
    do {
      rules = try Rules(variant: node.scalar ?? "standard")
      for (key, value) in entries {
        switch try reader.text(key) {
        case "variant": rules = try Rules(variant: reader.text(value))
        case "cap": rules.roundCap = try reader.small(value)
        case "face-down": rules.faceDown = try reader.small(value)
        case let other:
          throw reader.error(
            key, "There is no rule \(reader.quoted(other)): variant, cap, face-down.")
        }
      }
    } catch let problem as RulesError {
      throw reader.error(node, problem.description)
    }
    return rules
  }

  func acts(
    _ word: String, _ value: ScriptNode, _ reader: ScriptReader
  ) throws -> [any ScriptAct]? {
    switch word {
    case "tap": return [WarAct.tap(try reader.people(value))]
    case "play": return [WarAct.play(try Self.goal(value, reader))]
    case "forge":
      let (who, what) = try reader.pair(value, "lie")
      guard let lie = ScriptStep.Lie(rawValue: what) else {
        throw reader.error(value, "There is no lie \(reader.quoted(what)).")
      }
      return [WarAct.forge(who, lie)]
    default: return nil
    }
  }

  private static func goal(_ node: ScriptNode, _ reader: ScriptReader) throws -> ScriptStep.Goal {
    if node.scalar == "end" { return .end }
    guard let (key, value) = node.mapping?.first else {
      throw reader.error(
        node, "People play to the end, for some rounds, or until something happens.")
    }
    switch try reader.text(key) {
    case "rounds":
      return .rounds(try reader.small(value))
    case "until":
      guard let event = ScriptEvent(rawValue: try reader.text(value)) else {
        let known = ScriptEvent.allCases.map(\.rawValue).joined(separator: ", ")
        throw reader.error(
          value, "The cards do not bring \(reader.quoted(try reader.text(value))): \(known).")
      }
      return .event(event)
    case let other:
      throw reader.error(key, "Nobody plays for \(reader.quoted(other)): rounds, until.")
    }
  }
}

/// An act of War in a script.
enum WarAct: ScriptAct {
  case tap([Person])
  case play(ScriptStep.Goal)
  case forge(Person, ScriptStep.Lie)

  var people: [Person] {
    switch self {
    case .tap(let people): people
    case .play: []
    case .forge(let person, _): [person]
    }
  }

  func perform(_ step: ScriptStep, in runner: ScriptRunner) throws {
    switch self {
    case .tap(let people):
      for person in people {
        try runner.give(step, person) { Methods.Tables.tap { $0.table = runner.table } }
      }
    case .play(let goal): try runner.play(goal)
    case .forge(let person, let lie): try runner.forge(lie, by: person)
    }
  }
}
