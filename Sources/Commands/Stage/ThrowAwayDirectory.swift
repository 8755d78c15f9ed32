import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A fresh directory among the temporary files, open to its person only.
package enum ThrowAwayDirectory {
  /// Makes one, and returns its path; the caller removes it.
  package static func make(_ name: String) throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/parlor-\(name)-\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        SessionEnd.refused,
        "No directory can be made in \(base) (\(String(cString: strerror(errno)))): set TMPDIR to another."
      )
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
