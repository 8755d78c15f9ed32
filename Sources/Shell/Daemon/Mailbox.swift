import NIOCore
import Node

/// Inputs that wait for their turn. Our person and those whom it knows go first; strangers take turns among themselves and get a
/// share of the time.
///
/// Within one link the order stays.
struct Mailbox {
  /// Inputs of strangers that share a turn at most.
  private static let strangersLimit = 8
  /// And their bytes: the work for a longer frame is most of a turn.
  private static let strangersBytes = 16 << 10
  /// Bytes of frames that share a turn at most of those that go first: a longer frame has a turn for itself, and between two of them
  /// others have theirs.
  private static let firstBytes = 64 << 10
  /// Frames of a stranger's link that may wait; then it hands over no more.
  private static let framesHeld = 4
  /// After a turn for strangers that took some time, the others have this many times as much, while there are any.
  private static let shareOfOthers = 4
  /// The time for which those who go first count as there after their last input.
  private static let activity = TimeAmount.seconds(1)

  private var first: [Input] = []
  private var strangers: [LinkID: [Input]] = [:]
  /// The links of strangers with inputs, in the order of their turns.
  private var order: [LinkID] = []
  private var known: Set<LinkID> = []
  private var engaged: Set<LinkID> = []
  /// Strangers whose Hello was taken.
  private var met: Set<LinkID> = []
  private var lastFirst: NIODeadline?
  private var strangersAt = NIODeadline.uptimeNanoseconds(0)
  /// Whether it is the turn of strangers: both kinds take turns, where both may.
  private var isTurnOfStrangers = false

  var isEmpty: Bool { first.isEmpty && order.isEmpty }

  /// Puts an input in.
  mutating func add(_ input: Input) {
    guard let link = input.link, !known.contains(link), !engaged.contains(link) else {
      if case .linkClosed(let link, _) = input {
        known.remove(link)
        met.remove(link)
      }
      first.append(input)
      return
    }
    if strangers[link] == nil { queue(link) }
    strangers[link, default: []].append(input)
    if case .linkClosed = input { met.remove(link) }
  }

  /// Whether so much of a link waits that it should hand over no more.
  func isHeld(_ link: LinkID) -> Bool { strangers[link]?.count ?? 0 >= Self.framesHeld }

  /// Takes the inputs of the next turn.
  ///
  /// - Parameter limit: how many of those that go first, by the first of them.
  mutating func next(at now: NIODeadline, limit: (Input) -> Int) -> [Input] {
    let mayStrangers = !order.isEmpty && now >= strangersAt
    guard let head = first.first, !(isTurnOfStrangers && mayStrangers) else {
      isTurnOfStrangers = false
      return mayStrangers ? nextOfStrangers() : []
    }
    isTurnOfStrangers = true
    lastFirst = now
    var bytes = 0
    let inputs = Array(
      first.prefix(limit(head)).enumerated().prefix { place, input in
        if case .frame(_, let frame) = input { bytes += frame.count }
        return place == 0 || bytes <= Self.firstBytes
      }.map(\.element))
    first.removeFirst(inputs.count)
    return inputs
  }

  /// The time from which there is something to take; nil when there is nothing.
  var readyAt: NIODeadline? {
    guard first.isEmpty else { return NIODeadline.uptimeNanoseconds(0) }
    return order.isEmpty ? nil : strangersAt
  }

  /// A turn is over.
  mutating func took(_ inputs: [Input], from began: NIODeadline, to ended: NIODeadline) {
    guard let link = inputs.first?.link, !known.contains(link), !engaged.contains(link),
      let lastFirst, ended - lastFirst < Self.activity
    else { return }
    strangersAt = ended + (ended - began) * Self.shareOfOthers
  }

  /// Looks at what the node says of links.
  mutating func note(_ output: Output) {
    switch output {
    case .established(let link, .paired):
      known.insert(link)
      promote(link)
    case .established(let link, _):
      known.remove(link)
      met.insert(link)
    case .engage(let links):
      engaged = Set(links)
      for link in links { promote(link) }
    default: break
    }
  }

  /// Puts a link at the end of the order. One that is not greeted yet goes to the front: it may be somebody our person knows.
  private mutating func queue(_ link: LinkID) {
    order.insert(link, at: met.contains(link) ? order.endIndex : order.startIndex)
  }

  /// Puts the inputs of a link that wait among those that go first, before all that come from now on.
  private mutating func promote(_ link: LinkID) {
    guard let inputs = strangers.removeValue(forKey: link) else { return }
    order.removeAll { $0 == link }
    first += inputs
  }

  private mutating func nextOfStrangers() -> [Input] {
    var inputs: [Input] = []
    var bytes = 0
    while let link = order.first, inputs.count < Self.strangersLimit {
      guard var waiting = strangers[link], let input = waiting.first else { break }
      if case .frame(_, let frame) = input { bytes += frame.count }
      guard inputs.isEmpty || bytes <= Self.strangersBytes else { break }
      order.removeFirst()
      waiting.removeFirst()
      strangers[link] = waiting.isEmpty ? nil : waiting
      if !waiting.isEmpty { order.append(link) }
      inputs.append(input)
    }
    return inputs
  }
}

extension Input {
  /// The link that it is about; nil for what is about none.
  fileprivate var link: LinkID? {
    switch self {
    case .linkOpened(let link, _), .linkClosed(let link, _), .frame(let link, _): link
    default: nil
    }
  }
}
