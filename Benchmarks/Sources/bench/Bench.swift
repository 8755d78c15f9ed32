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
    for comparison in Comparison.bulkWar(places) + [Comparison.version(places)] {
      do {
        let result = try comparison.run(turns: 15)
        say(result.text)
        isShort = isShort || result.verdict == .short
      } catch {
        say("\(comparison.title): \(error)")
        isShort = true
      }
    }
    exit(isShort ? 1 : 0)
  }

  /// Prints a line at once, so that one sees how far it is.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
