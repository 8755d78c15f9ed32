import ArgumentParser
import Client
import Commands
import Schema
import Terminal
import TournamentSchema

/// Entrants as people give them: with commas between them, or from a file with a line for each.
struct GivenEntrants: ParsableArguments {
  @Option(help: "Entrants with commas between them.")
  var entrants = ""

  @Option(
    help:
      "A file with a line for each entrant: a name, or name, rating, club, with commas, or with semicolons or tabs under a line of titles; - for the standard input."
  )
  var file: String?

  func lines() throws -> String {
    let typed = entrants.split(separator: ",").joined(separator: "\n")
    guard let file else { return typed }
    let source = try FileSource(file)
    var bytes: [UInt8] = []
    while let part = try source.next() {
      bytes += part
      guard bytes.count <= 1 << 20 else {
        throw CommandFailure(
          SessionEnd.usage, "\(file) has more than 1 MiB: a tournament has at most 100 entrants.")
      }
    }
    guard let (text, isLikely) = Text.decoded(bytes) else {
      throw CommandFailure(SessionEnd.usage, Text.unknownEncoding)
    }
    if isLikely { Output.error(Text.likelyEncoding) }
    // A table with titles has them in its first line.
    return typed.isEmpty ? text : typed + "\n" + text
  }
}

/// `parlor tournament new`.
struct TournamentNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a tournament; it is a draft until it is started.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Its name.")
  var name: String

  @Option(help: "\(Count.list(TournamentFormat.words, "or")); groups without it.")
  var format = ""

  @OptionGroup var given: GivenEntrants

  @Option(help: "The room in which it is played; only you see it without one.")
  var room = ""

  @Option(
    help: "A tournament whose rules it takes over, and its entrants where none are given.")
  var from = ""

  func run() throws {
    let lines = try given.lines()
    let view = try options.client().call(Methods.Tournaments.make) {
      $0.name = name
      $0.format = format
      $0.entrants = lines
      $0.room = room
      $0.from = from
    }
    try options.show(view) { TournamentText.lines(of: view) }
  }
}

/// `parlor tournament edit`.
struct TournamentEditCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change how a tournament is played, and who scores it.")

  @OptionGroup var one: OneTournament

  @Option(help: "Its name.")
  var name: String?
  @Option(help: "\(Count.list(TournamentFormat.words, "or")).")
  var format: String?
  @Option(help: "Points for a win, a tie and a loss, as 3,1,0.")
  var points: String?
  @Option(
    help:
      "What decides between equal points: fifa-2022, fifa-2026, uefa-2024, swiss, or some of head-points, head-difference, head-for, difference, for, wins, fair-play, buchholz, buchholz-cut, sonneborn, rating with commas between them."
  )
  var ties: String?
  @Flag(
    inversion: .prefixedNo,
    help: "A match for the third place; in a double elimination, of the two who are out last."
  )
  var third: Bool?
  @Flag(inversion: .prefixedNo, help: "A match for every place of the knockout.")
  var allPlaces: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: "After each round of the knockout, the best seed of those left meets the last.")
  var reseed: Bool?
  @Option(help: "Who reports scores: organisers, helpers, players or everybody.")
  var scorers: String?
  @Flag(inversion: .prefixedNo, help: "A score counts once two people have reported it.")
  var confirm: Bool?
  @Option(
    name: .customLong("helper"), help: "A person who may report scores; give it again for more.")
  var helpers: [String] = []
  @Option(
    name: .customLong("organiser"), help: "A person who may decide as well; give it again for more."
  )
  var organisers: [String] = []
  @Option(help: "How many games a match has at most.")
  var bestOf: UInt32?
  @Option(help: "How often everybody meets everybody: 1 or 2.")
  var legs: UInt32?
  @Option(help: "How many of each group play on.")
  var qualifiers: UInt32?
  @Option(help: "The rounds of a Swiss tournament.")
  var rounds: UInt32?
  @Option(help: "The last match of a double elimination: reset, single or none.")
  var final: String?
  @Flag(inversion: .prefixedNo, help: "Entrants of one club do not meet early.")
  var clubsApart: Bool?
  @Flag(inversion: .prefixedNo, help: "Sides have colours that are spread evenly.")
  var colours: Bool?
  @Option(help: "What the first entrant has in the first round: white or black.")
  var firstColour: String?
  @Flag(inversion: .prefixedNo, help: "A match may end without a winner.")
  var draws: Bool?

  static let method = Methods.Tournaments.edit
  func fill(_ request: inout EditTournament) {
    request.tournament = one.tournament
    if let name { request.name = name }
    if let format { request.format = format }
    if let points { request.points = points }
    if let ties { request.tieBreaks = ties }
    if let third { request.thirdPlace = third }
    if let allPlaces { request.allPlaces = allPlaces }
    if let reseed { request.reseed = reseed }
    if let scorers { request.scorers = scorers }
    if let confirm { request.confirm = confirm }
    request.helpers = helpers
    request.organisers = organisers
    if let bestOf { request.bestOf = bestOf }
    if let legs { request.legs = legs }
    if let qualifiers { request.qualifiers = qualifiers }
    if let rounds { request.swissRounds = rounds }
    if let final { request.final = final }
    if let clubsApart { request.clubsApart = clubsApart }
    if let colours { request.colours = colours }
    if let firstColour { request.firstColour = firstColour }
    if let draws { request.ties = draws }
  }
}

/// `parlor tournament enter`.
struct TournamentEnterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enter",
    abstract: "Add entrants to a draft, or later to a league, a ladder, a Swiss or free tournament."
  )

  @OptionGroup var one: OneTournament
  @Argument(help: "Entrants: a name, or 'name, rating, club'.")
  var names: [String] = []
  @Option(
    help:
      "The first round of a Swiss tournament or a league in which they play; the next one without it."
  )
  var fromRound: UInt32 = 0
  @OptionGroup var given: GivenEntrants

  func run() throws {
    let lines = (names + [try given.lines()]).filter { !$0.isEmpty }.joined(separator: "\n")
    let view = try one.options.client().call(Methods.Tournaments.addEntrants) {
      $0.tournament = one.tournament
      $0.lines = lines
      $0.fromRound = fromRound
    }
    try one.print(view)
  }
}

/// `parlor tournament entrant`.
struct TournamentEntrantCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "entrant", abstract: "Change the name, rating, club or person of an entrant.")

  @OptionGroup var one: OneTournament
  @Argument(help: "The entrant: its name, the beginning of it, or its place as '#3'.")
  var entrant: String
  @Option(help: "Its name.")
  var name: String?
  @Option(help: "Its rating, from 0 to 9999.")
  var rating: UInt32?
  @Option(help: "Its club.")
  var club: String?
  @Option(help: "The person of the room that it is; '' for nobody.")
  var person: String?

  static let method = Methods.Tournaments.editEntrant
  func fill(_ request: inout EditEntrant) {
    request.tournament = one.tournament
    request.entrant = entrant
    if let name { request.name = name }
    if let rating { request.rating = rating }
    if let club { request.club = club }
    if let person { request.person = person }
  }
  func lines(_ view: TournamentView) -> [String] {
    TournamentText.entrants(view, first: name ?? entrant)
  }
}

/// `parlor tournament remove`.
struct TournamentRemoveCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an entrant from a draft.")

  @OptionGroup var one: OneTournament
  @Argument(help: "The entrant: its name, the beginning of it, or its place as '#3'.")
  var entrant: String

  static let method = Methods.Tournaments.removeEntrant
  func fill(_ request: inout RemoveEntrant) {
    (request.tournament, request.entrant) = (one.tournament, entrant)
  }
}

/// `parlor tournament groups`.
struct TournamentGroupsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups",
    abstract: "Put the entrants into groups at random, or change who is where.")

  @OptionGroup var one: OneTournament
  @Option(help: "How many groups; a fourth of the entrants without it.")
  var count: UInt32 = 0
  @Flag(help: "Spread by rating, in place of at random.")
  var byRating = false
  @Option(help: "A place, as A1, that changes with the one of --with.")
  var swap = ""
  @Option(help: "The other place; a place that is left empty can be moved, too.")
  var with = ""
  @Flag(help: "Draw all again.")
  var again = false

  func validate() throws {
    if swap.isEmpty != with.isEmpty {
      throw ValidationError("--swap and --with belong together: name both places.")
    }
  }

  func run() throws {
    let client = try one.options.client()
    let now = try client.call(Methods.Tournaments.show) { $0.tournament = one.tournament }
    // Without an order, what is there is only shown.
    let isShown =
      !again && swap.isEmpty && count == 0 && !byRating && now.groups.contains { !$0.slots.isEmpty }
    let view =
      isShown
      ? now
      : try client.call(Methods.Tournaments.setGroups) {
        $0.tournament = one.tournament
        $0.count = count
        $0.byRating = byRating
        $0.swap = swap
        $0.with = with
        $0.again = again
      }
    try one.print(view)
  }
}

/// `parlor tournament knockout`.
struct TournamentKnockoutCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "knockout", abstract: "Set who meets in the first round of the knockout.",
    discussion: "The slots are numbered from top to bottom: match 1 has the slots 1 and 2.")

  @OptionGroup var one: OneTournament
  @Argument(
    help:
      "Slots that change, as 2=bye, 3=C1, 4=3rd1 for the best third, 4=3rdADEF for one from these groups, or 1=Ada."
  )
  var slots: [String] = []
  @Flag(help: "Begin with what Parlor proposes.")
  var proposed = false
  @Flag(
    help: "Begin with the round of 16 of six groups and their four best thirds, as UEFA has it.")
  var thirds = false

  static let method = Methods.Tournaments.setKnockout
  func fill(_ request: inout SetKnockout) {
    request.tournament = one.tournament
    request.slots = slots
    request.proposed = proposed
    request.thirds = thirds
  }
}

/// `parlor tournament round`.
struct TournamentRoundCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "round",
    abstract: "Pair the next round of a Swiss tournament, or add matches to a free one or a ladder."
  )

  @OptionGroup var one: OneTournament
  @Argument(
    help:
      "Matches, as 'Ada : Bob', 'Cleo : bye' or 'Dana : half-bye'; paired by the rules without any."
  )
  var matches: [String] = []
  @Option(help: "Somebody who asked for a half-point bye in this round; give it again for more.")
  var half: [String] = []
  @Option(help: "Somebody who is not there in this round; give it again for more.")
  var absent: [String] = []
  @Flag(help: "In place of the last round, as long as it has no score.")
  var replace = false

  static let method = Methods.Tournaments.setRound
  func fill(_ request: inout SetRound) {
    request.tournament = one.tournament
    request.matches = matches
    request.pair = matches.isEmpty
    request.half = half
    request.absent = absent
    request.replace = replace
  }
}

/// `parlor tournament start`.
struct TournamentStartCommand: TournamentCall {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "End the set-up: scores can be reported from now on.")

  @OptionGroup var one: OneTournament
  @Flag(help: "Go back to the set-up, as long as there is no score.")
  var back = false

  static let method = Methods.Tournaments.start
  func fill(_ request: inout StartTournament) {
    (request.tournament, request.back) = (one.tournament, back)
  }
}
