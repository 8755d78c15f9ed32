import Feature
import Features
import Foundation
import Identifiers
import Node
import Schema
import TestKit
import War
import Wire

/// Files of matches, and matches.
extension FuzzTarget {
  /// A byte says which: a file; or the host's key and steps, each behind its seat, what it has seen and its length, by
  /// themselves or signed in a file.
  static func transcript(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch kind % 3 {
    case 0: file(rest)
    case 1: play(rest)
    default: signedMatch(rest)
    }
  }

  private static func file(_ bytes: [UInt8]) {
    let report = Transcript.verify(bytes, Registry.parlor.games).report
    let body = Array(bytes.dropLast(32))
    let again = Transcript.verify(body + Hashing.digest(.file, body).bytes, Registry.parlor.games)
      .report
    expect(!report.valid || again.valid, "a file that is whole is damaged by its checksum")
  }

  private static func play(_ bytes: [UInt8]) {
    guard bytes.count > 32 else { return }
    var input = FuzzBytes(bytes)
    let start = Match(hostKey: input.bytes(32))
    var match = start
    var sequences: [Seat: UInt64] = [.host: 0, .joiner: 0]
    var seen: [Seat: UInt64] = [.host: 0, .joiner: 0]
    var steps: [Seat: [(TableStep, Match.Position)]] = [:]
    while input.rest.count > 4 {
      let (seat, wanted, step) = nextStep(&input)
      let other = seat.other
      guard let step else { continue }
      seen[seat] = max(seen[seat] ?? 0, min(wanted, sequences[other] ?? 0))
      sequences[seat, default: 0] += 1
      let position = Match.Position(sequence: sequences[seat] ?? 0, seen: seen[seat] ?? 0)
      let result = match.result
      _ = match.apply(step, by: seat, at: position)
      steps[seat, default: []].append((step, position))
      expect(match.checkConservation(), "cards were lost or made")
      for seat in Seat.chairs {
        _ = match.duties(of: seat)
        _ = match.tapSteps(for: seat)
        _ = match.canClaim(seat)
      }
      expect(result == nil || match.result != nil, "a match that was over goes on")
    }
    for first in Seat.chairs {
      expect(inOrder(steps, first, start) == match, "\(first) first gives another match")
    }
  }

  /// The match when one seat's steps are taken as early as what they have seen allows.
  private static func inOrder(
    _ steps: [Seat: [(step: TableStep, at: Match.Position)]], _ first: Seat, _ start: Match
  ) -> Match {
    var match = start
    var rest = steps.mapValues { $0[...] }
    var taken: [Seat: UInt64] = [:]
    while true {
      let seat = [first, first.other].first { seat in
        let other = seat.other
        return rest[seat]?.first.map { $0.at.seen <= taken[other] ?? 0 } ?? false
      }
      guard let seat, let next = rest[seat]?.popFirst() else { return match }
      taken[seat, default: 0] += 1
      _ = match.apply(next.step, by: seat, at: next.at)
    }
  }

  /// The worlds in which the matches are played with which it begins.
  static let matchSeeds: [UInt64] = [3, 4]

  /// Files of two whole matches, and their steps.
  static func transcripts() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for seed in matchSeeds {
      let network = VirtualNetwork(seed: seed)
      for name in ["Ada", "Bob"] { _ = try network.add(name) }
      network.connect(0, 1)
      let table = try VirtualSeating.seat(
        network, host: 0, joiner: 1,
        rules: .with { rules in
          if seed == 4 { rules.shortPlay = .loses }
        })
      try VirtualSeating.play(network, table, host: 0, joiner: 1)
      guard let id = Base32.decode(table).flatMap({ RoomID($0) }),
        let file = try network.nodes[0].store.read({ try Transcript.export(id, $0) })
      else { continue }
      seeds.append([0] + file)
      seeds += try steps(of: file)
    }
    return seeds
  }

  /// The steps of a file, whole and only the first of them.
  private static func steps(of file: [UInt8]) throws -> [[UInt8]] {
    let magic = "parlor.bundle.v1\n".utf8.count
    let bundle = try Coding.decode(
      Schema.Bundle.self, from: Array(file.dropFirst(magic).dropLast(32)))
    guard let host = bundle.slices.first?.log.author else { return [] }
    var steps: [[UInt8]] = []
    for slice in bundle.slices {
      for entry in slice.entries {
        guard case .payload(let payload)? = entry.content else { continue }
        let header = try Coding.decode(EntryHeader.self, from: entry.header)
        let seen = UInt16(clamping: header.dependencies.map(\.sequence).max() ?? 0)
        for operation in try Coding.decode(Payload.self, from: payload).operations {
          guard case .step(let step)? = operation.kind else { continue }
          let bytes = try Coding.encode(step)
          guard bytes.count < 256 else { continue }
          let seat: UInt8 = slice.log.author == host ? 0 : 1
          let before: [UInt8] = [seat, UInt8(seen >> 8), UInt8(seen & 255), UInt8(bytes.count)]
          steps.append(before + bytes)
        }
      }
    }
    return [UInt8(1), 2].flatMap { kind in
      [steps.count, 60, 12].map { count in [kind] + host + steps.prefix(count).joined() }
    }
  }
}
