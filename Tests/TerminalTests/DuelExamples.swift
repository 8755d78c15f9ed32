import DuelSchema
import Schema

/// A duel to draw and to play: Ada hosts and sees her own cards, Bob has the other chair.
enum DuelExamples {
  /// Ada has Forest, Elk and Ember in the hand, two Forests (the second one tapped) and a Bear on the table, one Elk in the graveyard;
  /// Bob has a Hill and a face-down card on the table.
  static func duel() -> DuelView {
    .with {
      $0.games = 3
      $0.life = 20
      $0.phases = ["Upkeep", "Main", "Combat", "End"]
      ($0.game, $0.turn, $0.phase, $0.active) = (1, 2, 1, .host)
      $0.seats = [
        seat(.host, life: 20, hand: 3, library: 53), seat(.joiner, life: 17, hand: 4, library: 52),
      ]
      $0.seats[1].counters = [.with { ($0.name, $0.value) = ("poison", 2) }]
      $0.objects = [
        object(9, .host, "Forest", x: 0), object(17, .host, "Forest", x: 1),
        object(25, .host, "Bear", x: 2), object(10, .joiner, "Hill", x: 0),
        object(18, .joiner, "", x: 1), object(33, .host, "Elk", zone: .graveyard),
      ]
      $0.objects[1].tapped = true
      $0.objects[4].down = true
      $0.log = [
        line(1, .host, "Ada draws 7 cards."), line(2, .joiner, "Bob plays Hill."),
        line(3, .host, "Ada taps Forest."),
      ]
      $0.own.hand = [card(1, "Forest"), card(2, "Elk"), card(3, "Ember")]
      $0.own.cards = [count("Forest", 20), count("Elk", 2)]
      $0.own.side = [count("Wolf", 3)]
      $0.own.undoFrom = 2
    }
  }

  /// Ada's table with a duel.
  static func view(_ change: (inout DuelView) -> Void = { _ in }) -> TableView {
    var (view, duel) = (TableExamples.game(), duel())
    change(&duel)
    view.game = "duel"
    view.round = 0
    view.duel = duel
    return view
  }

  static func seat(_ seat: Seat, life: Int32, hand: UInt32, library: UInt32) -> DuelSeatView {
    .with { ($0.seat, $0.life, $0.hand, $0.library, $0.game) = (seat, life, hand, library, 1) }
  }

  static func object(
    _ number: UInt32, _ seat: Seat, _ name: String, x: UInt32 = 0,
    zone: DuelStep.Zone = .battlefield
  ) -> DuelObjectView {
    .with {
      ($0.number, $0.owner, $0.controller, $0.name) = (number, seat, seat, name)
      ($0.zone, $0.x) = (zone, x)
    }
  }

  static func card(_ handle: UInt32, _ name: String) -> DuelCardView {
    .with { ($0.handle, $0.name) = (handle, name) }
  }

  static func count(_ name: String, _ count: UInt32) -> DuelCountView {
    .with { ($0.name, $0.count) = (name, count) }
  }

  static func line(_ number: UInt32, _ seat: Seat, _ text: String) -> DuelLineView {
    .with { ($0.number, $0.seat, $0.text) = (number, seat, text) }
  }
}
