import ArgumentParser
import Foundation
import TestKit

/// `parlor simulate world`: whole matches between virtual nodes while everything goes wrong.
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
      """,
    shouldDisplay: false)

  @Option(help: "The first seed; the next match has the next one.")
  var seed: UInt64 = 1

  @Option(help: "How many matches.")
  var matches = 500

  @Flag(help: "Share rooms instead of playing.")
  var rooms = false

  @Option(help: "Stop after so many minutes, when that is sooner.")
  var minutes: Double?

  @Flag(help: "Print every frame and command.")
  var trace = false

  func validate() throws {
    guard matches > 0 else {
      throw ValidationError("--matches cannot be \(matches); choose a number from 1.")
    }
  }

  func run() throws {
    let end = minutes.map { Date(timeIntervalSinceNow: $0 * 60) }
    if rooms { return try share(until: end) }
    var tally = SimulationTally()
    for offset in 0..<UInt64(matches) {
      if let end, Date() > end { break }
      let match = SimulatedMatch(seed: seed &+ offset)
      if trace { match.trace = { print($0) } }
      do {
        tally.add(try match.run())
      } catch {
        print(error)
        throw ExitCode(1)
      }
    }
    print(tally.text)
    // A short run need not see everything; a long one that misses something tests less than it says.
    if matches >= 500, minutes == nil, !tally.missing.isEmpty {
      print("Never seen: \(tally.missing.map(\.rawValue).joined(separator: ", ")).")
      throw ExitCode(1)
    }
  }

  private func share(until end: Date?) throws {
    var tally = RoomTally()
    for offset in 0..<UInt64(matches) {
      if let end, Date() > end { break }
      let world = SimulatedRooms(seed: seed &+ offset)
      if trace { world.trace = { print($0) } }
      do {
        tally.add(try world.run())
      } catch {
        print(error)
        throw ExitCode(1)
      }
    }
    print(tally.text)
    if matches >= 500, minutes == nil, tally.isPoor { throw ExitCode(1) }
  }
}
