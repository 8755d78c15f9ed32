import ArgumentParser
import Commands
import FoundationEssentials
import TestKit

extension SimulateWorldCommand: Handed {
  package func perform() throws {
    if shrink { return try makeSmall() }
    let begin = Date()
    if rosters, !rooms { return try shareRosters(from: begin) }
    var simulated: Int64 = 0
    defer { tellSpeed(simulated, since: begin) }
    if rooms { return try share(from: begin, &simulated) }
    var tally = SimulationTally()
    try runSeeds(from: begin) { seed in
      let match = SimulatedMatch(seed: seed)
      if trace { match.trace = { Output.line($0) } }
      tally.add(try match.run())
      simulated += match.simulatedMilliseconds
    }
    Output.line(tally.text)
    try demand(tally.missing.map(\.rawValue))
  }

  private var acts: [any FeatureActs.Type] {
    if duels { return SimulatedRooms.duelActs }
    return cards ? SimulatedRooms.cardActs : SimulatedRooms.parlorActs
  }

  /// Runs seed after seed, as many as are wanted or until the time is over. The first failure is told and ends them.
  private func runSeeds(from begin: Date, _ run: (UInt64) throws -> Void) throws {
    let end = minutes.map { begin.addingTimeInterval($0 * 60) }
    for offset in 0..<UInt64(matches) {
      if let end, Date() > end { break }
      do {
        try run(seed &+ offset)
      } catch {
        Output.line("\(error)")
        throw ExitCode(1)
      }
    }
  }

  private func share(from begin: Date, _ simulated: inout Int64) throws {
    var tally = RoomTally()
    try runSeeds(from: begin) { seed in
      let world = SimulatedRooms(seed: seed, nodes: nodes, hasRosters: rosters, acts: acts)
      if trace {
        world.trace = { Output.line($0) }
        world.traceFrames = { Output.line($0) }
      }
      tally.add(try world.run())
      simulated += world.simulatedMilliseconds
    }
    Output.line(tally.text)
    // Former owners do not reach for rooms with rosters here: the worlds of rosters alone have such.
    try demand(nodes == 2 || rosters ? [] : tally.missing)
  }

  private func shareRosters(from begin: Date) throws {
    var tally = RosterTally()
    try runSeeds(from: begin) { tally.add(try SimulatedRosters(seed: $0).run()) }
    Output.line(tally.text)
    try demand(tally.missing)
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
    var shrinker = RoomShrinker(seed: seed, nodes: nodes, hasRosters: rosters, acts: acts)
    guard let small = shrinker.shrink(withFrames: trace) else {
      return Output.line("Seed \(seed) breaks no promise.")
    }
    Output.line(small.lines.joined(separator: "\n"))
    Output.line("\(small.failure)")
    Output.line("What remains of it after \(shrinker.runs) runs is above.")
    throw ExitCode(1)
  }
}
