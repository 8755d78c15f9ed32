import Node
import Schema

/// The actions that people take through their node's commands.
extension ScriptRunner {
  /// A step that is one command of one or several people.
  func command(_ step: ScriptStep) throws {
    switch step.action {
    case .attend(let people, let auto):
      for person in people { sitting[person] = auto }
      for person in people { try give(step, person) { self.attending(auto: auto) } }
    case .leave(let person):
      sitting[person] = nil
      try give(step, person) {
        Methods.Tables.attend {
          $0.table = self.table
          $0.attendance = .leave
        }
      }
    case .away(let person):
      sitting[person] = nil
      try give(step, person) {
        Methods.Tables.attend {
          $0.table = self.table
          $0.attendance = .lost
        }
      }
    case .open:
      var opened: TableView?
      try give(
        step, .host, { Methods.Tables.host { self.script.game.fill(&$0) } },
        answered: { opened = $0.shown() })
      table = opened?.id ?? ""
    default:
      guard let (person, call) = single(step.action) else { return }
      try give(step, person) { call }
    }
  }

  /// Returns the person and the call of a step that is one command of one person.
  private func single(_ action: ScriptStep.Action) -> (Person, Call)? {
    let table = table
    switch action {
    case .ask(let person):
      return (
        person,
        Methods.Tables.ask {
          $0.table = table
          script.game.fill(&$0, by: person)
        }
      )
    case .withdraw(let person):
      return (
        person,
        Methods.Tables.ask {
          $0.table = table
          $0.withdrawn = true
        }
      )
    case .accept(let person): return (.host, answer(person) { $0.accept = true })
    case .decline(let person, let reason, let forGood):
      return (
        .host,
        answer(person) {
          $0.reason = reason
          $0.forGood = forGood
        }
      )
    case .start: return (.host, Methods.Tables.start { $0.table = table })
    case .close(let reason):
      return (
        .host,
        Methods.Tables.close {
          $0.table = table
          $0.reason = reason
        }
      )
    case .concede(let person): return (person, Methods.Tables.giveUp { $0.table = table })
    case .claim(let person, let kind): return (person, claim { $0.kind = kind })
    case .acceptClaim(let person): return (person, claim { $0.accept = true })
    case .offerHosting(let person): return (person, Methods.Tables.moveHosting { $0.table = table })
    case .takeHosting(let person):
      return (
        person,
        Methods.Tables.moveHosting {
          $0.table = table
          $0.take = true
        }
      )
    case .takeBack(let person): return (person, Methods.Tables.takeBack { $0.table = table })
    case .open, .attend, .leave, .away, .act, .cut, .part, .heal, .hold, .release, .kill,
      .restart, .restore, .backUp, .putBack, .wait, .expect:
      return nil
    }
  }

  private func answer(_ person: Person, _ fill: (inout AnswerAsk) -> Void) -> Call {
    Methods.Tables.answer {
      $0.table = table
      $0.asker = person.name
      fill(&$0)
    }
  }

  private func claim(_ fill: (inout MakeClaim) -> Void) -> Call {
    Methods.Tables.claim {
      $0.table = table
      fill(&$0)
    }
  }

  /// Gives a command until it is done, or until it is refused in the words that the step wants.
  func give(
    _ step: ScriptStep, _ person: Person, _ call: () -> Call,
    answered: (Reply) -> Void = { _ in }
  ) throws {
    let call = call()
    let wanted =
      step.refused.map { "a refusal with \"\($0)\"" } ?? "\(person.rawValue)'s command to be done"
    try insist(on: wanted) {
      switch (try stage.perform(call, by: person), step.refused) {
      case (.success(let answer), nil):
        answered(Reply(answer))
        return nil
      case (.success, .some): throw failure(expected: wanted, found: "that it was done")
      case (.failure(let refused), let words):
        let sentence = refused.refusal.message
        if let words, sentence.contains(words) { return nil }
        if step.refused == nil, try wasDone(step.action, by: person) { return nil }
        try comeBack()
        return "\"\(sentence)\""
      }
    }
  }

  /// Whether a command was done before whose answer was lost, because the node was killed in between.
  private func wasDone(_ action: ScriptStep.Action, by person: Person) throws -> Bool {
    guard isForgiving, let phase = try view(person)?.phase else { return false }
    return switch action {
    case .ask, .accept: [.seated, .playing, .finished].contains(phase)
    case .start: [.playing, .finished].contains(phase)
    default: false
    }
  }

  /// Lets people sit down again whose node was killed though no step says so.
  func comeBack() throws {
    guard isForgiving else { return }
    for (person, auto) in sitting.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let view = try view(person), view.phase == .playing else { continue }
      let isHere = view.seat == .host ? view.host.here : view.joiner.here
      guard !isHere else { continue }
      _ = try stage.perform(attending(auto: auto), by: person)
    }
  }

  private func attending(auto: Bool) -> Call {
    Methods.Tables.attend {
      $0.table = table
      $0.attendance = .here
      $0.auto = auto
    }
  }
}
