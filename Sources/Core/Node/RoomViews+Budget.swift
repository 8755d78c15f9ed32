import Events
import Foundation
import Schema
import Store
import Wire

/// What the events of a room cost, as our person sees it: what is shared, and what is personal.
extension RoomViews {
  /// Lines in one room that are looked at; older ones are left out.
  private static let mostLines = 20_000

  /// The lines in this room that name an event, in the order in which they were made.
  func budgetRecords(of event: RecordID) throws -> [StoredRecord] {
    try budgetRecords(of: event, in: room.stored.number)
  }

  private func budgetRecords(of event: RecordID, in number: Int64) throws -> [StoredRecord] {
    let records = try reader.records(of: .budgetLine, in: number, limit: Self.mostLines)
    return records.reversed().filter { record in
      (try? Coding.decode(BudgetLine.self, from: record.body))?.event == event.data
    }
  }

  /// Adds what an event costs to its view.
  func addBudget(of event: RecordID, to view: inout EventView) throws {
    let personal = RoomID(personal: own)
    var lines = try budgetRecords(of: event).map { try line($0, in: room.id) }
    if room.id != personal, let stored = try reader.room(personal) {
      lines += try budgetRecords(of: event, in: stored.number).map { try line($0, in: personal) }
    }
    view.budget = lines
    view.budgetTotal = BudgetRules.total(lines.filter(\.hasPlanned).map(\.planned))
    let actual = lines.filter(\.hasActual).map(\.actual)
    if !actual.isEmpty { view.budgetActual = BudgetRules.total(actual) }
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
    view.personal = place == RoomID(personal: own)
    return view
  }
}
