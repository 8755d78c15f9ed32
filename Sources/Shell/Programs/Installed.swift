import FoundationEssentials
import Glibc

/// The programs that come with this one.
public enum Installed {
  /// The link to the program that runs now. Through it the same bytes begin again, whatever has become of their file.
  private static let itself = "/proc/self/exe"
  /// The end of that link's text once the file was replaced or deleted.
  private static let gone = " (deleted)"

  /// The path of the one beside the program that runs now; its bare name, to be looked for in PATH, where there is none.
  public static func program(_ name: String) -> String { program(name, beside: running()) }

  /// The path of a program that may be the one that runs now, and is the same version of it then: a newer one that took the place of its file
  /// may speak in another way.
  public static func sameProgram(_ name: String) -> String {
    let own = running()
    return isCalled(name, own) ? itself : program(name, beside: own)
  }

  /// Whether a program has a name, by the text of the link to it.
  static func isCalled(_ name: String, _ own: String?) -> Bool {
    guard let own, let last = own.split(separator: "/").last else { return false }
    return last == name || last == name + gone
  }

  private static func program(_ name: String, beside own: String?) -> String {
    guard let own else { return name }
    let beside = PathText.folder(of: own) + "/" + name
    return access(beside, X_OK) == 0 ? beside : name
  }

  /// The text of the link to the program that runs now; nil where the system does not tell.
  private static func running() -> String? { target(of: itself) }

  /// The text of the link to the program of a process; nil for one that has ended, also where nobody has asked how.
  static func running(as process: pid_t) -> String? { target(of: "/proc/\(process)/exe") }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the sentence for people when a program cannot be started.
  ///
  /// - Parameters:
  ///   - purpose: its purpose, such as "which draws".
  ///   - code: why not, an `errno`.
  public static func missing(_ name: String, _ purpose: String, _ code: Int32) -> String {
    "\(name), \(purpose), cannot be started (\(String(cString: strerror(code)))): `scripts/install-user` puts it beside parlor."
  }
}
