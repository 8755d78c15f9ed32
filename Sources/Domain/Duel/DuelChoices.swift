import Decks
import DuelSchema
import Feature
import FoundationEssentials
import Schema

/// The choice with which a person sits down, and the terms of a host: both follow from a library.
enum DuelChoices {
  /// The word for a match without a format.
  static let noFormat = "none"
  /// The phases of a turn where a host names none.
  static let phases = [
    "Untap", "Upkeep", "Draw", "First main phase", "Combat", "Second main phase", "End", "Cleanup",
  ]

  static func choose(_ request: ChooseLibrary, _ home: any Snapshot) throws -> DuelChosen {
    let isFree = request.format == noFormat
    let library = try PlayedLibrary(
      request.library, format: isFree ? "" : request.format, home)
    guard isFree || library.failures.isEmpty else {
      throw Refused(
        .notNow,
        "\(library.name) cannot be played: \(library.failures.joined(separator: " ")) Choose the format \(noFormat) to play without rules."
      )
    }
    guard !request.hasJudge || request.judge.isSigned else {
      throw Refused(
        .invalid, "That is not a judge: the key, the name and the signature do not match.")
    }
    let format = isFree ? "" : library.format
    let list = try list(library)
    let choice: Data = try DuelChoice.with {
      $0.list = .init(list.encoded)
      ($0.library, $0.format) = (library.name, format)
      $0.types = types(library)
      $0.commanders = library.commanders
      $0.judge = request.judge.key
    }.serializedBytes()
    let terms: Data = try DuelTerms.with {
      $0.games = request.games == 0 ? 1 : request.games
      $0.life = request.life == 0 ? library.life : request.life
      $0.format = format
      $0.phases = request.phases.isEmpty ? phases : request.phases
      if request.hasJudge { $0.judge = request.judge }
    }.serializedBytes()
    return .with {
      ($0.choice, $0.terms) = (choice, terms)
      ($0.library, $0.format) = (library.name, format)
      ($0.main, $0.side) = (UInt32(list.main), UInt32(list.side))
      $0.notes = isFree ? library.failures : []
      if request.hasJudge { $0.judge = request.judge.title }
    }
  }

  /// The types of the cards, as many as the choice has room for beside the list.
  private static func types(_ library: PlayedLibrary) -> [DuelCardType] {
    var room = SessionRules.mostChoiceBytes / 2
    return library.types.compactMap { name, type in
      room -= name.utf8.count + type.utf8.count + 16
      return room < 0 ? nil : .with { ($0.name, $0.type) = (name, type) }
    }
  }

  private static func list(_ library: PlayedLibrary) throws -> DuelList {
    func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }
    guard let list = DuelList(main: bytes(library.main), side: bytes(library.side)) else {
      throw Refused(
        .notNow,
        "\(library.name) cannot be played: a duel takes 1 to \(DuelLimits.libraryCards) cards, a sideboard of up to \(DuelLimits.sideboardCards), and names of up to \(DuelLimits.cardBytes) bytes."
      )
    }
    return list
  }
}
