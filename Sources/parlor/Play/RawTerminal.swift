import Commands
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The terminal state to restore when the process ends while the terminal is raw. Signal handlers read it, so it is in plain globals that
/// are set before the mode changes.
///
/// The mode is not a global itself: an optimising compiler gives a global of an imported struct the sizes of its fields, without the gaps
/// between them, and `tcgetattr` wrote three bytes behind it.
nonisolated(unsafe) private let savedMode: UnsafeMutablePointer<termios> = {
  let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  mode.initialize(to: termios())
  return mode
}()
nonisolated(unsafe) private var modeIsRaw = false
nonisolated(unsafe) private var screenIsOpen = false

/// Leaves the second screen, shows the cursor again and no longer asks for the mouse.
private let closing: StaticString =
  "\u{1b}[?1002l\u{1b}[?1006l\u{1b}[?2004l\u{1b}[?25h\u{1b}[?1049l"

/// Puts the terminal back; safe within a signal handler.
private func restoreTerminal() {
  if screenIsOpen {
    screenIsOpen = false
    _ = write(1, closing.utf8Start, closing.utf8CodeUnitCount)
  }
  if modeIsRaw {
    modeIsRaw = false
    tcsetattr(0, TCSANOW, savedMode)
  }
}

/// The terminal in raw mode: keys come one by one and are not shown.
///
/// It is put back by `restore`, at exit, and when the process dies of a trap.
final class RawTerminal {
  private let screen: Bool
  private var parser = KeyParser()

  /// Enters raw mode; with `screen` a second screen is opened, which leaves the person's own untouched.
  init(screen: Bool) {
    self.screen = screen
    Self.installHandlers
    enter()
  }

  /// Puts everything back; may be called again.
  func restore() { restoreTerminal() }

  /// Enters the mode again, after `restore`.
  func enter() {
    guard tcgetattr(0, savedMode) == 0 else { return }
    var mode = savedMode.pointee
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
    modeIsRaw = true
    tcsetattr(0, TCSANOW, &mode)
    guard screen else { return }
    screenIsOpen = true
    // What is pasted comes marked, so that its line feeds are not taken for the Return key.
    Output.raw("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004h")
  }

  /// The keys that were typed; nil when the terminal is gone.
  func readKeys() -> [Key]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(0, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    guard count > 0 else { return nil }
    return parser.consume(buffer[..<count]) + parser.pause()
  }

  /// Keys that were typed and not taken yet.
  private var waiting: [Key] = []

  /// Waits for one key; the end of input is Ctrl-C.
  ///
  /// - Parameters:
  ///   - milliseconds: how long at most; nil for as long as it takes.
  ///   - other: something else to wait for: when it can be read, no key is waited for.
  /// - Returns: nil when no key came in time.
  func waitForKey(milliseconds: Int? = nil, or other: Int32? = nil) -> Key? {
    while true {
      if !waiting.isEmpty { return waiting.removeFirst() }
      if milliseconds != nil || other != nil {
        // A negative descriptor is passed over.
        var items = [0, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let ready = poll(&items, 2, milliseconds.map { Int32(clamping: $0) } ?? -1)
        if ready == 0 || ready < 0 && errno == EINTR || items[0].revents == 0 { return nil }
      }
      guard let keys = readKeys() else { return .interrupt }
      waiting += keys
    }
  }

  /// The size of the terminal; 80 by 24 when it does not say.
  static var size: ScreenSize {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  private static let installHandlers: Void = {
    atexit { restoreTerminal() }
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { number in
        restoreTerminal()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }()
}
