import DeckSchema
import Schema

/// One library on the whole screen: the Card Box above, the library below (rows D-07, D-09 to D-26).
///
/// Every move is saved at once. Quitting asks, and takes back what was changed; saving keeps it.
public struct ManageSession: Session {
  /// One half of the screen.
  enum Pane: Equatable { case box, library }

  /// The meaning of the keys now.
  enum Mode: Equatable {
    /// They move cards.
    case browsing
    /// They type a search in the Card Box.
    case searching
    /// They type numbers of lands.
    case lands(LandFields)
    /// A question: cancel, or save as a draft.
    case asking(Question)
  }

  /// A question before a step that ends the session.
  enum Question: Equatable { case cancel, draft }

  /// A call that ends the session.
  private enum Ending { case save, draft, cancel }

  private(set) var library: LibraryView
  private(set) var box = LibraryView()
  private(set) var pane = Pane.box
  private(set) var mode = Mode.browsing
  private(set) var search = ""
  /// The notice in the last line, instead of the keys.
  private(set) var notice: String
  private var places: (box: Int, library: Int) = (0, 0)
  /// The end that the next answer brings; nil for none.
  private var ending: Ending?
  private let style: Style

  /// Begins with a library that is being managed.
  public init(_ library: LibraryView, style: Style) {
    self.library = library
    self.style = style
    notice = library.messages.first?.plain ?? ""
  }

  /// Everything: cards may move by another terminal.
  public var query: String { "" }

  /// False: it has nothing to wait for.
  public var isWaiting: Bool { false }

  // MARK: What happens

  /// Takes one input.
  public mutating func handle(_ input: SessionInput) -> [SessionDirective] {
    switch input {
    case .key(let key): return press(key)
    case .ready, .gap: return refresh
    case .change(let change): return take(change)
    case .done(let reply): return take(reply)
    case .refused(let refusal): return refused(refusal)
    case .unanswered: notice = "The daemon did not answer: look whether it was done."
    case .lost(let reason): notice = "The daemon cannot be reached (\(reason.plain))."
    case .stopping: notice = "The daemon is stopping."
    default: break
    }
    return []
  }

  private var refresh: [SessionDirective] {
    [
      .send(Methods.Libraries.show { $0.library = library.id }),
      .send(Methods.Cards.list { $0.text = search }),
    ]
  }

  private func take(_ change: Change) -> [SessionDirective] {
    guard ending == nil else { return [] }
    if let view = change.shown(LibraryView.self), view.id == library.id, view.deleted {
      return [.end(SessionEnd(code: SessionEnd.refused, text: "The library was deleted."))]
    }
    let isOurs = change.shown(CardView.self) != nil || change.shown(LibraryView.self) != nil
    return isOurs ? refresh : []
  }

  private mutating func take(_ reply: Reply) -> [SessionDirective] {
    if let prompt = reply.shown(PromptView.self), case .lands(var fields) = mode {
      fields.reason = prompt.reason
      mode = .lands(fields)
      return []
    }
    if let undone = reply.shown(UndoneView.self) {
      notice = "Taken back: \(undone.title.plain)."
      return refresh
    }
    guard let view = reply.shown(LibraryView.self) else { return [] }
    if view.cardBox {
      box = view
    } else {
      if ending != nil || view.deleted { return [leave(view)] }
      library = view
    }
    places.box = max(0, min(places.box, box.cards.count - 1))
    places.library = max(0, min(places.library, rows(.library).count - 1))
    return []
  }

  private func leave(_ view: LibraryView) -> SessionDirective {
    let text = view.messages.first?.plain ?? "\(view.name.plain) is saved."
    return .end(SessionEnd(code: SessionEnd.done, text: text))
  }

  private mutating func refused(_ refusal: Refusal) -> [SessionDirective] {
    let wasSaved = ending == .save
    ending = nil
    if wasSaved, library.draft {
      mode = .asking(.draft)
    } else {
      notice = refusal.message.plain
    }
    return []
  }

  // MARK: Keys

  private mutating func press(_ key: Key) -> [SessionDirective] {
    switch mode {
    case .browsing: return browse(key)
    case .searching: return searchKey(key)
    case .lands(let fields): return land(key, fields)
    case .asking(let question): return answer(key, question)
    }
  }

  private mutating func browse(_ key: Key) -> [SessionDirective] {
    notice = ""
    switch key {
    case .up: step(-1)
    case .down: step(1)
    case .pageUp: step(-10)
    case .pageDown: step(10)
    case .left, .right: pane = pane == .box ? .library : .box
    case .enter, .space: return move()
    case .character("/"): (mode, pane) = (.searching, .box)
    case .character("l"), .character("L"): return beginLands()
    case .character("u"), .character("U"): return [.send(Methods.Rooms.undo())]
    case .character("s"), .character("S"): return save(asDraft: false)
    case .character("q"), .character("Q"), .escape, .interrupt, .close: mode = .asking(.cancel)
    default: break
    }
    return []
  }

  private mutating func step(_ count: Int) {
    let rows = max(1, rows(pane).count)
    switch pane {
    case .box: places.box = max(0, min(places.box + count, rows - 1))
    case .library: places.library = max(0, min(places.library + count, rows - 1))
    }
  }

  /// Moves the chosen card to the other side (rows D-22, D-24).
  private mutating func move() -> [SessionDirective] {
    let rows = rows(pane)
    guard let row = rows.isEmpty ? nil : rows[place(pane)] else { return [] }
    func fill(_ request: inout MoveCards) {
      request.library = library.id
      request.card = row.id.isEmpty ? row.name : row.id
      request.count = 1
      request.zone = pane == .library ? row.zone : .main
    }
    let call =
      pane == .box ? Methods.Libraries.add { fill(&$0) } : Methods.Libraries.take { fill(&$0) }
    return [.send(call)] + refresh
  }

  private mutating func searchKey(_ key: Key) -> [SessionDirective] {
    switch key {
    case .character(let character): search.append(character)
    case .space: search.append(" ")
    case .backspace: _ = search.popLast()
    case .eraseLine: search = ""
    case .escape, .interrupt:
      search = ""
      mode = .browsing
    case .enter: mode = .browsing
    default: return []
    }
    places.box = 0
    return [.send(Methods.Cards.list { $0.text = search })]
  }

  private mutating func beginLands() -> [SessionDirective] {
    if let action = library.actions.first(where: { $0.name == "lands" }), !action.enabled {
      notice = action.reason.plain
      return []
    }
    let fields = LandFields(library)
    mode = .lands(fields)
    return [fields.check]
  }

  /// The numbers of lands (rows D-15, D-18 to D-21).
  private mutating func land(_ key: Key, _ fields: LandFields) -> [SessionDirective] {
    var fields = fields
    switch key {
    case .escape, .interrupt:
      mode = .browsing
      return []
    case .enter where fields.reason.isEmpty:
      mode = .browsing
      let (id, lands) = (library.id, fields.typed)
      return [
        .send(
          Methods.Libraries.setLands {
            $0.library = id
            $0.lands = lands
          })
      ]
    default: fields.press(key)
    }
    mode = .lands(fields)
    return [fields.check]
  }

  private mutating func answer(_ key: Key, _ question: Question) -> [SessionDirective] {
    mode = .browsing
    guard key == .character("y") || key == .character("Y") else { return [] }
    switch question {
    case .draft: return save(asDraft: true)
    case .cancel:
      ending = .cancel
      return [.send(Methods.Libraries.cancel { $0.library = library.id })]
    }
  }

  private mutating func save(asDraft: Bool) -> [SessionDirective] {
    ending = asDraft ? .draft : .save
    return [
      .send(
        Methods.Libraries.save {
          $0.library = library.id
          $0.draft = asDraft
        })
    ]
  }

  // MARK: What is shown

  /// The lines of one half: cards, and in the library its lands.
  func rows(_ pane: Pane) -> [CardLine] {
    guard pane == .library else { return box.cards }
    return library.cards
      + library.lands.map { land in
        .with {
          $0.name = land.name
          $0.count = land.count
          $0.zone = land.zone
        }
      }
  }

  /// Returns the place of the chosen card in a half of the screen.
  func place(_ pane: Pane) -> Int { pane == .box ? places.box : places.library }

  /// The Card Box above, the library below, and what the keys do.
  public func lines(_ size: ScreenSize) -> [Line] {
    ManageScreen(self, style: style).lines(size)
  }
}

/// The numbers of lands while somebody types them.
struct LandFields: Equatable, Sendable {
  /// The types that are asked for.
  static let types = ["Forest", "Island", "Mountain", "Plains", "Swamp"]

  /// The text typed for each type of land.
  private(set) var texts: [String]
  /// The place of the type that is being typed.
  private(set) var place = 0
  /// The reason why the lands cannot be added; empty if they can.
  var reason = ""

  init(_ library: LibraryView) {
    texts = Self.types.map { type in
      "\(library.lands.first { $0.name == type && $0.zone == .main }?.count ?? 0)"
    }
  }

  mutating func press(_ key: Key) {
    switch key {
    case .up, .left: place = max(0, place - 1)
    case .down, .right, .space: place = min(Self.types.count - 1, place + 1)
    case .backspace: _ = texts[place].popLast()
    case .eraseLine: texts[place] = ""
    case .character(let character) where texts[place].count < 20: texts[place].append(character)
    default: break
    }
  }

  /// Asks whether they can be added.
  var check: SessionDirective {
    .send(
      Methods.Libraries.prompt {
        $0.kind = .lands
        $0.fields = texts
      })
  }

  /// The lands to add.
  var typed: [TypedLand] {
    zip(Self.types, texts).map { type, text in
      .with {
        $0.land = type
        $0.count = text
      }
    }
  }
}
