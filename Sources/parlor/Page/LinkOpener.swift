import FoundationEssentials
import Glibc
import Programs

/// Opens a link in the person's browser without naming it on a command line, which every user of the machine can read.
///
/// A file of the person's own leads the browser there. It lies in the home directory under a name that is not hidden:
/// browsers that come as a snap read nothing else.
struct LinkOpener {
  private let path: String?

  init() {
    let folder = FileManager.default.homeDirectoryForCurrentUser.path
    let letters = (0..<10).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement()! }
    path = access(folder, W_OK) == 0 ? "\(folder)/parlor-page-\(String(letters)).html" : nil
  }

  /// Starts a browser; false when there is none.
  func open(_ address: String) -> Bool {
    guard let path else { return false }
    let text = """
      <!doctype html>
      <meta charset="utf-8">
      <title>Parlor</title>
      <meta http-equiv="refresh" content="0; url=\(address)">
      <a href="\(address)">Open Parlor</a>

      """
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let count = write(descriptor, bytes, bytes.count)
    Glibc.close(descriptor)
    guard count == bytes.count, let child = try? Child("xdg-open", arguments: [path]),
      child.exitCode(within: .seconds(10)) == 0
    else {
      clean()
      return false
    }
    return true
  }

  /// Takes the file away.
  func clean() { if let path { unlink(path) } }
}
