import Node
import Schema

/// What people do through their node's commands.
extension ScriptRunner {
  /// A step that is one command of one or several people.
  func command(_ step: ScriptStep) throws {
    switch step.action {
    case .attend(let people, let auto):
      for person in people { sitting[person] = auto }
      for person in people { try give(step, person) { self.attend(&$0, auto: auto) } }
    case .tap(let people):
      for person in people { try give(step, person) { $0.tap.table = self.table } }
    case .leave(let person):
      sitting[person] = nil
      try give(step, person) {
        $0.attend.table = self.table
        $0.attend.attendance = .leave
      }
    case .away(let person):
      sitting[person] = nil
      try give(step, person) {
        $0.attend.table = self.table
        $0.attend.attendance = .lost
      }
    case .open:
      var opened: TableView?
      try give(
        step, .host, { $0.hostTable.rules = self.script.rules }, answered: { opened = $0.table })
      table = opened?.id ?? ""
    default:
      guard let (person, command) = try single(step.action) else { return }
      try give(step, person) { $0 = command() }
    }
  }

  private func single(
    _ action: ScriptStep.Action
  ) throws -> (Person, () -> Command)? {
    var command = Command()
    switch action {
    case .ask(let person):
      command.askToJoin.table = table
      return (person, { command })
    case .withdraw(let person):
      command.askToJoin.table = table
      command.askToJoin.withdrawn = true
      return (person, { command })
    case .accept(let person):
      command.answerAsk.table = table
      command.answerAsk.asker = person.name
      command.answerAsk.accept = true
    case .decline(let person, let reason, let forGood):
      command.answerAsk.table = table
      command.answerAsk.asker = person.name
      command.answerAsk.reason = reason
      command.answerAsk.forGood = forGood
    case .start: command.startTable.table = table
    case .close(let reason):
      command.closeTable.table = table
      command.closeTable.reason = reason
    case .concede(let person):
      command.giveUp.table = table
      return (person, { command })
    case .claim(let person, let kind):
      command.makeClaim.table = table
      command.makeClaim.kind = kind
      return (person, { command })
    case .acceptClaim(let person):
      command.makeClaim.table = table
      command.makeClaim.accept = true
      return (person, { command })
    case .offerHosting(let person):
      command.moveHosting.table = table
      return (person, { command })
    case .takeHosting(let person):
      command.moveHosting.table = table
      command.moveHosting.take = true
      return (person, { command })
    case .open, .attend, .leave, .away, .tap, .play, .cut, .part, .heal, .hold, .release, .kill,
      .restart, .restore, .wait, .forge, .expect:
      return nil
    }
    return (.host, { command })
  }

  /// Gives a command until it is done, or until it is refused in the words that the step wants.
  private func give(
    _ step: ScriptStep, _ person: Person, _ fill: @escaping (inout Command) -> Void,
    answered: (Answer) -> Void = { _ in }
  ) throws {
    var command = Command()
    fill(&command)
    let wanted =
      step.refused.map { "a refusal with \"\($0)\"" } ?? "\(person.rawValue)'s command to be done"
    try insist(on: wanted) {
      switch (try stage.command(person, command), step.refused) {
      case (.success(let answer), nil):
        answered(answer)
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
      var command = Command()
      attend(&command, auto: auto)
      _ = try stage.command(person, command)
    }
  }

  private func attend(_ command: inout Command, auto: Bool) {
    command.attend.table = table
    command.attend.attendance = .here
    command.attend.auto = auto
  }
}
