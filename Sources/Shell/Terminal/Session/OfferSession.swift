import Schema

/// A person who looks for a table to join.
public struct OfferSession: Session {
  private let wanted: String?
  /// The address whose tables alone are looked for, as the node writes it.
  private let address: String?
  /// The game whose tables alone are looked for; nil for any.
  private let game: String?
  private let mode: SessionMode
  private let style: Style
  private let status: StatusView
  /// The peers that are connected now, by id.
  private var connected: Set<String> = []
  /// The accounts of the peers at the address that alone is looked at.
  private var accounts: Set<String> = []
  /// The address that is being typed.
  private var typing: LineEditor?
  private var tables: [TableView] = []
  private var message = ""
  private var complete = false
  private var told = false

  /// Looks for a table by id, any unique beginning of it, or its host's name; nil picks from the list, or
  /// takes the only one where nobody can pick.
  ///
  /// - Parameters:
  ///   - address: only tables of the node at this address are looked for; as the node writes it.
  ///   - game: only tables of this game are looked for.
  ///   - status: says whether hosts can be found by themselves.
  public init(
    wanted: String?, at address: String? = nil, of game: String? = nil, mode: SessionMode,
    style: Style, status: StatusView = StatusView()
  ) {
    self.status = status
    self.wanted = wanted
    self.address = address
    self.game = game
    self.mode = mode
    self.style = style
  }

  /// All tables: any may be offered.
  public var query: String { "" }

  /// True: a line that is typed takes a paste at once.
  public var takesPastes: Bool { true }

  /// True: a search lasts as long as the person wants to wait.
  public var isWaiting: Bool { true }

  /// The tables that could be joined, in the order in which they were first seen.
  public var offers: [TableView] {
    tables.filter { table in
      if let game, table.game != game { return false }
      if address != nil && !accounts.contains(table.host.author) { return false }
      return switch table.phase {
      case .offered, .asked: true
      case .seated: table.seat == .joiner
      case .open, .watchable, .playing, .finished, .closed, .unspecified, .UNRECOGNIZED: false
      }
    }
  }

  /// The list of offers.
  public func lines(_ size: ScreenSize) -> [Line] {
    OffersScreen(offers, message: message, waiting: waiting, typing: typing?.text)
      .lines(size, style: style)
  }

  /// The lines about the state of the search: what it waits for, what is wrong, what to do.
  private var waiting: [String] {
    if let address {
      return accounts.isEmpty
        ? ["Connecting to \(address.plain) ...", "Does Parlor run there, and is the port right?"]
        : ["Waiting for a table at \(address.plain) ...", "It is there and offers no table."]
    }
    var lines = ["Searching for hosts ..."]
    if !status.discovery {
      let why = status.discoveryProblem.plain.sentence
      lines.append("Hosts on other machines are not found by themselves. \(why)")
      lines.append(
        mode == .screen
          ? "Ask the host for an address, and type it with `a`."
          : "Ask the host for an address: parlor \(GameFaces.face(of: game ?? "").command) join --at HOST:PORT"
      )
    }
    switch connected.count {
    case 0 where status.discovery:
      lines.append(
        "Nobody is connected. Is the host on this network? `parlor doctor` checks this side.")
    case 0: lines.append("Nobody is connected.")
    default:
      lines.append(
        "\(Count.of(connected.count, "peer is connected and offers", "peers are connected and offer")) no table."
      )
    }
    return lines
  }

  /// Takes one input; ends with `sit` or `end`.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    switch input {
    case .change(let change):
      take(change)
      return complete ? choose() : []
    case .ready:
      complete = true
      return choose()
    case .gap:
      tables = []
      connected = []
      accounts = []
      return []
    case .key(let key): return press(key)
    case .line(let line): return read(line)
    case .lost(let reason):
      complete = false
      tables = []
      message = "The daemon is gone (\(reason)): starting it again ..."
      return []
    case .stopping:
      return end(SessionEnd.noDaemon, "The daemon was stopped: run the command again to start it.")
    case .refused(let refusal):
      message = refusal.message
      return []
    case .timeUp:
      let what = wanted.map { "called \($0.plain) " } ?? ""
      return end(
        SessionEnd.timedOut,
        "No table \(what)was offered in time. \(waiting.dropFirst().joined(separator: " "))")
    case .done(let reply):
      if let written = reply.shown(PeerView.self)?.addresses.first {
        message = "\(written.plain) is remembered: its tables show here once it is connected."
      }
      return []
    case .endOfInput, .missed, .unanswered, .fetched, .size, .time: return []
    }
  }

  private mutating func take(_ change: Change) {
    message = change.notice.isEmpty ? message : change.notice
    switch change.what {
    case .table(let view):
      if let index = tables.firstIndex(where: { $0.id == view.id }) {
        tables[index] = view
      } else {
        tables.append(view)
      }
    case .tableGone(let id): tables.removeAll { $0.id == id }
    case .peer(let view) where view.online:
      connected.insert(view.id)
      if let address, view.addresses.contains(address) { accounts.formUnion(view.accounts) }
    case .peer(let view): connected.remove(view.id)
    case .pairing, .record: message = PairText.question(in: change) ?? message
    default: break
    }
  }

  private mutating func choose() -> [SessionDirective] {
    guard let wanted else {
      // Somebody can look at the screen and pick.
      guard mode != .screen else { return [] }
      return choose(among: offers, what: "")
    }
    let found = offers.meant(
      by: wanted, ids: { [$0.id] }, isNamed: { $0.name(.host).isName(wanted.plain) })
    return choose(among: found, what: " called \(wanted.plain)")
  }

  private mutating func choose(among found: [TableView], what: String) -> [SessionDirective] {
    if let table = found.first, found.count == 1 { return [.sit(table)] }
    if found.isEmpty {
      guard !told && mode == .lines else { return [] }
      told = true
      return waiting.map { .print($0) }
    }
    let list = found.map { "\(ShortID.text($0.id)) by \($0.name(.host))" }
    return end(
      SessionEnd.refused,
      "There are \(found.count) tables\(what): name one of \(list.joined(separator: ", ")).")
  }

  /// Types an address; Return has the node connect to it, Escape does not.
  private mutating func type(_ key: Key, _ editor: LineEditor) -> [SessionDirective] {
    var editor = editor
    let ending = editor.type(key)
    if case .refused(let sentence)? = ending {
      message = sentence
      return []
    }
    typing = ending == nil ? editor : nil
    guard case .given(let address)? = ending else { return [] }
    return [.send(Methods.Peers.add { $0.address = address })]
  }

  private mutating func press(_ key: Key) -> [SessionDirective] {
    if let typing { return type(key, typing) }
    switch key {
    case .character("a"):
      typing = LineEditor()
      return []
    case .character("q"), .interrupt, .close: return end(SessionEnd.done, "")
    case .character(let character):
      guard let number = character.wholeNumberValue, offers.indices.contains(number - 1) else {
        return []
      }
      return [.sit(offers[number - 1])]
    case .enter where offers.count == 1: return [.sit(offers[0])]
    default: return []
    }
  }

  private func read(_ line: String) -> [SessionDirective] {
    let word = line.filter { $0 != "\"" && !$0.isWhitespace }
    return ["leave", "cancel", "q"].contains(word) ? end(SessionEnd.done, "") : []
  }

  private func end(_ code: Int32, _ text: String) -> [SessionDirective] {
    [.end(SessionEnd(code: code, text: text))]
  }
}
