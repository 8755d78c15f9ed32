import Feature
import Schema
import Store
import Wire

/// The turns of a node with a full disk (design section 12, specification section 6).
extension Node {
  /// Runs the inputs as one transaction and commits it.
  ///
  /// - Throws: `StoreError`. While the disk is full a turn that was whole counts although it is not on disk:
  ///   it holds nothing that must be kept.
  func commit(_ inputs: [Input], resuming: Bool) throws {
    var isWhole = false
    do {
      try store.turn { transaction in
        if resuming { try peers.saveAll(transaction) }
        try storage.settleWords(at: now) { try transaction.settleWords() }
        for input in inputs { try take(input, transaction) }
        try tick(transaction)
        try resumeUndo(transaction)
        for input in storage.takeRecovered() { try take(input, transaction) }
        try react(transaction)
        try blobs.fetch(transaction)
        try blobs.askForPayloads(transaction)
        try publishTouched(transaction)
        try rooms.signWritten(transaction)
        try sendBatches(transaction)
        storage.noteWords(
          hasNew: transaction.hasNewWords, isUrgent: transaction.erasesWords, at: now)
        #if DEBUG
          if losesPower { throw PowerLoss() }
        #endif
        isWhole = true
      }
    } catch StoreError.full where diskFull != nil && isWhole {
      return
    }
  }

  /// After a turn that the full disk did not take.
  ///
  /// The store has given up its reserve file, so the same turn is tried once more, as the last one; then, and
  /// from then on, without what must be kept.
  func runWithoutDurability(
    _ inputs: [Input], _ before: (state: NodeState, turn: Turn), resuming: Bool
  ) {
    // People are not told of each try to go on.
    let isNew = diskFull == nil && !resuming
    defer { if isNew { turn.publish(.notice(DiskFull.sentence)) } }
    if diskFull == nil {
      undo(before.state, before.turn)
      do {
        try commit(inputs, resuming: resuming)
        return context.beginShortage()
      } catch StoreError.full {
        context.beginShortage()
      } catch {
        turn.tellNothing()
        return giveUp(inputs, error)
      }
    }
    let waiting = diskFull
    undo(before.state, before.turn)
    do {
      try commit(inputs, resuming: false)
    } catch {
      undo(before.state, before.turn)
      diskFull = waiting
      giveUp(inputs, error)
    }
  }

  /// Ends the state of a full disk when there seems to be room again; the turn that follows shows whether there is.
  ///
  /// - Returns: what has waited; nil when nothing has ended.
  func resume() -> [Input]? {
    guard let waiting = storage.resume(at: now, { store.makeRoom() }) else { return nil }
    tablePublisher.storeAgain()
    rooms.compareAllAgain()
    blobs.wakeFetches()
    return [.wake] + waiting
  }

  /// Keeps a frame until there is room for what it brings.
  func postpone(_ bytes: [UInt8], on link: LinkID) {
    guard diskFull?.postpone(bytes, on: link) == false else { return }
    links.refuse(link, .limit, "the disk here is full and no more can wait")
  }

  /// Refuses the inputs of a turn that is not to be had, so that nothing hangs on it.
  func giveUp(_ inputs: [Input], _ error: any Error) {
    let problem = (error as? StoreError) ?? .failed("\(error)")
    storage.fail(problem)
    rooms.forgetAll()
    for input in inputs {
      switch input {
      case .command(let id, _):
        turn.tell(.answer(id, .failure(Refused(.storage, "\(problem)"))))
      case .linkOpened(let link, _), .frame(let link, _):
        turn.tell(.close(link, reason: "\(problem)"))
      case .linkClosed(let link, _):
        if let session = links[link] { peers.dialler.closed(session, now, &context.random) }
        dropLink(link)
      case .dialFailed(let address, let reason):
        peers.dialler.failed(address, reason, now, &context.random)
      case .discovery(let problem): peers.advertising.discoveryProblem = problem
      case .networks(let networks): peers.change(networks)
      case .discovered, .lost: diskFull?.postpone(input)
      // It is asked for again while it is due; who asked for the way back asks at its next link.
      case .due, .wake, .tried: break
      }
    }
  }

  /// The reason why nothing can be written, for people; nil while all is well.
  public var storageProblem: String? { storage.problem }
  /// The error of the disk after which the shell must stop the node; nil for none.
  public var fatalProblem: StoreError? { storage.fatal }
}

#if DEBUG
  /// The machine ends before the commit.
  private struct PowerLoss: Error {}

  extension Node {
    /// The visible result of a turn that was never committed: nothing.
    var powerless: TurnResult {
      if planted == .tellsBeforeCommit { return TurnResult(outputs: turn.outputs, wakeAt: nil) }
      return TurnResult(outputs: [], wakeAt: nil)
    }
  }
#endif
