import Crypto
import Feature
import FoundationEssentials
import Identifiers
import Programs
import Synchronization

/// The browsers that may see the page, and the links that let further ones in. They are kept in a file of the home that only its person may
/// read.
///
/// The file holds hashes of the cookies, not the cookies: its reader cannot open the page with it.
final class Browsers: Sendable {
  /// Most browsers that may see the page; the one that was not used for longest makes room.
  static let most = 16
  /// The time for which a link works, in seconds.
  static let linkSeconds = 60
  /// A browser's last use is known to within so much.
  private static let seenMilliseconds: Int64 = 60_000

  /// One browser, as the file holds it.
  struct Browser: Codable, Sendable {
    let id: String
    /// SHA-256 of the cookie, in base32.
    let hash: String
    let name: String
    let since: Int64
    var seen: Int64
  }

  private struct Kept: Codable {
    var label: String
    /// 0 before there was one.
    var port: Int
    /// Whether the page is served whenever the daemon runs.
    var isOpen: Bool
    var browsers: [Browser]
  }

  private struct State {
    var kept: Kept
    /// Until when each link works, by its hash; and who used it.
    var links: [String: (until: Int64, used: String?)] = [:]
  }

  private let path: String
  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  /// Reads the file of a home; makes a label where there is none.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Throws: `REFUSAL_CODE_STORAGE`.
  init(home: String, now: @escaping @Sendable () -> Int64) throws {
    path = "\(home)/page.json"
    self.now = now
    let text: String?
    do {
      text = try PrivateFile.read(path)
    } catch {
      throw Self.unreadable(path, error.reason)
    }
    if let text {
      do {
        state = Mutex(State(kept: try JSONDecoder().decode(Kept.self, from: Data(text.utf8))))
      } catch {
        throw Self.unreadable(path, "it is damaged")
      }
    } else {
      let label = String((0..<10).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement()! })
      state = Mutex(State(kept: Kept(label: label, port: 0, isOpen: false, browsers: [])))
    }
  }

  private static func unreadable(_ path: String, _ reason: String) -> Refused {
    Refused(
      .storage,
      "\(path), which says who may see the page, cannot be read (\(reason)).",
      .renewBrowsers
    )
  }

  /// The address of the page; its port is 0 before it was served.
  var address: PageAddress {
    state.withLock { PageAddress(label: $0.kept.label, port: $0.kept.port) }
  }

  /// Whether the page is to be served.
  var isOpen: Bool { state.withLock { $0.kept.isOpen } }

  /// The browsers, the last used first.
  var all: [Browser] { state.withLock { $0.kept.browsers.sorted { $0.seen > $1.seen } } }

  /// Links that work and that nobody has used.
  var openLinks: Int {
    let now = now()
    return state.withLock { $0.links.values.count { $0.until > now && $0.used == nil } }
  }

  /// Keeps that the page is served on a port from now on.
  func open(port: Int) throws {
    try change { kept in
      kept.port = port
      kept.isOpen = true
    }
  }

  /// Makes a link's secret.
  func makeLink() -> String {
    let secret = Self.secret(bytes: 18)
    let until = now() + Int64(Self.linkSeconds) * 1_000
    state.withLock { state in
      state.links = state.links.filter { $0.value.until > now() }
      state.links[Self.hash(secret)] = (until, nil)
    }
    return secret
  }

  /// The outcome of a link's secret.
  enum Entrance {
    /// The cookie of the new session.
    case cookie(String)
    /// Somebody, by this name, has used it before.
    case used(String)
    /// It never was one, or its time is over.
    case late
  }

  /// Lets a browser in.
  ///
  /// - Parameter name: what the browser calls itself.
  /// - Throws: `REFUSAL_CODE_STORAGE` where that cannot be kept.
  func enter(_ secret: String, name: String) throws -> Entrance {
    let (hash, now) = (Self.hash(secret), now())
    let found = state.withLock { state -> Entrance? in
      guard let link = state.links[hash], link.until > now else { return .late }
      if let used = link.used { return .used(used) }
      state.links[hash] = (link.until, name)
      return nil
    }
    if let found { return found }
    let cookie = Self.secret(bytes: 32)
    let browser = Browser(
      id: Base32.encode(Self.bytes(10)), hash: Self.hash(cookie), name: name, since: now, seen: now)
    try change { kept in
      kept.browsers.sort { $0.seen > $1.seen }
      kept.browsers = [browser] + kept.browsers.prefix(Self.most - 1)
    }
    return .cookie(cookie)
  }

  /// Whether a cookie names a session; notes its use.
  func knows(_ cookie: String) -> Bool {
    let (hash, now) = (Self.hash(cookie), now())
    return state.withLock { state in
      guard let index = state.kept.browsers.firstIndex(where: { $0.hash == hash }) else {
        return false
      }
      if now - state.kept.browsers[index].seen >= Self.seenMilliseconds {
        state.kept.browsers[index].seen = now
      }
      return true
    }
  }

  /// Ends the session that a cookie names.
  func end(cookie: String) throws {
    let hash = Self.hash(cookie)
    try change { kept in kept.browsers.removeAll { $0.hash == hash } }
  }

  /// Ends one session.
  ///
  /// - Parameter text: its id, or any unique beginning.
  func end(_ text: String) throws {
    let found = all.filter { $0.id.hasPrefix(text.lowercased()) }
    guard found.count == 1 else {
      throw found.isEmpty
        ? Refused(
          .notFound, "No browser \(text) may see the page.", .see("page list")
        )
        : Refused(
          .ambiguous, "More than one browser begins with \(text): give more letters of its id.")
    }
    try change { kept in kept.browsers.removeAll { $0.id == found[0].id } }
  }

  /// Ends all sessions and links, and keeps that the page is not to be served.
  func close() throws {
    state.withLock { $0.links = [:] }
    try change { kept in
      kept.isOpen = false
      kept.browsers = []
    }
  }

  /// Keeps when each browser was used last.
  func save() throws { try change { _ in } }

  private func change(_ body: (inout Kept) -> Void) throws {
    try state.withLock { state in
      let before = state.kept
      body(&state.kept)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      do {
        try PrivateFile.write(
          String(decoding: try encoder.encode(state.kept), as: UTF8.self), to: path)
      } catch {
        state.kept = before
        let reason = (error as? PrivateFile.Problem)?.reason ?? "\(error)"
        throw Refused(
          .storage,
          "\(path), which says who may see the page, cannot be written (\(reason)): make room on the disk, or check who owns the home."
        )
      }
    }
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: 0...255) }
  }

  private static func secret(bytes count: Int) -> String {
    Data(bytes(count)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func hash(_ secret: String) -> String {
    Base32.encode(Array(SHA256.hash(data: Data(secret.utf8))))
  }
}
