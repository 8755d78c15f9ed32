import Foundation
import Schema
import TestKit
import WholeSchema
import Wire

/// A part of the program that takes bytes from strangers, as the fuzzer and the tests that replay its finds call it.
///
/// A target ends the process where the program would, and where what it promises does not hold.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Every message of the schema, as bytes and as JSON, and the quick decoders beside the general one.
  case messages
  /// Slices of logs and proofs of forks, signed so that what is behind the signature is reached as well.
  case slices
  /// The frames of a link to a node in memory, from its Hello on.
  case sync
  /// Records whose fields were written by two people.
  case records
  /// Records of any kind with any values in rooms of a node in memory, and all that people see of them.
  case views
  /// Files of `war export`, and the steps of a match whoever signed them.
  case transcript
  /// The stream of a link, in pieces.
  case frames
  /// Announcements of neighbours: names, TXT records and addresses, through the helper to the node.
  case neighbours
  /// Scripted matches in YAML.
  case scripts
  /// Lines that people and neighbours write: addresses, tickets, ids, names.
  case text
  /// Files of other calendars: imported, and in a calendar folder.
  case calendars
  /// The parts of a picture that are read before anything decodes it.
  case pictures
  /// Drawings: files of other programs, and packed strokes.
  case drawings
  /// Deck files of every format.
  case decks
  /// Collections in CSV.
  case collections
  /// Files of all cards that there are, in pieces.
  case cards
  /// XML.
  case markup
  /// Files of the time zone database, and names of zones.
  case zones
  /// Normal forms of a text, and where another one stands in it.
  case forms

  /// Tries one input.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .messages: Self.messages(bytes)
    case .slices: Self.slices(bytes)
    case .sync: Self.sync(bytes)
    case .records: Self.records(bytes)
    case .views: Self.views(bytes)
    case .transcript: Self.transcript(bytes)
    case .frames: Self.frames(bytes)
    case .neighbours: FuzzedNeighbours.neighbours(bytes)
    case .scripts: Self.scripts(bytes)
    case .text: Self.text(bytes)
    case .calendars: FuzzedCalendars.calendars(bytes)
    case .pictures: FuzzedCalendars.pictures(bytes)
    case .drawings: FuzzedDrawings.drawings(bytes)
    case .decks: FuzzedDecks.decks(bytes)
    case .collections: FuzzedDecks.collections(bytes)
    case .cards: FuzzedDecks.cards(bytes)
    case .markup: FuzzedMarkup.markup(bytes)
    case .zones: FuzzedZones.zones(bytes)
    case .forms: FuzzedForms.forms(bytes)
    }
  }

  /// Inputs to begin with: the frozen bytes of `protocol/vectors`, `protocol/matches` and what honest nodes say.
  ///
  /// - Parameter folder: where `protocol` is.
  /// - Throws: an error of reading a file there.
  public func seeds(protocol folder: URL) throws -> [[UInt8]] {
    switch self {
    case .messages, .slices, .records, .views: try Self.vectorSeeds(self, folder)
    case .sync: try Self.conversations()
    case .transcript: try Self.transcripts()
    case .frames: try Self.streams()
    case .neighbours: FuzzedNeighbours.announcements()
    case .scripts:
      try Self.files(folder.appendingPathComponent("matches")).filter { $0.pathExtension == "yaml" }
        .map { Array(try Data(contentsOf: $0)) }
    case .text: Self.lines.map { Array($0.utf8) }
    case .calendars: FuzzedCalendars.calendarFiles()
    case .pictures: FuzzedCalendars.pictureFiles()
    case .drawings: FuzzedDrawings.drawingFiles()
    case .decks: FuzzedDecks.deckFiles()
    case .collections: FuzzedDecks.collectionFiles()
    case .cards: FuzzedDecks.cardFiles()
    case .markup: FuzzedMarkup.markupFiles()
    case .zones: FuzzedZones.zoneFiles()
    case .forms: FuzzedForms.normalForms.map { Array($0.utf8) }
    }
  }

  /// Ends the process where something does not hold.
  static func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    guard holds else { fatalError(what()) }
  }

  static func files(_ folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }

  /// The vector of each message, with its number before it where the target takes one.
  private static func vectorSeeds(_ target: FuzzTarget, _ folder: URL) throws -> [[UInt8]] {
    var seeds = target == .views ? recordSeeds() : []
    for (number, type) in SchemaMessages.all.enumerated() {
      let name = type.protoMessageName.split(separator: ".").last.map(String.init) ?? ""
      let file = folder.appendingPathComponent("vectors/messages/\(name).json")
      guard
        let vector = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
          as? [String: Any], let bytes = (vector["bytes"] as? String).map(bytes(hex:))
      else { continue }
      switch target {
      case .messages:
        seeds.append([UInt8(number % 256), UInt8(number / 256)] + bytes)
        let json = try JSONSerialization.data(withJSONObject: vector["json"] ?? [:])
        seeds.append([UInt8(number % 256), UInt8(number / 256)] + json)
      case .slices where name == "Batch": seeds.append([0] + bytes)
      case .slices where name == "Slice":
        let batch = try Batch.with { $0.slices = [try Coding.decode(Slice.self, from: bytes)] }
        seeds.append([0] + (try Coding.encode(batch)))
      case .records: seeds.append([UInt8(bytes.count % 256)] + bytes + bytes)
      case .views: seeds += recordSeeds(of: name, bytes)
      default: break
      }
    }
    return seeds
  }

  private static func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
