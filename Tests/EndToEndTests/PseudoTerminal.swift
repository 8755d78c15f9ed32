import Glibc

/// A terminal whose person is the test.
final class PseudoTerminal {
  /// The device that a program opens.
  let device: String
  private(set) var screen = Screen()
  private let near: Int32
  /// Held open so that the terminal's mode outlives the program.
  private let far: Int32

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    guard near >= 0, ioctl(near, 0x4004_5431, &lock) == 0, ioctl(near, 0x8004_5430, &number) == 0
    else { throw Late(description: "there are no pseudo terminals here") }
    device = "/dev/pts/\(number)"
    far = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
    _ = fcntl(near, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(far)
    close(near)
  }

  /// Types keys.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(near, bytes, bytes.count)
  }

  /// The screen, with all that was written until now.
  func look() -> Screen {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(near, &buffer, buffer.count)
      guard count > 0 else { return screen }
      screen.take(buffer[..<count])
    }
  }

  /// Waits until the screen shows a text.
  func shows(_ text: String, _ program: Program? = nil) async throws {
    try await holds("\"\(text)\" on the screen", otherwise: { "It shows:\n\(self.look().text)" }) {
      if look().text.contains(text) { return true }
      if let ending = program?.poll(), !look().text.contains(text) {
        throw Late(description: "no \"\(text)\": the program ended with \(ending)")
      }
      return false
    }
  }

  /// Waits until a program that opens no screen of its own has written a text.
  func says(_ text: String, _ program: Program) async throws {
    try await holds("\"\(text)\" said", otherwise: { "It said:\n\(self.look().plain)" }) {
      if look().plain.contains(text) { return true }
      if let ending = program.poll(), !look().plain.contains(text) {
        throw Late(description: "no \"\(text)\": the program ended with \(ending)")
      }
      return false
    }
  }

  /// The bits of the mode that a program may have changed.
  var mode: [UInt32] {
    var mode = termios()
    tcgetattr(far, &mode)
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
  }

  /// Whether keys are shown as they are typed, as in a shell.
  var echoes: Bool { mode[3] & UInt32(ECHO) != 0 && mode[3] & UInt32(ICANON) != 0 }
}
