import Glibc

/// Small files of the system.
public enum SystemFile {
  /// The first 256 KiB; nil when the file cannot be read.
  public static func read(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
