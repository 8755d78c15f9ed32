import Identifiers
import Programs
import Terminal

/// The file with the secret of a judge, as 64 hexadecimal digits. Only its owner may read it.
package struct JudgeKeyFile {
  private let path: String

  /// Names a file.
  package init(_ path: String) { self.path = path }

  /// Reads the secret, 32 bytes; nil where there is no file.
  ///
  /// - Throws: `CommandFailure` where it cannot be read, or holds something else.
  package func read() throws -> [UInt8]? {
    do {
      guard let text = try PrivateFile.read(path) else { return nil }
      let digits = text.split(separator: "\n").first ?? ""
      guard let bytes = [UInt8](hex: String(digits)), bytes.count == 32 else {
        throw CommandFailure(
          SessionEnd.refused, "\(path.plain) holds no key of a judge: name another file.")
      }
      return bytes
    } catch let problem as PrivateFile.Problem {
      throw CommandFailure(
        SessionEnd.refused, "\(path.plain) cannot be read, because \(problem.reason).")
    }
  }

  /// Makes the file with a secret that nobody has had.
  ///
  /// - Throws: `CommandFailure` where it cannot be written.
  package func make() throws -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let secret = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    do {
      try PrivateFile.write(secret.hex + "\n", to: path)
    } catch {
      throw CommandFailure(
        SessionEnd.refused, "\(path.plain) cannot be written, because \(error.reason).")
    }
    return secret
  }
}
