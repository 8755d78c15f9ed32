import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// A tournament itself: made, changed, started, deleted (rows T-01 to T-05, T-17, T-55).
enum SetupCommands {
  static func make(
    _ request: MakeTournament, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let name = try TournamentRules.checked(request.name, "A tournament")
    let room = request.room.isEmpty ? home.personalRoom : try home.room(request.room).id
    let old = try request.from.isEmpty ? nil : TournamentState.find(request.from, home)
    let body = try Tournament.with {
      if let old { $0 = old.body.rulesAlone }
      $0.name = name
      if !request.format.isEmpty {
        $0.format = try TournamentRules.value(request.format, of: TournamentRules.formats, "format")
      }
    }
    var entrants = try EntrantCommands.parse(request.entrants)
    if let old, entrants.isEmpty {
      entrants = old.members.map(\.body)
      // Everybody is there from the first round of another tournament on.
      for place in entrants.indices { entrants[place].fromRound = 0 }
    }
    try EntrantCommands.check(entrants, known: [])
    let record = try draft.make(TournamentKinds.tournament, in: room, body)
    for entrant in entrants {
      try draft.make(TournamentKinds.entrant, in: room, parent: record, entrant)
    }
    return .record(record, in: room)
  }

  static func edit(
    _ request: EditTournament, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    let isRename =
      request.hasName || !request.helpers.isEmpty || !request.organisers.isEmpty
      || request.hasScorers
    // Who takes part in the scoring may change at any time; the rules of the game may not.
    if isRename { try state.checkMayEdit() } else { try state.checkIsDraft("this") }
    let people = try (request.helpers + request.organisers).map {
      try home.person(named: $0, in: state.record.room)
    }
    try draft.change(state.record, TournamentKinds.tournament) { body in
      if request.hasName { body.name = try TournamentRules.checked(request.name, "A tournament") }
      if request.hasScorers {
        body.scorers = try TournamentRules.value(
          request.scorers, of: TournamentRules.scorers, "group of scorers")
      }
      if !request.helpers.isEmpty {
        body.helpers = people.prefix(request.helpers.count).map(\.data)
        if !request.hasScorers, body.scorers == .organisers { body.scorers = .helpers }
      }
      if !request.organisers.isEmpty {
        body.organisers = people.dropFirst(request.helpers.count).map(\.data)
      }
      if body.started {
        guard !request.hasRules else {
          throw Refused(
            .notNow,
            "\(state.name) has started: its rules can be changed in the set-up only.",
            .returnToSetup
          )
        }
      } else {
        try setRules(request, &body)
        if request.hasQualifiers, body.format.style.traits.playsGroups {
          let groups = state.competition.groups.map { $0.compactMap { $0 }.count }
          if let refused = GroupDeal.tooMany(
            qualifiers: Int(request.qualifiers), groups: groups, .invalid)
          {
            throw refused
          }
        }
      }
    }
    let told = [TournamentRules.ambiguity(of: request.tieBreaks)].compactMap { $0 }
    return .record(state.record.id, in: state.record.room) { $0.messages += told }
  }

  private static func setRules(_ request: EditTournament, _ body: inout Tournament) throws {
    if request.hasFormat {
      body.format = try TournamentRules.value(request.format, of: TournamentRules.formats, "format")
      body.clearKnockout()
    }
    if request.hasPoints {
      if let points = try TournamentRules.points(request.points) {
        body.points = points
      } else {
        body.clearPoints()
      }
    }
    if request.hasTieBreaks {
      (body.tieBreaks, body.reapply) = try TournamentRules.tieBreaks(request.tieBreaks)
    }
    if request.hasThirdPlace {
      if body.format.style.traits.playsLosersBracket {
        body.losersThird = request.thirdPlace
      } else {
        body.noThirdPlace = !request.thirdPlace
      }
    }
    if request.hasAllPlaces { body.allPlaces = request.allPlaces }
    if request.hasReseed { body.reseed = request.reseed }
    if request.hasConfirm { body.confirm = request.confirm }
    if request.hasBestOf {
      guard (1...TournamentRules.mostGames).contains(request.bestOf) else {
        throw Refused(
          .invalid,
          "A match has from 1 to at most \(TournamentRules.mostGames) games: choose a number in that range."
        )
      }
      body.bestOf = request.bestOf
    }
    if request.hasLegs {
      guard (1...2).contains(request.legs) else {
        throw Refused(.invalid, "Everybody can meet everybody once or twice: choose 1 or 2.")
      }
      body.legs = request.legs
    }
    if request.hasQualifiers {
      guard (1...16).contains(request.qualifiers) else {
        throw Refused(
          .invalid, "From 1 to 16 of each group can play on: choose a number in that range.")
      }
      body.qualifiers = request.qualifiers
      body.clearKnockout()
    }
    if request.hasSwissRounds {
      guard (1..<100).contains(request.swissRounds) else {
        throw Refused(
          .invalid, "A Swiss tournament has from 1 to 99 rounds: choose a number in that range.")
      }
      body.swissRounds = request.swissRounds
    }
    if request.hasFinal {
      body.final = try TournamentRules.value(request.final, of: TournamentRules.finals, "final")
    }
    if request.hasClubsApart { body.clubsApart = request.clubsApart }
    if request.hasColours { body.colours = request.colours }
    if request.hasFirstColour {
      body.firstBlack = try TournamentRules.value(
        request.firstColour, of: [("white", false), ("black", true)], "colour")
    }
    if request.hasTies { body.noTies = !request.ties }
  }

  static func start(
    _ request: StartTournament, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state = try TournamentState.find(request.tournament, home)
    try state.checkMayEdit()
    if request.back {
      let isPlayed = state.course.all.contains { !state.said($0).isEmpty }
      guard !isPlayed else {
        throw Refused(
          .notNow, "\(state.name) has scores already: the set-up cannot be changed any more.")
      }
      try draft.change(state.record, TournamentKinds.tournament) { $0.started = false }
      return .record(state.record.id, in: state.record.room)
    }
    guard !state.body.started else {
      throw Refused(.notNow, "\(state.name) has started already.")
    }
    let open = TournamentViews.toDo(state)
    if let first = open.first {
      let others = open.dropFirst().map(\.reason).joined(separator: " ")
      throw Refused(.notNow, for: first).said(before: others)
    }
    let competition = state.competition
    try draft.change(state.record, TournamentKinds.tournament) { body in
      body.started = true
      // From now on nothing is left to what a program proposes.
      guard body.format.style.traits.playsLosersBracket else { return }
      body.losers = competition.losersOrders(slots: competition.slots.count)
    }
    return .record(state.record.id, in: state.record.room)
  }

  static func delete(
    _ request: DeleteTournament, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TournamentView> {
    let state =
      request.erase
      ? try TournamentState(home.find(request.tournament, [.tournament], in: home.rooms()), home)
      : try TournamentState.find(request.tournament, home)
    try state.checkMayEdit()
    if request.erase {
      draft.delete(state.record)
    } else {
      // What is erased cannot come back: so an undo can give this field its old value.
      try draft.change(state.record, TournamentKinds.tournament) { $0.deleted = true }
    }
    let name = state.name
    return .record(state.record.id, in: state.record.room) { $0.name = name }
  }
}

extension Tournament {
  /// The rules alone, without the entrants and their places (row: a new tournament copied from an old one).
  fileprivate var rulesAlone: Tournament {
    var rules = self
    rules.clearGrouping()
    rules.clearKnockout()
    rules.clearRounds()
    rules.started = false
    rules.losers = []
    rules.drawn = Data()
    return rules
  }
}

extension EditTournament {
  /// It changes what is played, not only who scores.
  fileprivate var hasRules: Bool {
    hasFormat || hasPoints || hasTieBreaks || hasThirdPlace || hasConfirm || hasBestOf || hasLegs
      || hasQualifiers || hasSwissRounds || hasFinal || hasClubsApart || hasColours || hasTies
      || hasAllPlaces || hasReseed || hasFirstColour
  }
}
