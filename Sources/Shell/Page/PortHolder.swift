import Feature
import FoundationEssentials
import Glibc

/// The program that listens on a port of this machine.
enum PortHolder {
  /// Says why the page cannot be served on a port.
  static func refusal(of port: Int) -> Refused {
    Refused(
      .notNow,
      "Port \(port), which is the page's, is used by \(holder(of: port)).",
      .choosePagePort
    )
  }

  private static func holder(of port: Int) -> String {
    var user: String?
    for table in ["tcp", "tcp6"] {
      guard let text = try? String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8) else {
        continue
      }
      for line in text.split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        // Local address and port, state 10 (listening), user and inode: proc(5).
        guard fields.count > 9, fields[3] == "0A",
          Int(fields[1].split(separator: ":").last ?? "", radix: 16) == port
        else { continue }
        if let name = program(ofSocket: fields[9]) { return name }
        // Another user's program cannot be seen, and a socket of ours may just be closing.
        guard let id = uid_t(fields[7]), let entry = getpwuid(id) else { continue }
        user = String(cString: entry.pointee.pw_name)
      }
    }
    return user.map { "a program of \($0)" } ?? "another program"
  }

  /// The program that holds a socket, as far as our user may look.
  private static func program(ofSocket inode: Substring) -> String? {
    let wanted = "socket:[\(inode)]"
    let files = FileManager.default
    for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(process) != nil
    {
      let folder = "/proc/\(process)/fd"
      for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
        guard (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")) == wanted
        else { continue }
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return name.map { "\($0.split(separator: "\n").first ?? "a program") (process \(process))" }
      }
    }
    return nil
  }
}
