import Client
import Commands
import DeckSchema
import Schema
import Terminal

/// The formats in which something is written, and the endings of files that stand for them.
struct FileFormats {
  /// The things that are written, as in "decks".
  private let things: String
  /// The formats whose files have an ending in small letters; the first is meant where nobody names one.
  private let endings: [String: [String]]
  /// The format where neither an ending nor a name says one.
  private let usual: String
  /// The sentence for an ending that two formats have, of which none is usual.
  private let unclear: [String: String]

  /// The formats of some things.
  init(
    _ things: String, usual: String, _ endings: [String: [String]], unclear: [String: String] = [:]
  ) {
    (self.things, self.usual) = (things, usual)
    (self.endings, self.unclear) = (endings, unclear)
  }

  /// The formats of decks, as a node lists them.
  ///
  /// An ending that several of them have stands for the usual one; without such a one, somebody has to say which.
  static func decks(_ formats: [DeckFormatView]) -> FileFormats {
    var endings: [String: [DeckFormatView]] = [:]
    for format in formats {
      for ending in format.endings { endings[ending.lowercased(), default: []].append(format) }
    }
    for ending in endings.keys {
      endings[ending]?.sort { $0.usual && !$1.usual || $0.usual == $1.usual && $0.name < $1.name }
    }
    let unclear = endings.filter { $1.count > 1 && $1.first?.usual != true }
    return FileFormats(
      "decks", usual: formats.first { $0.usual }?.name ?? "",
      endings.mapValues { $0.map(\.name) },
      unclear: Dictionary(
        uniqueKeysWithValues: unclear.map { ending, formats in
          let titles = Count.list(formats.map(\.title.plain))
          let names = Count.list(formats.map(\.name.plain), "or")
          return (ending, "\(titles) write .\(ending.plain): say --format \(names).")
        }))
  }

  static let drawings = FileFormats(
    "drawings", usual: "svg",
    [
      "svg": ["svg", "film"], "png": ["png", "apng", "film"], "apng": ["apng", "film"],
      "pdf": ["pdf"], "json": ["json", "excalidraw"], "excalidraw": ["excalidraw"],
      "dptxt": ["drawpile", "dptxt"],
    ])

  static let tournaments = FileFormats(
    "tournaments", usual: "text",
    [
      "txt": ["text", "trf16", "trf26"], "csv": ["csv"], "svg": ["svg"],
      "html": ["html", "sheets"], "htm": ["html", "sheets"], "json": ["json", "brackets"],
      "trf": ["trf26", "trf16"], "trfx": ["trf26", "trf16"], "png": ["png"], "pdf": ["pdf"],
    ])

  static let sheets = FileFormats(
    "registration sheets", usual: "html", ["html": ["html"], "htm": ["html"], "pdf": ["pdf"]])

  static let calendars = FileFormats(
    "calendars", usual: "ics", ["ics": ["ics"], "ical": ["ics"], "icalendar": ["ics"]])

  static let budgets = FileFormats("budgets", usual: "csv", ["csv": ["csv"]])

  /// The letters behind the last dot of a file's name, made small; empty where there is none.
  static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[dot...].dropFirst().lowercased()
  }

  /// The format in which something is written.
  ///
  /// - Parameters:
  ///   - path: where to; - for standard output.
  ///   - format: what somebody has typed; nil for nothing.
  /// - Throws: `CommandFailure` of wrong usage where the two do not fit, and for an ending that says nothing.
  func format(of path: String, named format: String? = nil) throws -> String {
    let ending = path == "-" ? "" : Self.ending(of: path)
    guard !ending.isEmpty else { return format ?? usual }
    guard let fitting = endings[ending] else {
      if let format, isKnown(format) { throw unfit(ending, format) }
      let known = endings.keys.sorted().map { "." + $0 }.joined(separator: ", ")
      let advice = endings.count == 1 ? known : "one of \(known)"
      throw CommandFailure(
        SessionEnd.usage,
        "No format of \(things) ends in .\(ending.plain): end the name in \(advice).")
    }
    guard let format else {
      if let sentence = unclear[ending] { throw CommandFailure(SessionEnd.usage, sentence) }
      return fitting[0]
    }
    guard !isKnown(format) || fitting.contains(format.lowercased()) else {
      throw unfit(ending, format)
    }
    return format
  }

  private func isKnown(_ format: String) -> Bool {
    endings.values.contains { $0.contains(format.lowercased()) }
  }

  private func unfit(_ ending: String, _ format: String) -> CommandFailure {
    let fitting = endings.filter { $0.value.contains(format.lowercased()) }.keys.sorted()
      .map { "." + $0 }
    let advice =
      fitting.isEmpty
      ? "choose another format" : "end the name in \(fitting.joined(separator: " or "))"
    return CommandFailure(
      SessionEnd.usage, "The format \(format.plain) does not end in .\(ending.plain): \(advice).")
  }
}
