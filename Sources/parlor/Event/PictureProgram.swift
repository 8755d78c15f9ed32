import Commands
import Events
import FoundationEssentials
import Programs
import Schema
import Terminal

/// The program that decodes and draws pictures: what others have made of them ends it at worst.
enum PictureProgram {
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

  /// A sheet that Parlor has described, as a file.
  static func sheet(_ description: [UInt8], _ format: CountdownImage.Format) throws -> [UInt8] {
    try run(["sheet", format.rawValue], description)
  }

  private static func run(_ words: [String], _ input: [UInt8]) throws -> [UInt8] {
    do {
      return try PictureFilter.run(words, input)
    } catch {
      throw CommandFailure(SessionEnd.refused, error.sentence.plain)
    }
  }
}
