import ArgumentParser
import Client
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One call of `host`, `join` or `resume` of a game: sessions one after the other on one terminal.
struct Sitting {
  let starter: DaemonStarter
  let client: DaemonClient
  let options: GlobalOptions
  let play: PlayOptions
  var acceptFirst = false
  /// The node of a guest at the same screen.
  var guest: DaemonClient?
  /// The password of the table that is joined.
  var password = ""
  /// The game whose tables are looked for; nil for any.
  var game: String?
  /// Makes what the person plays with at a table, in a game where that is chosen.
  var choose: ((TableView) throws -> [UInt8])?
  /// The choice that was made for the table.
  var choice: [UInt8] = []
  /// Whether the command has opened what it waits for: it ends with the command, unless a match has begun.
  var holds = false
  /// Begins another match with the other player at this machine, after the one given.
  var again: ((TableView) throws -> TableView)?

  /// Seconds that a search without a screen lasts when the person does not say.
  static let searchSeconds = 5.0

  private var mode: SessionMode {
    if options.json { return .json }
    if play.script != nil || play.plain { return .lines }
    return isatty(0) == 1 && isatty(1) == 1 ? .screen : .lines
  }

  /// Sits at a table until the match ends or is left.
  func run(at view: TableView) throws {
    let loop = try loop(seconds: play.wait)
    loop.first = try hold(view.id)
    try play(at: view, loop: loop)
  }

  /// A stream that holds a table from now on: that of the session opens only once the node has said what it knows, which may
  /// take seconds after its start. Nil where the command holds nothing.
  private func hold(_ table: String) throws -> ChangeReader? {
    holds ? try client.changes("?table=\(table)&hold=true") : nil
  }

  /// Finds a table, asks for its chair and sits there; with an address only one of the node there.
  func look(for wanted: String?, at address: String? = nil) throws {
    let seconds = play.wait ?? (mode == .screen ? nil : Self.searchSeconds)
    // Before the clock of the search starts.
    let status = status
    let loop = try loop(seconds: seconds)
    var (password, choice) = (password, choice)
    let offers = OfferSession(
      wanted: wanted, at: address, of: game, mode: mode, style: Output.style, status: status)
    switch try loop.run(offers) {
    case .end(let end): try finish(end, loop)
    case .again: loop.close()
    case .sit(let offer):
      if play.wait == nil { loop.forgetDeadline() }
      var view = offer
      // Before the question, so that it is not left alone for a moment.
      loop.first = try hold(offer.id)
      if offer.phase == .offered {
        do {
          let ask = try ask(offer, loop)
          (password, choice) = (ask.password, [UInt8](ask.choice))
          view = try client.call(Methods.Tables.ask) { $0 = ask }
        } catch {
          loop.close()
          throw error
        }
      }
      var sitting = self
      sitting.password = password
      sitting.choice = choice
      try sitting.play(at: view.id.isEmpty ? offer : view, loop: loop)
    }
  }

  private func loop(seconds: Double?) throws -> SessionLoop {
    SessionLoop(
      starter: starter, client: client, mode: mode, style: Output.style, seconds: seconds,
      guest: guest, lines: try play.lines())
  }

  /// Makes the question to a host; the person types a table's password that was not given.
  private func ask(_ offer: TableView, _ loop: SessionLoop) throws -> AskToJoin {
    guard choose != nil || !offer.face.needsChoice else {
      throw CommandFailure(
        SessionEnd.usage,
        "\(offer.name(.host)) plays a \(offer.face.title.lowercased()): join with `\(offer.command) join \(ShortID.text(offer.id)) --library NAME`."
      )
    }
    let choice = try choose?(offer) ?? []
    var password = password
    if offer.needsPassword, password.isEmpty, mode == .screen {
      loop.close()
      Output.raw("Password of \(offer.name(.host))'s table: ")
      password = readLine() ?? ""
      loop.reopen()
    }
    return AskToJoin.with {
      $0.table = offer.id
      $0.password = password
      $0.choice = .init(choice)
      if let seed = play.seed { $0.seed = seed }
    }
  }

  private func play(at view: TableView, loop: SessionLoop) throws {
    var sitting = TableSession.Options(mode: mode)
    sitting.auto = play.auto
    sitting.acceptFirst = acceptFirst
    sitting.hasGuest = guest != nil
    sitting.beginsAgain = again != nil
    sitting.holds = holds
    sitting.password = password
    sitting.choice = choice
    var view = view
    while true {
      let status = status
      try tellStart(view, status)
      let session = TableSession(view, status: status, options: sitting, style: Output.style)
      switch try loop.run(session) {
      case .end(let end): return try finish(end, loop)
      case .sit(let next): view = next
      case .again:
        do {
          view = try again?(view) ?? view
        } catch {
          loop.close()
          throw error
        }
      }
    }
  }

  /// So long is waited for the first word on whether others are found, in tenths of a second.
  private static let tenthsForDiscovery = 30

  /// The status of the node. A daemon that has just started knows a moment later whether others are found.
  private var status: StatusView {
    var status = StatusView()
    for _ in 0..<Self.tenthsForDiscovery {
      status = (try? client.call(Methods.Node.status)) ?? StatusView()
      guard status.isStartingDiscovery else { break }
      usleep(100_000)
    }
    return status
  }

  private func tellStart(_ view: TableView, _ status: StatusView) throws {
    switch mode {
    case .screen: break
    case .json: try Output.json(Change.with { $0.table = view })
    case .lines:
      for line in TableScreen(
        view, status: status, footer: TableScreen.Footer(), style: Output.style
      ).summary(isWaiting: true) {
        Output.line(line.render(Output.style, columns: .max))
      }
    }
  }

  private func finish(_ end: SessionEnd, _ loop: SessionLoop) throws {
    loop.close()
    if end.code != SessionEnd.done { throw CommandFailure(end.code, end.text) }
    if !options.json && !end.text.isEmpty { Output.line(end.text) }
  }
}
