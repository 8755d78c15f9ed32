import Schema
import Store

/// Whether this program can use the database of a home.
enum DatabaseVerdict {
  static func check(_ found: DatabaseVersion.Found) -> DoctorCheck {
    switch found {
    case .none:
      .notChecked(.database, "There is no database yet: the first start makes it.")
    case .unreadable(let reason):
      .problem(.database, "The database cannot be read (\(reason)): correct its permissions.")
    case .foreign:
      .problem(
        .database,
        "parlor.sqlite is no longer a database: run `parlor mend`, or restore a backup.")
    case .version(let version) where version > DatabaseVersion.known:
      .problem(
        .database, StoreError.newer(found: version, known: DatabaseVersion.known).description)
    case .version(0):
      .ok(.database, "The database is new: all of it is still in its write-ahead log.")
    case .version(let version) where version < DatabaseVersion.oldest:
      .problem(.database, StoreError.older(found: version).description)
    case .version(let version):
      .ok(.database, "The database has version \(version), which this program knows.")
    }
  }
}
