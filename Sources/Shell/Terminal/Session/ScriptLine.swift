import ChatSchema
import FoundationEssentials
import Schema

/// One line of standard input that asks for something at a table.
///
/// A bare word (`play`), a JSON string (`"play"`) or an object (`{"do":"accept","asker":"q7"}`).
public struct ScriptLine: Equatable, Sendable {
  /// The actions that can be asked for.
  public enum Verb: String, CaseIterable, Sendable {
    case play, accept, decline, start, cancel, leave, concede, claim, say
    case acceptClaim = "accept-claim"
    case remove
    case offerHosting = "offer-hosting"
    case takeHosting = "take-hosting"
    case rematch
    case takeBack = "take-back"
    case guest
  }

  /// The action.
  public var verb: Verb
  /// The person to accept or decline: an author id or any unique beginning; empty when only one asks.
  public var asker = ""
  /// The reason why somebody is declined or the table closed.
  public var reason = ""
  /// `win` or `draw`, for a claim.
  public var kind = ClaimKind.win
  /// The message for the other player.
  public var text = ""
  /// Whether somebody who is declined cannot ask again.
  public var forGood = false
  /// The round of a play; 0 for the present one.
  public var round: UInt32 = 0
  /// The battle of a play, with `round`.
  public var battle: UInt32 = 0

  private struct Object: Decodable {
    var `do`: String
    var asker: String?
    var reason: String?
    var kind: String?
    var text: String?
    var forGood: Bool?
    var round: UInt32?
    var battle: UInt32?

    enum CodingKeys: String, CodingKey {
      case `do`, asker, reason, kind, text, round, battle
      case forGood = "for-good"
    }
  }

  /// The reason why a line is not understood, as a sentence.
  public struct Failure: Error, Equatable {
    /// The sentence: what is wrong, why, and what to do.
    public let text: String
  }

  /// Reads a line; nil for an empty one.
  public static func parse(_ line: String) throws(Failure) -> ScriptLine? {
    let text = line.drop { $0.isWhitespace }
    if text.isEmpty { return nil }
    if text.first == "{" {
      guard let object = try? JSONDecoder().decode(Object.self, from: Data(text.utf8)) else {
        throw Failure(
          text: "The line is not an object with \"do\": write one like {\"do\":\"play\"}.")
      }
      return try ScriptLine(object)
    }
    let word = text.filter { $0 != "\"" && !$0.isWhitespace }
    return ScriptLine(verb: try verb(String(word)))
  }

  private static func verb(_ word: String) throws(Failure) -> Verb {
    if let verb = Verb(rawValue: word) { return verb }
    let known = Verb.allCases.map(\.rawValue).joined(separator: ", ")
    throw Failure(text: "There is no \"\(word.plain)\" at a table: say one of \(known).")
  }

  init(verb: Verb, reason: String = "") {
    self.verb = verb
    self.reason = reason
  }

  private init(_ object: Object) throws(Failure) {
    verb = try Self.verb(object.do)
    asker = object.asker ?? ""
    reason = object.reason ?? ""
    text = object.text ?? ""
    forGood = object.forGood ?? false
    round = object.round ?? 0
    battle = object.battle ?? 0
    switch object.kind {
    case nil, "win": kind = .win
    case "draw": kind = .draw
    case let other?:
      throw Failure(text: "A claim cannot be \"\(other.plain)\": say win or draw.")
    }
  }

  /// The command that does it at a table.
  public func command(table id: String) -> Call {
    switch verb {
    case .play, .guest:
      Methods.Tables.tap {
        $0.table = id
        $0.round = round
        $0.battle = battle
      }
    case .accept, .decline:
      Methods.Tables.answer {
        $0.table = id
        $0.asker = asker
        $0.accept = verb == .accept
        $0.reason = reason
        $0.forGood = forGood
      }
    case .start: Methods.Tables.start { $0.table = id }
    case .cancel:
      Methods.Tables.close {
        $0.table = id
        $0.reason = reason
      }
    case .remove:
      Methods.Tables.close {
        $0.table = id
        $0.reason = reason
        $0.reopen = true
      }
    case .acceptClaim:
      Methods.Tables.claim {
        $0.table = id
        $0.accept = true
      }
    case .leave:
      Methods.Tables.attend {
        $0.table = id
        $0.attendance = .leave
      }
    case .concede: Methods.Tables.giveUp { $0.table = id }
    case .say:
      Methods.Chat.post {
        $0.room = id
        $0.text = text
      }
    case .claim:
      Methods.Tables.claim {
        $0.table = id
        $0.kind = kind
      }
    case .rematch: Methods.Tables.rematch { $0.table = id }
    case .takeBack: Methods.Tables.takeBack { $0.table = id }
    case .offerHosting: Methods.Tables.moveHosting { $0.table = id }
    case .takeHosting:
      Methods.Tables.moveHosting {
        $0.table = id
        $0.take = true
      }
    }
  }
}
