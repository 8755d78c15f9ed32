import Foundation

/// The processes of this machine, as `/proc` shows them.
enum Processes {
  /// Those whose command line holds a text, such as the path of a home.
  static func naming(_ text: String) -> [Int32] {
    ids.filter { id in
      guard let data = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains(text)
    }
  }

  /// Those that a process has started and that are still there.
  static func children(of parent: Int32) -> [Int32] {
    ids.filter { status($0)?.parent == parent }
  }

  /// Whether a process is there and has not ended.
  static func runs(_ id: Int32) -> Bool { status(id).map { $0.state != "Z" } ?? false }

  private static var ids: [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap(Int32.init)
  }

  /// The third and fourth field of `/proc/ID/stat`, which follow the name in parentheses.
  private static func status(_ id: Int32) -> (state: String, parent: Int32)? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[name...].split(separator: " ")
    guard fields.count > 2, let parent = Int32(fields[2]) else { return nil }
    return (String(fields[1]), parent)
  }
}
