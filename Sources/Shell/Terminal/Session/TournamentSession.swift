import Schema
import TournamentSchema

/// One tournament on the whole screen (rows T-19 to T-22, T-27, T-28, T-31): tabs, a match that is chosen, a score that is typed.
public struct TournamentSession: Session {
  /// The part of the tournament that is shown.
  enum Tab: String, CaseIterable {
    case standings = "Standings"
    case group = "Group"
    case bracket = "Bracket"
    /// Only when the tournament is finished.
    case results = "Results"
  }

  private(set) var view: TournamentView
  private(set) var tab: Tab
  /// The chosen match, by its place in `matches`, or the first line that is shown.
  private(set) var places: [Tab: Int] = [:]
  /// The score that is being typed.
  private(set) var typed = ""
  /// The score whose reason is being typed; nil while a score is typed.
  private(set) var explained: String?
  /// The reason that is being typed.
  private(set) var reason = ""
  /// The notice in the last line, in place of the keys.
  private(set) var notice = ""
  private var rows = 20
  private let style: Style

  /// Begins with a tournament as it stands.
  public init(_ view: TournamentView, style: Style) {
    self.view = view
    self.style = style
    // The group stage opens first, and the knockout once it has begun.
    tab =
      view.phase == .finished
      ? .results : view.phase == .knockout ? .bracket : view.matches.isEmpty ? .standings : .group
    chooseFirstOpen()
  }

  /// Everything: the tournament may be moved to another room.
  public var query: String { "" }

  /// False: it has nothing to wait for.
  public var isWaiting: Bool { false }

  /// The tabs that there are.
  var tabs: [Tab] { Tab.allCases.filter { $0 != .results || view.phase == .finished } }

  /// The matches of the tab.
  var matches: [MatchView] {
    switch tab {
    case .group: view.matches
    case .bracket: view.bracket.flatMap(\.matches)
    case .standings, .results: []
    }
  }

  /// The match that is chosen; nil in tabs without matches.
  var chosen: MatchView? {
    let matches = matches
    guard !matches.isEmpty else { return nil }
    return matches[min(places[tab] ?? 0, matches.count - 1)]
  }

  private mutating func chooseFirstOpen() {
    let open = matches.firstIndex { $0.mayScore && $0.state != .decided }
    places[tab] = open ?? places[tab] ?? 0
  }

  // MARK: What happens

  /// Takes one input.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    switch input {
    case .key(let key): return press(key)
    case .size(let size): rows = size.rows
    case .ready, .gap: return [refresh]
    case .change(let change):
      guard let view = change.shown(TournamentView.self), view.id == self.view.id else { break }
      return show(view)
    case .done(let reply):
      guard let view = reply.shown(TournamentView.self) else { break }
      typed = ""
      explained = nil
      reason = ""
      return show(view)
    case .refused(let refusal): refuse(refusal)
    case .unanswered: notice = "The daemon did not answer: look whether the score is there."
    case .lost(let reason): notice = "The daemon cannot be reached (\(reason.plain))."
    case .stopping: notice = "The daemon is stopping."
    default: break
    }
    return []
  }

  private var refresh: SessionDirective {
    .send(Methods.Tournaments.show { $0.tournament = view.id })
  }

  private mutating func show(_ view: TournamentView) -> [SessionDirective] {
    guard !view.deleted else {
      return [.end(SessionEnd(code: SessionEnd.done, text: "The tournament was deleted."))]
    }
    let before = self.view.phase
    self.view = view
    if view.phase == .finished, before != .finished {
      tab = .results
      notice = "All matches are decided: the tournament is finished."
    } else if view.phase == .knockout, before == .played {
      tab = .bracket
      notice = "The knockout begins."
      chooseFirstOpen()
    }
    if !tabs.contains(tab) { tab = .standings }
    return []
  }

  private mutating func refuse(_ refusal: Refusal) {
    notice = refusal.message.plain
    // A score on which later matches rest is changed with a reason.
    if explained == nil, !typed.isEmpty, refusal.message.contains("--reason") {
      explained = typed
      notice = "Later matches may rest on this score. Why is it changed?"
    }
  }

  // MARK: Keys

  private mutating func press(_ key: Key) -> [SessionDirective] {
    notice = ""
    if explained != nil { return explain(key) }
    switch key {
    case .left, .right: step(key == .right ? 1 : -1)
    case .up: move(-1)
    case .down: move(1)
    case .pageUp: move(-max(1, rows - 6))
    case .pageDown: move(max(1, rows - 6))
    case .home: places[tab] = 0
    case .backspace: _ = typed.popLast()
    case .eraseLine: typed = ""
    case .escape where !typed.isEmpty, .interrupt where !typed.isEmpty: typed = ""
    case .enter: return send()
    case .space where !typed.isEmpty: typed.append(" ")
    case .character(let character) where character.isNumber || ":-(). ".contains(character):
      type(character)
    case .character("q"), .character("Q"), .interrupt, .close, .escape:
      return [.end(SessionEnd(code: SessionEnd.done, text: ""))]
    default: break
    }
    return []
  }

  private mutating func step(_ step: Int) {
    typed = ""
    let place = (tabs.firstIndex(of: tab) ?? 0) + step
    tab = tabs[(place + tabs.count) % tabs.count]
    if places[tab] == nil { chooseFirstOpen() }
  }

  private mutating func move(_ step: Int) {
    typed = ""
    let last = matches.isEmpty ? max(0, text.count - 1) : matches.count - 1
    places[tab] = max(0, min((places[tab] ?? 0) + step, last))
  }

  private mutating func type(_ character: Character) {
    guard let chosen else {
      notice = "Scores are typed in the tabs Group and Bracket: the arrow keys go there."
      return
    }
    guard chosen.mayScore else {
      notice = chosen.reason.plain
      return
    }
    guard typed.count < 60 else { return }
    typed.append(character)
  }

  private mutating func send(_ reason: String = "") -> [SessionDirective] {
    guard let chosen, !typed.isEmpty else {
      if let chosen, !chosen.mayScore { notice = chosen.reason.plain }
      return []
    }
    let (id, score) = (view.id, typed)
    return [
      .send(
        Methods.Tournaments.score {
          $0.tournament = id
          $0.match = chosen.name
          $0.score = score
          $0.reason = reason
        })
    ]
  }

  private mutating func explain(_ key: Key) -> [SessionDirective] {
    switch key {
    case .enter where !reason.isEmpty: return send(reason)
    case .escape, .interrupt:
      explained = nil
      reason = ""
      typed = ""
    case .backspace: _ = reason.popLast()
    case .eraseLine: reason = ""
    case .space: reason.append(" ")
    case .character(let character) where reason.count < 200: reason.append(character)
    default: break
    }
    return []
  }

  // MARK: The screen

  /// The lines of a tab without matches to choose.
  var text: [String] {
    switch tab {
    case .standings:
      let lines =
        view.phase == .draft
        ? TournamentText.lines(of: view, .everybody) : TournamentText.standings(view)
      return lines.isEmpty ? ["  There are no standings: it is a knockout."] : lines
    case .results: return TournamentText.ranks(view)
    case .group: return ["  There are no matches outside the knockout."]
    case .bracket: return ["  There is no knockout."]
    }
  }

  /// The tabs, the content of the chosen one, and what can be typed.
  public func lines(_ size: ScreenSize) -> [Line] {
    TournamentScreen(self, style: style).lines(size)
  }

  /// Behind the typed text.
  public func cursor(_ size: ScreenSize) -> (row: Int, column: Int)? {
    TournamentScreen(self, style: style).cursor(size)
  }
}
