import Decks
import DeckSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// The cards and decks of people in these worlds.
extension RoomWorld {
  func own(_ number: Int, _ card: String, anyway: Bool = false) throws {
    try call(number, Methods.Cards.add) {
      $0.card = card
      $0.anyway = anyway
    }
  }

  @discardableResult
  func makeLibrary(_ number: Int, _ name: String, format: String = "") throws -> LibraryView {
    try call(number, Methods.Libraries.make) {
      $0.name = name
      $0.format = format
    }
  }

  @discardableResult
  func put(
    _ number: Int, _ card: String, into library: String, _ zone: DeckZone = .main
  ) throws -> LibraryView {
    try call(number, Methods.Libraries.add) {
      $0.library = library
      $0.card = card
      $0.zone = zone
    }
  }

  @discardableResult
  func take(_ number: Int, _ card: String, from library: String) throws -> LibraryView {
    try call(number, Methods.Libraries.take) {
      $0.library = library
      $0.card = card
    }
  }

  @discardableResult
  func setLands(
    _ number: Int, _ library: String, _ lands: [(String, String)]
  ) throws -> LibraryView {
    try call(number, Methods.Libraries.setLands) {
      $0.library = library
      $0.lands = lands.map { land, count in
        .with {
          $0.land = land
          $0.count = count
        }
      }
    }
  }

  /// A library; the Card Box without a name.
  func library(_ number: Int, _ name: String = "") throws -> LibraryView {
    try call(number, Methods.Libraries.show) { $0.library = name }
  }

  func libraries(_ number: Int) throws -> [LibraryView] {
    try call(number, Methods.Libraries.list).libraries
  }

  /// Returns the cards of a library or of the Card Box: "4 Spilled Ember".
  func cards(_ number: Int, _ name: String = "") throws -> [String] {
    try library(number, name).lines
  }

  /// Has a deck file sent.
  func send(_ number: Int, _ text: String) throws -> String { try keep(number, Data(text.utf8)) }
}

extension LibraryView {
  /// Cards and lands as lines.
  var lines: [String] {
    cards.map { "\($0.count) \($0.name)" + ($0.zone == .main ? "" : " \($0.zone)") }
      + lands.map { "\($0.count) \($0.name)" }
  }

  /// Returns the reason why something cannot be done with it; empty where it can, nil where that is not said.
  func reason(_ action: String) -> String? {
    actions.first { $0.name == action && $0.enabled == $0.reason.isEmpty }?.reason
  }
}
