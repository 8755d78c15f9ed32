import Feature
import Identifiers
import Wire

/// Steps that were tried on a match and are not told yet.
struct ProposedSteps {
  private var steps: [(table: Table, verdict: SessionVerdict)] = []

  /// Notes a step that was tried on a match.
  mutating func add(_ verdict: SessionVerdict, at table: Table) { steps.append((table, verdict)) }

  /// Takes out what the steps that were tried at a table brought, in order.
  mutating func take(at id: RoomID) -> [(table: Table, verdict: SessionVerdict)] {
    defer { steps.removeAll { $0.table.id == id } }
    return steps.filter { $0.table.id == id }
  }

  /// Takes all of them back: their matches are to be replayed.
  mutating func undo() {
    for (table, _) in steps { table.needsReload = true }
    steps = []
  }

  /// Forgets those of the turn before.
  mutating func clear() { steps = [] }
}
