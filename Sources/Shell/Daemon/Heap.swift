import CHeap

/// What the C library does with memory that is freed.
enum Heap {
  /// From this size on, in bytes, memory goes back to the system as soon as it is freed. A chunk of a file is as long, so
  /// frames with one in it are longer.
  private static let returned: Int32 = 32 << 10

  /// Holds the size from which freed memory goes back at once.
  ///
  /// glibc raises it by itself, to that of the largest block that was freed (mallopt(3), `M_MMAP_THRESHOLD`); what is smaller
  /// stays in arenas between blocks that are still in use: more than 100 MiB after a flood of long frames.
  static func returnLargeBlocks() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, returned)
    #endif
  }
}
