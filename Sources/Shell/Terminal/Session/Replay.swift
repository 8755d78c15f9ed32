import Schema

/// Goes through the events of a match: forward and back, to a round or a game of it, to a war, by key or by itself.
///
/// It has no clock: call `timePassed` when `milliseconds` have passed without a key.
public struct Replay: Sendable {
  /// The next step for the caller.
  public enum Step: Equatable, Sendable {
    /// Print this event.
    case show(TableEvent)
    /// Print all these events and end.
    case rest([TableEvent])
    /// Print this line.
    case say(String)
    /// The person has seen enough.
    case end
    case nothing
  }

  /// Events a second that can be chosen.
  public static let speeds: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16, 32]
  /// The keys and their effects, as a line for people.
  public var keys: String {
    let mark = face.mark.map { ", w next \($0)" } ?? ""
    return
      "Return next, b back, r \(face.round)\(mark), p plays by itself, + and - speed, f the rest, q ends"
  }

  private let events: [TableEvent]
  /// The game, which has the nouns.
  private let face: any GameFace
  /// The event that was shown last.
  private var position = -1
  private var speed: Double
  private var isPlaying = false
  /// The digits of the round to go to, while they are typed.
  private var digits: String?

  /// Starts before the first event.
  ///
  /// - Parameters:
  ///   - game: the name of the game at tables; empty for War.
  ///   - speed: events a second, to play by itself from the start; nil waits for keys.
  public init(_ events: [TableEvent], of game: String = "", speed: Double? = nil) {
    self.events = events
    face = GameFaces.face(of: game)
    isPlaying = speed != nil
    self.speed = speed ?? 2
  }

  /// The time to wait for a key before `timePassed`, in milliseconds; nil waits for a key alone.
  public var milliseconds: Int? {
    isPlaying && digits == nil ? Int(1_000 / max(speed, 0.001)) : nil
  }

  /// Shows the first event, or the first one of a round.
  public mutating func start(atRound round: UInt32? = nil) -> Step {
    if let round { return go(toRound: round) }
    return next()
  }

  /// Shows the next event where the match plays by itself.
  public mutating func timePassed() -> Step { isPlaying ? next() : .nothing }

  /// Takes one key.
  public mutating func press(_ key: Key) -> Step {
    if digits != nil { return typeRound(key) }
    switch key {
    case .enter, .space, .right, .down: return next()
    case .character("b"), .left, .up, .backspace: return back()
    case .character("r"):
      digits = ""
      return .say("Go to which \(face.round)? Type its number and Return.")
    case .character("w") where face.mark != nil: return nextWar()
    case .character("p"):
      isPlaying.toggle()
      return .say(isPlaying ? "Playing, \(speedText)." : "Stopped: Return shows the next event.")
    case .character("+"), .character("="): return change(speed: Self.speeds.first { $0 > speed })
    case .character("-"): return change(speed: Self.speeds.last { $0 < speed })
    case .character("f"): return .rest(Array(events.dropFirst(position + 1)))
    case .character("q"), .interrupt, .close, .escape: return .end
    case .character("h"), .character("?"): return .say(keys + ".")
    default: return .nothing
    }
  }

  private mutating func next() -> Step {
    guard position + 1 < events.count else { return .end }
    position += 1
    return .show(events[position])
  }

  private mutating func back() -> Step {
    isPlaying = false
    guard position > 0 else { return .say("This is the first event.") }
    position -= 1
    return .show(events[position])
  }

  private mutating func nextWar() -> Step {
    let later = events.indices.dropFirst(position + 1)
    guard let found = later.first(where: { events[$0].decided.result == .war }) else {
      return .say("There is no other war after this.")
    }
    position = found
    return .show(events[found])
  }

  private mutating func go(toRound round: UInt32) -> Step {
    guard let found = place(ofRound: round) else { return .say(missing(round)) }
    position = found
    return .show(events[found])
  }

  /// Returns the index of the first event of a round; nil where there is none.
  public func place(ofRound round: UInt32) -> Int? {
    events.firstIndex { face.round(of: $0) == round }
  }

  /// Returns the sentence that there is no such round.
  public func missing(_ round: UInt32) -> String {
    let last = events.compactMap(face.round(of:)).max() ?? 0
    return last == 0
      ? "There is no \(face.round) \(round): no \(face.round) has begun."
      : "There is no \(face.round) \(round): the last one is \(last)."
  }

  private mutating func typeRound(_ key: Key) -> Step {
    switch key {
    case .character(let digit) where digit.isASCII && digit.isNumber && (digits ?? "").count < 9:
      digits?.append(digit)
      return .nothing
    case .backspace:
      digits = String((digits ?? "").dropLast())
      return .nothing
    case .enter:
      let round = digits.flatMap { UInt32($0) }
      digits = nil
      return round.map { go(toRound: $0) } ?? .say("That is no \(face.round): nothing changes.")
    default:
      digits = nil
      return .say("Nothing changes.")
    }
  }

  private mutating func change(speed new: Double?) -> Step {
    guard let new else { return .say("It is as \(speed >= 1 ? "fast" : "slow") as it can be.") }
    speed = new
    return .say("Now \(speedText)\(isPlaying ? "" : "; p plays by itself").")
  }

  private var speedText: String {
    speed >= 1
      ? "\(Count.of(Int(speed), "event")) a second"
      : "one event in \(Int(1 / speed)) seconds"
  }
}

extension TableEvent {
  /// The round that it is about; nil for none.
  public var round: UInt32? {
    switch what {
    case .played(let played): played.round
    case .decided(let decided): decided.round
    case .claimed(let claim): claim.round
    default: nil
    }
  }
}
