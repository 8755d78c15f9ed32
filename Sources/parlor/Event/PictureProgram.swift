import Events
import Foundation
import Programs
import Schema
import Terminal

/// The program that decodes and draws pictures: what others have made of them ends it at worst.
enum PictureProgram {
  private static let name = "parlor-picture"

  /// A picture as small as an event's may be, with nothing in its file that does not show.
  static func shrink(_ content: [UInt8]) throws -> [UInt8] {
    do {
      try PictureRules.check(content, limit: PictureRules.mostBytes)
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
    return try run(["shrink", "\(PictureRules.mostStored)"], content)
  }

  /// A snapshot as a file.
  ///
  /// - Parameter picture: what stands behind the words; empty for the placeholder.
  static func draw(_ snapshot: CountdownImage, _ picture: [UInt8]) throws -> [UInt8] {
    let description = try JSONEncoder().encode(snapshot)
    return try run(["draw"], [UInt8](description) + [10] + picture)
  }

  private static func run(_ words: [String], _ input: [UInt8]) throws -> [UInt8] {
    let filter = Filter(
      Installed.program(name), words, within: .seconds(60), limit: 256 << 20)
    let result: Filter.Result
    do {
      result = try filter.run(input)
    } catch {
      throw CommandFailure(SessionEnd.refused, sentence(error))
    }
    guard result.code != 0 else { return result.output }
    let said = result.complaints.split(separator: "\n").last.map { String($0).plain }
    throw CommandFailure(SessionEnd.refused, result.code == nil ? exhausted : said ?? exhausted)
  }

  private static let exhausted =
    "Reading the picture needs more memory or time than is allowed: it may be malicious, so choose another one."

  private static func sentence(_ failure: Filter.Failure) -> String {
    switch failure {
    case .notStarted(let code):
      "\(name), which reads and draws pictures, cannot be started (\(String(cString: strerror(code)))): `scripts/install-user` puts it beside parlor."
    case .late: "The picture was not finished after a minute: choose a smaller one."
    case .tooLong: "The drawing is larger than 256 MiB: choose a smaller size."
    case .disk(let code):
      "There is no room for the picture (\(String(cString: strerror(code)))): make some on the disk."
    }
  }
}
