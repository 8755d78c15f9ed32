import FoundationEssentials
import Glibc

/// The programs that come with this one.
public enum Installed {
  /// The path of the one beside the program that runs now; its bare name, to be looked for in PATH, where there is none.
  public static func program(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return name }
    let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = PathText.folder(of: own) + "/" + name
    return access(beside, X_OK) == 0 ? beside : name
  }

  /// Returns the sentence for people when a program cannot be started.
  ///
  /// - Parameters:
  ///   - purpose: what it does, as "which draws".
  ///   - code: why not, an `errno`.
  public static func missing(_ name: String, _ purpose: String, _ code: Int32) -> String {
    "\(name), \(purpose), cannot be started (\(String(cString: strerror(code)))): `scripts/install-user` puts it beside parlor."
  }
}
