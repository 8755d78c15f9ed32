import Feature
import Features
import Foundation
import Identifiers
import Node
import Replication
import Schema
import TestKit
import War
import Wire

/// Steps of a match that are written into the logs of two players and signed, so that what is behind the signatures is tried.
struct SignedMatch {
  private let keys: [Seat: SigningKey]
  private let room: RoomID
  private var states: [Seat: LogState]
  private var hashes: [Seat: [Citation]] = [:]
  private var cited: [Seat: UInt64] = [:]
  private var slices: [Slice] = []

  // What the rules say of the same steps, without logs.
  private var match: Match
  private var counted: Set<Seat> = []
  private var seen: [Seat: UInt64] = [:]
  private var steps: UInt64 = 0
  private var refused: UInt64?

  /// The players' keys, and the nonce of the first step.
  init(host: SigningKey, joiner: SigningKey, nonce: Data) {
    keys = [.host: host, .joiner: joiner]
    room = RoomID(table: host.author, nonce: nonce)
    states = keys.mapValues { LogState(key: LogKey(author: $0.author, incarnation: 0)) }
    match = Match(hostKey: host.author.bytes)
  }

  /// Writes one step as an entry of its own that cites so many entries of the other log.
  mutating func write(_ step: TableStep, by seat: Seat, wanted: UInt64) throws {
    let other = seat.other
    guard let key = keys[seat], var state = states[seat] else { return }
    let known = hashes[other] ?? []
    let citing = min(wanted, UInt64(known.count))
    let isNew = citing > cited[seat] ?? 0
    if isNew { cited[seat] = citing }
    let payload = Payload.with { $0.operations = [.with { $0.step = step }] }
    let entry = try EntryWriter.write(
      payload, room: room, state: state, dependencies: isNew ? [known[Int(citing) - 1]] : [],
      dependencyOrder: 0, wallMilliseconds: 1)
    let slice = Slice.with {
      $0.log = state.key.message
      $0.first = state.next
      $0.entries = [entry.message]
    }
    slices.append(slice)
    slices[slices.count - 1].signature = try key.signHeads([entry.hash]).first ?? Data()
    state.next += 1
    state.hash = entry.hash
    states[seat] = state
    hashes[seat, default: []].append(
      .with {
        $0.log = state.key.message
        $0.sequence = entry.place.sequence
        $0.hash = entry.hash.data
      })
    judge(step, by: seat, sequence: entry.place.sequence, citing: isNew ? citing : 0)
  }

  /// Applies a step to the match; a step of somebody who is not seated yet does not count.
  private mutating func judge(_ step: TableStep, by seat: Seat, sequence: UInt64, citing: UInt64) {
    guard refused == nil, seat == .host || match.joinerKey == keys[.joiner]?.author.bytes else {
      return
    }
    counted.insert(seat)
    if citing > 0, counted.contains(seat.other) {
      seen[seat] = max(seen[seat] ?? 0, citing)
    }
    steps += 1
    let position = Match.Position(sequence: sequence, seen: seen[seat] ?? 0)
    if case .refused = match.apply(step, by: seat, at: position) { refused = steps }
  }

  /// Checks the file of all this, which must say what the rules alone say.
  func compare() throws {
    let bundle = Schema.Bundle.with {
      $0.room = room.data
      $0.slices = slices
    }
    let body = Array("parlor.bundle.v1\n".utf8) + (try Coding.encode(bundle))
    let report = Transcript.verify(body + Hashing.digest(.file, body).bytes, Registry.parlor.games)
      .report
    FuzzTarget.expect(
      report.valid == (refused == nil) && report.step == refused ?? 0 && report.steps == steps,
      "\(report) of a file of \(steps) steps, \(refused ?? 0) refused")
    FuzzTarget.expect(
      report.result == match.result ?? MatchResult() && report.rounds == match.roundsDecided,
      "\(report) of a match that ends with \(String(describing: match.result))")
  }
}

extension FuzzTarget {
  /// The players of the seeds, by the host's author key.
  private static let chairs: [Author: [SigningKey]] = {
    var chairs: [Author: [SigningKey]] = [:]
    for seed in matchSeeds {
      let network = VirtualNetwork(seed: seed)
      guard
        let keys = try? ["Ada", "Bob"].map({ name in
          let number = try network.add(name)
          let account = try network.nodes[number].store.read { try $0.accounts() }[0]
          return try SigningKey(secret: account.secret)
        })
      else { continue }
      chairs[keys[0].author] = keys
    }
    return chairs
  }()

  /// The host's key and steps, as without signatures.
  static func signedMatch(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    guard let host = Author(Data(input.bytes(32))), let keys = chairs[host] else { return }
    var signed: SignedMatch?
    var count = 0
    // A signature takes its time.
    while input.rest.count > 4, count < 150 {
      let (seat, wanted, step) = nextStep(&input)
      guard let step else { continue }
      count += 1
      do {
        if signed == nil {
          guard case .open(let open)? = step.step, seat == .host else { return }
          signed = SignedMatch(host: keys[0], joiner: keys[1], nonce: open.nonce)
        }
        try signed?.write(step, by: seat, wanted: wanted)
      } catch { fatalError("\(error)") }
    }
    do { try signed?.compare() } catch { fatalError("\(error)") }
  }

  /// A seat, what it has seen, and its step behind its length.
  static func nextStep(_ input: inout FuzzBytes) -> (Seat, UInt64, TableStep?) {
    let seat: Seat = input.byte() % 2 == 0 ? .host : .joiner
    let high = UInt64(input.byte())
    let wanted = high << 8 | UInt64(input.byte())
    return (seat, wanted, try? Coding.decode(TableStep.self, from: input.short()))
  }
}
