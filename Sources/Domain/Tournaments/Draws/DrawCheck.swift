import Feature
import Schema
import TournamentSchema

/// The check of a tournament by its records, which anybody can make (rows T-10, T-52).
enum DrawCheck {
  static func check(_ request: ShowTournament, _ home: any Snapshot) throws -> TournamentCheck {
    let state = try TournamentState.find(request.tournament, home)
    var check = TournamentCheck()
    for (number, draw) in state.draws.enumerated() {
      try add(draw, "Draw \(number + 1)", state, to: &check)
    }
    if state.draws.isEmpty { check.checks.append("There was no draw with witnesses.") }
    let reports = state.reports.values.reduce(0) { $0 + $1.count }
    check.checks.append(
      "\(Count.of(state.course.all.count, "match", "matches")) and all ranks follow from \(Count.of(state.members.count, "entrant")) and \(Count.of(reports, "report"))."
    )
    check.hash = state.course.hash(state.competition).hex
    return check
  }

  private static func add(
    _ draw: Draw, _ title: String, _ state: TournamentState, to check: inout TournamentCheck
  ) throws {
    func name(_ part: Draw.Part) throws -> String {
      try TournamentViews.person(part.author, state)
    }
    guard draw.isClosed else {
      return check.checks.append("\(title) is open: members can still join.")
    }
    for author in draw.leftOut {
      check.checks.append(
        "\(title): \(try TournamentViews.person(author, state)) has promised and is not on the list, so the order does not follow from it."
      )
    }
    if let fault = draw.fault {
      return check.faults.append("\(title) is void: \(try ShownDraws.sentence(fault, draw, state))")
    }
    for part in draw.parts {
      if part.secret == nil {
        check.faults.append("\(title): \(try name(part)) did not show what was promised.")
      } else if part.isEarly {
        check.faults.append(
          "\(title): \(try name(part)) showed the bytes before the list was closed, so others could still choose."
        )
      }
    }
    guard let seed = draw.seed, let order = draw.order else { return }
    let people = try draw.parts.map(name).joined(separator: ", ")
    check.checks.append(
      draw.parts.count > 1
        ? "\(title): \(people) each promised 32 bytes and showed them; the order follows from \(seed.hex.prefix(8))."
        : "\(title): \(people) drew alone, without a witness; the order follows from \(seed.hex.prefix(8))."
    )
    guard state.body.drawn == draw.record.item.data else { return }
    let changes = ShownDraws.changes(DrawnPlaces(draw, order, state), draw, state)
    check.checks.append(
      changes.isEmpty
        ? "\(title): everybody is where the draw has put them."
        : "\(title): changed after it: \(changes.joined(separator: "; ")).")
  }
}
