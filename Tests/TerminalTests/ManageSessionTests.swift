import DeckSchema
import Schema
import Terminal
import Testing

/// A library on the whole screen.
@Suite struct ManageSessionTests {
  private static let size = ScreenSize(columns: 100, rows: 16)
  private static let style = Style(colours: false, unicode: true)

  private static func card(_ name: String, _ count: UInt32, id: String) -> CardLine {
    .with { ($0.name, $0.count, $0.id) = (name, count, id) }
  }

  private static var box: LibraryView {
    .with {
      ($0.name, $0.cardBox, $0.count) = ("Card Box", true, 3)
      $0.cards = [card("Attic Ghost", 1, id: "ghost"), card("Spilled Ember", 2, id: "ember")]
    }
  }

  private static func burn(_ cards: [CardLine] = []) -> LibraryView {
    .with {
      ($0.id, $0.name, $0.count, $0.draft) = ("burnid", "Burn", UInt32(cards.count), true)
      $0.cards = cards
      $0.actions = [
        .with {
          ($0.name, $0.enabled) = ("lands", !cards.isEmpty)
          $0.reason = cards.isEmpty ? "Add a card first." : ""
        }
      ]
    }
  }

  static func session(_ cards: [CardLine] = []) -> ManageSession {
    var session = ManageSession(burn(cards), style: style)
    #expect(session.handle(.ready).count == 2)
    _ = session.handle(.done(Reply(burn(cards))))
    _ = session.handle(.done(Reply(box)))
    return session
  }

  private func text(_ session: ManageSession) -> String {
    session.lines(Self.size).map { $0.render(Self.style, columns: 100) }.joined(separator: "\n")
  }

  /// The paths of the calls that are sent.
  private func sent(_ directives: [SessionDirective]) -> [String] {
    directives.compactMap { if case .send(let call) = $0 { call.path } else { nil } }
  }

  @Test("D-07, D-09, D-22, D-24: the Card Box above, the library below, and Return moves a card")
  func moving() {
    var session = Self.session([Self.card("Parlor Cat", 1, id: "cat")])
    let shown = text(session)
    #expect(shown.contains("Card Box  3 cards") && shown.contains("Burn  1 card"))
    #expect(shown.contains("›   1  Attic Ghost") && shown.contains("    1  Parlor Cat"))
    _ = session.handle(.key(.down))
    #expect(text(session).contains("›   2  Spilled Ember"))
    let moved = session.handle(.key(.enter))
    #expect(sent(moved) == ["libraries/add", "libraries/show", "cards/list"])
    guard case .send(let call)? = moved.first, let request = call.request as? MoveCards else {
      Issue.record("nothing was sent")
      return
    }
    #expect(request.card == "ember" && request.library == "burnid" && request.count == 1)
    _ = session.handle(.key(.right))
    #expect(text(session).contains("›   1  Parlor Cat"))
    #expect(sent(session.handle(.key(.enter))).first == "libraries/take")
    #expect(sent(session.handle(.key(.character("u")))) == ["rooms/undo"])
  }

  @Test(
    "D-14, D-18, D-19, D-21: lands are asked for once there is a card, and added once all are numbers"
  )
  func lands() {
    var empty = Self.session()
    #expect(empty.handle(.key(.character("l"))).isEmpty)
    #expect(text(empty).contains("Add a card first."))
    var session = Self.session([Self.card("Parlor Cat", 1, id: "cat")])
    #expect(sent(session.handle(.key(.character("l")))) == ["libraries/prompt"])
    _ = session.handle(.done(Reply(PromptView.with { $0.enabled = true })))
    #expect(text(session).contains("Forest [0]") && text(session).contains("Add Lands"))
    _ = session.handle(.key(.backspace))
    _ = session.handle(.done(Reply(PromptView.with { $0.reason = "That is not a number." })))
    #expect(text(session).contains("That is not a number.") && !text(session).contains("Add Lands"))
    #expect(sent(session.handle(.key(.enter))) == ["libraries/prompt"], "it cannot be pressed")
    _ = session.handle(.key(.character("7")))
    _ = session.handle(.done(Reply(PromptView.with { $0.enabled = true })))
    guard case .send(let call)? = session.handle(.key(.enter)).first,
      let request = call.request as? SetLands
    else {
      Issue.record("no lands were sent")
      return
    }
    #expect(request.lands.map(\.count) == ["7", "0", "0", "0", "0"])
    _ = session.handle(.key(.character("l")))
    #expect(session.handle(.key(.escape)).isEmpty && text(session).contains("Return moves"))
  }

  @Test("D-10, D-16, D-17: saving, saving a draft, and cancelling after a question")
  func ending() {
    var session = Self.session()
    #expect(sent(session.handle(.key(.character("s")))) == ["libraries/save"])
    let refusal = Refusal.with { $0.message = "Burn cannot be saved yet. Or save it as a draft." }
    #expect(session.handle(.refused(refusal)).isEmpty)
    #expect(text(session).contains("Save it as a draft?"))
    #expect(sent(session.handle(.key(.character("y")))) == ["libraries/save"])
    let end = session.handle(.done(Reply(Self.burn())))
    #expect(end == [.end(SessionEnd(code: SessionEnd.done, text: "Burn is saved."))])
    var other = Self.session()
    #expect(other.handle(.key(.character("q"))).isEmpty)
    #expect(text(other).contains("Take back everything"))
    #expect(other.handle(.key(.character("n"))).isEmpty && text(other).contains("Return moves"))
    _ = other.handle(.key(.character("q")))
    #expect(sent(other.handle(.key(.character("y")))) == ["libraries/cancel"])
    let gone = LibraryView.with {
      ($0.name, $0.deleted, $0.messages) = ("Burn", true, ["Burn is removed."])
    }
    #expect(
      other.handle(.done(Reply(gone)))
        == [.end(SessionEnd(code: SessionEnd.done, text: "Burn is removed."))])
  }

  @Test("a search shows a part of the Card Box, and a change elsewhere is looked at")
  func search() {
    var session = Self.session()
    _ = session.handle(.key(.character("/")))
    #expect(sent(session.handle(.key(.character("e")))) == ["cards/list"])
    #expect(text(session).contains("/e"))
    #expect(sent(session.handle(.key(.escape))) == ["cards/list"])
    #expect(session.handle(.refused(.with { $0.message = "No." })).isEmpty)
    #expect(text(session).contains("No."))
  }
}
