import ChatSchema
import Schema

/// The acts of the person: keys of the screen, lines of a script.
extension TableSession {
  mutating func press(_ key: Key) -> [SessionDirective] {
    switch question {
    case .concede: return answerConcede(key)
    case .acceptClaim: return answerClaim(key)
    case .decline: return answerDecline(key)
    case .say: return say(key)
    case .password: return typePassword(key)
    case .word: return typeWord(key)
    case .none: break
    }
    let isAsked = view.phase == .playing && !face.question.isEmpty
    if !isAsked, key == .interrupt || key == .close { return quit() }
    if view.phase == .playing, let act = face.press(key, at: view) { return perform(act) }
    if key == .character("/") || key == .character("t") && !takesLetters, view.mayTalk {
      question = .say
      return say(.home)
    }
    if key == .character(":"), view.isPlaying {
      question = .word
      return typeWord(.home)
    }
    if view.phase == .finished, let last = face.lastMove(view), key == .character(last.key) {
      return [.send(Call(Methods.Tables.tap, last.move.tap(at: view)))]
    }
    switch view.phase {
    case .open: return pressInLobby(key)
    case .seated where view.seat == .host:
      if key == .enter || key == .character("s") { return start() }
      if key == .character("x") { return removeJoiner() }
    case .playing: return pressInGame(key)
    case .closed where footer.mayAskAgain && key == .character("a"): return askAgain()
    case .closed where footer.mayAskAgain && view.needsPassword && key == .character("p"):
      return askForPassword()
    case .finished where view.seat != .unspecified && key == .character("r"):
      if options.beginsAgain { return [.again] }
      return [.send(Methods.Tables.rematch { $0.table = table })]
    case .finished where view.seat != .unspecified && key == .character("b"):
      return [.send(Methods.Tables.takeBack { $0.table = table })]
    case .finished, .closed:
      if key == .enter || key == .space { return finish() }
    case .seated, .asked, .offered, .watchable, .unspecified, .UNRECOGNIZED: break
    }
    return key == .character("q") ? quit() : []
  }

  mutating func read(_ line: String) -> [SessionDirective] {
    // In a pipe of lines, an empty one is the Return key.
    if options.mode == .lines && line.allSatisfy(\.isWhitespace) {
      return view.isPlaying && face.movesOnceARound ? want() : []
    }
    let words = Self.words(of: line)
    if face.knows(words) {
      return options.mode == .screen ? perform(face.read(words, at: view)) : want(.line(words))
    }
    do {
      guard let script = try ScriptLine.parse(line) else { return [] }
      let command = script.command(table: table)
      switch script.verb {
      case .leave: return view.isPlaying ? leave() : quit()
      case .cancel: return quit(reason: script.reason)
      case .start: return start()
      case .say: return post(script.text)
      case .remove: return removeJoiner(reason: script.reason)
      case .guest: return options.hasGuest ? playForGuest() : say("Nobody plays here as a guest.")
      case .play where script.round == 0: return want()
      case .play, .accept, .decline, .concede, .claim, .acceptClaim, .offerHosting,
        .takeHosting, .rematch, .takeBack:
        return [.send(command)]
      }
    } catch {
      return handle(
        .refused(
          .with {
            $0.code = .invalid
            $0.message = error.text
          }))
    }
  }

  /// The words of a line, which may be a JSON string.
  private static func words(of line: String) -> String {
    var words = line.drop(while: \.isWhitespace)
    while words.last?.isWhitespace == true { words.removeLast() }
    if words.count > 1, words.first == "\"", words.last == "\"" {
      words = words.dropFirst().dropLast()
    }
    return String(words)
  }

  /// Whether letters are for the game now.
  private var takesLetters: Bool { view.phase == .playing && face.takesLetters }

  /// Types a word of the game or of the table; Return does what it says, Escape does nothing.
  private mutating func typeWord(_ key: Key) -> [SessionDirective] {
    if let ending = saying.type(key) {
      if case .refused(let sentence) = ending { return refuseTyping(sentence) }
      endTyping()
      return if case .given(let text) = ending { read(text) } else { [] }
    }
    footer.question = ":\(saying.text.suffix(60))_  (Return does it, Escape does not)"
    return []
  }

  /// Types a message to the other player; Return sends it, Escape drops it.
  private mutating func say(_ key: Key) -> [SessionDirective] {
    if let ending = saying.type(key) {
      if case .refused(let sentence) = ending { return refuseTyping(sentence) }
      endTyping()
      return if case .given(let text) = ending { post(text) } else { [] }
    }
    footer.question = "Say: \(saying.text.suffix(40))_  (Return says it, Escape does not)"
    return []
  }

  /// Says why nothing of a paste was taken; the next key continues the line.
  private mutating func refuseTyping(_ sentence: String) -> [SessionDirective] {
    footer.question = sentence
    return []
  }

  private mutating func endTyping() {
    question = .none
    footer.question = ""
    saying = LineEditor()
  }

  func post(_ text: String) -> [SessionDirective] {
    [
      .send(
        Methods.Chat.post {
          $0.room = table
          $0.text = text
        })
    ]
  }

  private mutating func pressInLobby(_ key: Key) -> [SessionDirective] {
    guard case .character(let character) = key else { return [] }
    if character == "q" { return quit() }
    if character == "d" && !view.asks.isEmpty {
      question = .decline
      footer.question = "Decline which number? Any other key keeps them all."
      return []
    }
    guard let ask = asker(character) else { return [] }
    return answer(ask, accept: true)
  }

  private mutating func answerDecline(_ key: Key) -> [SessionDirective] {
    question = .none
    footer.question = ""
    guard case .character(let character) = key, let ask = asker(character) else { return [] }
    return answer(ask, accept: false)
  }

  private func asker(_ character: Character) -> AskView? {
    guard let number = character.wholeNumberValue, view.asks.indices.contains(number - 1) else {
      return nil
    }
    return view.asks[number - 1]
  }

  private func answer(_ ask: AskView, accept: Bool) -> [SessionDirective] {
    let answer = AnswerAsk.with {
      $0.table = table
      $0.asker = ask.author
      $0.accept = accept
    }
    return [.send(Call(Methods.Tables.answer, answer))]
  }

  private mutating func pressInGame(_ key: Key) -> [SessionDirective] {
    if view.watching { return key == .character("q") ? quit() : [] }
    if face.takesLetters { return key == .character("q") ? leave() : [] }
    switch key {
    case .character("g") where options.hasGuest: return playForGuest()
    case .character("q"): return leave()
    case .character("c"):
      question = .concede
      footer.question = "Give the match to \(view.farName)? y concedes, any other key plays on."
    case .character("a"):
      guard let claim = view.farClaim else { break }
      question = .acceptClaim
      let outcome = claim.kind == .draw ? "the match is a draw" : "\(view.farName) has won"
      footer.question = "Accept the claim, so that \(outcome)? y accepts, any other key plays on."
    case .character("w") where view.canClaim: return claim(.win)
    case .character("d") where view.canClaim: return claim(.draw)
    case .character("h") where view.canTakeHosting: return send(.takeHosting)
    case .character("k") where view.canClaim: footer.message = "You keep waiting."
    default: break
    }
    return []
  }

  /// Plays the card of the guest at the same screen.
  func playForGuest() -> [SessionDirective] {
    guard view.isPlaying, view.paused.isEmpty, !view.far.played else { return [] }
    return [.sendForGuest(Call(Methods.Tables.tap, GameMove(bytes: []).tap(at: view)))]
  }

  private func claim(_ kind: ClaimKind) -> [SessionDirective] {
    let claim = MakeClaim.with {
      $0.table = table
      $0.kind = kind
    }
    return [.send(Call(Methods.Tables.claim, claim))]
  }

  private mutating func answerClaim(_ key: Key) -> [SessionDirective] {
    question = .none
    footer.question = ""
    return key == .character("y") ? send(.acceptClaim) : []
  }

  /// Opens a new table like this one, for another player than the one who was accepted.
  mutating func removeJoiner(reason: String = "") -> [SessionDirective] {
    guard view.phase == .seated, view.seat == .host else {
      footer.message = "There is nobody to remove: a player can be removed before the match begins."
      return say(footer.message)
    }
    return [.send(ScriptLine(verb: .remove, reason: reason).command(table: table))]
  }

  /// Asks again for the chair of a table that is still open.
  ///
  /// A table with a password is asked with the one that is known; without one, the person is asked for it.
  private mutating func askAgain() -> [SessionDirective] {
    if view.needsPassword, password.isEmpty { return askForPassword() }
    footer.mayAskAgain = false
    asksAgain = true
    let password = password
    return [
      .send(
        Methods.Tables.ask {
          $0.table = table
          $0.password = password
          $0.choice = .init(options.choice)
        })
    ]
  }

  private mutating func askForPassword() -> [SessionDirective] {
    question = .password
    return typePassword(.home)
  }

  /// Types the table's password; Return asks with it, Escape does not.
  private mutating func typePassword(_ key: Key) -> [SessionDirective] {
    if let ending = saying.type(key) {
      if case .refused(let sentence) = ending { return refuseTyping(sentence) }
      endTyping()
      guard case .given(let text) = ending else { return [] }
      password = text
      return askAgain()
    }
    let stars = String(repeating: "*", count: min(saying.text.count, 20))
    footer.question = "Password: \(stars)_  (Return asks with it, Escape does not)"
    return []
  }

  private mutating func answerConcede(_ key: Key) -> [SessionDirective] {
    question = .none
    footer.question = ""
    return key == .character("y") ? send(.concede) : []
  }

  /// Leaves the table: a match pauses, a table of ours closes, a question of ours is taken back.
  mutating func quit(reason: String = "") -> [SessionDirective] {
    if view.watching || view.phase == .watchable {
      return end(
        SessionEnd.done,
        "Come back with `\(view.command) watch \(shortID)` while the match goes on.")
    }
    switch view.phase {
    case .playing: return leave()
    case .seated where view.seat == .joiner:
      // The chair is ours; only the host can take it back before the start.
      return send(.leave)
        + end(
          SessionEnd.done,
          "You still have the chair: come back with `\(view.command) resume \(shortID)`.")
    case .open, .seated, .asked, .offered:
      return withdraw(reason: reason)
        + end(
          SessionEnd.done,
          view.seat == .host ? "The table is closed." : "The request is taken back.")
    case .finished, .closed, .watchable, .unspecified, .UNRECOGNIZED: return finish()
    }
  }

  func leave() -> [SessionDirective] {
    if options.isAlone { return end(SessionEnd.done, "Nothing of this duel is kept.") }
    return send(.leave)
      + end(
        SessionEnd.done,
        "The match is paused: go on at the same \(face.move) with `\(view.command) resume \(shortID)`."
      )
  }

  func withdraw(reason: String = "") -> [SessionDirective] {
    if view.seat == .host {
      let close = CloseTable.with {
        $0.table = table
        $0.reason = reason
      }
      return [.send(Call(Methods.Tables.close, close))]
    }
    let ask = AskToJoin.with {
      $0.table = table
      $0.withdrawn = true
    }
    return [.send(Call(Methods.Tables.ask, ask))]
  }

  private func send(_ verb: ScriptLine.Verb) -> [SessionDirective] {
    [.send(ScriptLine(verb: verb).command(table: table))]
  }
}
