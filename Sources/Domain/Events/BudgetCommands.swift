import EventSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The commands for budgets of events (rows E-47 to E-51, specification section 18).
enum BudgetCommands {
  static func add(
    _ request: MakeBudgetLine, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try EventCommands.event(request.event, in: request.room, home)
    guard request.line.hasText else { throw EventProblem.unnamedCost }
    guard request.line.hasPlanned else { throw EventProblem.noPrice }
    let lines = try EventParts.parts(.budgetLine, of: event, home)
    let known = (lines.personal.last ?? lines.shared.last).map {
      EventKinds.budgetLine.decode($0.body).planned.currency
    }
    var line = BudgetLine()
    try apply(request.line, to: &line, known ?? "", in: event.room, home)
    try EventCommands.add(
      line, EventKinds.budgetLine, to: event, isPersonal: !request.shared, home, &draft)
    return .record(event.id, in: event.room)
  }

  static func edit(
    _ request: EditBudgetLine, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let (line, event) = try budgetLine(request.line, in: request.room, home)
    let wanted = request.change
    try draft.change(line, EventKinds.budgetLine) { body in
      let known = body.planned.currency
      try apply(wanted, to: &body, known, in: event.room, home)
      try EventCommands.checkChange(wanted != .with { $0.currency = wanted.currency })
    }
    return .record(event.id, in: event.room)
  }

  static func delete(
    _ request: DeleteBudgetLine, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let (line, event) = try budgetLine(request.line, in: request.room, home)
    draft.delete(line)
    return .record(event.id, in: event.room)
  }

  /// A line of a room that our account may change, and its event.
  private static func budgetLine(
    _ text: String, in name: String, _ home: any Snapshot
  ) throws -> (Record, event: Record) {
    let room = try EventCommands.room(name, home)
    let line = try home.find(text, [.budgetLine], in: [room.id])
    guard let event = try EventParts.event(of: line, home) else {
      throw Refused(
        .notFound,
        "There is no line \(text) in that room.", .see("event budget list"))
    }
    try home.checkMayChange(line)
    return (line, event)
  }

  /// Writes what somebody wants a line to be into its body.
  ///
  /// - Parameters:
  ///   - known: the currency where the request names none; empty for `BudgetRules.currency`.
  ///   - room: of its event, where the people who pay are found.
  private static func apply(
    _ wanted: BudgetDraft, to line: inout BudgetLine, _ known: String, in room: RoomID,
    _ home: any Snapshot
  ) throws {
    if wanted.hasText { line.text = try EventRules.cost(wanted.text) }
    if wanted.hasCategory { line.category = try EventRules.category(wanted.category) }
    let named = wanted.currency.isEmpty ? known : wanted.currency
    let currency = try BudgetRules.currency(named.isEmpty ? BudgetRules.currency : named)
    if wanted.hasPlanned { line.planned = try money(wanted.planned, currency) }
    if wanted.hasActual {
      if wanted.actual.isEmpty {
        line.clearActual()
      } else {
        line.actual = try money(wanted.actual, currency)
      }
    }
    if wanted.hasPayer {
      line.payer =
        wanted.payer.isEmpty ? Data() : try home.person(named: wanted.payer, in: room).data
    }
    if wanted.sharers == [""] {
      line.sharers = []
    } else if !wanted.sharers.isEmpty {
      let sharers = try wanted.sharers.map { try home.person(named: $0, in: room) }
      line.sharers = Set(sharers).sorted().map(\.data)
    }
  }

  private static func money(_ text: String, _ currency: String) throws -> Money {
    let minor = try BudgetRules.minor(text, currency)
    return .with {
      $0.minor = minor
      $0.currency = currency
    }
  }
}
