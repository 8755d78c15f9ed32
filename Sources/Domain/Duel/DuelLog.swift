import DuelSchema
import Schema

/// The log of a match for people: each action is one sentence.
///
/// The lines stand in the order in which a node took the steps, which two nodes need not share. Only what everybody sees is in
/// them. `describe` takes a step before the match does, `add` once it was accepted.
public struct DuelLog: Sendable {
  /// One line, and the place before it.
  struct Line: Sendable {
    var number: UInt32
    var seat: SeatNumber
    var phrase: DuelPhrase
    var game: UInt32
    var turn: UInt32
    /// The entry that it is of.
    var sequence: UInt64
    /// The last entry of each log before it.
    var kept: [UInt64]
    var isUndone = false
  }

  /// Lines that a match keeps: an undo reaches no further.
  static let mostLines = 400
  /// Lines that people are shown.
  static let shownLines = 40

  /// The names of the players, the host's first.
  public let names: [String]
  /// The names of the phases.
  public let phases: [String]
  private(set) var lines: [Line] = []
  private let most: Int
  private var count: UInt32 = 0
  /// The last entry of each log.
  private var last: [UInt64] = [0, 0]
  /// Games whose end was told.
  private var told: Set<UInt32> = []

  /// A log before its first line.
  public init(names: [String], phases: [String] = []) {
    self.init(names: names, phases: phases, most: Self.mostLines)
  }

  init(names: [String], phases: [String], most: Int) {
    (self.names, self.phases, self.most) = (names, phases, most)
  }

  /// The same log before its first line, which keeps all lines.
  var rewound: DuelLog { DuelLog(names: names, phases: phases, most: .max) }

  func name(of seat: SeatNumber) -> String {
    names.indices.contains(Int(seat) - 1) ? names[Int(seat) - 1] : "Somebody"
  }

  /// The name of a seat that a step names, which may be none.
  func name(ofSeat seat: UInt32) -> String { name(of: SeatNumber(exactly: seat) ?? 0) }

  /// The last entry that each log keeps where everything from a line on is taken back; nil for a line that is not there.
  func kept(before line: UInt32) -> [UInt64]? {
    lines.first { $0.number == line }?.kept
  }

  /// Notes an accepted step.
  /// - Parameters:
  ///   - phrase: its phrase, as `describe` has made it before the match took the step.
  ///   - ask: the ask of the seat before the step.
  ///   - match: the match after the step.
  /// - Returns: the sentences of its lines.
  mutating func add(
    _ phrase: DuelPhrase?, _ events: [DuelEvent], after ask: DuelAsk?, by seat: SeatNumber,
    at place: DuelPlace, in match: Duel
  ) -> [String] {
    var before = last
    before[Int(seat) - 1] = place.sequence - min(1, place.sequence)
    // Entries without a step of the duel, such as talk, were seen as well.
    before[2 - Int(seat)] = max(before[2 - Int(seat)], place.seen)
    last[Int(seat) - 1] = max(last[Int(seat) - 1], place.sequence)
    var sentences: [String] = []
    var settled: [DuelPhrase] = []
    for event in events {
      switch event {
      case .rolled(let roller, let dice) where roller == seat:
        settled.append(.rolled(dice, ask))
      case .picked(let picker, let picks) where picker == seat:
        settled.append(picked(picks, ask, match))
      case .undone(let game, let kept): undo(game, kept)
      default: break
      }
    }
    for phrase in settled + [phrase].compactMap({ $0 }) + ends(in: match) {
      sentences.append(add(phrase, seat, place, before, match))
    }
    return sentences
  }

  private mutating func add(
    _ phrase: DuelPhrase, _ seat: SeatNumber, _ place: DuelPlace, _ kept: [UInt64], _ match: Duel
  ) -> String {
    if let line = lines.last, line.seat == seat, line.sequence == place.sequence,
      let joined = line.phrase.joined(with: phrase)
    {
      lines[lines.count - 1].phrase = joined
    } else {
      count += 1
      let game = match[seat].game
      lines.append(
        Line(
          number: count, seat: seat, phrase: phrase, game: game,
          turn: match.table(of: game).marker.turn, sequence: place.sequence, kept: kept))
      if lines.count > most { lines.removeFirst(most / 4) }
    }
    return phrase.sentence(name(of: seat))
  }

  private mutating func undo(_ game: UInt32, _ kept: [UInt64]) {
    for index in lines.indices where lines[index].game == game {
      let line = lines[index]
      guard line.sequence > kept[Int(line.seat) - 1], line.phrase.isUndone else { continue }
      lines[index].isUndone = true
    }
  }

  private func picked(_ picks: [UInt32], _ ask: DuelAsk?, _ match: Duel) -> DuelPhrase {
    guard case .pick(let list, _, let isHand)? = ask?.kind else {
      return DuelPhrase(.dice, "picks at random")
    }
    if isHand {
      let places = picks.map { String($0 - (list.first ?? 0) + 1) }
      let cards = Count.word(places.count, "card")
      return DuelPhrase(
        .dice, "picks at random \(cards) \(Count.list(places)) of the sealed hand")
    }
    let table = tableOf(picks, match)
    return DuelPhrase(.dice, "picks at random", table)
  }

  private func tableOf(_ numbers: [UInt32], _ match: Duel) -> [String] {
    numbers.map { number in
      match.seats.lazy.compactMap { match.table(of: match[$0].game).objects[number] }.first
        .map { Self.name(of: $0) } ?? Self.hidden
    }
  }

  /// The games whose end is new.
  private mutating func ends(in match: Duel) -> [DuelPhrase] {
    var phrases: [DuelPhrase] = []
    for game in 1...match.games where !told.contains(game) {
      guard let outcome = match.outcome(of: game) else { break }
      told.insert(game)
      phrases.append(DuelPhrase(.game, whole: sentence(on: outcome, of: game, match)))
    }
    return phrases
  }

  /// A sentence on the end of a game.
  func sentence(on outcome: DuelOutcome, of game: UInt32, _ match: Duel) -> String {
    let wins = match.wins
    let score = "\(name(of: 1)) \(wins[0]), \(name(of: 2)) \(wins[1])"
    switch outcome {
    case .won(let seat): return "\(name(of: seat)) wins game \(game): \(score)."
    case .draw: return "Game \(game) is a draw: \(score)."
    }
  }

  // MARK: Views

  /// The last lines for people.
  var views: [DuelLineView] { lines.suffix(Self.shownLines).map(view) }

  /// A line for people.
  func view(of line: Line) -> DuelLineView {
    .with {
      $0.number = line.number
      $0.seat = Seat(line.seat)
      $0.kind = line.phrase.kind
      $0.text = line.phrase.sentence(name(of: line.seat))
      $0.game = line.game
      $0.turn = line.turn
      if line.isUndone { $0.undone = true }
    }
  }

  /// The number of the line that begins at a place; 0 where none is known.
  func line(after kept: [UInt64]) -> UInt32 {
    lines.first { $0.sequence > kept[Int($0.seat) - 1] }?.number ?? 0
  }
}

extension Seat {
  /// The chair of a number.
  init(_ number: SeatNumber) { self = Seat(rawValue: Int(number)) ?? .unspecified }
}
