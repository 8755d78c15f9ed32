import CHeap

/// What the C library does with memory that is freed.
enum Heap {
  /// From this size on, in bytes, memory goes back to the system as soon as it is freed. A chunk of a file is as long, so
  /// frames with one in it are longer.
  private static let returned: Int32 = 32 << 10

  /// How much free memory may stay at the end of an arena, in bytes.
  private static let kept: Int32 = 128 << 10

  /// Holds both sizes, which begin there.
  ///
  /// glibc raises them by itself, with the size of the largest block that was freed (mallopt(3), `M_MMAP_THRESHOLD`): after a
  /// flood of long frames more than 100 MiB stayed, all of it free.
  static func returnLargeBlocks() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, returned)
      _ = mallopt(M_TRIM_THRESHOLD, kept)
    #endif
  }
}
