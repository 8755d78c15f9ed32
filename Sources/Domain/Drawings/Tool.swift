import DrawingSchema
import Schema

/// A tool: its name, and the effect of its strokes. Whatever draws a stroke asks for effects and never for a name.
public struct Tool: Sendable {
  /// The part of the paper that a stroke covers.
  public enum Covered: Sendable {
    /// The way of the pen, as wide as it is.
    case line
    /// The inside of the way, with straight lines from point to point and back to the first.
    case area
  }

  /// The name in files and commands.
  public let name: String
  /// The name for people.
  public let title: String
  /// Whether it takes away instead of painting.
  public let erases: Bool
  /// The part of the paper that it covers.
  public let covers: Covered
  /// Whether its line is straight, from the first point to the last, and of dots.
  public var isDotted = false
  /// The tool as it is sent.
  let message: StrokeTool

  /// The tool that paints lines.
  public static let brush = Tool(
    name: "brush", title: "Brush", erases: false, covers: .line, message: .brush)
  /// The tool behind which the paper shows again.
  public static let eraser = Tool(
    name: "eraser", title: "Eraser", erases: true, covers: .line, message: .eraser)
  /// The tool that paints what its line goes round.
  public static let fill = Tool(
    name: "fill", title: "Fill", erases: false, covers: .area, message: .fill)
  /// The ruler that paints a straight line of dots.
  public static let dots = Tool(
    name: "dots", title: "Dots", erases: false, covers: .line, isDotted: true, message: .dots)

  /// All tools.
  public static let all = [brush, eraser, fill, dots]

  /// Finds a tool by its name; nil for one that is not known.
  public static func named(_ name: String) -> Tool? { all.first { $0.name == name } }
}

extension Tool: Equatable, CustomStringConvertible {
  /// The name in files and commands.
  public var description: String { name }

  /// Whether two are one tool.
  public static func == (one: Tool, other: Tool) -> Bool { one.message == other.message }
}
