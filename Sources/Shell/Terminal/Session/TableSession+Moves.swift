import Schema
import WarSchema

/// The moves of the game: by keys as they are pressed, by lines as soon as each counts.
extension TableSession {
  /// A thing that a script wants done.
  enum Wanted: Equatable, Sendable {
    /// A line of the game.
    case line(String)
    /// A move that needs no line.
    case move(GameMove)
  }

  /// A script that asks for more moves than any match has is wrong about something.
  private static let mostMovesWanted = 1_000_000

  /// Does what a key or a typed word says in the game.
  mutating func perform(_ act: GameAct) -> [SessionDirective] {
    footer.message = act.texts.map(\.plain).joined(separator: " ")
    guard !act.moves.isEmpty, !view.watching else { return [] }
    guard view.canPlay && view.paused.isEmpty else {
      footer.message = view.paused.isEmpty ? face.whyNot(view) : "The match is paused."
      return []
    }
    return act.moves.map { .send(Call(Methods.Tables.tap, $0.tap(at: view))) }
  }

  /// Queues a move or a line of the game, and does it as soon as it is allowed. A script cannot see when that is.
  mutating func want(_ next: Wanted = .move(GameMove(bytes: []))) -> [SessionDirective] {
    if wanted.count < Self.mostMovesWanted { wanted.append(next) }
    return playNext()
  }

  /// Carries out the lines and moves that wait, until one of them cannot be done yet.
  mutating func playNext() -> [SessionDirective] {
    var directives: [SessionDirective] = []
    while view.phase == .playing, sentMove == nil || face.movesOnceARound, answer == nil,
      let next = wanted.first
    {
      var face = face
      let act: GameAct
      switch next {
      case .move(let move): act = GameAct(moves: [move])
      case .line(let line):
        guard !face.mustWait(line, at: view) else { return directives }
        act = face.read(line, at: view)
      }
      if !act.moves.isEmpty, view.watching {
        wanted = wanted.dropFirst()
        directives += say("You watch this match: only its players act.")
        continue
      }
      if !act.moves.isEmpty {
        guard view.canPlay, view.paused.isEmpty,
          !face.movesOnceARound || lastPlay != (view.round, view.war.battle)
        else { return directives }
      }
      self.face = face
      wanted = act.moves.dropFirst().map { .move($0) } + wanted.dropFirst()
      directives += (act.texts + act.list).flatMap(say)
      guard let move = act.moves.first else { continue }
      lastPlay = (view.round, view.war.battle)
      sentMove = move
      return directives + [.send(Call(Methods.Tables.tap, move.tap(at: view)))]
    }
    return directives
  }

  /// Continues after the answer to a move; the next move of a script waits until the view shows that answer.
  mutating func moveIsMade(_ answer: TableView?) -> [SessionDirective] {
    guard sentMove != nil else { return [] }
    sentMove = nil
    guard !face.movesOnceARound else { return [] }
    if let answer, answer.id == table, !face.shows(view, atLeast: answer) { self.answer = answer }
    return playNext()
  }

  /// Takes a move back that was refused; what would have followed it falls away, too.
  mutating func moveIsRefused(_ refusal: Refusal) {
    guard let move = sentMove else { return }
    sentMove = nil
    guard face.movesOnceARound else {
      wanted = wanted.drop { if case .move = $0 { true } else { false } }
      return
    }
    // The match was paused after the last view of it: the move is made once it continues.
    guard refusal.code == .notNow else { return }
    wanted = [.move(move)] + wanted
    lastPlay = (0, 0)
  }
}
