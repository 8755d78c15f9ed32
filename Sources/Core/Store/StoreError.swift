/// The reason why the store cannot do what was asked; each case is a sentence for people.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another process holds the home.
  case locked(home: String)
  /// The home cannot be locked, as on a file system without locks: two processes could write it at once.
  case unlockable(home: String, reason: String)
  /// The home cannot be made or written.
  case unwritable(home: String, reason: String)
  /// The database was written by a newer program.
  case newer(found: Int, known: Int)
  /// The database was written by a program that spoke the first version of the protocol.
  case older(found: Int)
  /// The database is damaged.
  case damaged(String)
  /// The disk is full; nothing was changed.
  case full
  /// The disk failed; the node must stop.
  case failed(String)

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .locked(let home):
      "The home \(home) is in use by another Parlor daemon: stop it with `parlor stop`, or choose another home with --home."
    case .unlockable(let home, let reason):
      "The home \(home) cannot be locked (\(reason)), so two daemons could write it at once: choose a home on a disk of this machine with --home."
    case .unwritable(let home, let reason):
      "The home \(home) cannot be written (\(reason)): correct its permissions, or choose another home with --home."
    case .newer(let found, let known):
      "The database has version \(found), and this program knows only version \(known): run the newer Parlor that wrote it, or choose another home with --home."
    case .older:
      "This home was made by an earlier Parlor, whose rooms this one cannot read: choose another home with --home, or move this one away."
    case .damaged(let what):
      "The database is damaged (\(what)): run `parlor mend`, or restore a backup with `parlor restore`."
    case .full:
      "The disk is full, so nothing was changed: make room (5 MiB at least) and try again."
    case .failed(let reason):
      "The disk failed (\(reason)): nothing was changed; check the disk and start again."
    }
  }
}
