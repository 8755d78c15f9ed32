import CConfinement
import Glibc

/// The folders that this program may read (landlock): fonts, and the libraries that decode pictures.
enum ReadableFolders {
  private static let everywhere = [
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig", "/etc/ld.so.cache", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib",
    "/lib64", "/usr/share/tesseract-ocr", "/usr/share/tessdata", "/usr/share/zoneinfo",
    "/etc/localtime", "/usr/share/locale", "/usr/share/mime",
  ]
  /// Of the person's own.
  private static let ofHome = [
    ".fonts", ".fonts.conf", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig",
  ]

  private static let readFile: UInt64 = 1 << 2
  private static let readFolder: UInt64 = 1 << 3

  /// Lets the rules hold from now on; they cannot be taken back.
  ///
  /// - Returns: false where the kernel has no landlock.
  static func restrict() -> Bool {
    let version = parlor_landlock_version()
    guard version > 0 else { return false }
    // Each version can refuse more: moving files, truncating them, devices; TCP; signals and abstract sockets.
    let files: UInt64 = [13, 14, 15, 15, 16][Int(min(version, 5)) - 1]
    var rules = parlor_landlock_rules(
      files: 1 << files - 1, network: version >= 4 ? 3 : 0, scopes: version >= 6 ? 3 : 0)
    let descriptor = parlor_landlock_create(&rules)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let own = home.hasPrefix("/") ? ofHome.map { home + "/" + $0 } : []
    for path in everywhere + own { allow(path, descriptor) }
    return parlor_landlock_enforce(descriptor) == 0
  }

  private static func allow(_ path: String, _ rules: Int32) {
    let place = open(path, O_RDONLY | O_CLOEXEC)
    guard place >= 0 else { return }
    defer { close(place) }
    var status = stat()
    guard fstat(place, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    var folder = parlor_landlock_folder(
      allowed: isFolder ? readFile | readFolder : readFile, descriptor: place)
    _ = parlor_landlock_allow(rules, &folder)
  }
}
