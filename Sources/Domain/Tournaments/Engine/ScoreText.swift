import Feature
import FoundationEssentials
import Schema
import TournamentSchema

/// Scores as people type and read them (rows T-01, T-33, T-40). Inside they are thousandths.
enum ScoreText {
  /// The most that one side may have.
  static let most: Int64 = 1_000_000_000
  /// Games of one match.
  static let mostGames = 99
  /// Penalty points of one side in one match.
  static let mostPenalties: UInt32 = 1_000

  /// A score as somebody types it: `2:1`, `11:8 7:11 11:9`, `2:2 (4:3)`, `½:½`.
  ///
  /// A comma stands between games, or before decimals where a game has one on both sides, as `0,5:0,5`.
  ///
  /// - Throws: `Refused` with what can be typed.
  static func parse(_ typed: String) throws -> (games: [Score], tiebreak: Score?) {
    var games: [Score] = []
    var tiebreak: Score?
    for word in try typed.split(whereSeparator: \.isWhitespace).flatMap({ try words($0, typed) }) {
      let isTiebreak = word.hasPrefix("(") && word.hasSuffix(")")
      let text = isTiebreak ? word.dropFirst().dropLast() : word
      let sides = text.split(
        maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: isBetween)
      guard !sides.contains(where: isTooHigh) else {
        throw Refused(
          .invalid, "One side has at most \(Self.text(most)) in a game: correct the score.")
      }
      if let side = sides.first(where: isGrouped) {
        throw Refused(
          .invalid,
          "\(side) may be \(side.replacing(",", with: ".")) or \(side.replacing(",", with: "")): type a point before decimals, and nothing between thousands."
        )
      }
      guard sides.count == 2, let home = number(sides[0]), let away = number(sides[1]),
        !isTiebreak || tiebreak == nil, isTiebreak || tiebreak == nil
      else { throw unclear(typed) }
      if isTiebreak {
        tiebreak = Score(home: home, away: away)
      } else {
        games.append(Score(home: home, away: away))
      }
    }
    guard !games.isEmpty else { throw unclear(typed) }
    guard games.count <= mostGames else {
      throw Refused(
        .invalid, "A match has at most \(mostGames) games: \(games.count) were given.")
    }
    return (games, tiebreak)
  }

  private static func isBetween(_ character: Character) -> Bool { ":-–".contains(character) }

  /// The games in a word, which may have commas between them.
  private static func words(_ word: Substring, _ typed: String) throws -> [Substring] {
    let word = word.last == "," ? word.dropLast() : word
    let commas = word.count { $0 == "," }
    switch word.count(where: isBetween) {
    case _ where commas == 0: return [word]
    // Decimals, as in 0,5:0,5 and 1,5:1.
    case 1: return [word]
    case commas + 1: return word.split(separator: ",", omittingEmptySubsequences: false)
    default: throw unclear(typed)
    }
  }

  private static func unclear(_ typed: String) -> Refused {
    Refused(
      .invalid,
      "\"\(Text.preview(typed, characters: 40))\" is not a score: type 2:1, 0.5:0.5 or ½:½, games as 11:8 7:11 11:9, or a tie-break as 2:2 (4:3)."
    )
  }

  /// A number from 0 on, with at most three decimals or a half, in thousandths; nil for anything else.
  static func number(_ text: some StringProtocol) -> Int64? {
    if text == "½" || text == "1/2" { return 500 }
    if text.last == "½" { return number(String(text.dropLast()) + ".5") }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].utf8.count <= 7,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int64(parts[0])
    else { return nil }
    guard whole <= most / 1_000 else { return nil }
    guard parts.count == 2 else { return whole * 1_000 }
    guard (1...3).contains(parts[1].utf8.count),
      let decimals = Int64(parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count))
    else { return nil }
    let value = whole * 1_000 + decimals
    return value <= most ? value : nil
  }

  /// Whether a text is a number with three digits behind a comma, which may be decimals as well as thousands.
  private static func isGrouped(_ text: Substring) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.count == 3 && parts[0].utf8.count <= 3
      && parts[0].first != "0" && number(text) != nil
  }

  /// Whether a text is a number that is higher than a score may be.
  private static func isTooHigh(_ text: some StringProtocol) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return false }
    let whole = parts[0].drop { $0 == "0" }
    return whole.utf8.count > 7
      || Int64(whole).map { $0 >= most / 1_000 } == true && number(text) == nil
  }

  /// Thousandths as people read them: 3, 1.5, -2.
  static func text(_ value: Int64) -> String {
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1_000)
    var text = "\(whole)"
    if rest > 0 {
      let digits = String(rest + 1_000).dropFirst()
      text += "." + digits.reversed().drop { $0 == "0" }.reversed().map(String.init).joined()
    }
    return value < 0 ? "-" + text : text
  }

  static func text(_ score: Score) -> String { "\(text(score.home)):\(text(score.away))" }

  /// Returns the result of a match as text: `2:1`, `11:8 7:11 11:9`, `2:2 (4:3)`, `forfeit`.
  static func text(_ ending: Ending) -> String {
    if ending.isForfeit { return ending.winner == .neither ? "neither came" : "forfeit" }
    guard !ending.games.isEmpty else { return ending.winner == .neither ? "tie" : "won" }
    var words = ending.games.map(text)
    if let tiebreak = ending.tiebreak { words.append("(\(text(tiebreak)))") }
    return words.joined(separator: " ")
  }

  /// Returns the winner by the games and a tie-break.
  ///
  /// - Parameter bestOf: the largest number of games; 1 for a score alone.
  /// - Throws: `Refused` where the games are not those of such a match.
  static func winner(_ games: [Score], _ tiebreak: Score?, bestOf: Int) throws -> MatchWinner {
    let ending = Ending(games: games)
    if bestOf > 1 {
      guard games.count <= bestOf else {
        throw Refused(
          .invalid,
          "A match has at most \(Count.of(bestOf, "game")), and \(Count.of(games.count, "was", "were")) given."
        )
      }
      let (total, needed) = (ending.total, Int64(bestOf / 2 + 1) * 1_000)
      guard max(total.home, total.away) <= needed, min(total.home, total.away) < needed else {
        throw Refused(
          .invalid,
          "A match of \(Count.of(bestOf, "game")) ends when one side has won \(bestOf / 2 + 1) of them."
        )
      }
      let isEven = bestOf % 2 == 0 && games.count == bestOf
      guard max(total.home, total.away) == needed || isEven else {
        throw Refused(
          .invalid,
          "One side has to win \(Count.of(bestOf / 2 + 1, "game")) of \(bestOf): give all games, as 11:8 7:11 11:9."
        )
      }
    } else if games.count > 1 {
      throw Refused(
        .invalid,
        "A match of this tournament is one game: give one score, or set the number of games with --best-of."
      )
    }
    let total = ending.total
    if total.home != total.away {
      guard tiebreak == nil else {
        throw Refused(.invalid, "The score is not a tie: leave out the tie-break.")
      }
      return total.home > total.away ? .home : .away
    }
    guard let tiebreak else { return .neither }
    guard tiebreak.home != tiebreak.away else {
      throw Refused(.invalid, "The tie-break is a tie as well: give one that one side has won.")
    }
    return tiebreak.home > tiebreak.away ? .home : .away
  }
}
