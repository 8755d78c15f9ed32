import SwiftProtobuf

/// Takes a packet through the rules, as the kernel does: each chain of its hooks lets it pass, or it is dropped.
///
/// A condition that is not understood leads both ways.
struct RulesetWalk {
  /// A rule, or the end of a chain, where something is decided.
  struct Place: Hashable {
    /// The chain of the hook.
    let base: Ruleset.Place
    let chain: Ruleset.Place
    /// Nil for the end of the chain.
    let handle: Int?
  }

  /// The fate of a packet.
  enum Fate: Equatable {
    case passes
    case dropped(Place)
    /// It depends on rules that are not understood, or on the machine that it comes from or goes to.
    case unclear(unread: [Place], partial: [Place])
  }

  private enum Outcome {
    case accept, drop
    /// The next rule of the chain decides.
    case fall
    /// The chain is left: the one that led to it continues.
    case leave
  }

  private let rules: Ruleset
  private var packet: Packet
  private var unread: [Place] = []
  private var partial: [Place] = []
  private var dropped: Place?
  private var steps = 0
  /// The most rules that are looked at.
  private static let mostSteps = 20_000
  /// So deep chains lead to others, as in the kernel.
  private static let deepest = 16

  private init(_ rules: Ruleset, _ packet: Packet) {
    (self.rules, self.packet) = (rules, packet)
  }

  /// Returns the fate of a packet.
  static func fate(of packet: Packet, in rules: Ruleset) -> Fate {
    var walk = RulesetWalk(rules, packet)
    var isClear = true
    for chain in rules.path(of: packet) {
      walk.dropped = nil
      var outcomes = walk.outcomes(chain.place, base: chain.place, depth: 0)
      if outcomes.remove(.fall) != nil {
        if chain.drops, walk.dropped == nil {
          walk.dropped = Place(base: chain.place, chain: chain.place, handle: nil)
        }
        outcomes.insert(chain.drops ? .drop : .accept)
      }
      if chain.isSomewhere, outcomes.contains(.drop) {
        outcomes.insert(.accept)
        walk.note(
          walk.dropped ?? Place(base: chain.place, chain: chain.place, handle: nil), .unknown)
      }
      if outcomes == [.drop], let place = walk.dropped { return .dropped(place) }
      if outcomes != [.accept] { isClear = false }
    }
    return isClear ? .passes : .unclear(unread: walk.unread, partial: walk.partial)
  }

  private mutating func outcomes(
    _ place: Ruleset.Place, base: Ruleset.Place, depth: Int
  ) -> Set<Outcome> {
    guard let chain = rules.chains[place], depth <= Self.deepest else { return [.fall] }
    var all: Set<Outcome> = []
    for rule in chain.rules {
      steps += 1
      let here = Place(base: base, chain: place, handle: rule.handle)
      guard steps < Self.mostSteps else {
        note(here, .unknown)
        return [.accept, .drop]
      }
      let (matching, found) = run(rule, here, depth: depth)
      guard matching != .no, !found.isEmpty else { continue }
      all.formUnion(found.subtracting([.fall]))
      // Where no packet is left, no later rule is asked.
      if matching == .yes, !found.contains(.fall) { return Self.left(all) }
      if matching != .yes { note(here, matching) }
    }
    return Self.left(all).union([.fall])
  }

  /// The same for whoever led to the chain.
  private static func left(_ outcomes: Set<Outcome>) -> Set<Outcome> {
    outcomes.contains(.leave) ? outcomes.subtracting([.leave]).union([.fall]) : outcomes
  }

  private mutating func note(_ place: Place, _ matching: Matching) {
    if matching == .unknown {
      if !unread.contains(place) { unread.append(place) }
    } else if !partial.contains(place) {
      partial.append(place)
    }
  }

  /// Carries out a rule: whether it is for the packet, and what comes of it; nothing where it decides nothing.
  private mutating func run(
    _ rule: Ruleset.Rule, _ here: Place, depth: Int
  ) -> (Matching, Set<Outcome>) {
    var matching = Matching.yes
    for statement in rule.statements {
      guard let (kind, value) = statement.only else {
        matching = matching.and(.unknown)
        continue
      }
      switch kind {
      case "match": matching = matching.and(match(here.chain).answer(value))
      case "counter", "log", "mangle", "set", "map", "dup", "ct helper", "ct timeout",
        "ct expectation", "secmark", "flow", "comment":
        break
      case "notrack":
        packet.state = matching == .yes ? "untracked" : matching == .no ? packet.state : ""
      case "vmap":
        return verdict(of: value, here, matching, depth: depth)
      default:
        guard let found = verdict(kind, value, here, depth: depth) else {
          matching = matching.and(.unknown)
          break
        }
        return (matching, matching == .no ? [] : found)
      }
      if matching == .no { return (.no, []) }
    }
    return (matching, [])
  }

  private func match(_ chain: Ruleset.Place) -> RuleMatch {
    let sets = rules.sets
    return RuleMatch(packet: packet) { name in
      sets[Ruleset.Place(family: chain.family, table: chain.table, chain: name)]
    }
  }

  /// The decision of a statement; nil where it decides nothing.
  private mutating func verdict(
    _ kind: String, _ value: Google_Protobuf_Value, _ here: Place, depth: Int
  ) -> Set<Outcome>? {
    switch kind {
    case "accept", "snat", "masquerade": return [.accept]
    case "drop", "reject":
      if dropped == nil { dropped = here }
      return [.drop]
    case "return": return [.leave]
    case "continue": return [.fall]
    case "jump", "goto":
      guard let target = value["target"]?.text else { return nil }
      let place = Ruleset.Place(
        family: here.chain.family, table: here.chain.table, chain: target)
      let found = outcomes(place, base: here.base, depth: depth + 1)
      guard kind == "goto", found.contains(.fall) else { return found }
      return found.subtracting([.fall]).union([.leave])
    case "queue", "dnat", "redirect", "tproxy", "fwd", "synproxy":
      note(here, .unknown)
      return [.accept, .drop]
    default: return nil
    }
  }

  /// The decision of a map from keys to decisions: that of the first key that is the packet's.
  private mutating func verdict(
    of map: Google_Protobuf_Value, _ here: Place, _ before: Matching, depth: Int
  ) -> (Matching, Set<Outcome>) {
    let test = match(here.chain)
    var elements = map["data"]?["set"]?.list
    if let name = map["data"]?.text, name.hasPrefix("@") {
      elements = test.elements(String(name.dropFirst()))
    }
    guard let key = map["key"], let elements else {
      return (before.and(.unknown), [.accept, .drop])
    }
    var all: Set<Outcome> = []
    var matching = Matching.no
    for element in elements {
      guard let pair = element.list, pair.count == 2 else { return (.unknown, [.accept, .drop]) }
      let found = test.contains(key, pair[0])
      guard found != .no else { continue }
      matching = matching.or(found)
      guard let (kind, value) = pair[1].only,
        let outcomes = verdict(kind, value, here, depth: depth)
      else { return (.unknown, [.accept, .drop]) }
      all.formUnion(outcomes)
      if found == .yes { break }
    }
    return (before.and(matching), all)
  }
}
