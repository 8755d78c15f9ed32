import Testing

/// The program that runs all tests. Where it is missing, the build looks for tests in an index of all code, which takes a tenth of
/// its time.
@main struct AllTests {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
