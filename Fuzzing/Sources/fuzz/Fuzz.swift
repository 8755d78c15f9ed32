import Foundation
import TestKit

/// libFuzzer without its own `main`; returns at the end of the run.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target that this process tries.
private let target = FuzzTarget(
  rawValue: ProcessInfo.processInfo.environment["PARLOR_FUZZ_TARGET"] ?? "")

/// `fuzz --seeds PROTOCOL FOLDER` writes the target's seeds; anything else is for libFuzzer.
@main struct Fuzz {
  static func main() throws {
    guard let target else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
      print(names)
      exit(2)
    }
    let words = CommandLine.arguments
    if words.count == 4, words[1] == "--seeds" {
      let folder = URL(fileURLWithPath: words[3])
      for (number, seed) in try target.seeds(protocol: URL(fileURLWithPath: words[2])).enumerated()
      {
        try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
      }
      return
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { data, size in
        fuzzOne(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
      })
  }
}

private func fuzzOne(_ bytes: [UInt8]) { target?.run(bytes) }
