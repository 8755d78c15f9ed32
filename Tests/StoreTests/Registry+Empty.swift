import Feature

extension Registry {
  /// No kinds at all: the store keeps records of any number.
  static let empty = Registry([], version: 1)
}
