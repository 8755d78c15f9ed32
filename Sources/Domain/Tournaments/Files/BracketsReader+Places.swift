import Feature
import Schema
import TournamentSchema

/// The rules of a tournament of brackets-model, the places of its entrants, and the results in their places.
extension BracketsReader {
  // MARK: Rules

  mutating func setRules(_ root: FileField) throws {
    let list = try root.required("stage")
    let types = stages.map(\.type)
    let styles = TournamentStyles.all.filter { $0.stages.contains(types) }
    // Of a round robin alone, the number of its groups says what it is.
    let style = styles.first { styles.count < 2 || $0.traits.playsGroups != isOneLeague }
    guard let style else {
      let types = types.joined(separator: ", ")
      throw list.refused(
        "stages of \(types.isEmpty ? "nothing" : Text.preview(types, characters: 60)) make no tournament here: there are a round robin, an elimination, or both one after the other."
      )
    }
    file.body.format = style.format
    file.body.started = true
    file.body.name = Text.clean(
      try stages[0].field.optional("name")?.text() ?? "", limit: TournamentRules.name)
    if file.body.name.isEmpty { file.body.name = "Imported tournament" }
    for stage in stages {
      if let mode = try stage.settings?.optional("roundRobinMode"), try mode.text() == "double" {
        file.body.legs = 2
      }
      if stage.type == "single_elimination" {
        file.body.noThirdPlace = try stage.settings?.optional("consolationFinal")?.flag() != true
      }
    }
    try setGames()
    if traits.playsLosersBracket { try setDouble() }
  }

  /// The parts and rules of the format of the file.
  var traits: FormatTraits { file.body.format.style.traits }

  /// All participants meet in one group.
  private var isOneLeague: Bool {
    Set(matches.map(\.group)).count < 2
      && Set(matches.flatMap { [$0.home.entrant, $0.away.entrant] }.compactMap { $0 }).count
        == file.entrants.count
  }

  /// The number of games of a match in the file; 0 for a score alone.
  func childCount(_ match: Match) throws -> Int {
    let range = 0...Int(TournamentRules.mostGames)
    let own = try match.field.optional("child_count")?.integer(range)
    return try own ?? stages[match.stage].settings?.optional("matchesChildCount")?.integer(range)
      ?? 0
  }

  /// The number of games of a match, which is one for the whole tournament here.
  private mutating func setGames() throws {
    let range = 0...Int(TournamentRules.mostGames)
    let counts = try stages.map {
      try $0.settings?.optional("matchesChildCount")?.integer(range) ?? 0
    }
    let most = counts.max() ?? 0
    file.body.bestOf = UInt32(most)
    let others = try matches.filter { try childCount($0) != most }
    guard let first = others.first else { return }
    file.lose(
      "\(Count.of(others.count, "match has", "matches have")) another number of games than \(most), which all have here.",
      line: first.field.value.line)
  }

  /// The matches of one round of an elimination, in their order.
  private func round(_ group: Int, _ round: Int, stage: Int = 0) -> [Match] {
    matches.filter { $0.stage == stage && $0.group == group && $0.round == round }
      .sorted { $0.number < $1.number }
  }

  /// The match of those who are out last in the losers' bracket: the final has the number 1.
  private func isThird(_ match: Match) -> Bool { match.group == 3 && match.number == 2 }

  private mutating func setDouble() throws {
    let settings = stages[0].settings
    if round(2, 1).count == 1, round(2, 2).isEmpty, round(1, 2).isEmpty {
      // Two participants have no losers' bracket: what stands beside their match is the final.
      for place in matches.indices where matches[place].group == 2 { matches[place].group = 3 }
    }
    let finals = Set(matches.filter { $0.group == 3 && !isThird($0) }.map(\.round)).count
    let values: [(String, DoubleFinal)] = [
      ("none", .none), ("simple", .single), ("double", .reset),
    ]
    file.body.final = finals == 0 ? .none : finals == 1 ? .single : .reset
    if let field = try settings?.optional("grandFinal") {
      let text = try field.text()
      guard let value = values.first(where: { $0.0 == text })?.1 else {
        throw field.refused("the grand final can be none, simple or double.")
      }
      // With two participants there is none, whatever was asked for; who loses in the second one may stand in no match yet.
      if finals > 0, value != .none { file.body.final = value }
    }
    file.body.losersThird = matches.contains(where: isThird)
    let (winners, losers) = (round(1, 1).count, round(2, 1).count)
    file.body.skipFirst = losers > 0 && losers == winners
    let slots = winners * (file.body.skipFirst ? 4 : 2)
    let names = try settings?.optional("seedOrdering")?.list() ?? []
    file.body.losers = try (0..<LosersOrders.count(slots: slots)).map { place in
      if names.indices.contains(place + 1) { return try order(names[place + 1]) }
      let found = order(place)
      if found == nil {
        file.lose(
          "The order of those who come down after round \(place + 1): the file does not say it, so that of their matches is taken."
        )
      }
      return found ?? .natural
    }
  }

  private func order(_ field: FileField) throws -> LosersOrder {
    let text = try field.text()
    guard let found = LosersOrders.names.first(where: { $0.name == text })?.value else {
      throw field.refused(
        "\(Text.preview(text, characters: 30)) is not an order: there are \(LosersOrders.names.map(\.name).joined(separator: ", "))."
      )
    }
    return found
  }

  /// The order of those who come down, by the positions in the losers' bracket.
  private func order(_ place: Int) -> LosersOrder? {
    let round = round(2, place == 0 ? 1 : place * 2)
    let places = round.flatMap { [$0.home.position, $0.away.position] }.compactMap { $0 }
    guard places.count == round.count * (place == 0 ? 2 : 1), places.count.nonzeroBitCount == 1
    else { return nil }
    return LosersOrders.names.map(\.value).first { order in
      LosersOrders.places(places.count, order).map { $0 + 1 } == places
    }
  }

  // MARK: Places

  /// Puts participants into groups, in the order that gives the rounds of the file.
  mutating func setPlaces(_ root: FileField) throws {
    guard traits.followsSchedule else { return }
    let here = matches.filter { $0.stage == 0 }
    let numbers = Set(here.map(\.group)).sorted()
    guard numbers.count <= TournamentRules.mostGroups, !numbers.isEmpty else {
      throw try root.required("group").refused(
        "a tournament has from 1 to \(TournamentRules.mostGroups) groups.")
    }
    for (place, number) in numbers.enumerated() {
      let own = here.filter { $0.group == number }
      let members = Set(own.flatMap { [$0.home.entrant, $0.away.entrant] }.compactMap { $0 })
        .sorted()
      let played = Dictionary(grouping: own, by: \.round).sorted { $0.key < $1.key }
      let order = ScheduleOrder.members(
        members, played.map { $0.value.sorted { $0.number < $1.number }.compactMap(\.pair) },
        legs: max(Int(file.body.legs), 1))
      if order != nil {
        for (here, round) in played.enumerated() {
          rounds[number, default: [:]][round.key] = here + 1
        }
      }
      if order == nil, own.contains(where: { $0.pair != nil }) {
        let name = traits.playsGroups ? "group \(Course.letter(place))" : "the league"
        file.lose(
          "The rounds of \(name): its matches are here in the rounds of Parlor's own schedule.")
      }
      if !traits.playsGroups {
        if let order { renumber(order) }
      } else if !members.isEmpty {
        file.groups.append(order ?? members)
      }
    }
  }

  /// Gives the entrants of a league the order that gives its rounds.
  private mutating func renumber(_ order: [Int]) {
    guard order.count == file.entrants.count else { return }
    let entrants = file.entrants
    file.entrants = order.map { entrants[$0] }
    var new = Array(repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { new[number] = place }
    for place in matches.indices {
      matches[place].home.entrant = matches[place].home.entrant.map { new[$0] }
      matches[place].away.entrant = matches[place].away.entrant.map { new[$0] }
    }
  }

  /// Puts participants into the first round of an elimination.
  mutating func setSlots(_ root: FileField) throws {
    let isGroups = traits.playsGroups
    guard traits.playsKnockout, !isGroups || stages.count == 2 else { return }
    // The places of groups follow from the results of their matches.
    if isGroups { setResults() }
    let sides = firstSides(stage: isGroups ? 1 : 0)
    if isGroups {
      guard sides.allSatisfy({ !$0.isOpen || $0.place != nil }) else { return proposeSlots(sides) }
      file.slots = groupSlots(sides)
    } else {
      file.slots = sides.map { $0.entrant.map { .entrant($0) } ?? .bye }
      try checkOpen(sides, root)
      let seeds = KnockoutProposal.places(sides.count)
      let isOther = zip(sides, seeds).contains { side, seed in
        side.position.map { $0 != seed + 1 } ?? false
      }
      if isOther {
        file.lose("The numbers of the seeds: here they follow from the first round.")
      }
    }
    guard !file.slots.isEmpty else { return }
    let competition = file.competition
    let problems = KnockoutProposal.problems(
      file.slots, name: { Course.name($0, competition) }, groups: file.groups.map(\.count),
      byesMeet: true)
    guard problems.isEmpty else {
      throw try root.required("match").refused(problems.joined(separator: " "))
    }
  }

  /// The sides of the first round of an elimination, two for each match.
  private func firstSides(stage: Int) -> [Opponent] {
    let first = round(1, 1, stage: stage).flatMap { [$0.home, $0.away] }
    guard file.body.skipFirst else { return first }
    let coming = round(2, 1, stage: stage).flatMap { [$0.home, $0.away] }
    var others = coming
    let order = file.body.losers.first ?? .natural
    for (place, from) in LosersOrders.places(coming.count, order).enumerated() {
      others[from] = coming[place]
    }
    return zip(first, others).flatMap { [$0, $1] }
  }

  /// Leaves a tournament whose first round is not full in its set-up.
  private mutating func checkOpen(_ sides: [Opponent], _ root: FileField) throws {
    let open = sides.count { $0.isOpen }
    guard open > 0 || sides.isEmpty else { return }
    guard open < sides.count else {
      file.slots = []
      file.body.started = false
      file.lose("The first round, in which the file has nobody: the tournament is in its set-up.")
      return
    }
    guard !matches.contains(where: { $0.pair != nil && $0.isOver }) else {
      throw try root.required("match").refused(
        "\(Count.of(open, "side", "sides")) of the first round \(Count.word(open, "has", "have")) nobody yet, and others have played."
      )
    }
    file.body.started = false
    file.lose(
      "\(Count.of(open, "side", "sides")) of the first round in which nobody is yet: byes stand there, and the tournament is in its set-up."
    )
  }

  /// The places of groups from which the sides of the first round come.
  private mutating func groupSlots(_ sides: [Opponent]) -> [Competition.Slot] {
    var places: [Int: Competition.Slot] = [:]
    let course = Course(file.competition)
    for (group, rows) in course.standings.enumerated() where course.isComplete[group] {
      for (rank, row) in rows.enumerated() where !row.isTied {
        places[row.entrant] = .place(group: group, rank: rank)
      }
    }
    let said = sides.map { side in side.place.flatMap { TournamentState.place($0) } }
    var competition = file.competition
    competition.slots = zip(sides, said).map { side, said in
      said ?? side.entrant.flatMap { places[$0] } ?? .bye
    }
    let first = Course(competition).rounds.first?.matches.flatMap { [$0.home, $0.away] } ?? []
    return zip(sides, competition.slots).enumerated().map { number, pair in
      guard let entrant = pair.0.entrant else { return pair.1 }
      // The file says who plays on; what decided that between those who are level, it does not.
      let isFound = first.indices.contains(number) && first[number].number == entrant
      return isFound ? pair.1 : .entrant(entrant)
    }
  }

  /// The knockout as Parlor proposes it, where the file does not say who is in it.
  private mutating func proposeSlots(_ sides: [Opponent]) {
    guard !file.groups.isEmpty else { return }
    let qualifiers = min(max(sides.count / file.groups.count, 1), 16)
    file.body.qualifiers = UInt32(qualifiers)
    file.slots = KnockoutProposal.slots(groups: file.groups.count, qualifiers: qualifiers)
    file.lose("The pairs of the elimination: they follow the groups as Parlor proposes them.")
  }

  // MARK: Results

  /// Puts results where Parlor has the match of the two, from the first round on: later ones follow from earlier ones.
  mutating func setResults() {
    var isNew = true
    while isNew {
      isNew = false
      let fixtures = Course(file.competition).all.filter { !$0.isOver }
      for fixture in fixtures {
        guard let home = fixture.home.number, let away = fixture.away.number,
          let place = open.firstIndex(where: { fits($0.match, fixture, home, away) })
        else { continue }
        let (match, report) = open.remove(at: place)
        let isTurned = match.pair?.home != home
        file.results.append(
          TournamentFile.Result(
            match: fixture.name, home: home, away: away,
            report: isTurned ? report.turned : report, line: match.field.value.line))
        isNew = true
      }
    }
  }

  private func fits(_ match: Match, _ fixture: Fixture, _ home: Int, _ away: Int) -> Bool {
    guard let pair = match.pair, Set([pair.home, pair.away]) == Set([home, away]) else {
      return false
    }
    let isThird = fixture.name.hasPrefix("3RD")
    if traits.playsLosersBracket {
      if isThird || match.group == 3 { return isThird == self.isThird(match) && match.group == 3 }
      return match.group == (fixture.name.hasPrefix("LB") ? 2 : 1)
    }
    // Groups are the first stage of two.
    let stage = traits.playsGroups ? 1 : 0
    guard fixture.isKnockout(file.body.format) else {
      return match.stage == 0 && isRound(match, fixture)
    }
    return match.stage == stage && isThird == (match.group == 2)
  }

  /// Two who meet twice have their results in the rounds in which the file has them.
  private func isRound(_ match: Match, _ fixture: Fixture) -> Bool {
    guard let rounds = rounds[match.group] else { return true }
    return rounds[match.round] == Course.round(fixture.name)
  }
}

extension BracketsReader.Match {
  /// The file says how it ended.
  var isOver: Bool {
    ["opponent1", "opponent2"].contains { name in
      guard let side = try? field.optional(name) else { return false }
      return ["result", "forfeit"].contains { (try? side.optional($0)) != nil }
    }
  }
}
