/// The paths of the programs to be measured.
struct Places {
  /// The release build of `parlor`.
  let parlor: String
  /// The folder of the built limit programs.
  let limits: String
  /// The folder of the programs that measure others.
  let peers: String
  /// A folder on the disk to be measured, empty at first.
  let scratch: String

  func limit(_ name: String, _ arguments: String...) -> Program {
    Program(path: "\(limits)/\(name)", arguments: arguments)
  }
}
