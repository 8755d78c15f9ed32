/* Of glibc since 2.28, which declares both for GNU sources only. */
#define RENAME_NOREPLACE 1
int renameat2(int, const char *, int, const char *, unsigned int);
