import Schema

/// The host's table before the start: who asks, and who has the other chair.
public struct HostLobbyScreen: Sendable {
  private let view: TableView
  private let status: StatusView

  /// Shows one view of a table to its host.
  public init(_ view: TableView, status: StatusView) {
    self.view = view
    self.status = status
  }

  /// The lines between title and footer; what is needed now is left out last.
  public func lines(_ size: ScreenSize = .unbounded) -> [Line] {
    ScreenBlock.lines(about + [.gap] + people, size)
  }

  /// Our name, the table, and the way to it.
  private var about: [ScreenBlock] {
    var who = Line("  You are ")
    who.add(view.host.name.plain, .accent(AccentColour(name: view.host.colour)))
    who.add("  \(view.host.words.plain)", .faint)
    var place = Line("  Table \(ShortID.text(view.id))", .faint)
    if status.port > 0 { place.add(", port \(status.port)", .faint) }
    var blocks = [ScreenBlock(.later, who), ScreenBlock(.later, place)] + reach
    if !view.description_p.isEmpty {
      blocks.append(.init(.spare, Line("  \(view.description_p.plain)")))
    }
    if !view.conditions.isEmpty {
      blocks.append(.init(.later, Line("  \(view.conditions.joined(separator: ", ").sentence)")))
    }
    return blocks
  }

  /// Those who ask for the other chair, and the one who has it.
  private var people: [ScreenBlock] {
    let isTaken = view.phase == .seated
    if view.asks.isEmpty && !isTaken {
      let how = "  Somebody has to ask for the other chair with: \(view.command) join"
      return [
        .init(.now, Line("  Waiting for players ...")), .init(.soon, Line(how, .faint)),
      ]
    }
    var blocks = [
      ScreenBlock(view.asks.isEmpty ? .later : .soon, Line("  Requesting to Join", .bold))
    ]
    if view.asks.isEmpty { blocks.append(.init(.later, Line("    nobody", .faint))) }
    for (index, ask) in view.asks.enumerated() {
      var line = Line("  \(index + 1)  ")
      line.add(Columns.fit(ask.name.plain, to: 20), .bold)
      let trust = PairText.trust(paired: ask.paired, nameIsTaken: ask.nameIsTaken)
      line.add("  \(ask.words.plain)  \(trust)", .faint)
      if !ask.online { line.add("  not connected", .faint) }
      blocks.append(.init(.now, line))
    }
    blocks += [.gap, .init(isTaken ? .soon : .later, Line("  Added to Game", .bold))]
    guard isTaken else { return blocks + [.init(.later, Line("    nobody", .faint))] }
    var line = Line("     ")
    line.add(view.name(.joiner), .accent(AccentColour(name: view.joiner.colour)))
    line.add("  \(view.joiner.words.plain)  \(PairText.trust(of: view.joiner))", .faint)
    blocks.append(.init(.now, line))
    if !view.joiner.online {
      let name = view.name(.joiner)
      let text = "     \(name)'s node is not connected: wait for it, or remove the player."
      blocks.append(.init(.now, Line(text)))
    }
    return blocks
  }

  /// The ways in which others find this table: by themselves, or by an address that they are told.
  private var reach: [ScreenBlock] {
    var blocks: [ScreenBlock] = []
    if !status.discovery {
      let why = status.discoveryProblem.plain.sentence
      blocks.append(
        .init(
          .spare, Line("  Other machines do not see this table by themselves. \(why)")))
    }
    if let address = status.addresses.first {
      let who =
        status.discovery ? "If somebody does not see this table, they type" : "There they type"
      // Without discovery nobody comes without it; once somebody has come, it is needed no more.
      let isNeeded = !status.discovery && view.asks.isEmpty && view.phase == .open
      let how = Line("  \(who): \(view.command) join --at \(address.plain)", .faint)
      blocks.append(.init(isNeeded ? .now : .later, how))
    }
    return blocks
  }
}
