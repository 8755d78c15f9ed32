import Client
import Commands
import Schema
import Terminal
import TournamentSchema

/// Brings the matches of one person to tables, a step at a time: of War, or of the duel where the person plays with a library.
///
/// Each step looks at what is there and does what is missing, so it does not matter where it was interrupted.
struct MatchPlayer {
  /// The result of a step.
  enum Step {
    /// The tournament is over.
    case finished(TournamentView)
    /// Our person can sit down there.
    case sit(TableView)
    /// Something was done.
    case acted
    /// Others have to do something.
    case waits
  }

  /// A piece of news about a match.
  struct Event {
    let match: String
    let opponent: String
    let table: String
    let what: String

    var text: String {
      "\(match) against \(opponent): \(what)"
        + (table.isEmpty ? "" : ", table \(ShortID.text(table))")
    }

    var json: String {
      JSONText.object([
        ("match", .text(match)), ("opponent", .text(opponent)), ("table", .text(table)),
        ("what", .text(what)),
      ])
    }
  }

  private let client: DaemonClient
  private let tournament: String
  private let isAuto: Bool
  /// The library for duels; nil for War.
  private let library: LibraryChoice?
  private let tell: (Event) -> Void
  /// The table and the news that were told last, by the name of the match.
  private var told: [String: String] = [:]
  /// The streams of the tables at which our node plays.
  private var streams: [String: ChangeReader] = [:]
  /// The most matches that are played at once.
  private static let most = 8

  init(
    _ client: DaemonClient, _ tournament: String, isAuto: Bool, library: LibraryChoice?,
    tell: @escaping (Event) -> Void
  ) {
    (self.client, self.tournament, self.isAuto, self.tell) = (client, tournament, isAuto, tell)
    self.library = library
  }

  /// Takes the next step of each match that can be played.
  mutating func step() throws -> Step {
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = tournament }
    if view.phase == .finished { return .finished(view) }
    try checkIsPlayed(view)
    var hasActed = false
    let all = view.matches + view.bracket.flatMap(\.matches)
    for match in all.filter(\.mayPlay).prefix(Self.most) {
      guard let table = try table(of: match, view) else { continue }
      let opponent = match.opens ? match.away.name : match.home.name
      let before = told[match.name]
      let isReady = try act(match, table, opponent.plain)
      hasActed = hasActed || told[match.name] != before
      if isReady, !isAuto {
        return .sit(try client.call(Methods.Tables.show) { $0.table = table.id })
      }
    }
    if isAuto, try pairNext(view, all) { hasActed = true }
    return hasActed ? .acted : .waits
  }

  private func checkIsPlayed(_ view: TournamentView) throws {
    let name = view.name.plain
    guard view.phase != .draft else {
      throw CommandFailure(
        SessionEnd.refused, "\(name) has not started: `parlor tournament start` starts it.")
    }
    let matches = view.matches + view.bracket.flatMap(\.matches)
    guard isAuto || matches.contains(where: \.mayPlay) else {
      throw CommandFailure(
        SessionEnd.refused,
        "You have no match in \(name) now that can be played: `parlor tournament entrant --person` says which entrant you are."
      )
    }
  }

  /// The organiser's node pairs the next round of a Swiss tournament when all are decided.
  private func pairNext(_ view: TournamentView, _ all: [MatchView]) throws -> Bool {
    guard view.style.traits.pairsRounds, view.mayEdit,
      all.allSatisfy({ [.decided, .bye].contains($0.state) })
    else { return false }
    return try done {
      _ = try client.call(Methods.Tournaments.setRound) {
        $0.tournament = tournament
        $0.pair = true
      }
    }
  }

  // MARK: Tables

  /// The table of a match: opened by us or by the other one; nil while there is none that we know of.
  private mutating func table(of match: MatchView, _ view: TournamentView) throws -> TableView? {
    let opener = match.opens ? match.tables.last(where: \.own) : match.tables.last { !$0.own }
    if let opener, let known = try show(opener.table), !known.isOver || known.phase == .finished {
      // What ended without a winner is played again at another table, once all is known that counts.
      guard known.phase == .finished, known.face.isSettled(known), match.opens, try isOpen(match)
      else { return known }
    }
    guard match.opens else { return nil }
    let description = "\(view.name.plain) \(match.name)"
    let own = try client.call(Methods.Tables.list).tables.first {
      $0.seat == .host && !$0.isOver && $0.description_p == description
        && $0.face.needsChoice == (library != nil)
    }
    let opened = try own ?? host(description, view)
    return try name(opened.id, match) ? opened : nil
  }

  /// The numbers of games that a duel can have, beside 1.
  private static let gamesOfDuels: Set<UInt32> = [3, 5]

  /// Opens the table of a match: a duel has as many games as a match of the tournament, where it can.
  private func host(_ description: String, _ view: TournamentView) throws -> TableView {
    let chosen = try library?.choose(client, isQuiet: true) {
      $0.games = Self.gamesOfDuels.contains(view.rules.bestOf) ? view.rules.bestOf : 1
    }
    return try client.call(Methods.Tables.host) {
      $0.description_p = description
      guard let chosen else { return }
      $0.game = OfDuel.word
      ($0.terms, $0.choice) = (chosen.terms, chosen.choice)
    }
  }

  /// The choice with which our person joins a table: with the library that was named, else with the only one that the table takes.
  private func choice(at table: TableView) throws -> [UInt8] {
    guard table.face.needsChoice else { return [] }
    if let library { return try library.choose(at: table, client, isQuiet: true) }
    let choices = try client.call(Methods.Libraries.list).libraries.filter { !$0.cardBox }
      .compactMap { try choice(of: $0.id, at: table) }
    guard choices.count == 1 else {
      let reason =
        choices.isEmpty
        ? "none of your libraries can be" : "\(choices.count) of your libraries can be"
      throw CommandFailure(
        SessionEnd.usage,
        "\(table.name(.host)) plays a \(table.face.title.lowercased()) with you, and \(reason) played there: add `--library NAME`."
      )
    }
    return choices[0]
  }

  /// The choice of a library; nil where the table does not take it.
  private func choice(of library: String, at table: TableView) throws -> [UInt8]? {
    do {
      return try LibraryChoice(library: library).choose(at: table, client, isQuiet: true)
    } catch ClientFailure.refused {
      return nil
    }
  }

  /// Whether a match is still to be played: it may have ended since the tournament was looked at.
  private func isOpen(_ match: MatchView) throws -> Bool {
    let view = try client.call(Methods.Tournaments.show) { $0.tournament = tournament }
    let all = view.matches + view.bracket.flatMap(\.matches)
    return all.contains { $0.name == match.name && $0.mayPlay }
  }

  private func show(_ table: String) throws -> TableView? {
    do {
      return try client.call(Methods.Tables.show) { $0.table = table }
    } catch ClientFailure.refused {
      return nil
    }
  }

  /// Says in the tournament that the match is played at a table.
  ///
  /// - Returns: false where it cannot be said any more.
  private func name(_ table: String, _ match: MatchView) throws -> Bool {
    guard !match.tables.contains(where: { $0.own && $0.table == table }) else { return true }
    return try done {
      _ = try client.call(Methods.Tournaments.setTable) {
        $0.tournament = tournament
        $0.match = match.name
        $0.table = table
      }
    }
  }

  /// Does what the table waits for.
  ///
  /// - Returns: whether both sit there and the match is being played.
  private mutating func act(
    _ match: MatchView, _ table: TableView, _ opponent: String
  ) throws -> Bool {
    func say(_ what: String) {
      guard told[match.name] != table.id + what else { return }
      told[match.name] = table.id + what
      tell(Event(match: match.name, opponent: opponent, table: table.id, what: what))
    }
    switch table.phase {
    case .open:
      say("the table is open")
      return try answer(match, table)
    case .offered where isAuto && table.face.needsChoice:
      say(
        "it is a \(table.face.title.lowercased()), which no node plays: sit down with `parlor tournament play \(tournament) --library NAME`"
      )
      return false
    case .offered:
      // Said before the match begins, so that its result is reported from both sides.
      guard try name(table.id, match) else { return false }
      let choice = try choice(at: table)
      let asked = try done {
        _ = try client.call(Methods.Tables.ask) {
          $0.table = table.id
          $0.choice = .init(choice)
        }
      }
      if asked { say("you asked to join") }
      return false
    case .asked: return false
    case .seated where table.seat == .host:
      return try done { _ = try client.call(Methods.Tables.start) { $0.table = table.id } } && false
    case .seated: return false
    case .playing:
      say("the match is played")
      if isAuto { try attend(table) }
      return true
    case .finished, .closed, .watchable, .unspecified, .UNRECOGNIZED:
      streams[table.id] = nil
      return false
    }
  }

  /// The host accepts the other one of the match, and nobody else.
  private func answer(_ match: MatchView, _ table: TableView) throws -> Bool {
    for ask in table.asks {
      let isOther = ask.author == match.opponent
      _ = try done {
        _ = try client.call(Methods.Tables.answer) {
          $0.table = table.id
          $0.asker = ask.author
          $0.accept = isOther
          if !isOther { $0.reason = "This table is for a match of a tournament." }
        }
      }
    }
    return false
  }

  /// The node plays at a table as long as a stream of its changes is open: when this command ends, nobody is there any more.
  private mutating func attend(_ table: TableView) throws {
    if let stream = streams[table.id], isOpen(stream) { return }
    streams[table.id] = try client.changes("?table=\(table.id)&attend=true&auto=true")
  }

  /// Drains a stream that nobody reads, and returns whether it is open.
  private func isOpen(_ stream: ChangeReader) -> Bool {
    do {
      while true { _ = try stream.read(milliseconds: 0) }
    } catch ClientFailure.timedOut {
      return true
    } catch {
      return false
    }
  }

  /// Does something that may not be possible yet: then the next step tries again.
  private func done(_ act: () throws -> Void) throws -> Bool {
    do {
      try act()
      return true
    } catch ClientFailure.refused {
      return false
    }
  }
}
