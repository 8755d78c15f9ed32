import Client
import Glibc

/// `bench PARLOR LIMITS PEERS SCRATCH [GROUP…]`: measures Parlor and the limit programs by turns and prints ratios;
/// `bench --counts PARLOR LIBRARY BOUNDS SCRATCH`: counts what units of work cost.
@main
struct Bench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--counts" { count(Array(arguments.dropFirst())) }
    let wanted = Set(arguments.dropFirst(4))
    guard arguments.count >= 4, wanted.isSubset(of: groups.map(\.name)) else {
      let names = groups.map(\.name).joined(separator: " ")
      say("usage: scripts/bench [GROUP…], of \(names); without a group all are measured")
      exit(2)
    }
    let places = Places(
      parlor: arguments[0], limits: arguments[1], peers: arguments[2], scratch: arguments[3])
    say(ComparisonResult.heading)
    var isShort = false
    for group in groups where wanted.isEmpty || wanted.contains(group.name) {
      do {
        for comparison in try group.comparisons(places) {
          let result = try comparison.run()
          say(result.text)
          isShort = isShort || result.verdict == .short
        }
      } catch ClientFailure.refused(let refusal) {
        say("NOT MEASURED: \(group.name): \(refusal.message)")
        isShort = true
      } catch {
        say("NOT MEASURED: \(group.name): \(error)")
        isShort = true
      }
    }
    exit(isShort ? 1 : 0)
  }

  /// Counts, and ends with 1 where a unit costs more than it may.
  private static func count(_ arguments: [String]) -> Never {
    guard arguments.count == 4 else {
      say("usage: scripts/bench --counts")
      exit(2)
    }
    let places = Places(parlor: arguments[0], limits: "", peers: "", scratch: arguments[3])
    do {
      let bounds = try CountBounds(arguments[2])
      try Counts.begin(arguments[1], in: places.scratch + "/counts")
      let units = try CountedUnit.all(places)
      // All are printed, also after one that costs too much.
      exit(units.filter { !bounds.check($0) }.isEmpty ? 0 : 1)
    } catch {
      say("NOT COUNTED: \(error)")
      exit(1)
    }
  }

  /// Comparisons that are measured together; daemons run only while their group does.
  private struct Group {
    let name: String
    let comparisons: @Sendable (Places) throws -> [Comparison]
  }

  private static let groups = [
    Group(name: "war") { Comparison.bulkWar($0) },
    Group(name: "start") { try [Comparison.version($0), .status($0), .ready($0)] },
    Group(name: "answer") { try Comparison.durableAnswer($0) },
    Group(name: "play") { places in
      let homes = try TwoHomes(places, name: "play")
      return [Comparison.auto(homes, places)] + Comparison.tap(homes, places)
    },
    Group(name: "watched") { [try Comparison.watchedTap(try TwoHomes($0, name: "watched"), $0)] },
    Group(name: "fifty") { [Comparison.fifty(try TwoHomes($0, name: "fifty"), $0)] },
    Group(name: "duel") { try Comparison.duels($0) },
    Group(name: "records") { try Comparison.records($0) },
    Group(name: "room") { try Comparison.room($0) },
    Group(name: "logs") { [try Comparison.logs($0)] },
    Group(name: "change") { try Comparison.change($0) },
    Group(name: "events") { try Comparison.events($0) },
    Group(name: "decks") { try Comparison.decks($0) },
    Group(name: "tournaments") { try Comparison.tournaments($0) },
    Group(name: "drawings") { try Comparison.drawings($0) },
    Group(name: "idle") { try Comparison.idle($0) },
    Group(name: "crowded") { try Comparison.crowded($0) },
  ]

  /// Prints a line at once, so that one sees how far it is.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
