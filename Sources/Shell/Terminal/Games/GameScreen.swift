import Schema
import WarSchema

/// A match of War as it stands: both piles, both names, the pot, the cards on the table, the last rounds.
public struct GameScreen: Sendable {
  private let view: TableView
  private let style: Style

  /// Shows one view of a table.
  public init(_ view: TableView, style: Style) {
    self.view = view
    self.style = style
  }

  /// The lines between title and footer; where there is too little room, the least important are left out first.
  public func lines(_ size: ScreenSize) -> [Line] {
    let rounds = lastRounds()
    let pictures = full()
    if pictures.count + 1 + rounds.count <= size.rows { return pictures + [Line()] + rounds }
    if pictures.count <= size.rows {
      let room = max(0, size.rows - pictures.count - 1)
      return pictures + (room > 0 ? [Line()] + rounds.suffix(room) : [])
    }
    let short = compact()
    let room = max(0, size.rows - short.count - 1)
    return Array((short + (room > 0 ? [Line()] + rounds.suffix(room) : [])).prefix(size.rows))
  }

  private func full() -> [Line] {
    [nameLine(farSeat)] + cards(of: view.far) + [potLine()] + cards(of: view.near)
      + [nameLine(view.nearSeat)]
  }

  private func compact() -> [Line] {
    [
      nameLine(farSeat), cardLine(view.far), potLine(), cardLine(view.near),
      nameLine(view.nearSeat),
    ]
  }

  private var farSeat: Seat { view.nearSeat == .host ? .joiner : .host }

  private func nameLine(_ seat: Seat) -> Line {
    let player = view.player(seat)
    var line = Line("  ")
    line.add(Columns.fit(view.name(seat), to: 24), .accent(AccentColour(name: player.colour)))
    let word = Columns.fit(Count.word(player.cards, "card"), to: 5)
    line.add(" \(pad(player.cards)) \(word)", .bold)
    if player.played { line.add("   has played", .faint) }
    if view.moveSeconds > 0, view.moveEndsMilliseconds > 0, !player.played {
      line.add("   until \(ClockText.second(milliseconds: view.moveEndsMilliseconds))", .faint)
    }
    if !player.online && !view.isOver {
      line.add("   not connected", .faint)
    } else if !player.here && !view.isOver {
      line.add("   away", .faint)
    }
    return line
  }

  private func pad(_ number: UInt32) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, 3 - text.count)) + text
  }

  private func cards(of player: PlayerView) -> [Line] {
    let colour = AccentColour(name: player.colour)
    let pile =
      player.cards > 0 ? CardPicture.back(colour, style, player.back) : CardPicture.empty(style)
    let up = player.hasUp ? CardPicture.face(player.up, style) : CardPicture.empty(style)
    var rows = CardPicture.row([pile, up])
    if player.down > 0 { rows[2].add("  + \(player.down) face down", .faint) }
    return rows.map { row in
      var line = Line("    ")
      line.add(row)
      return line
    }
  }

  private func cardLine(_ player: PlayerView) -> Line {
    var line = Line("    ")
    guard player.hasUp else {
      line.add("[  ]", .faint)
      return line
    }
    let text = "[\(player.up.rankText)\(player.up.suitText(style))]"
    line.add(text, player.up.isRed ? .accent(.red) : .bold)
    if player.down > 0 { line.add(" + \(player.down) face down", .faint) }
    return line
  }

  private func potLine() -> Line {
    guard view.war.pot > 0 else { return Line() }
    return Line("    Pot: \(Count.of(view.war.pot, "card"))", .bold)
  }

  private func lastRounds() -> [Line] {
    view.war.lastRounds.map { round in
      var line = Line("  \(pad(round.round))  ", .faint)
      for (near, far) in zip(nearCards(round), farCards(round)) {
        line.add(near.rankText + near.suitText(style), near.isRed ? .accent(.red) : .normal)
        line.add("–".ascii(style, "-"), .faint)
        line.add(far.rankText + far.suitText(style), far.isRed ? .accent(.red) : .normal)
        line.add("  ")
      }
      switch round.winner {
      case .unspecified, .UNRECOGNIZED: line.add("nobody wins", .faint)
      case view.seat: line.add("you win \(round.cards)")
      case let winner: line.add("\(view.name(winner)) wins \(round.cards)")
      }
      return line
    }
  }

  private func nearCards(_ round: RoundView) -> [Card] {
    view.nearSeat == .host ? round.host : round.joiner
  }

  private func farCards(_ round: RoundView) -> [Card] {
    view.nearSeat == .host ? round.joiner : round.host
  }
}

extension String {
  /// This text, or another one where only ASCII can be shown.
  func ascii(_ style: Style, _ other: String) -> String { style.unicode ? self : other }
}
