import Feature
import Features
import FoundationEssentials
import Link
import Node
import Store
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The way back from a damaged database: a new one with all that proves itself in the old one; the rest comes from
/// the peers.
public enum Mend {
  /// The result of mending a home.
  public enum Outcome: Equatable, Sendable {
    /// Nothing is wrong with the database, and nothing was changed.
    case whole
    /// The database is a new one; the old one is kept in a directory.
    case mended(Salvage.Tally, old: String)
  }

  private static let files = ["", "-wal"].map { Backup.database + $0 }

  /// Looks at the database of a home that no daemon runs in, and makes a new one if it must.
  ///
  /// - Throws: `StoreError` when the home is in use or cannot be written; `Refused` when nothing can be mended;
  ///   `NodeIdentityError`.
  public static func run(_ home: String) throws -> Outcome {
    if access(home, F_OK) == 0, access(home, R_OK | W_OK | X_OK) != 0 {
      throw StoreError.unwritable(home: home, reason: String(cString: strerror(errno)))
    }
    let database = home + "/" + Backup.database
    guard FileManager.default.fileExists(atPath: database) else {
      throw Refused(.notFound, "\(home) holds no database: there is nothing to mend.")
    }
    guard try isDamaged(home) else { return .whole }
    let lock = try HomeLock(home: home)
    defer { withExtendedLifetime(lock) {} }
    _ = try NodeIdentity.loadOrCreate(in: home)
    let work = try directory(in: home, "import.mend")
    defer { try? FileManager.default.removeItem(atPath: work) }
    let tally = try fill(work, from: home)
    return .mended(tally, old: try exchange(home, work))
  }

  /// Whether the store says so, or its content.
  private static func isDamaged(_ home: String) throws -> Bool {
    do {
      // As after a crash: the store looks through the whole database.
      if !FileManager.default.fileExists(atPath: home + "/running") {
        _ = FileManager.default.createFile(atPath: home + "/running", contents: nil)
      }
      let store = try Store(home: home, .parlor)
      defer { try? store.close() }
      guard let own = try store.read({ try $0.accounts().first?.author }) else { return false }
      try Inspection.run(store, own: own) { true }
      return false
    } catch let error as StoreError {
      guard case .damaged = error else { throw error }
      return true
    } catch {
      // What is stored cannot be read as what it should be.
      return true
    }
  }

  /// Makes the new database in a directory.
  private static func fill(_ work: String, from home: String) throws -> Salvage.Tally {
    let copies = try directory(in: work, "old")
    for file in files where FileManager.default.fileExists(atPath: home + "/" + file) {
      do {
        try FileManager.default.copyItem(atPath: home + "/" + file, toPath: copies + "/" + file)
      } catch {
        throw Backup.failure("The database cannot be copied")
      }
    }
    let sifted: Store
    do {
      sifted = try Store.sifted(
        copies + "/" + Backup.database, to: work + "/sifted.sqlite", .parlor)
    } catch StoreError.damaged(let what) {
      throw Refused(
        .storage,
        "Nothing of the database can be read (\(what)).", .restore
      )
    }
    let new = try Store(home: work + "/new", .parlor)
    let tally = try sifted.read { try Salvage.fill(new, from: $0) }
    try new.close()
    try sifted.close()
    return tally
  }

  /// Puts the new database where the old one is, which is kept; wherever this ends early, it can be done again.
  private static func exchange(_ home: String, _ work: String) throws -> String {
    let kept = try directory(in: home, "damaged")
    for file in files {
      let path = home + "/" + file
      guard FileManager.default.fileExists(atPath: path) else { continue }
      guard link(path, kept + "/" + file) == 0 else {
        throw Backup.failure("The damaged database cannot be kept")
      }
    }
    // A log beside a database that is not its own would be written into it.
    for file in files.dropFirst() + [Backup.database + "-shm"] { unlink(home + "/" + file) }
    guard rename(work + "/new/" + Backup.database, home + "/" + Backup.database) == 0 else {
      throw Backup.failure("The new database cannot be put in its place")
    }
    Store.forgetLog(of: home)
    return kept
  }

  private static func directory(in parent: String, _ name: String) throws -> String {
    var pattern = Array((parent + "/" + name + "." + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&pattern) != nil else {
      throw Backup.failure("A directory cannot be made in \(parent)")
    }
    return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
