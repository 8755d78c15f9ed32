import Schema
import Testing

extension EndToEndTests {
  /// A match with all that may happen around it, between real daemons of which one is killed each time.
  @Suite struct WatchedMatchTests {
    /// Ada and Berta, and three people whose daemons are linked with Ada's.
    struct Evening {
      var pair: Pair
      let watchers: [Home]
      var daemons: [RunningDaemon] = []

      init(watching names: [String] = ["Cleo", "Dora", "Eve"]) async throws {
        pair = try await Pair.linked()
        watchers = try names.map { try Home($0.lowercased()) }
        for (home, name) in zip(watchers, names) {
          daemons.append(try await home.daemon())
          try await home.done("settings", "set", "name", name)
          try await home.done("peer", "add", pair.adasDaemon.address)
        }
      }

      /// The newest view of a table in somebody's home.
      func view(_ home: Home, _ table: String) async throws -> TableView? {
        try await home.ask("war", "list", as: TableList.self).tables.first { $0.id == table }
      }

      /// Waits until somebody's view of a table is as it should be.
      func sees(
        _ home: Home, _ table: String, _ what: String, _ look: (TableView) -> Bool
      ) async throws {
        var last: TableView?
        try await holds("\(home.name) sees \(what)", otherwise: { "\(String(describing: last))" }) {
          last = try await view(home, table)
          return last.map(look) ?? false
        }
      }

      /// The export of somebody's home verifies with this result, without a daemon.
      func verifies(_ home: Home, _ table: String, _ result: MatchResult) async throws {
        let file = home.scratch + "/\(table.prefix(8)).war"
        try await home.done("war", "export", table, file)
        let report = try await Home("stranger").ask("war", "verify", file, as: VerifyReport.self)
        #expect(report.valid && report.result == result, "\(home.name): \(report)")
      }
    }

    @Test(
      "G-49: three people watch, one of their daemons and then the host's are killed, and all five files verify"
    )
    func watched() async throws {
      var evening = try await Evening()
      let (ada, berta) = (evening.pair.ada, evening.pair.berta)
      let (host, joiner) = try await evening.pair.seated("--spectators", "everybody")
      let table = joiner.view.id
      var screens: [Player] = []
      for home in evening.watchers {
        try await evening.sees(home, table, "a match to watch") { $0.phase == .watchable }
        screens.append(try Player(home, "war", "watch"))
      }
      try await evening.sees(ada, table, "three who watch") { $0.watchers.count == 3 }
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= 3 }
      for screen in screens {
        try await holds("a round is seen", otherwise: { screen.story }) {
          try screen.listen()
          return screen.view.roundsDecided > 0 || screen.events.contains(where: \.isDecided)
        }
      }

      // Of one who watches, all is killed; of the host, the daemon alone: its command starts it again.
      try await screens[0].program.destroy()
      try await evening.daemons[0].program.destroy()
      try await evening.pair.adasDaemon.program.destroy()
      try await holds("the match goes on", otherwise: { host.story + joiner.story }) {
        try host.listen()
        try joiner.listen()
        return host.notices.contains { $0.contains("daemon is gone") }
          && host.view.paused.isEmpty && joiner.view.paused.isEmpty && host.view.joiner.online
          && joiner.view.host.online
      }
      evening.daemons[0] = try await evening.watchers[0].daemon()
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      let result = try #require(host.result)
      #expect(result == joiner.result && result.ending != .broken)
      for home in [ada, berta] + evening.watchers {
        try await evening.sees(home, table, "the end") { $0.phase == .finished }
        try await evening.verifies(home, table, result)
      }
      for screen in screens.dropFirst() {
        #expect(try await screen.program.end() == .exit(0), "\(screen.story)")
      }
    }

    @Test(
      "G-52, G-53: time runs out and is claimed, a card undoes it; a concession is taken back while the host's daemon was killed"
    )
    func timeAndTakeBack() async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host", "--move-seconds", "2")
      let offered = try await pair.offered(host)
      let list = try await pair.berta.ask("war", "list", as: TableList.self)
      #expect(list.tables.first { $0.id == offered }?.moveSeconds == 2)
      let text = try await pair.berta.done("war", "list")
      #expect(text.contains("2 seconds for each card"), "\(text)")
      let joiner = try Player(pair.berta, "war", "join", offered)
      _ = try await host.sees("Berta's question") { $0.table.asks.first?.name }
      host.program.say("accept")
      _ = try await host.sees("that she sits") { change in
        if case .joined? = change.tableEvent.what { true } else { nil }
      }
      host.program.say("start")
      try await play([host, joiner]) {
        host.result != nil || host.view.round >= 1 && host.hasTapped
      } mayTap: { player, _ in
        player === host
      }
      try await holds("the time is up", otherwise: { host.story }) {
        try host.listen()
        try joiner.listen()
        return host.view.canClaim
      }
      #expect(host.view.notice.contains("within 2 seconds"), "\(host.view.notice)")
      #expect(host.result == nil && joiner.result == nil, "nothing ends by itself")
      host.program.say("claim")
      try await holds("the claim is seen", otherwise: { joiner.story }) {
        try host.listen()
        try joiner.listen()
        return joiner.view.claims.contains { $0.seat == .host }
      }
      joiner.tap()
      let decided = host.view.roundsDecided
      try await play([host, joiner]) {
        host.result != nil || host.view.roundsDecided > decided && host.view.claims.isEmpty
      }
      #expect(host.result == nil)

      joiner.program.say("concede")
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      for player in [host, joiner] { #expect(try await player.program.end() == .exit(0)) }
      try await pair.berta.done("war", "take-back")
      // Asked, and the host's node dies before anybody answers.
      try await pair.adasDaemon.program.destroy()
      try await holds("the question is there") {
        try await pair.ada.ask("war", "list", as: TableList.self).tables.first?.takeBack == .joiner
      }
      let granted = try await pair.ada.done("war", "take-back")
      #expect(granted.contains("The concession is taken back"), "\(granted)")
      try await holds("Berta's node has heard of it") {
        try await pair.berta.ask("war", "list", as: TableList.self).tables.first?.phase == .playing
      }
      let again = [
        try Player(pair.ada, "war", "resume"),
        try Player(pair.berta, "war", "resume", "--wait", "60"),
      ]
      try await play(again) { again.allSatisfy { $0.result != nil } }
      let result = try #require(again[0].result)
      #expect(result == again[1].result && result.ending != .conceded)
      for home in [pair.ada, pair.berta] {
        let file = home.scratch + "/match.war"
        try await home.done("war", "export", offered, file)
        let report = try await home.ask("war", "verify", file, as: VerifyReport.self)
        #expect(report.valid && report.result == result, "\(report)")
      }
    }

    @Test(
      "G-56: a rematch is offered and accepted by people whose nodes do not meet, over kills of both, and is played"
    )
    func rematch() async throws {
      var pair = try await Pair.linked()
      let (host, joiner) = try await pair.seated("--move-seconds", "600")
      let table = joiner.view.id
      joiner.program.say("concede")
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      for player in [host, joiner] { #expect(try await player.program.end() == .exit(0)) }
      let offer = try await pair.ada.done("war", "rematch")
      #expect(offer.contains("whenever your nodes meet"), "\(offer)")
      try await holds("the offer has come") {
        try await pair.berta.ask("war", "list", as: TableList.self).tables.first?.rematchOffers
          == [.host]
      }
      try await pair.adasDaemon.program.destroy()
      let next = try await pair.berta.ask("war", "rematch", as: TableView.self)
      #expect(next.phase == .seated && next.seat == .host && next.moveSeconds == 600)
      try await pair.bertasDaemon.program.destroy()
      pair.bertasDaemon = try await pair.berta.daemon()
      pair.adasDaemon = try await pair.ada.daemon()
      for home in [pair.ada, pair.berta] {
        try await holds("\(home.name) has the rematch") {
          try await home.ask("war", "list", as: TableList.self).tables
            .first { $0.id == next.id }?.phase == .playing
        }
      }
      let players = try [pair.berta, pair.ada].map {
        try Player($0, "war", "resume", next.id, "--auto")
      }
      for player in players {
        #expect(try await player.program.end() == .exit(0), "\(player.story)")
        try player.listen()
      }
      let result = try #require(players[0].result)
      #expect(result == players[1].result)
      for home in [pair.ada, pair.berta] {
        for id in [table, next.id] {
          let file = home.scratch + "/\(id.prefix(8)).war"
          try await home.done("war", "export", id, file)
          let report = try await home.ask("war", "verify", file, as: VerifyReport.self)
          #expect(report.valid && (id == table || report.result == result), "\(report)")
        }
      }
      let statistics = try await pair.ada.ask("war", "stats", as: MatchStatistics.self)
      #expect(statistics.total.played == 2 && statistics.unverified == 0)
    }
  }
}
