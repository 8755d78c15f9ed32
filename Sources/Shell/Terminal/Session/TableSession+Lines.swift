import Schema

/// The lines about the other side for a person who reads lines; a screen shows it all the time.
extension TableSession {
  /// Prints changes between two views of the table that no event tells.
  func tellChanges(_ old: TableView, _ new: TableView) -> [SessionDirective] {
    guard options.mode == .lines, !new.isOver else { return [] }
    var texts = new.phase == .playing ? pauseTexts(old, new) : linkTexts(old, new)
    if new.notice != old.notice, !new.notice.isEmpty { texts.append(new.notice) }
    texts += face.news(from: old, to: new)
    if new.canClaim && !old.canClaim {
      texts.append(
        "You may claim the match now: write claim, or {\"do\":\"claim\",\"kind\":\"draw\"} for a draw, or keep waiting."
      )
    }
    if new.farClaim != nil, old.farClaim == nil {
      texts.append("Your next \(face.move) undoes the claim; write accept-claim to accept it.")
    }
    return texts.map { .print($0.plain) }
  }

  /// That the other side has left, stopped or is cut off, or is back.
  private func pauseTexts(_ old: TableView, _ new: TableView) -> [String] {
    let isBack = old.phase == .playing && !old.paused.isEmpty && (old.near.here || new.watching)
    guard new.paused != old.paused || old.phase != .playing else { return [] }
    if new.paused.isEmpty {
      if new.watching { return isBack ? ["The match goes on."] : [] }
      return isBack ? ["\(new.farName) is at the table: the match goes on."] : []
    }
    guard new.near.here || new.watching else { return [] }
    return [new.paused, WaitingScreen.whatToDo(new, line: true)]
  }

  /// That the node of the other side went away or came back before the match.
  private func linkTexts(_ old: TableView, _ new: TableView) -> [String] {
    guard !new.far.author.isEmpty, new.far.author == old.far.author,
      new.far.online != old.far.online
    else { return [] }
    return new.far.online
      ? ["\(new.farName)'s node is connected again."]
      : ["\(new.farName)'s node is not connected.", WaitingScreen.whatToDo(new, line: true)]
  }
}
