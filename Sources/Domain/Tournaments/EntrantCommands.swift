import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// The commands for entrants (rows T-06 to T-08, T-37).
enum EntrantCommands {
  /// Bytes of entrants that are typed together.
  private static let mostBytes = 64 << 10

  /// Entrants as people type them: a line for each, with a rating and a club behind it.
  static func parse(_ lines: String) throws -> [Entrant] {
    guard lines.utf8.count <= mostBytes else {
      throw Refused(
        .invalid,
        "The entrants have more than \(mostBytes >> 10) KiB, and a tournament has at most \(TournamentRules.mostEntrants) of them: choose another file."
      )
    }
    return try EntrantTable(lines).entrants()
  }

  /// Checks that there is room for entrants, and that no two have one name.
  static func check(_ entrants: [Entrant], known: [String]) throws {
    guard known.count + entrants.count <= TournamentRules.mostEntrants else {
      throw Refused(
        .notNow,
        "A tournament has at most \(TournamentRules.mostEntrants) entrants: there are \(known.count), and \(entrants.count) more do not fit."
      )
    }
    var names = Set(known.map(TournamentRules.folded))
    for entrant in entrants where !names.insert(TournamentRules.folded(entrant.name)).inserted {
      throw Refused(
        .notNow, "There is an entrant \(entrant.name) already: give each another name.")
    }
  }

  /// Reads the entrants of a request, before the turn that writes them.
  static func read(_ request: AddEntrants, _ content: Data) throws -> [Entrant] {
    let entrants = try parse(request.lines)
    guard !entrants.isEmpty else {
      throw Refused(.invalid, "No entrant was given: type a name on a line for each.")
    }
    return entrants
  }

  static func add(
    _ request: AddEntrants, _ entrants: [Entrant], _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    let from = try round(request, state)
    try check(entrants, known: state.competition.entrants.map(\.name))
    for var entrant in entrants {
      entrant.fromRound = from
      try draft.make(
        TournamentKinds.entrant, in: state.record.room, parent: state.record.id, entrant)
    }
    return .record(state.record.id, in: state.record.room)
  }

  /// The first round of those who are added: in a Swiss tournament and a league, others may come once it has started (row T-58).
  private static func round(_ request: AddEntrants, _ state: TournamentState) throws -> UInt32 {
    let style = state.competition.style
    if state.body.started, style.traits.takesLate {
      try state.checkMayEdit()
    } else {
      try state.checkIsDraft("the entrants")
    }
    return try style.firstRound(request, state)
  }

  static func edit(
    _ request: EditEntrant, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    try state.checkMayEdit()
    let number = try state.entrant(request.entrant)
    let person =
      request.hasPerson && !request.person.isEmpty
      ? try home.person(named: request.person, in: state.record.room) : nil
    try home.checkMayChange(state.members[number].record)
    try draft.change(state.members[number].record, TournamentKinds.entrant) { body in
      if request.hasName {
        body.name = try TournamentRules.checked(request.name, "An entrant")
        var others = state.competition.entrants.map(\.name)
        others.remove(at: number)
        try check([body], known: others)
      }
      if request.hasRating {
        guard request.rating <= 9_999 else {
          throw Refused(.invalid, "A rating is a number from 0 to 9999.")
        }
        body.rating = request.rating
      }
      if request.hasClub {
        body.club = try Refused.line(request.club, "The club", limit: TournamentRules.name)
      }
      if request.hasPerson { body.person = person?.data ?? Data() }
    }
    return .record(state.record.id, in: state.record.room)
  }

  static func remove(
    _ request: RemoveEntrant, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    try state.checkIsDraft("the entrants")
    let member = state.members[try state.entrant(request.entrant)]
    draft.delete(member.record)
    return .record(state.record.id, in: state.record.room)
  }

  static func withdraw(
    _ request: WithdrawEntrant, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    guard state.isOrganiser(home.me) else {
      throw Refused(.notNow, "Only an organiser of \(state.name) can take an entrant out.")
    }
    let number = try state.entrant(request.entrant)
    let (member, name) = (state.members[number], state.competition.entrants[number].name)
    if request.undo {
      let own = try home.children(of: state.record.id, in: state.record.room).filter {
        $0.kind == .withdrawal
          && TournamentKinds.withdrawal.decode($0.body).entrant == member.record.item.data
      }
      guard !own.isEmpty else { throw Refused(.notNow, "\(name) is not out.") }
      for record in own {
        try home.checkMayChange(record)
        draft.delete(record)
      }
      return .record(state.record.id, in: state.record.room)
    }
    guard member.out == nil else { throw Refused(.notNow, "\(name) is out already.") }
    guard state.body.started else {
      throw Refused(
        .notNow,
        "\(state.name) has not started.", .about(name, .removeEntrant)
      )
    }
    try draft.make(
      TournamentKinds.withdrawal, in: state.record.room, parent: state.record.id,
      .with {
        $0.entrant = member.record.item.data
        $0.disqualified = request.disqualify
        $0.reason = try Refused.line(request.reason, "The reason", limit: TournamentRules.reason)
      })
    return .record(state.record.id, in: state.record.room)
  }
}
