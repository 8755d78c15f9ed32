import Schema

/// The reason why a script cannot be run: file, line, what is wrong and why.
public struct ScriptError: Error, CustomStringConvertible {
  /// `file:line: sentence`.
  public let description: String

  init(_ file: String, _ line: Int, _ sentence: String) {
    description = "\(file):\(line): \(sentence)"
  }
}

/// Reads a script from YAML, keeping the line of every step.
public struct ScriptReader {
  private let file: String
  /// The game, which knows the steps and fields that the table does not.
  private let game: any ScriptGame

  /// Reads the text of a file.
  ///
  /// - Throws: `ScriptError` with the line that cannot be understood.
  public static func read(_ text: String, file: String) throws -> Script {
    do {
      guard let root = try ScriptNode.read(text)?.mapping else {
        throw ScriptError(file, 1, "A script is a mapping with title, seed and steps.")
      }
      let reader = ScriptReader(file: file, game: try game(root, file))
      return try reader.script(root)
    } catch let problem as ScriptNode.Problem {
      throw ScriptError(file, problem.line, "This is no YAML: \(problem.reason).")
    }
  }

  /// Returns the game that the top of a file names, wherever it stands there; War where it names none.
  private static func game(
    _ root: [(key: ScriptNode, value: ScriptNode)], _ file: String
  ) throws -> any ScriptGame {
    let named = root.first { $0.key.scalar == "game" }?.value
    let name = named.map { $0.scalar ?? "" } ?? ScriptedWar.name
    guard let game = ScriptGames.game(named: name) else {
      let known = ScriptGames.all.map { type(of: $0).name }.joined(separator: ", ")
      throw ScriptError(
        file, named?.line ?? 1, "There is no game \(Text.preview(name)): \(known).")
    }
    return game
  }

  private func script(_ root: [(key: ScriptNode, value: ScriptNode)]) throws -> Script {
    var script = Script(
      file: file, title: file, game: game, seed: 1, claimSeconds: 60, killed: nil, steps: [])
    for (key, value) in root {
      switch try text(key) {
      case "title": script.title = try text(value)
      case "game": break
      case "seed": script.seed = try number(value)
      case "claim-seconds": script.claimSeconds = try Int64(number(value))
      case "kill-at-each-message": script.killed = try person(value)
      case "steps":
        guard let steps = value.sequence else { throw error(value, "The steps are a list.") }
        script.steps = try steps.flatMap { try self.steps($0) }
      case let other:
        guard try script.game.take(other, value, self) else {
          throw error(key, "There is no \(quoted(other)) in a script.")
        }
      }
    }
    return script
  }

  /// One list item: a word, or a mapping of a word to what belongs to it, with `refused` beside.
  private func steps(_ node: ScriptNode) throws -> [ScriptStep] {
    let line = node.line
    if node.scalar != nil {
      return try actions(text(node), nil, node).map { ScriptStep(line: line, action: $0) }
    }
    guard let mapping = node.mapping else { throw error(node, "A step is a word or a mapping.") }
    var found: (word: String, value: ScriptNode)?
    var refused: String?
    for (key, value) in mapping {
      let word = try text(key)
      if word == "refused" {
        refused = try text(value)
      } else if found == nil {
        found = (word, value)
      } else {
        throw error(key, "A step does one thing: put \(quoted(word)) into a step of its own.")
      }
    }
    guard let found else { throw error(node, "The step does nothing.") }
    return try actions(found.word, found.value, node).map {
      ScriptStep(line: line, action: $0, refused: refused)
    }
  }

  private func actions(_ word: String, _ value: ScriptNode?, _ at: ScriptNode) throws -> [ScriptStep
    .Action]
  {
    if word == "sit" {
      return [
        .open, .ask(.joiner), .accept(.joiner), .start, .attend([.host, .joiner], auto: false),
      ]
    }
    let value = value ?? ScriptNode(line: at.line, scalar: "")
    if let acts = try game.acts(word, value, self) { return acts.map { .act($0) } }
    return [try action(word, value, at)]
  }

  private func action(_ word: String, _ value: ScriptNode, _ at: ScriptNode) throws
    -> ScriptStep.Action
  {
    switch word {
    case "open": return .open
    case "ask": return .ask(try person(value))
    case "withdraw": return .withdraw(try person(value))
    case "accept": return .accept(try person(value))
    case "decline", "decline-for-good":
      let (who, what) = try pair(value, "reason")
      return .decline(who, reason: what, forGood: word == "decline-for-good")
    case "start": return .start
    case "close": return .close(reason: try text(value))
    case "attend": return .attend(try people(value), auto: false)
    case "auto": return .attend(try people(value), auto: true)
    case "leave": return .leave(try person(value))
    case "away": return .away(try person(value))
    case "concede": return .concede(try person(value))
    case "claim":
      let (who, what) = try pair(value, "result")
      return .claim(who, what == "draw" ? .draw : .win)
    case "accept-claim": return .acceptClaim(try person(value))
    case "take-back": return .takeBack(try person(value))
    case "offer-hosting": return .offerHosting(try person(value))
    case "take-hosting": return .takeHosting(try person(value))
    case "cut": return .cut
    case "part": return .part
    case "heal": return .heal
    case "hold": return .hold(try person(value))
    case "release": return .release(try person(value))
    case "kill": return .kill(try people(value))
    case "restart": return .restart(try people(value))
    case "restore": return .restore
    case "back-up": return .backUp(try person(value))
    case "put-back": return .putBack(try person(value))
    case "wait": return .wait(milliseconds: try Int64(number(value)) * 1_000)
    case "expect": return .expect(try expectation(value))
    default: throw error(at, "Nobody knows how to \(quoted(word)).")
    }
  }

  private func expectation(_ node: ScriptNode) throws -> Expectation {
    guard let mapping = node.mapping else { throw error(node, "What is expected is a mapping.") }
    var expectation = Expectation(who: [.host, .joiner], checks: [])
    for (key, value) in mapping {
      switch try text(key) {
      case "who": expectation.who = try people(value)
      case "seeded":
        for (key, value) in value.mapping ?? [] {
          expectation.checks.append(try check(key, value, isSeeded: true))
        }
      default: expectation.checks.append(try check(key, value, isSeeded: false))
      }
    }
    return expectation
  }

  private func check(_ key: ScriptNode, _ value: ScriptNode, isSeeded: Bool) throws
    -> Expectation.Check
  {
    let name = try text(key)
    let sight = game.sight(name) ?? ScriptField(rawValue: name)
    guard let sight else {
      throw error(key, "Nobody can look at \(quoted(try text(key))).")
    }
    return Expectation.Check(
      line: key.line, field: sight, wanted: try text(value), isSeeded: isSeeded)
  }

  func pair(_ node: ScriptNode, _ second: String) throws -> (Person, String) {
    guard node.mapping != nil else { return (try person(node), "") }
    guard let who = node["who"] else { throw error(node, "Say who.") }
    return (try person(who), try node[second].map(text) ?? "")
  }

  func people(_ node: ScriptNode) throws -> [Person] {
    if let list = node.sequence { return try list.map(person) }
    return node.scalar == "both" ? [.host, .joiner] : [try person(node)]
  }

  func person(_ node: ScriptNode) throws -> Person {
    guard let person = Person(rawValue: try text(node)) else {
      throw error(node, "There is nobody called \(quoted(try text(node))): host, joiner or third.")
    }
    return person
  }

  func text(_ node: ScriptNode) throws -> String {
    guard let text = node.scalar else { throw error(node, "Here must be one word or text.") }
    return text
  }

  func number(_ node: ScriptNode) throws -> UInt64 {
    guard let number = UInt64(try text(node)), number <= 1 << 53 else {
      throw error(node, "\(quoted(try text(node))) is not a number.")
    }
    return number
  }

  func small(_ node: ScriptNode) throws -> UInt32 {
    guard let number = UInt32(exactly: try number(node)) else {
      throw error(node, "\(quoted(try text(node))) is more than any match has.")
    }
    return number
  }

  /// Text of a file, as a sentence about it quotes it.
  func quoted(_ text: String) -> String { Text.preview(text) }

  func error(_ node: ScriptNode, _ sentence: String) -> ScriptError {
    ScriptError(file, node.line, sentence)
  }
}
