#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock has no library, and `syscall` and `prctl` take any number of arguments, which Swift cannot give them.
// The numbers are the same on every processor; the header of the kernel is missing on older systems.

struct parlor_landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct parlor_landlock_folder {
  uint64_t allowed;
  int32_t descriptor;
} __attribute__((packed));

// The version of landlock that the kernel has; negative for none.
static inline long parlor_landlock_version(void) { return syscall(444, (void *)0, 0, 1); }

// A descriptor of new rules; negative on failure.
static inline int parlor_landlock_create(const struct parlor_landlock_rules *rules) {
  return (int)syscall(444, rules, sizeof *rules, 0);
}

// Allows what lies below a folder.
static inline long parlor_landlock_allow(int rules, const struct parlor_landlock_folder *folder) {
  return syscall(445, rules, 1, folder, 0);
}

// Puts the rules in force for this thread and all that it starts.
static inline long parlor_landlock_enforce(int rules) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return syscall(446, rules, 0);
}

// Gives this process the name that monitors show, of at most 15 bytes.
static inline void parlor_call_process(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
