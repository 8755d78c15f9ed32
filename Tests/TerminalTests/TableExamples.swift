import Schema
import WarSchema

/// Tables to draw and to play at.
enum TableExamples {
  static func card(_ rank: UInt32, _ suit: Suit) -> Card {
    .with {
      $0.rank = rank
      $0.suit = suit
    }
  }

  /// Ada hosts, Bob joins; round 17, a war, Bob has played.
  static func game(seat: Seat = .host) -> TableView {
    .with {
      $0.id = "q7k2abcdefgh"
      $0.phase = .playing
      $0.seat = seat
      $0.host = player("Ada", cards: 20)
      $0.joiner = player("Bob", cards: 22)
      $0.joiner.played = true
      $0.joiner.down = 3
      $0.joiner.up = card(14, .spades)
      $0.host.up = card(10, .hearts)
      $0.round = 17
      $0.war.battle = 1
      $0.war.pot = 6
      $0.canPlay = true
      $0.war.lastRounds = (UInt32(12)...16).map { number in
        .with {
          $0.round = number
          $0.host = [card(13, .clubs)]
          $0.joiner = [card(4, .diamonds)]
          $0.winner = .host
          $0.cards = 2
        }
      }
    }
  }

  /// A table of Ada's with two who ask.
  static func lobby() -> TableView {
    .with {
      $0.id = "q7k2abcdefgh"
      $0.phase = .open
      $0.seat = .host
      $0.host = player("Ada", cards: 0)
      $0.asks = ["Bob", "Eve"].map { name in
        .with {
          $0.name = name
          $0.author = name.lowercased()
          $0.words = "one-two-three-four"
          $0.online = true
        }
      }
    }
  }

  static func player(_ name: String, cards: UInt32) -> PlayerView {
    .with {
      $0.name = name
      $0.author = name.lowercased()
      $0.cards = cards
      $0.online = true
      $0.here = true
    }
  }

  static func change(_ view: TableView) -> Change { .with { $0.table = view } }
}
