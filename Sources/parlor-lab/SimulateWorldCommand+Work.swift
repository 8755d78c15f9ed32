import ArgumentParser
import Commands
import FoundationEssentials
import TestKit

extension SimulateWorldCommand: Handed {
  package func perform() throws {
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

  private var acts: [any FeatureActs.Type] {
    if duels { return SimulatedRooms.duelActs }
    return cards ? SimulatedRooms.cardActs : SimulatedRooms.parlorActs
  }

  private func share(until end: Date?, _ simulated: inout Int64) throws {
    var tally = RoomTally()
    for offset in 0..<UInt64(matches) {
      if let end, Date() > end { break }
      let seed = seed &+ offset
      let world = SimulatedRooms(seed: seed, nodes: nodes, acts: acts)
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
    var shrinker = RoomShrinker(seed: seed, nodes: nodes, acts: acts)
    guard let small = shrinker.shrink(withFrames: trace) else {
      return Output.line("Seed \(seed) breaks no promise.")
    }
    Output.line(small.lines.joined(separator: "\n"))
    Output.line("\(small.failure)")
    Output.line("What remains of it after \(shrinker.runs) runs is above.")
    throw ExitCode(1)
  }
}
