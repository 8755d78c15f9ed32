import Schema

/// Somebody in a scripted match.
public enum Person: String, CaseIterable, Sendable {
  case host, joiner, third

  /// The name that the person's node shows.
  public var name: String {
    switch self {
    case .host: "Ada"
    case .joiner: "Bob"
    case .third: "Cyd"
    }
  }
}

/// A match written as YAML: what people do, what breaks, and what must be seen.
public struct Script: Sendable {
  /// The path as it was given.
  public var file: String
  /// One line for people.
  public var title: String
  /// The game, with what the file says of it.
  package var game: any ScriptGame
  /// Decides both players' secrets where the stage lets it.
  public var seed: UInt64
  /// Time without an answer after which a claim may be made.
  public var claimSeconds: Int64
  /// The person whose node is killed before and after each message, one run for each; nil for one plain run.
  public var killed: Person?
  /// Steps in order.
  public var steps: [ScriptStep]

  /// Whether it continues with other nodes on copies of the homes.
  var isRestored: Bool {
    steps.contains { step in
      if case .restore = step.action { true } else { false }
    }
  }

  /// Whether somebody signs a lie about cards of a duel.
  var isForged: Bool {
    steps.contains { step in
      if case .act(let act) = step.action, case .forge? = act as? DuelAct { true } else { false }
    }
  }

  /// Whether a third player takes part.
  public var people: [Person] {
    let isThird = steps.contains { step in
      step.action.people.contains(.third)
    }
    return isThird ? [.host, .joiner, .third] : [.host, .joiner]
  }
}

/// One line of a script.
public struct ScriptStep: Sendable {
  /// A lie that somebody signs.
  public enum Lie: String, CaseIterable, Sendable {
    /// A link that is not the one committed to: other cards.
    case card
    /// The wrong winner of a battle that both have played.
    case winner
    /// A state hash that does not follow.
    case state
    /// A card played twice.
    case twice
    /// The win claimed in the entry that plays the card.
    case claim
  }

  /// Until when people play.
  public enum Goal: Equatable, Sendable {
    /// A number of further rounds is decided.
    case rounds(UInt32)
    /// The cards bring something.
    case event(ScriptEvent)
    /// The match is over.
    case end
  }

  /// One action of people, of the network or of the script itself.
  public enum Action: Sendable {
    case open
    case ask(Person)
    case withdraw(Person)
    case accept(Person)
    case decline(Person, reason: String, forGood: Bool)
    case start
    case close(reason: String)
    case attend([Person], auto: Bool)
    case leave(Person)
    case away(Person)
    case concede(Person)
    case claim(Person, ClaimKind)
    case acceptClaim(Person)
    case takeBack(Person)
    case offerHosting(Person)
    case takeHosting(Person)
    case cut
    case part
    case heal
    case hold(Person)
    case release(Person)
    case kill([Person])
    case restart([Person])
    case restore
    case backUp(Person)
    case putBack(Person)
    case wait(milliseconds: Int64)
    case act(any ScriptAct)
    case expect(Expectation)

    var people: [Person] {
      switch self {
      case .ask(let person), .withdraw(let person), .accept(let person),
        .decline(let person, _, _), .acceptClaim(let person), .concede(let person),
        .takeBack(let person),
        .claim(let person, _),
        .offerHosting(let person), .takeHosting(let person), .hold(let person),
        .release(let person), .leave(let person), .away(let person), .backUp(let person),
        .putBack(let person):
        [person]
      case .attend(let people, _), .kill(let people), .restart(let people): people
      case .act(let act): act.people
      case .expect(let expectation): expectation.who
      case .open, .start, .close, .cut, .part, .heal, .wait, .restore: []
      }
    }
  }

  /// The line in the file, from 1.
  public var line: Int
  /// The action of this step.
  public var action: Action
  /// Words of the refusal that must come; nil when it must be done.
  public var refused: String?
}

/// A view of the table that people must come to see.
public struct Expectation: Sendable {
  /// One field of what a table shows.
  public struct Check: Sendable {
    /// The line in the file.
    public var line: Int
    /// The field to look at.
    public var field: any ScriptSight
    /// The value that the field must have.
    public var wanted: String
    /// Whether it depends on the cards, so it is looked at only where the seed decides them.
    public var isSeeded: Bool
  }

  /// The people who look.
  public var who: [Person]
  /// The fields that they look at.
  public var checks: [Check]
}
