import Client
import Commands
import Terminal

/// The ending of a file's name, and the format of decks that it stands for.
enum FileEnding {
  /// The formats whose files end so.
  private static let formats: [String: [String]] = [
    "txt": ["text", "arena", "mtgo", "moxfield"], "cod": ["cod"], "dec": ["dec"],
    "mwdeck": ["dec"], "dek": ["dek"], "dck": ["xmage", "forge"],
  ]

  /// The letters behind the last dot of a file's name, made small; empty where there is none.
  static func of(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[dot...].dropFirst().lowercased()
  }

  /// The format in which a deck is written.
  ///
  /// - Parameters:
  ///   - path: where to; - for standard output.
  ///   - format: what somebody has typed; nil for nothing.
  /// - Throws: `CommandFailure` of wrong usage where the two do not fit, and for an ending that says nothing.
  static func deckFormat(of path: String, named format: String?) throws -> String {
    let ending = path == "-" ? "" : of(path)
    guard !ending.isEmpty else { return format ?? "text" }
    guard let fitting = formats[ending] else {
      if let format { throw unfit(ending, format) }
      let known = formats.keys.sorted().map { "." + $0 }.joined(separator: ", ")
      throw CommandFailure(
        SessionEnd.usage,
        "No format of decks ends in .\(ending.plain): end the name in one of \(known).")
    }
    guard let format else {
      guard ending != "dck" else {
        throw CommandFailure(
          SessionEnd.usage, "XMage and Forge both write .dck: say --format xmage or forge.")
      }
      return fitting[0]
    }
    let isKnown = formats.values.contains { $0.contains(format.lowercased()) }
    guard !isKnown || fitting.contains(format.lowercased()) else { throw unfit(ending, format) }
    return format
  }

  private static func unfit(_ ending: String, _ format: String) -> CommandFailure {
    let endings = formats.filter { $0.value.contains(format.lowercased()) }.keys.sorted()
      .map { "." + $0 }
    let advice =
      endings.isEmpty
      ? "choose another format" : "end the name in \(endings.joined(separator: " or "))"
    return CommandFailure(
      SessionEnd.usage, "The format \(format.plain) does not end in .\(ending.plain): \(advice).")
  }
}
