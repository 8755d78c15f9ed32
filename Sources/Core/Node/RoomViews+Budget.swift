import Events
import Foundation
import Identifiers
import Schema
import Store
import Wire

/// What the events of a room cost, as our person sees it: what is shared, and what is personal.
extension RoomViews {
  /// Lines in one room that are looked at; older ones are left out.
  private static let mostLines = 20_000

  /// The lines in this room that name an event and count, in the order in which they were made.
  func budgetRecords(of event: RecordID) throws -> [StoredRecord] {
    try budgetRecords(of: event, in: room.stored.number)
  }

  private func budgetRecords(of id: RecordID, in number: Int64) throws -> [StoredRecord] {
    let event = try reader.record(id, in: number)
    let kind = RecordKind.budgetLine.asReadOnly(event?.isReadOnly == true)
    let records = try reader.records(of: kind, in: number, limit: Self.mostLines)
    return records.reversed().filter { record in
      (try? Coding.decode(BudgetLine.self, from: record.body))?.event == id.data
        && event.map { counts(record, of: $0) } != false
    }
  }

  /// Adds what an event costs to its view.
  func addBudget(of event: StoredRecord, to view: inout EventView) throws {
    let personal = RoomID(personal: own)
    let shared = try budgetRecords(of: event.id)
    var lines = try shared.map { try line($0, in: room.id) }
    if room.id != personal, let stored = try reader.room(personal) {
      lines += try budgetRecords(of: event.id, in: stored.number).map { try line($0, in: personal) }
    }
    view.budget = lines
    view.budgetTotal = BudgetRules.total(lines.filter(\.hasPlanned).map(\.planned))
    let actual = lines.filter(\.hasActual).map(\.actual)
    if !actual.isEmpty { view.budgetActual = BudgetRules.total(actual) }
    view.debts = try debts(of: shared)
  }

  /// Who owes whom for lines that all members see (row E-51).
  private func debts(of lines: [StoredRecord]) throws -> [DebtView] {
    guard !lines.isEmpty else { return [] }
    let costs = lines.compactMap { try? Coding.decode(BudgetLine.self, from: $0.body) }
    // In the lobby everybody is a member, also who knows nothing of it.
    let everybody = try room.stored.kind == .lobby ? [] : Set(authors())
    let takingPart = costs.flatMap { Self.sharers(of: $0) + [Author($0.payer)].compactMap(\.self) }
    let payments = costs.compactMap { cost -> Debts<Author>.Payment? in
      guard let payer = Author(cost.payer), let amount = BudgetRules.bounded(cost.actual) else {
        return nil
      }
      let named = Set(Self.sharers(of: cost))
      let all = everybody.isEmpty ? Set(takingPart) : everybody
      return Debts.Payment(by: payer, amount, for: named.isEmpty ? all : named)
    }
    return try Debts.settling(payments).map { debt in
      try .with {
        $0.from = debt.from.description
        $0.fromName = try person(debt.from).name
        $0.to = debt.to.description
        $0.toName = try person(debt.to).name
        $0.amount = debt.amount
        $0.amountText = BudgetRules.text(debt.amount)
      }
    }
  }

  private static func sharers(of line: BudgetLine) -> [Author] {
    line.sharers.prefix(BudgetRules.sharers).compactMap { Author($0) }
  }

  private func line(_ record: StoredRecord, in place: RoomID) throws -> BudgetLineView {
    let line = (try? Coding.decode(BudgetLine.self, from: record.body)) ?? BudgetLine()
    var view = BudgetLineView()
    view.id = record.id.description
    view.room = place.description
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
      view.payerName = try person(payer).name
    }
    let sharers = Self.sharers(of: line)
    view.sharers = sharers.map(\.description)
    view.sharerNames = try sharers.map { try person($0).name }
    view.personal = place == RoomID(personal: own)
    return view
  }
}
