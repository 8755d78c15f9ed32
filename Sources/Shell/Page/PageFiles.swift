import CPage
import Crypto
import FoundationEssentials
import Identifiers

/// The files of the page: those in the program, which are bundled, or those of a folder for work on the page.
struct PageFiles: Sendable {
  /// One file as it is served.
  struct File: Sendable {
    /// For the header Content-Type.
    let type: String
    let bytes: [UInt8]
    /// The same packed by gzip; nil where that is not worth while.
    var packed: [UInt8]?
  }

  /// A hash of all files: what is served below it never changes.
  let tree: String
  private var files: [String: File]

  /// The file that a browser opens first, with the addresses of the others.
  static let index = "index.html"
  /// The one style sheet that is served; it begins with the tokens that the others use.
  private static let sheet = "style.css"

  /// A file below the hash of all, as "js/main.js".
  func file(_ name: String) -> File? { name == Self.index ? nil : files[name] }

  /// The first page, which names the hash of all files.
  var first: File? {
    files[Self.index].map { file in
      let text = String(decoding: file.bytes, as: UTF8.self)
      return File(
        type: file.type, bytes: Array(text.replacing("{tree}", with: tree).utf8))
    }
  }

  /// Joins the sheets of the areas to the common one, as a browser waits for each sheet before it paints.
  private init(_ given: [String: File]) {
    var files = given
    for (name, sheet) in given.sorted(by: { $0.key < $1.key }) where name.hasPrefix("css/") {
      files[name] = nil
      files[Self.sheet].map { common in
        files[Self.sheet] = File(type: common.type, bytes: common.bytes + sheet.bytes)
      }
    }
    self.files = files
    var hasher = SHA256()
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      hasher.update(data: Array("\(name)\0\(file.bytes.count)\0".utf8))
      hasher.update(data: file.bytes)
    }
    tree = Base32.encode(Array(hasher.finalize()).prefix(10))
  }

  /// The files that were built into the program.
  static let built: PageFiles = {
    var files = PageFiles(embedded())
    files.files = files.files.mapValues {
      File(type: $0.type, bytes: $0.bytes, packed: Gzip.pack($0.bytes))
    }
    return files
  }()

  private static func embedded() -> [String: File] {
    var found: [String: File] = [:]
    for index in 0..<parlor_page_file_count {
      guard let file = parlor_page_file_at(index)?.pointee else { continue }
      found[String(cString: file.name)] = File(
        type: String(cString: file.type),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length))))
    }
    return found
  }

  /// The media types of the files that are served, by the ends of their names. Others are for those who write the page.
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
  ]

  /// The files of a folder, as they are now: `Sources/Page`, whose modules the program has bundled.
  init(folder: String) {
    var found: [String: File] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      guard let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] }),
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)")
      else { continue }
      found[name] = File(type: type, bytes: [UInt8](bytes))
    }
    self.init(found)
  }
}
