import EventSchema
import Feature
import Identifiers
import Schema

/// The budget of an event, as our person sees it: shared lines and personal ones.
enum BudgetViews {
  /// Adds the budget of an event to its view.
  static func addBudget(
    of event: Record, to view: inout EventView, _ home: any Snapshot
  ) throws {
    let (shared, personal) = try EventParts.parts(.budgetLine, of: event, home)
    let lines = try (shared + personal).map { try line($0, in: event.room, home) }
    view.budget = lines
    view.budgetTotal = BudgetRules.total(lines.filter(\.hasPlanned).map(\.planned))
    let actual = lines.filter(\.hasActual).map(\.actual)
    if !actual.isEmpty { view.budgetActual = BudgetRules.total(actual) }
    view.debts = try debts(of: shared, in: event.room, home)
  }

  /// Returns the debts between people for lines that all members see (row E-51).
  private static func debts(
    of lines: [Record], in room: RoomID, _ home: any Snapshot
  ) throws -> [DebtView] {
    guard !lines.isEmpty else { return [] }
    let costs = lines.map { EventKinds.budgetLine.decode($0.body) }
    // In the lobby everybody is a member, also who knows nothing of it.
    let isLobby = try home.room(room)?.kind == .lobby
    let everybody = isLobby ? [] : Set(try home.people(in: room).map(\.author))
    let takingPart = costs.flatMap { sharers(of: $0) + [Author($0.payer)].compactMap(\.self) }
    let payments = costs.compactMap { cost -> Debts<Author>.Payment? in
      guard let payer = Author(cost.payer), let amount = BudgetRules.bounded(cost.actual) else {
        return nil
      }
      let named = Set(sharers(of: cost))
      let all = everybody.isEmpty ? Set(takingPart) : everybody
      return Debts.Payment(by: payer, amount, for: named.isEmpty ? all : named)
    }
    return try Debts.settling(payments).map { debt in
      try .with {
        $0.from = debt.from.description
        $0.fromName = try home.person(debt.from, in: room).name
        $0.to = debt.to.description
        $0.toName = try home.person(debt.to, in: room).name
        $0.amount = debt.amount
        $0.amountText = BudgetRules.text(debt.amount)
      }
    }
  }

  private static func sharers(of line: BudgetLine) -> [Author] {
    line.sharers.prefix(BudgetRules.sharers).compactMap { Author($0) }
  }

  /// - Parameter room: the room of the event, in which people are called what they are called.
  static func line(
    _ record: Record, in room: RoomID, _ home: any Snapshot
  ) throws -> BudgetLineView {
    let line = EventKinds.budgetLine.decode(record.body)
    var view = BudgetLineView()
    view.id = record.item.description
    view.room = record.room.description
    view.text = Text.clean(line.text, limit: BudgetRules.text)
    view.category = Text.clean(line.category, limit: BudgetRules.category)
    if let planned = BudgetRules.bounded(line.planned) {
      view.planned = planned
      view.plannedText = BudgetRules.text(planned)
    }
    if let actual = BudgetRules.bounded(line.actual) {
      view.actual = actual
      view.actualText = BudgetRules.text(actual)
    }
    if let payer = Author(line.payer) {
      view.payer = payer.description
      view.payerName = try home.person(payer, in: room).name
    }
    let sharers = sharers(of: line)
    view.sharers = sharers.map(\.description)
    view.sharerNames = try sharers.map { try home.person($0, in: room).name }
    view.personal = record.room == home.personalRoom
    return view
  }
}
