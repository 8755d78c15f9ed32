import ArgumentParser
import Foundation
import TestKit

/// `parlor simulate world`: whole matches, or rooms, between virtual nodes while everything goes wrong.
struct SimulateWorldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "world",
    abstract: "Play matches, or share rooms, over a virtual network with cuts, kills and replays.",
    discussion: """
      Each seed is one match, or with --rooms one world of people who share rooms. It stops at the first that breaks a promise, prints the seed, and exits \
      with 1; the seed runs it again exactly.

      EXAMPLES
        parlor simulate world --matches 500
        parlor simulate world --seed 4711 --matches 1 --trace
        parlor simulate world --rooms --nodes 8 --minutes 10
        parlor simulate world --rooms --seed 4711 --shrink
      """)

  @Option(help: "The first seed; the next match has the next one.")
  var seed: UInt64 = 1

  @Option(help: "How many matches, or worlds of rooms.")
  var matches = 500

  @Flag(help: "Share rooms instead of playing.")
  var rooms = false

  @Flag(help: "With --rooms, let people do nothing but trade cards, in every world.")
  var cards = false

  @Option(help: "How many people share rooms; without it the seed decides.")
  var nodes: Int?

  @Option(help: "Stop after so many minutes, when that is sooner.")
  var minutes: Double?

  @Flag(help: "Print what people do, what goes wrong and every frame.")
  var trace = false

  @Flag(
    help:
      "Run the seed with ever less in it, as long as it fails, and print what remains; with --trace each frame of it."
  )
  var shrink = false

  func validate() throws {
    guard matches > 0 else {
      throw ValidationError("--matches cannot be \(matches); choose a number from 1.")
    }
    guard nodes.map({ (2...8).contains($0) }) ?? true else {
      throw ValidationError("--nodes cannot be \(nodes ?? 0); choose a number from 2 to 8.")
    }
    guard rooms || (nodes == nil && !shrink && !cards) else {
      throw ValidationError(
        "--nodes, --cards and --shrink need --rooms: a match has two players.")
    }
  }

  func run() throws {
    if shrink { return try makeSmall() }
    let begin = Date()
    let end = minutes.map { begin.addingTimeInterval($0 * 60) }
    var simulated: Int64 = 0
    defer { tellSpeed(simulated, since: begin) }
    if rooms { return try share(until: end, &simulated) }
    var tally = SimulationTally()
    for offset in 0..<UInt64(matches) {
      if let end, Date() > end { break }
      let match = SimulatedMatch(seed: seed &+ offset)
      if trace { match.trace = { Output.line($0) } }
      do {
        tally.add(try match.run())
      } catch {
        Output.line("\(error)")
        throw ExitCode(1)
      }
      simulated += match.simulatedMilliseconds
    }
    Output.line(tally.text)
    try demand(tally.missing.map(\.rawValue))
  }

  private func share(until end: Date?, _ simulated: inout Int64) throws {
    var tally = RoomTally()
    for offset in 0..<UInt64(matches) {
      if let end, Date() > end { break }
      let seed = seed &+ offset
      let world =
        cards
        ? SimulatedRooms(seed: seed, nodes: nodes, acts: SimulatedRooms.cardActs)
        : SimulatedRooms(seed: seed, nodes: nodes)
      if trace {
        world.trace = { Output.line($0) }
        world.traceFrames = { Output.line($0) }
      }
      do {
        tally.add(try world.run())
      } catch {
        Output.line("\(error)")
        throw ExitCode(1)
      }
      simulated += world.simulatedMilliseconds
    }
    Output.line(tally.text)
    try demand(nodes == 2 ? [] : tally.missing)
  }

  /// A short run need not see everything; a long one that misses something tests less than it says.
  private func demand(_ missing: [String]) throws {
    guard matches >= 500, minutes == nil, !missing.isEmpty else { return }
    Output.line("Never seen: \(missing.joined(separator: ", ")).")
    throw ExitCode(1)
  }

  private func tellSpeed(_ simulated: Int64, since begin: Date) {
    let seconds = Double(simulated) / 1_000
    let speed = seconds / max(0.001, Date().timeIntervalSince(begin))
    Output.line(
      "\(Int(seconds)) simulated seconds, \(Int(speed)) in each second on one core"
    )
  }

  private func makeSmall() throws {
    var shrinker = RoomShrinker(seed: seed, nodes: nodes)
    guard let small = shrinker.shrink(withFrames: trace) else {
      return Output.line("Seed \(seed) breaks no promise.")
    }
    Output.line(small.lines.joined(separator: "\n"))
    Output.line("\(small.failure)")
    Output.line("What remains of it after \(shrinker.runs) runs is above.")
    throw ExitCode(1)
  }
}
