import FoundationEssentials
import Store
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The default name of a person: the machine's, or the machine's with a number.
///
/// Two homes on one machine must not have the same name. Each daemon holds its name as a socket in the abstract
/// namespace, which the system frees when the process ends; the first name that is free is taken and kept in the store.
enum MachineName {
  private static let storeKey = "default-name"
  /// Other daemons of this machine that are considered.
  private static let mostDaemons = 20
  /// The names that this process holds, by home.
  private static let held = Mutex<[String: String]>([:])

  /// Takes the name of last time if it is free, else the first one that is.
  ///
  /// - Throws: `StoreError`.
  static func take(home: String, _ store: Store) throws -> String {
    if let name = held.withLock({ $0[home] }) { return name }
    guard try store.read({ try $0.settings()["name"] }) == nil else { return machine }
    let last = try store.read { try $0.meta(storeKey) }.map { String(decoding: $0, as: UTF8.self) }
    let others = (2...mostDaemons).map { "\(machine)-\($0)" }
    let candidates = [last, machine].compactMap { $0 } + others
    let name = candidates.first(where: hold) ?? machine
    held.withLock { $0[home] = name }
    if name != last { try store.lastTurn { try $0.setMeta(storeKey, .init(name.utf8)) } }
    return name
  }

  /// The name of the machine.
  static var machine: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "Parlor" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Holds a name until the process ends; false when another process holds it.
  private static func hold(_ name: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return true }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A path that begins with a zero byte is no file.
    let path = [0] + Array("parlor.name.\(name)".utf8).prefix(100)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    let isHeld = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    if !isHeld { close(descriptor) }
    return isHeld
  }
}
