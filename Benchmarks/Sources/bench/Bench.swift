import Glibc

/// `bench PARLOR LIMITS SCRATCH`: measures Parlor and the limit programs by turns and prints ratios.
@main
struct Bench {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let parlor = arguments.first, let scratch = arguments.last else {
      say("usage: bench PARLOR LIMITS SCRATCH; scripts/bench builds all and calls it")
      exit(2)
    }
    let limits = arguments.dropFirst().first ?? ""
    let places = Places(parlor: parlor, limits: limits, scratch: scratch)
    say(ComparisonResult.heading)
    var isShort = false
    for group in Self.groups(places) {
      do {
        for comparison in try group() {
          let result = try comparison.run()
          say(result.text)
          isShort = isShort || result.verdict == .short
        }
      } catch {
        say("NOT MEASURED: \(error)")
        isShort = true
      }
    }
    exit(isShort ? 1 : 0)
  }

  /// What is measured; daemons run only while their group does.
  private static func groups(_ places: Places) -> [() throws -> [Comparison]] {
    [
      { Comparison.bulkWar(places) },
      { try [Comparison.version(places), .status(places), .ready(places)] },
      { try Comparison.durableAnswer(places) },
      {
        let homes = try TwoHomes(places, name: "play")
        return [Comparison.auto(homes, places)] + Comparison.tap(homes, places)
          + [Comparison.fifty(homes, places)]
      },
      { try Comparison.idle(places) },
    ]
  }

  /// Prints a line at once, so that one sees how far it is.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
