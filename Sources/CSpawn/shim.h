#include <pthread.h>
#include <spawn.h>

/* Of glibc since 2.34, which declares it for GNU sources only. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/* Declared for GNU sources only. */
int pthread_setname_np(pthread_t, const char *);
