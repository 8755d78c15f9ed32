import Duel
import DuelSchema
import FoundationEssentials
import Schema

/// The duel as scripts play it: people act in the words of the terminal, with lists of invented cards.
struct ScriptedDuel: ScriptGame {
  static let name = "duel"

  private var terms = DuelTerms.with {
    $0.games = 1
    $0.life = 20
    $0.phases = ["Untap", "Draw", "Main", "Combat", "End"]
  }
  private var host = Data()
  private var joiner = Data()

  /// Begins with lists of ten lands each.
  init() {
    host = (try? Self.choice(main: [(10, "Forest")], side: [])) ?? Data()
    joiner = (try? Self.choice(main: [(10, "Island")], side: [])) ?? Data()
  }

  var isDecidedByCards: Bool { false }

  var agreed: [any ScriptSight] {
    let fields: [ScriptField] = [.phase, .rounds, .winner, .ending, .result, .claimed]
    return fields + DuelSight.shared
  }

  func sight(_ name: String) -> (any ScriptSight)? { DuelSight(name) }

  func fill(_ request: inout HostTable) {
    request.game = Self.name
    request.terms = (try? terms.serializedBytes()) ?? Data()
    request.choice = host
  }

  func fill(_ request: inout AskToJoin, by person: Person) {
    request.choice = person == .host ? host : joiner
  }

  // MARK: The top of a file

  mutating func take(_ word: String, _ value: ScriptNode, _ reader: ScriptReader) throws -> Bool {
    switch word {
    case "terms": try takeTerms(value, reader)
    case "lists":
      guard let lists = value.mapping else {
        throw reader.error(value, "The lists are a mapping of host and joiner.")
      }
      for (key, value) in lists {
        let list = try Self.list(value, reader)
        switch try reader.person(key) {
        case .host: host = list
        case .joiner: joiner = list
        case .third: throw reader.error(key, "A third player brings no list to a duel of two.")
        }
      }
    default: return false
    }
    return true
  }

  private mutating func takeTerms(_ node: ScriptNode, _ reader: ScriptReader) throws {
    guard let entries = node.mapping else {
      throw reader.error(node, "The terms are a mapping: games, life.")
    }
    for (key, value) in entries {
      switch try reader.text(key) {
      case "games":
        let games = try reader.small(value)
        guard DuelLimits.games.contains(games) else {
          throw reader.error(value, "A duel has 1, 3 or 5 games.")
        }
        terms.games = games
      case "life": terms.life = try reader.small(value)
      case let other:
        throw reader.error(key, "There is no term \(reader.quoted(other)): games, life.")
      }
    }
  }

  /// Reads a list: the cards of the main part by name with their numbers, and below `side` those of the sideboard.
  private static func list(_ node: ScriptNode, _ reader: ScriptReader) throws -> Data {
    guard let entries = node.mapping else {
      throw reader.error(node, "A list is a mapping of cards to numbers.")
    }
    var main: [(UInt32, String)] = []
    var side: [(UInt32, String)] = []
    for (key, value) in entries {
      let name = try reader.text(key)
      guard name == "side" else {
        main.append((try reader.small(value), name))
        continue
      }
      guard let cards = value.mapping else {
        throw reader.error(value, "A sideboard is a mapping of cards to numbers.")
      }
      side = try cards.map { (try reader.small($0.value), try reader.text($0.key)) }
    }
    // Before so many are made: a file may have many lines.
    guard main.reduce(0, { $0 + Int($1.0) }) <= DuelLimits.libraryCards else {
      throw reader.error(node, "A library has 1 to \(DuelLimits.libraryCards) cards.")
    }
    guard side.reduce(0, { $0 + Int($1.0) }) <= DuelLimits.sideboardCards else {
      throw reader.error(node, "A sideboard has up to \(DuelLimits.sideboardCards) cards.")
    }
    do {
      return try choice(main: main, side: side)
    } catch is UnplayableList {
      throw reader.error(node, "No duel can be played with this list.")
    }
  }

  /// Thrown for a list that no duel takes.
  private struct UnplayableList: Error {}

  /// Makes the choice with which somebody sits down, of the lines of a list.
  static func choice(
    main: [(UInt32, String)], side: [(UInt32, String)]
  ) throws -> Data {
    func cards(_ lines: [(UInt32, String)]) -> [[UInt8]] {
      lines.flatMap { [[UInt8]](repeating: Array($0.1.utf8), count: Int($0.0)) }
    }
    guard let list = DuelList(main: cards(main), side: cards(side)) else {
      throw UnplayableList()
    }
    return try DuelChoice.with {
      $0.list = Data(list.encoded)
      $0.library = "A list of a script"
    }.serializedBytes()
  }

  // MARK: Acts

  func acts(
    _ word: String, _ value: ScriptNode, _ reader: ScriptReader
  ) throws -> [any ScriptAct]? {
    if word == "forge" {
      let (who, what) = try reader.pair(value, "lie")
      guard let lie = DuelLie(rawValue: what) else {
        let known = DuelLie.allCases.map(\.rawValue).joined(separator: ", ")
        throw reader.error(value, "There is no lie \(reader.quoted(what)): \(known).")
      }
      guard let line = value["line"] else {
        throw reader.error(value, "Say by which line it is told, as in `line: play Forest`.")
      }
      return [DuelAct.forge(who, lie, try reader.text(line))]
    }
    guard let person = Person(rawValue: word) else { return nil }
    let lines = try (value.sequence ?? [value]).map { try reader.text($0) }
    guard lines.allSatisfy({ !$0.isEmpty }) else {
      throw reader.error(value, "Write what \(word) does, as in `\(word): draw 2`.")
    }
    return lines.map { DuelAct.say(person, $0) }
  }
}
