import Feature
import Identifiers
import Schema
import Wire

/// Pairing by words: one exchange at once, the questions that wait, and the failures that lock
/// (specification section 16).
///
/// A pure machine: it is given nonces and steady milliseconds, and says what to do. Whom it talks about is who
/// TLS proved, so nothing in a frame can name somebody else.
struct Pairing {
  /// A step that the node must take next, in order.
  enum Step: Equatable {
    case send(Frame.OneOf_Body, to: NodeID)
    /// Show people where a pairing stands; the name is not filled in.
    case tell(PairView)
    /// Both people said yes: trust this key from now on.
    case pair(NodeID)
  }

  /// The stage of an exchange.
  enum Stage: Equatable {
    /// Our commitment is sent. Can become comparing, or answering when both asked at once.
    case asking(nonce: Bytes32)
    /// Their commitment came and our nonce is sent. Can become comparing.
    case answering(commitment: Bytes32, nonce: Bytes32)
    /// Both screens show the code.
    case comparing(PairCode, confirmed: Bool, confirmedThere: Bool)

    /// Our nonce is out: an exchange that ends here was a guess of somebody's.
    var isGuess: Bool {
      switch self {
      case .asking: false
      case .answering, .comparing: true
      }
    }
  }

  /// The pairing that goes on.
  struct Exchange: Equatable {
    let peer: NodeID
    var stage: Stage
    let endsAt: Int64
  }

  /// Somebody asks, and our person has said nothing.
  struct Question: Equatable {
    let commitment: Bytes32
    /// The machine that it came from.
    var origin = ""
    let endsAt: Int64

    /// The time at which it was asked.
    var askedAt: Int64 { endsAt - Limits.pairingMilliseconds }
  }

  /// Our person waits for a question.
  struct Waiting: Equatable {
    /// The peer that it waits for, as typed; empty for anybody.
    let peer: String
    let endsAt: Int64
  }

  let own: NodeID
  private(set) var exchange: Exchange?
  private(set) var questions: [NodeID: Question] = [:]
  private(set) var waiting: Waiting?
  private var failures = 0
  private var lockedUntil = Int64.min

  init(own: NodeID) { self.own = own }

  // MARK: Our person

  /// Asks a peer, or goes on with its question; nothing new when that goes on already.
  ///
  /// - Parameter nonce: 32 fresh random bytes.
  /// - Throws: `Refused` while another pairing goes on, or pairing is locked.
  mutating func start(_ peer: NodeID, nonce: Bytes32, at now: Int64) throws(Refused) -> [Step] {
    if let exchange, exchange.peer == peer { return [.tell(view(of: exchange))] }
    try checkFree(at: now)
    let ended = endWaiting(.failed, "you started another pairing")
    if let question = questions.removeValue(forKey: peer) {
      return ended + answer(peer, question.commitment, nonce: nonce, at: now)
    }
    let commitment = PairCode.commitment(asker: own, answerer: peer, nonce: nonce)
    let frame = Frame.OneOf_Body.pairAsk(.with { $0.commitment = commitment.data })
    return ended + begin(peer, .asking(nonce: nonce), frame, at: now)
  }

  /// Goes on with the next question of whoever is waited for.
  mutating func wait(for peer: String, at now: Int64) throws(Refused) -> [Step] {
    try checkFree(at: now)
    let ended = endWaiting(.failed, "you started to wait again")
    waiting = Waiting(peer: peer, endsAt: now + Limits.pairingMilliseconds)
    return ended + [.tell(.with { $0.state = .waiting })]
  }

  /// Our person's word: on a question only no, on the words yes or no; no ends whatever goes on.
  mutating func say(_ yes: Bool, to peer: NodeID, at now: Int64) throws(Refused) -> [Step] {
    guard let exchange, exchange.peer == peer else {
      guard questions[peer] != nil else {
        throw Refused(
          .notFound,
          "No pairing with that peer is going on: it ended, or never began.",
          .about(peer, .startPairing)
        )
      }
      if yes { throw Refused(.notNow, "Compare the words first.", .about(peer, .compareWords)) }
      questions[peer] = nil
      return [refuse(peer, .declined), told(peer, .failed, "you declined")]
    }
    guard yes else {
      return [refuse(peer, .declined)] + fail(exchange, "you said no", at: now)
    }
    guard case .comparing(let code, let confirmed, let there) = exchange.stage else {
      throw Refused(.notNow, "There is nothing to compare yet: wait until the words are shown.")
    }
    guard !confirmed else { return [.tell(view(of: exchange))] }
    let word = Step.send(.pairConfirm(PairConfirm()), to: peer)
    if there { return [word] + succeed(exchange) }
    self.exchange?.stage = .comparing(code, confirmed: true, confirmedThere: false)
    return [word] + tellExchange()
  }

  /// Our person waits no longer.
  mutating func stopWaiting() -> [Step] { endWaiting(.failed, "you said no") }

  // MARK: The peer

  /// A peer asks.
  ///
  /// - Parameters:
  ///   - origin: the machine that the question comes from.
  ///   - isAwaited: it is whom our person waits for.
  ///   - nonce: 32 fresh random bytes, in case we answer at once.
  mutating func asked(
    by peer: NodeID, from origin: String = "", _ commitment: Bytes32, isAwaited: Bool,
    nonce: Bytes32, at now: Int64
  ) -> [Step] {
    var steps: [Step] = []
    if let exchange, exchange.peer == peer {
      if case .asking = exchange.stage {
        // Both asked at once: the smaller id's question counts, on both sides.
        if own < peer { return [] }
        self.exchange = nil
        return answer(peer, commitment, nonce: nonce, at: now)
      }
      steps = fail(exchange, "the other side started again", at: now)
    }
    guard now >= lockedUntil else { return steps + [refuse(peer, .locked)] }
    if isAwaited, exchange == nil, waiting != nil {
      waiting = nil
      return steps + answer(peer, commitment, nonce: nonce, at: now)
    }
    if questions[peer] == nil, questions.count >= Limits.pairingQuestions {
      guard let other = displaced(by: origin, at: now) else {
        return steps + [refuse(peer, .busy)]
      }
      questions[other] = nil
      steps += [refuse(other, .busy), told(other, .failed, "others ask, too")]
    }
    questions[peer] = Question(
      commitment: commitment, origin: origin, endsAt: now + Limits.pairingMilliseconds)
    return steps + [told(peer, .asked)]
  }

  /// The question that gives its place to a new one: of the machine that asks most, else the oldest that our person had time to see.
  private func displaced(by origin: String, at now: Int64) -> NodeID? {
    let oldestFirst = questions.sorted {
      ($0.value.askedAt, $0.key) < ($1.value.askedAt, $1.key)
    }
    let machines = Dictionary(grouping: oldestFirst) { $0.value.origin }
    let most = machines.max {
      ($0.value.count, $1.value[0].value.askedAt) < ($1.value.count, $0.value[0].value.askedAt)
    }
    if let most, most.value.count > (machines[origin]?.count ?? 0) + 1 { return most.value[0].key }
    return oldestFirst.first { $0.value.askedAt + Limits.questionMilliseconds <= now }?.key
  }

  /// A nonce came; nil when none was due.
  mutating func heard(_ nonce: Bytes32, from peer: NodeID, at now: Int64) -> [Step]? {
    guard let exchange, exchange.peer == peer else { return nil }
    let code: PairCode
    var steps: [Step] = []
    switch exchange.stage {
    case .asking(let ours):
      code = PairCode(asker: own, answerer: peer, askersNonce: ours, answerersNonce: nonce)
      steps = [.send(.pairNonce(.with { $0.nonce = ours.data }), to: peer)]
    case .answering(let commitment, let ours):
      guard PairCode.commitment(asker: peer, answerer: own, nonce: nonce) == commitment else {
        return [refuse(peer, .mismatch)]
          + fail(
            exchange,
            "the other side did not keep to what it had committed to: somebody may be in between",
            at: now)
      }
      code = PairCode(asker: peer, answerer: own, askersNonce: nonce, answerersNonce: ours)
    case .comparing: return nil
    }
    self.exchange?.stage = .comparing(code, confirmed: false, confirmedThere: false)
    return steps + tellExchange()
  }

  /// The other person said yes; nil when no word was due.
  mutating func heardYes(from peer: NodeID) -> [Step]? {
    guard let exchange, exchange.peer == peer,
      case .comparing(let code, let confirmed, _) = exchange.stage
    else { return nil }
    if confirmed { return succeed(exchange) }
    self.exchange?.stage = .comparing(code, confirmed: false, confirmedThere: true)
    return tellExchange()
  }

  /// The other side ended it.
  mutating func heardNo(
    _ reason: PairRefusalReason, from peer: NodeID, at now: Int64
  ) -> [Step] {
    if let exchange, exchange.peer == peer {
      return fail(exchange, reason.sentence, at: now, late: reason == .late)
    }
    guard questions.removeValue(forKey: peer) != nil else { return [] }
    return [told(peer, .failed, "it stopped asking")]
  }

  /// The link to a peer is gone, or the peer is wanted no more.
  mutating func lost(_ peer: NodeID, _ reason: String, at now: Int64) -> [Step] {
    if let exchange, exchange.peer == peer { return fail(exchange, reason, at: now) }
    guard questions.removeValue(forKey: peer) != nil else { return [] }
    return [told(peer, .failed, reason)]
  }

  // MARK: Time

  /// Ends what took too long.
  mutating func tick(at now: Int64) -> [Step] {
    var steps: [Step] = []
    if let exchange, now >= exchange.endsAt {
      steps += [refuse(exchange.peer, .late)]
      steps += fail(exchange, "it took too long", at: now, late: true)
    }
    for (peer, question) in questions.sorted(by: { $0.key < $1.key }) where now >= question.endsAt {
      questions[peer] = nil
      steps += [refuse(peer, .late), told(peer, .late, "it took too long")]
    }
    if let waiting, now >= waiting.endsAt { steps += endWaiting(.late, "nobody asked in time") }
    return steps
  }

  /// The time at which `tick` has something to do; nil while there is nothing.
  var nextWake: Int64? {
    (questions.values.map(\.endsAt) + [exchange?.endsAt, waiting?.endsAt].compactMap { $0 }).min()
  }

  // MARK: Steps

  private func checkFree(at now: Int64) throws(Refused) {
    guard exchange == nil else {
      throw Refused(.busy, "Another pairing is in progress: finish or decline that one first.")
    }
    guard now >= lockedUntil else {
      let minutes = (lockedUntil - now + 59_999) / 60_000
      throw Refused(
        .notNow,
        "Too many pairings failed: pairing is locked for another \(Count.word(minutes, "minute", "\(minutes) minutes"))."
      )
    }
  }

  private mutating func begin(
    _ peer: NodeID, _ stage: Stage, _ frame: Frame.OneOf_Body, at now: Int64
  ) -> [Step] {
    exchange = Exchange(peer: peer, stage: stage, endsAt: now + Limits.pairingMilliseconds)
    return [.send(frame, to: peer)] + tellExchange()
  }

  private mutating func answer(
    _ peer: NodeID, _ commitment: Bytes32, nonce: Bytes32, at now: Int64
  ) -> [Step] {
    let frame = Frame.OneOf_Body.pairNonce(.with { $0.nonce = nonce.data })
    return begin(peer, .answering(commitment: commitment, nonce: nonce), frame, at: now)
  }

  private mutating func succeed(_ exchange: Exchange) -> [Step] {
    self.exchange = nil
    questions[exchange.peer] = nil
    failures = 0
    return [.pair(exchange.peer), told(exchange.peer, .done)]
  }

  private mutating func fail(
    _ exchange: Exchange, _ reason: String, at now: Int64, late: Bool = false
  ) -> [Step] {
    self.exchange = nil
    if exchange.stage.isGuess { failures += 1 }
    if failures >= Limits.pairingFailures {
      failures = 0
      lockedUntil = now + Limits.pairingLockMilliseconds
    }
    return [told(exchange.peer, late ? .late : .failed, reason)]
  }

  private mutating func endWaiting(_ state: PairState, _ reason: String) -> [Step] {
    guard waiting != nil else { return [] }
    waiting = nil
    return [
      .tell(
        .with {
          $0.state = state
          $0.reason = reason
        })
    ]
  }

  private func refuse(_ peer: NodeID, _ reason: PairRefusalReason) -> Step {
    .send(.pairRefuse(.with { $0.reason = reason }), to: peer)
  }

  private func told(_ peer: NodeID, _ state: PairState, _ reason: String = "") -> Step {
    .tell(
      .with {
        $0.peer = peer.description
        $0.state = state
        $0.reason = reason
      })
  }

  private func tellExchange() -> [Step] { exchange.map { [.tell(view(of: $0))] } ?? [] }

  private func view(of exchange: Exchange) -> PairView {
    .with { view in
      view.peer = exchange.peer.description
      view.state = .asking
      if case .comparing(let code, let confirmed, let there) = exchange.stage {
        view.state = .comparing
        view.digits = code.digits
        view.words = code.words
        view.confirmed = confirmed
        view.confirmedThere = there
      }
    }
  }
}

extension PairRefusalReason {
  /// The reason why the other side ended a pairing, for people.
  var sentence: String {
    switch self {
    case .declined: "the other person said no"
    case .busy: "the other node is busy with other pairings"
    case .locked: "too many pairings failed over there: it pairs again in ten minutes"
    case .late: "it took too long"
    case .mismatch:
      "the other side saw another question than the one we asked: somebody may be in between"
    case .ticket: "the ticket is no longer valid: make a new one on the other machine"
    case .unspecified, .UNRECOGNIZED: "the other side ended it"
    }
  }
}
