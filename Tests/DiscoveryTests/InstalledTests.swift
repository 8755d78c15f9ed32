import Glibc
import Testing

@testable import Programs

/// The programs that come with the one that runs.
@Suite struct InstalledTests {
  @Test(
    "E-42: a program that starts itself runs the bytes that run, also when its file was replaced")
  func itself() throws {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    try #require(count > 0)
    let own = String(decoding: buffer[..<count], as: UTF8.self)
    let name = try #require(own.split(separator: "/").last.map(String.init))
    #expect(Installed.sameProgram(name) == "/proc/self/exe")
    #expect(Installed.program(name) == own)
    #expect(Installed.sameProgram("no-such-program") == "no-such-program")
  }

  @Test("E-42: the link to a program keeps its name when the file is gone")
  func replaced() {
    #expect(Installed.isCalled("parlord", "/usr/libexec/parlor/parlord"))
    #expect(Installed.isCalled("parlord", "/usr/libexec/parlor/parlord (deleted)"))
    #expect(!Installed.isCalled("parlord", "/usr/libexec/parlor/parlor"))
    #expect(!Installed.isCalled("parlord", "/home/parlord/parlor"))
    #expect(!Installed.isCalled("parlord", "/opt/parlord.old"))
    #expect(!Installed.isCalled("parlord", nil))
  }
}
