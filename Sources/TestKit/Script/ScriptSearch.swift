import FoundationEssentials
import Node
import Schema
import Store
import War
import Wire

/// Looks for seeds whose cards bring what a script needs.
///
/// Only the steps up to `start` are played by nodes. From then on their secrets say every card, so the
/// rest is worked out by the rules alone.
public struct ScriptSearch {
  /// A place at which the cards of a seed bring the event that was searched.
  public struct Found: Equatable, Sendable {
    /// The seed to put into the file.
    public let seed: UInt64
    /// The round in which it is to be seen, from 1.
    public let round: UInt32
  }

  private var script: Script

  /// Prepares the search.
  ///
  /// - Throws: `ScriptError` when nobody starts a match in the script.
  public init(_ script: Script) throws {
    self.script = script
    guard script.game is ScriptedWar else {
      throw ScriptError(script.file, 1, "Seeds are searched for War alone.")
    }
    let start = script.steps.firstIndex { step in
      if case .start = step.action { true } else { false }
    }
    guard let start else { throw ScriptError(script.file, 1, "No match is started.") }
    self.script.killed = nil
    self.script.steps = Array(script.steps[...start])
  }

  /// Tries seeds in order.
  ///
  /// - Parameter rounds: the rounds in which it must be seen; later is too late.
  /// - Returns: the first seed that will do; nil for none.
  /// - Throws: `ScriptFailure` when the steps up to `start` do not go as written.
  public func find(
    _ event: ScriptEvent, seeds: Range<UInt64>, within rounds: UInt32
  ) throws -> Found? {
    for seed in seeds {
      if let round = try self.round(of: event, seed: seed, within: rounds) {
        return Found(seed: seed, round: round)
      }
    }
    return nil
  }

  /// The round in which a seed's cards bring something first; nil when they do not.
  ///
  /// - Throws: `ScriptFailure` when the steps up to `start` do not go as written.
  public func round(
    of event: ScriptEvent, seed: UInt64, within rounds: UInt32
  ) throws -> UInt32? {
    var script = script
    script.seed = seed
    let stage = VirtualStage(script, isChecked: false)
    _ = try ScriptRunner.play(script) { stage }
    guard var foresight = try Foresight(stage) else { return nil }
    while foresight.match.phase == .playing, foresight.match.round <= rounds {
      if event.isSeen(in: foresight.match) { return foresight.match.round }
      guard foresight.decideBattle() else { return nil }
    }
    return event.isSeen(in: foresight.match) ? foresight.match.roundsDecided : nil
  }
}

/// A started match whose both secrets are known, so that nothing in it is open.
private struct Foresight {
  private(set) var match: Match
  private var secrets: [Seat: [UInt8]] = [:]
  private var sequences: [Seat: UInt64] = [:]

  /// Reads the match that two nodes of a stage have started; nil when there is none.
  init?(_ stage: VirtualStage) throws {
    var read: (table: StoredTable, match: Match)?
    for (person, seat) in [(Person.host, Seat.host), (.joiner, .joiner)] {
      var secret: [UInt8]?
      try stage.withStore(of: person) { store in
        guard let table = try StoredTable.all(in: store).first else { return }
        secret = try store.read { try $0.chainSecret(table.id) }
        if seat == .host { read = (table, try table.replayed()) }
      }
      secrets[seat] = secret
    }
    guard let read, secrets.count == 2 else { return nil }
    match = read.match
    for entry in read.table.entries {
      let seat = entry.place.log.author == read.table.host ? Seat.host : .joiner
      sequences[seat] = max(sequences[seat] ?? 0, entry.place.sequence)
    }
  }

  /// Both play and the battle is decided, each knowing all that the other has done.
  ///
  /// - Returns: false when nothing more can be done.
  mutating func decideBattle() -> Bool {
    let before = (match.round, match.battle)
    for seat in Seat.chairs { match.tapSteps(for: seat).forEach { write($0, seat) } }
    for seat in Seat.chairs { match.duties(of: seat).forEach { write($0, seat) } }
    return before != (match.round, match.battle)
  }

  private mutating func write(_ duty: Duty, _ seat: Seat) {
    let step = TableStep.with { step in
      switch duty {
      case .reveal(let round):
        step.reveal.round = round
        step.reveal.link = Data(
          ChainLink.link(secret: secrets[seat] ?? [], of: seat, round: round) ?? [])
      case .play(let round, let battle):
        step.play.round = round
        step.play.battle = battle
      case .decide(let decide): step.decide = decide
      case .playOn: step.playOn = PlayOn()
      case .join, .commit: break
      }
    }
    sequences[seat, default: 0] += 1
    let other = seat.other
    let position = Match.Position(
      sequence: sequences[seat, default: 0], seen: sequences[other, default: 0])
    _ = match.apply(step, by: seat, at: position)
  }
}
