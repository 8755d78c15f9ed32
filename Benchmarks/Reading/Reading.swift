import Decks
import Drawings
import Events
import TestKit
import Tournaments

/// Reads one hostile file, for `scripts/files`, which counts what that costs: FORMAT JUNK BYTES SEED, or no words for the names.
///
/// With "none" as the format it makes a file and reads nothing: that is what the others are compared with.
@main
struct Reading {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 4, let junk = HostileFile.Junk(rawValue: words[1]),
      let size = Int(words[2]),
      let seed = UInt64(words[3])
    else {
      print(HostileFile.Format.allCases.map(\.rawValue).joined(separator: " "))
      print(HostileFile.Junk.allCases.map(\.rawValue).joined(separator: " "))
      return
    }
    let isRead = !words[0].hasPrefix("no-")
    let name = isRead ? words[0] : String(words[0].dropFirst(3))
    guard let format = HostileFile.Format(rawValue: name) else { return }
    let text = HostileFile(format, junk, size: size, seed: seed).text
    guard isRead else { return print(text.utf8.count) }
    do {
      print(try read(text, format))
    } catch {
      print("\(error)".prefix(300))
    }
  }

  /// - Returns: what was found, in a few words.
  private static func read(_ text: String, _ format: HostileFile.Format) throws -> String {
    switch format {
    case .svg, .drawing, .excalidraw, .drawpile:
      let reading = try DrawingFiles.read(text)
      return "\(reading.strokes.count) strokes, \(reading.report.lost.count) lost"
    case .trf, .brackets: return try TournamentFiles.read(text, format: format.rawValue)
    case .tournament: return try TournamentFiles.read(text, format: "json")
    case .entrants: return try TournamentFiles.entrants(text)
    case .text, .dec, .arena, .mtgo, .moxfield, .xmage, .forge, .cod, .dek:
      let reading = try DeckFormat.read(text)
      return
        "\(reading.format): \(reading.list.lines.count) lines, \(reading.report.lost.count) problems"
    case .collection:
      let file = try CollectionFile(text)
      return "\(file.cards.count) cards, \(file.report.lost.count) problems"
    case .calendar:
      let file = try CalendarFile(text, zone: "Europe/Berlin")
      return "\(file.events.count) events, \(file.problems.count) problems"
    case .script:
      return "\(try ScriptReader.read(text, file: "x.yaml").steps.count) steps"
    }
  }
}
