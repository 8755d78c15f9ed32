import Client
import Drawings
import DrawingSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Others who draw on the same paper: what they draw is shown here, and what is drawn here is shown to them (row W-25).
struct PaperCompany {
  /// The least milliseconds between two parts of a stroke: thirty a second.
  private static let pause: Int64 = 34
  private static let mostPoints = 100

  private let paper: String
  private let client: DaemonClient
  private var stream: ChangeReader?
  private var now: DrawnNow
  /// Tells the strokes of our person apart.
  private var stroke = UInt32.random(in: 0..<1 << 30)
  private var sent = 0
  private var last: Int64 = 0

  init(_ view: DrawingView, _ client: DaemonClient) throws {
    paper = view.id
    self.client = client
    now = DrawnNow(paper: view.id)
    stream = try client.changes("?room=\(view.room)&attend=true")
  }

  /// The strokes that others draw at this moment.
  var others: [Ink] { now.inks }

  /// Can be read when something has come.
  var descriptor: Int32? { stream?.descriptor }

  /// Takes the changes that have come. Returns whether strokes on the paper have changed.
  mutating func read() throws -> Bool {
    _ = now.forget(now: SessionLoop.wall)
    guard let stream else { return false }
    var item = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&item, 1, 0) > 0 else { return false }
    var hasChanged = false
    do {
      for item in try stream.read() {
        switch item {
        case .change(let change): hasChanged = take(change) || hasChanged
        case .gap, .ready: hasChanged = true
        case .stopping: self.stream = nil
        }
      }
    } catch ClientFailure.noDaemon {
      // What is drawn here says by itself that the daemon is gone.
      self.stream = nil
    }
    return hasChanged
  }

  private mutating func take(_ change: Change) -> Bool {
    if case .ephemeral(let shown)? = change.what {
      guard let trace = try? TraceView(unpackingAny: shown.view) else { return false }
      _ = now.take(trace, now: SessionLoop.wall)
      return false
    }
    if let stroke = change.shown(StrokeView.self) {
      guard stroke.paper == paper else { return false }
      now.arrived(stroke)
      return true
    }
    if let view = change.shown(DrawingView.self) { return view.id == paper }
    if case .roomChanged? = change.what { return true }
    return false
  }

  /// Shows others the new part of a stroke.
  mutating func show(_ ink: Ink?) {
    guard let ink else {
      // The next one is another one.
      if sent > 0 { stroke += 1 }
      sent = 0
      return
    }
    let time = SessionLoop.wall
    guard ink.points.count > sent, time - last >= Self.pause else { return }
    last = time
    var part = ink
    part.points = Array(ink.points[sent...].prefix(Self.mostPoints))
    let begun = part.points[0].time
    part.points = part.points.map { point in
      var point = point
      point.time -= begun
      return point
    }
    part.hasTimes = part.points.count > 1
    // The stroke itself comes all the same.
    _ = try? client.call(Methods.Drawings.trace) {
      $0.paper = paper
      $0.stroke = stroke
      $0.first = UInt32(sent)
      $0.ink = part.message
    }
    sent += part.points.count
  }
}
