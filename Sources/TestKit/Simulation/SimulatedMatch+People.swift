import Node
import Schema

/// The acts of the people: everything that their screens offer, sometimes twice.
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

  private func call<Request, Response>(
    _ number: Int, _ method: Method<Request, Response>, _ fill: (inout Request) -> Void
  ) -> Bool {
    let result = network.call(number, method, fill)
    if let trace {
      let request = Request.with(fill)
      let line = "\(request)".split(separator: "\n").dropFirst().joined(separator: " ")
      trace("\(network.now) \(number) calls \(method.path) \(line): \(result.isSuccess)")
    }
    return result.isSuccess
  }

  private func actAsHost() {
    guard let table, table.phase != .closed else {
      _ = call(Self.host, Methods.Tables.host) { $0.rules = plan.rules }
      return
    }
    switch table.phase {
    case .open:
      guard let ask = table.asks.randomElement(using: &random) else { return }
      let isStranger = ask.name == "Cyd"
      let isDeclined = isStranger || (declinesLeft > 0 && !isHealing)
      if isDeclined, !isStranger { declinesLeft -= 1 }
      guard
        call(
          Self.host, Methods.Tables.answer,
          {
            $0.table = table.id
            $0.asker = ask.author
            $0.accept = !isDeclined
          })
      else { return }
      if isDeclined { tally.note(.decline) }
      if isStranger { tally.note(.stranger) }
    case .seated: _ = call(Self.host, Methods.Tables.start) { $0.table = table.id }
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
    _ = call(Self.joiner, Methods.Tables.ask) { $0.table = table.id }
  }

  private func askAsStranger() {
    guard let offered = tables(Self.stranger).first(where: { $0.phase == .offered }) else { return }
    _ = call(Self.stranger, Methods.Tables.ask) { $0.table = offered.id }
  }

  private func play(_ view: TableView, _ number: Int) {
    if let since = away[number] {
      guard isHealing || network.now - since > 3_000 else { return }
      away[number] = nil
      // The node may end on the very command; then its person sits down again later.
      guard call(number, Methods.Tables.attend, { attend(&$0, view) }) else { return }
      tally.note(.away)
      attending.insert(number)
      return
    }
    if !attending.contains(number) {
      if call(number, Methods.Tables.attend, { attend(&$0, view) }) { attending.insert(number) }
      return
    }
    if !isHealing, view.claims.contains(where: { $0.seat != view.seat }), plan.isClaiming,
      Int.random(in: 0..<4, using: &random) == 0
    {
      _ = call(number, Methods.Tables.claim) {
        $0.table = view.id
        $0.accept = true
      }
      return
    }
    if !isHealing, view.canClaim, plan.isClaiming {
      _ = call(number, Methods.Tables.claim) {
        $0.table = view.id
        $0.kind = Bool.random(using: &random) ? .win : .draw
      }
      return
    }
    guard view.canPlay, !isAuto else { return }
    let taps = Int.random(in: 0..<12, using: &random) == 0 ? 2 : 1
    if taps == 2 { tally.note(.doubleTap) }
    for _ in 0..<taps {
      _ = call(number, Methods.Tables.tap) {
        $0.table = view.id
        $0.round = view.round
        $0.battle = view.battle
      }
    }
  }

  private var isAuto: Bool { plan.isAuto }

  private func attend(_ request: inout Attend, _ view: TableView) {
    request.table = view.id
    request.attendance = .here
    request.auto = isAuto
  }

  /// Something that a person does to the other one.
  func upset(_ fault: SimulationPlan.Fault, _ number: Int) {
    guard let view = number == Self.host ? table : joinersTable, view.phase == .playing,
      network.nodes[number].node != nil, pauses[number] == nil, away[number] == nil
    else { return }
    switch fault {
    case .leave:
      if call(
        number, Methods.Tables.attend,
        {
          $0.table = view.id
          $0.attendance = .leave
        })
      {
        away[number] = network.now
        attending.remove(number)
      }
    case .loseScreen:
      tally.note(.lostScreen)
      _ = call(number, Methods.Tables.attend) {
        $0.table = view.id
        $0.attendance = .lost
      }
      attending.remove(number)
    case .concede:
      guard Int.random(in: 0..<2, using: &random) == 0 else { return }
      _ = call(number, Methods.Tables.giveUp) { $0.table = view.id }
    default: break
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
