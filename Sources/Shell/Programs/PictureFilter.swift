import FoundationEssentials
import Glibc

/// Runs a process of its own that decodes and draws pictures: a malicious picture ends that process at worst.
public enum PictureFilter {
  /// The program that does it, apart from running a node.
  private static let name = "parlord"
  /// Its first argument then.
  public static let command = "picture"

  /// The reason why there is no picture, as a sentence. The program's own words may come from the picture: clean them before they are
  /// shown.
  public struct Failure: Error, Sendable {
    /// The sentence.
    public let sentence: String
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - words: the request, as `parlord picture` without words describes it.
  ///   - input: its standard input.
  /// - Returns: its output.
  public static func run(_ words: [String], _ input: [UInt8]) throws(Failure) -> [UInt8] {
    let filter = Filter(
      Installed.sameProgram(name), [command] + words, within: .seconds(60), limit: 256 << 20,
      name: name)
    let result: Filter.Result
    do {
      result = try filter.run(input)
    } catch {
      throw Failure(sentence: sentence(error))
    }
    guard result.code != 0 else { return result.output }
    let said = result.complaints.split(separator: "\n").last.map(String.init)
    throw Failure(sentence: result.code == nil ? exhausted : said ?? exhausted)
  }

  private static let exhausted =
    "Reading the picture needs more memory or time than is allowed: it may be malicious, so choose another one."

  private static func sentence(_ failure: Filter.Failure) -> String {
    switch failure {
    case .notStarted(let code):
      Installed.missing(name, "which reads and draws pictures", code)
    case .late: "The picture was not finished after a minute: choose a smaller one."
    case .tooLong: "The drawing is larger than 256 MiB: choose a smaller size."
    case .disk(let code):
      "There is no room for the picture (\(String(cString: strerror(code)))): make some on the disk."
    }
  }
}
