import Discovery
import Feature
import Link
import NIOCore
import Node
import Programs
import Schema
import SwiftProtobuf
import Store
import SwiftProtobuf
import Synchronization
import Wire

/// Runs a node's turns on the event loop of its links (design section 4).
///
/// Everything that is ready in one pass of the loop shares one turn: inputs wait in the mailbox until
/// the pass has read all its sockets. Everything but `submit` belongs to the loop.
final class NodeDriver: @unchecked Sendable {
  /// Commands that may wait at once.
  static let mailboxLimit = 1_024
  /// Inputs that share a turn at most: while the peer works on their results, we continue with the rest.
  static let turnLimit = 16
  /// The same for commands that were given together, as for a calendar file: each turn waits for the disk.
  static let togetherLimit = 128

  /// The time for which somebody who has read the list of peers counts as looking at it.
  private static let lookTime = TimeAmount.seconds(15)

  /// Networks are looked at no more often than this.
  private static let networksTime = TimeAmount.seconds(2)

  /// The time for which a link whose frames wait in the mailbox is left alone.
  private static let holding = TimeAmount.milliseconds(2)

  private static let stopping = Refused(
    .unavailable, "The daemon is stopping: run the command again in a moment.")

  private let loop: any EventLoop
  private let node: Node
  private let board: ChangeBoard
  private let discovery: Discovery?
  private let fail: @Sendable (StoreError) -> Void
  private let notifier: Notifier
  private let heap: Heap
  private var links: Links?
  private var mailbox = Mailbox()
  /// The networks of this machine, and when they were looked at last.
  private var networks: [Subnet]?
  private var networksAt = NIODeadline.uptimeNanoseconds(0)
  /// The channel that tells of new addresses.
  private var addresses: (any Channel)?
  /// Until when somebody looks at the list of peers that was read.
  private var lookedUntil = NIODeadline.uptimeNanoseconds(0)
  /// A turn for strangers, once they may have one.
  private var later: Scheduled<Void>?
  private var isTurnScheduled = false
  private var isStopped = false
  private var wake: (at: Int64, task: Scheduled<Void>)?
  private var waiting: [UInt64: (Result<any Message, Refused>) -> Void] = [:]
  private var nextCommand: UInt64 = 1
  /// Commands below this number that wait were given together with others.
  private var together: UInt64 = 0
  private let pending = Atomic<Int>(0)
  private let hasUnseen = Atomic<Bool>(false)

  init(
    loop: any EventLoop, node: Node, board: ChangeBoard, discovery: Discovery?,
    notifier: Notifier, heap: Heap, fail: @escaping @Sendable (StoreError) -> Void
  ) {
    self.loop = loop
    self.node = node
    self.board = board
    self.discovery = discovery
    self.notifier = notifier
    self.heap = heap
    self.fail = fail
  }

  /// Takes over the links; the first turn follows.
  func start(_ links: Links, discoveryProblem: String?) {
    loop.assertInEventLoop()
    self.links = links
    links.wait = { [weak self] in self?.wait(of: $0) }
    lookAtNetworks()
    watchAddresses()
    if let discoveryProblem { receive(.discovery(problem: discoveryProblem)) }
    receive(.wake)
  }

  /// Puts an input into the mailbox.
  func receive(_ input: Input) {
    loop.assertInEventLoop()
    guard !isStopped else { return }
    // What is seen may be on a network that is new; and a cable may have been put into another one.
    switch input {
    case .discovered, .wake: lookAtNetworks()
    default: break
    }
    mailbox.add(input)
    scheduleTurn()
  }

  /// The time for which a link is not to hand over more frames; nil for none.
  private func wait(of link: LinkID) -> TimeAmount? {
    let now = Clock.now.steady
    if let until = node.heldUntil(link, at: now) { return .milliseconds(until - now) }
    return mailbox.isHeld(link) ? Self.holding : nil
  }

  private func lookAtNetworks() {
    guard NIODeadline.now() >= networksAt else { return }
    networksAt = .now() + Self.networksTime
    compareNetworks()
  }

  /// Has the kernel tell of new addresses; where it does not, `lookAtNetworks` has to do.
  private func watchAddresses() {
    AddressWatch.open(on: loop) { [weak self] in
      guard let self, !isStopped else { return }
      compareNetworks()
      scheduleTurn()
    }.whenSuccess { [weak self] channel in
      if let self, !isStopped { addresses = channel } else { channel.close(promise: nil) }
    }
  }

  private func compareNetworks() {
    let found = OwnAddresses.networks()
    guard found != networks else { return }
    networks = found
    mailbox.add(.networks(found))
  }

  private func scheduleTurn() {
    guard !isTurnScheduled, let at = mailbox.readyAt else { return }
    later?.cancel()
    later = nil
    guard at > .now() else {
      isTurnScheduled = true
      return loop.execute { self.turn() }
    }
    later = loop.scheduleTask(deadline: at) {
      self.later = nil
      self.scheduleTurn()
    }
  }

  /// Gives commands from any thread, in their order, and waits for what comes of each.
  func submit(_ commands: [Call]) async -> [Result<any Message, Refused>] {
    let count = commands.count
    guard count > 0 else { return [] }
    guard pending.add(count, ordering: .relaxed).newValue <= Self.mailboxLimit else {
      pending.subtract(count, ordering: .relaxed)
      let busy = Refused(.busy, "The daemon has too much to do: try again in a moment.")
      return Array(repeating: .failure(busy), count: count)
    }
    defer { pending.subtract(count, ordering: .relaxed) }
    return await withCheckedContinuation { continuation in
      loop.execute {
        guard !self.isStopped else {
          return continuation.resume(
            returning: Array(repeating: .failure(Self.stopping), count: count))
        }
        let answers = Answers(count) { continuation.resume(returning: $0) }
        let group = count > 1 ? self.nextCommand : nil
        for (index, var command) in commands.enumerated() {
          command.group = group
          let id = self.nextCommand
          self.nextCommand += 1
          self.waiting[id] = { answers.take($0, at: index) }
          self.receive(.command(CommandID(id), command))
        }
        if count > 1 { self.together = self.nextCommand }
      }
    }
  }

  /// Makes calls from any thread, without waiting for what comes of them.
  func perform(_ calls: [Call]) {
    loop.execute { for call in calls { self.receive(.due(call)) } }
  }

  /// Notes, from any thread, that somebody looks at the list of peers.
  func look() {
    loop.execute {
      self.lookedUntil = .now() + Self.lookTime
      self.receive(.wake)
    }
  }

  /// Has the board take the views of matches that went on while nobody followed.
  func publishUnseen() async {
    guard hasUnseen.load(ordering: .acquiring) else { return }
    await withCheckedContinuation { continuation in
      loop.execute {
        // What cannot be read now is shown as it was.
        for output in (try? self.node.publishUnseen()) ?? [] { self.perform(output) }
        self.hasUnseen.store(self.node.hasUnseen, ordering: .releasing)
        continuation.resume()
      }
    }
  }

  /// Says goodbye to every peer and takes no more inputs.
  func stop() -> EventLoopFuture<Void> {
    loop.assertInEventLoop()
    isStopped = true
    addresses?.close(promise: nil)
    wake?.task.cancel()
    later?.cancel()
    for output in node.farewell() { links?.perform(output) }
    links?.flush()
    for answer in waiting.values { answer(.failure(Self.stopping)) }
    waiting = [:]
    board.close()
    return links?.shutdown() ?? loop.makeSucceededVoidFuture()
  }

  private func turn() {
    isTurnScheduled = false
    guard !isStopped else { return }
    let began = NIODeadline.now()
    let inputs = mailbox.next(at: began) { input in
      guard case .command(let id, _) = input, id.number < together else { return Self.turnLimit }
      return Self.togetherLimit
    }
    guard !inputs.isEmpty else { return scheduleTurn() }
    node.hasSubscribers = board.hasReaders
    node.isLookedAt = board.hasReaders || began < lookedUntil
    let result = node.turn(inputs, at: Clock.now)
    hasUnseen.store(node.hasUnseen, ordering: .releasing)
    mailbox.took(inputs, from: began, to: .now())
    for output in result.outputs { mailbox.note(output) }
    // Peers first: telling our own people wakes other threads.
    for output in result.outputs { links?.perform(output) }
    links?.flush()
    for output in result.outputs { perform(output) }
    node.store.checkpointIfDue { work in OwnThread.start(name: "log", work) }
    if inputs.contains(where: \.mayUseMemory) { heap.noteUse() } else { heap.noteSignOfLife() }
    board.take(node.freshDeliveries)
    board.update(storage: node.storageProblem, discovery: node.discoveryProblem)
    if let failure = node.fatalProblem {
      isStopped = true
      fail(failure)
      return
    }
    schedule(result.wakeAt)
    scheduleTurn()
  }

  private func perform(_ output: Output) {
    switch output {
    case .answer(let id, let result):
      waiting.removeValue(forKey: id.number)?(result)
    case .publish(let change): board.publish(change)
    case .advertise(let advertisement): discovery?.update(advertisement)
    case .notify(let call): notifier.call(call)
    case .send, .established, .close, .dial, .tryWay, .engage, .renewSecurity, .expect: break
    }
  }

  private func schedule(_ at: Int64?) {
    if let wake, wake.at == at { return }
    wake?.task.cancel()
    wake = nil
    guard let at else { return }
    // Never at once: the sockets come first, whatever the node asks for.
    let delay = max(1, at - Clock.now.steady)
    let task = loop.scheduleTask(in: .milliseconds(delay)) {
      self.wake = nil
      self.receive(.wake)
    }
    wake = (at, task)
  }
}

extension Input {
  /// Whether it is more than a sign of life or the clock: a daemon at rest need not wake once more for its memory.
  fileprivate var mayUseMemory: Bool {
    switch self {
    case .frame(_, let frame): frame.count > LinkLimits.signOfLife
    case .wake: false
    default: true
    }
  }
}

/// The results of commands that were given together; belongs to the loop.
private final class Answers {
  private var results: [Result<any Message, Refused>?]
  private var missing: Int
  private let done: ([Result<any Message, Refused>]) -> Void

  init(_ count: Int, done: @escaping ([Result<any Message, Refused>]) -> Void) {
    results = Array(repeating: nil, count: count)
    missing = count
    self.done = done
  }

  func take(_ result: Result<any Message, Refused>, at index: Int) {
    results[index] = result
    missing -= 1
    if missing == 0 { done(results.compactMap { $0 }) }
  }
}
