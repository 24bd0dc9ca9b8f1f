/*
 * The device's node. udev.c names a Unix socket as the node of a device; open() cannot open sockets, so it connects to this one instead, and
 * read() keeps one report from the next. The drill can have open() and write() refused. Everything else passes to the kernel unchanged.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define REPORT_BYTES 64
#define MAX_DESCRIPTORS 1024

/* The sockets that stand for a device's node, by inode: a descriptor's number may be used again for something else. */
static ino_t node_inodes[MAX_DESCRIPTORS];
/* Those whose writes are refused until the device is opened again. */
static bool is_dead[MAX_DESCRIPTORS];

/* Whether the drill has put a file of this name into its folder. */
static bool is_told(const char *name) {
  char path[sizeof(((struct sockaddr_un *)0)->sun_path) + 32];
  snprintf(path, sizeof path, "%s/%s", getenv("HID_BUS"), name);
  return access(path, F_OK) == 0;
}

static int open_node(const char *path, int flags) {
  if (is_told("refuse-open")) {
    errno = EACCES;
    return -1;
  }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int node = socket(AF_UNIX, SOCK_STREAM | (flags & O_CLOEXEC ? SOCK_CLOEXEC : 0) | (flags & O_NONBLOCK ? SOCK_NONBLOCK : 0), 0);
  if (node < 0) return -1;
  struct stat status;
  if (node >= MAX_DESCRIPTORS || fstat(node, &status) != 0 || connect(node, (struct sockaddr *)&address, sizeof address) != 0) {
    close(node);
    /* What hidraw says of a device that has gone. */
    errno = ENODEV;
    return -1;
  }
  node_inodes[node] = status.st_ino;
  is_dead[node] = false;
  return node;
}

static int open_path(const char *path, int flags, va_list rest) {
  const char *bus = getenv("HID_BUS"), *end = strrchr(path, '/');
  if (bus && end && strcmp(end, "/node") == 0 && strncmp(path, bus, strlen(bus)) == 0) return open_node(path, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int opened = open_path(path, flags, rest);
  va_end(rest);
  return opened;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int opened = open_path(path, flags | O_LARGEFILE, rest);
  va_end(rest);
  return opened;
}

static bool is_node(int descriptor) {
  struct stat status;
  if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS || node_inodes[descriptor] == 0) return false;
  if (fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode) && status.st_ino == node_inodes[descriptor]) return true;
  node_inodes[descriptor] = 0;
  return false;
}

/*
 * A stream socket does not keep reports apart, and Node has no other kind. Chromium asks for one byte more than a report, so that it would get
 * the first byte of the next one: hence a read of the node ends with the report. A pulled device fails, as hidraw does; the end of a file
 * would be read again and again.
 */
ssize_t read(int descriptor, void *buffer, size_t size) {
  if (!is_node(descriptor)) return syscall(SYS_read, descriptor, buffer, size);
  ssize_t length = syscall(SYS_read, descriptor, buffer, size < REPORT_BYTES ? size : REPORT_BYTES);
  if (length != 0) return length;
  errno = EIO;
  return -1;
}

/* A handle that has died refuses every report, and no event tells of it. */
ssize_t write(int descriptor, const void *buffer, size_t size) {
  if (is_node(descriptor)) {
    if (is_told("kill-handles")) is_dead[descriptor] = true;
    if (is_dead[descriptor]) {
      errno = EIO;
      return -1;
    }
  }
  return syscall(SYS_write, descriptor, buffer, size);
}
