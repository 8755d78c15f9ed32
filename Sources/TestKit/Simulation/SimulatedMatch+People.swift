import Node
import Schema

/// What the people do: whatever their screens offer, sometimes twice.
extension SimulatedMatch {
  /// Lets the person of a node look at the screen and act.
  func act(_ number: Int) throws {
    guard network.nodes[number].node != nil, pauses[number] == nil else { return }
    if number == Self.stranger {
      askAsStranger()
      return
    }
    if number == Self.host {
      actAsHost()
    } else {
      actAsJoiner()
    }
    let view = number == Self.host ? table : joinersTable
    if let view, view.phase == .playing { play(view, number) }
  }

  private func command(_ number: Int, _ fill: (inout Command) -> Void) -> Bool {
    let result = network.command(number, fill)
    if let trace {
      var command = Command()
      fill(&command)
      let line = "\(command)".split(separator: "\n").dropFirst().joined(separator: " ")
      trace("\(network.now) \(number) commands \(line): \(result.isSuccess)")
    }
    return result.isSuccess
  }

  private func actAsHost() {
    guard let table, table.phase != .closed else {
      _ = command(Self.host) { $0.hostTable.rules = plan.rules }
      return
    }
    switch table.phase {
    case .open:
      guard let ask = table.asks.randomElement(using: &random) else { return }
      let isStranger = ask.name == "Cyd"
      let isDeclined = isStranger || (declinesLeft > 0 && !isHealing)
      if isDeclined, !isStranger { declinesLeft -= 1 }
      guard
        command(
          Self.host,
          { command in
            command.answerAsk.table = table.id
            command.answerAsk.asker = ask.author
            command.answerAsk.accept = !isDeclined
          })
      else { return }
      if isDeclined { tally.note(.decline) }
      if isStranger { tally.note(.stranger) }
    case .seated: _ = command(Self.host) { $0.startTable.table = table.id }
    default: break
    }
  }

  private func actAsJoiner() {
    // A declined question may be asked again as long as the table is offered.
    guard let table, table.phase == .open,
      tables(Self.joiner).contains(where: {
        $0.id == table.id && ($0.phase == .offered || $0.phase == .closed)
      })
    else { return }
    _ = command(Self.joiner) { $0.askToJoin.table = table.id }
  }

  private func askAsStranger() {
    guard let offered = tables(Self.stranger).first(where: { $0.phase == .offered }) else { return }
    _ = command(Self.stranger) { $0.askToJoin.table = offered.id }
  }

  private func play(_ view: TableView, _ number: Int) {
    if let since = away[number] {
      guard isHealing || network.now - since > 3_000 else { return }
      away[number] = nil
      // The node may end on the very command; then its person sits down again later.
      guard command(number, { attend(&$0, view) }) else { return }
      tally.note(.away)
      attending.insert(number)
      return
    }
    if !attending.contains(number) {
      if command(number, { attend(&$0, view) }) { attending.insert(number) }
      return
    }
    if !isHealing, view.claims.contains(where: { $0.seat != view.seat }), plan.isClaiming,
      Int.random(in: 0..<4, using: &random) == 0
    {
      _ = command(number) { command in
        command.makeClaim.table = view.id
        command.makeClaim.accept = true
      }
      return
    }
    if !isHealing, view.canClaim, plan.isClaiming {
      _ = command(number) { command in
        command.makeClaim.table = view.id
        command.makeClaim.kind = Bool.random(using: &random) ? .win : .draw
      }
      return
    }
    guard view.canPlay, !isAuto else { return }
    let taps = Int.random(in: 0..<12, using: &random) == 0 ? 2 : 1
    if taps == 2 { tally.note(.doubleTap) }
    for _ in 0..<taps {
      _ = command(number) { command in
        command.tap.table = view.id
        command.tap.round = view.round
        command.tap.battle = view.battle
      }
    }
  }

  private var isAuto: Bool { plan.isAuto }

  private func attend(_ command: inout Command, _ view: TableView) {
    command.attend.table = view.id
    command.attend.attendance = .here
    command.attend.auto = isAuto
  }

  /// Something that a person does to the other one.
  func upset(_ fault: SimulationPlan.Fault, _ number: Int) {
    guard let view = number == Self.host ? table : joinersTable, view.phase == .playing,
      network.nodes[number].node != nil, pauses[number] == nil, away[number] == nil
    else { return }
    switch fault {
    case .leave:
      if command(
        number,
        {
          $0.attend.table = view.id
          $0.attend.attendance = .leave
        })
      {
        away[number] = network.now
        attending.remove(number)
      }
    case .loseScreen:
      tally.note(.lostScreen)
      _ = command(number) { command in
        command.attend.table = view.id
        command.attend.attendance = .lost
      }
      attending.remove(number)
    case .concede:
      guard Int.random(in: 0..<2, using: &random) == 0 else { return }
      _ = command(number) { $0.giveUp.table = view.id }
    default: break
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
