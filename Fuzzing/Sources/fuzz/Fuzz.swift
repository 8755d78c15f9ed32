import Foundation
import FuzzKit

/// libFuzzer without its own `main`; returns at the end of the run.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target that this process tries: libFuzzer has the arguments for itself.
private let target = FuzzTarget(
  rawValue: ProcessInfo.processInfo.environment["PARLOR_FUZZ_TARGET"] ?? "")

/// `fuzz --targets` and `fuzz --seeds TARGET PROTOCOL FOLDER`; anything else is for libFuzzer.
@main struct Fuzz {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    switch words.first {
    case "--targets": print(FuzzTarget.allCases.map(\.rawValue).joined(separator: "\n"))
    case "--seeds" where words.count == 4: try writeSeeds(Array(words.dropFirst()))
    default: fuzz()
    }
  }

  private static func writeSeeds(_ words: [String]) throws {
    guard let target = FuzzTarget(rawValue: words[0]) else { exit(2) }
    let folder = URL(fileURLWithPath: words[2])
    for (number, seed) in try target.seeds(protocol: URL(fileURLWithPath: words[1])).enumerated() {
      try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
  }

  private static func fuzz() -> Never {
    guard target != nil else {
      FileHandle.standardError.write(Data("Name a target in PARLOR_FUZZ_TARGET.\n".utf8))
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { data, size in
        target?.run(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
      })
  }
}
