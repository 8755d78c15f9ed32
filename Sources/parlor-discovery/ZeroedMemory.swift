import Glibc

/// Makes Avahi's library start with zeroed memory.
///
/// Version 0.8 calls a callback that it never set when Avahi stops during a query
/// (`generic_client_callback` in avahi-compat-libdns_sd/compat.c reads fields that `sdref_new` leaves
/// as they are). With zeroed memory the field is nil and the call is not made. Other libraries have
/// no `avahi_set_allocator`, and nothing happens.
enum ZeroedMemory {
  /// `AvahiAllocator` of avahi-common/malloc.h.
  private struct Allocator {
    var allocate: @convention(c) (Int) -> UnsafeMutableRawPointer?
    var free: @convention(c) (UnsafeMutableRawPointer?) -> Void
    var reallocate: @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
    var allocateMany: @convention(c) (Int, Int) -> UnsafeMutableRawPointer?
  }

  /// Call once, before the first call of the library.
  static func install() {
    guard let symbol = dlsym(nil, "avahi_set_allocator") else { return }
    typealias Setter = @convention(c) (UnsafeRawPointer) -> Void
    let allocator = UnsafeMutablePointer<Allocator>.allocate(capacity: 1)
    allocator.initialize(
      to: Allocator(
        allocate: { calloc(1, $0) }, free: { free($0) }, reallocate: { realloc($0, $1) },
        allocateMany: { calloc($0, $1) }))
    // The library keeps the pointer as long as the process lives.
    unsafeBitCast(symbol, to: Setter.self)(allocator)
  }
}
