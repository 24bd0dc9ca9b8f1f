/*
 * Lets an unchanged Chromium see a USB HID device that exists only as files of the drill. Loaded with LD_PRELOAD.
 *
 * Chromium's HID service (services/device/hid, *_linux.cc) asks libudev which devices there are and hears from it what is plugged in and
 * out. Then it opens the device's node and reads and writes one report at a time. Only these two edges are replaced: here, the libudev
 * functions that Chromium imports; in node.c, open() and read() for the nodes of the drill. The HID service, WebHID, the chooser and its
 * permissions are Chromium's own. No kernel module and no USB are needed.
 *
 * HID_BUS names the folder of the drill. For each device it holds (hidBus.ts writes them):
 *   plugged/hidraw7             the device is plugged in while this file exists
 *   hidraw7/device              one line for each property of the HID device, such as HID_NAME=WS6
 *   hidraw7/report_descriptor   read by Chromium itself
 *   hidraw7/node                a listening Unix socket, the device's end of the cable
 *
 * Other kinds of device (USB, serial ports, cameras) are said to be absent.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_DEVICES 64
#define PROPERTIES_BYTES 512
/* "hidraw" and a number. With at most 15 characters, the kernel pads each inotify event's name to 16 bytes. */
#define NAME_BYTES 16

struct udev {
  bool is_used;
};

struct udev_list_entry {
  char name[PATH_MAX];
  struct udev_list_entry *next;
};

/* What udev_device_get_parent returns is the HID device above the hidraw node. It belongs to the node and is never freed alone. */
struct udev_device {
  struct udev_device *parent;
  bool is_node;
  char sysname[NAME_BYTES];
  char syspath[PATH_MAX];
  char devnode[PATH_MAX];
  const char *action;
  /* Lines such as HID_NAME=WS6, each ended by a zero. */
  char properties[PROPERTIES_BYTES];
};

/* Which kinds of device are asked for: without a filter, all. */
struct filter {
  bool is_set;
  bool has_hidraw;
};

struct udev_enumerate {
  struct filter filter;
  int count;
  struct udev_list_entry entries[MAX_DEVICES];
};

struct udev_monitor {
  struct filter filter;
  int inotify;
};

static const char *bus(void) {
  const char *folder = getenv("HID_BUS");
  return folder ? folder : "/nonexistent";
}

/* --- devices --- */

static void read_properties(struct udev_device *device) {
  char path[PATH_MAX + 16];
  snprintf(path, sizeof path, "%s/device", device->syspath);
  FILE *file = fopen(path, "re");
  if (!file) return;
  /* The last byte stays zero. */
  fread(device->properties, 1, sizeof device->properties - 1, file);
  fclose(file);
  for (char *at = device->properties; (at = strchr(at, '\n')); at += 1) *at = 0;
}

static struct udev_device *new_device(const char *sysname, const char *action) {
  struct udev_device *node = calloc(1, sizeof *node), *hid = calloc(1, sizeof *hid);
  snprintf(node->sysname, sizeof node->sysname, "%s", sysname);
  snprintf(hid->syspath, sizeof hid->syspath, "%s/%s", bus(), node->sysname);
  snprintf(hid->sysname, sizeof hid->sysname, "%s", sysname);
  snprintf(node->syspath, sizeof node->syspath, "%s/%s/hidraw", bus(), node->sysname);
  snprintf(node->devnode, sizeof node->devnode, "%s/%s/node", bus(), node->sysname);
  node->is_node = true;
  node->action = action;
  node->parent = hid;
  read_properties(hid);
  return node;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *syspath) {
  char name[NAME_BYTES], start[PATH_MAX];
  int length = snprintf(start, sizeof start, "%s/", bus());
  if (strncmp(syspath, start, length) != 0 || sscanf(syspath + length, "%15[^/]", name) != 1) return NULL;
  return new_device(name, NULL);
}

struct udev_device *udev_device_get_parent(struct udev_device *device) { return device->parent; }

struct udev_device *udev_device_get_parent_with_subsystem_devtype(struct udev_device *device, const char *subsystem, const char *devtype) {
  return device->parent && strcmp(subsystem, "hid") == 0 ? device->parent : NULL;
}

const char *udev_device_get_syspath(struct udev_device *device) { return device->syspath; }

const char *udev_device_get_sysname(struct udev_device *device) { return device->sysname; }

const char *udev_device_get_devnode(struct udev_device *device) {
  return device->is_node ? device->devnode : NULL;
}

const char *udev_device_get_subsystem(struct udev_device *device) {
  return device->is_node ? "hidraw" : "hid";
}

const char *udev_device_get_action(struct udev_device *device) { return device->action; }

const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
  size_t length = strlen(key);
  for (const char *line = device->properties; *line; line += strlen(line) + 1)
    if (strncmp(line, key, length) == 0 && line[length] == '=') return line + length + 1;
  return NULL;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
  if (device && device->is_node) {
    free(device->parent);
    free(device);
  }
  return NULL;
}

/* What the drill's devices do not have. */
struct udev_device *udev_device_new_from_subsystem_sysname(struct udev *udev, const char *subsystem, const char *sysname) { return NULL; }
struct udev_device *udev_device_new_from_devnum(struct udev *udev, char type, dev_t number) { return NULL; }
const char *udev_device_get_devtype(struct udev_device *device) { return NULL; }
const char *udev_device_get_driver(struct udev_device *device) { return NULL; }
const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name) { return NULL; }
struct udev_list_entry *udev_device_get_properties_list_entry(struct udev_device *device) { return NULL; }

/* --- enumeration --- */

static void add_filter(struct filter *filter, const char *subsystem) {
  filter->is_set = true;
  if (strcmp(subsystem, "hidraw") == 0) filter->has_hidraw = true;
}

static bool wants_hidraw(const struct filter *filter) {
  return !filter->is_set || filter->has_hidraw;
}

struct udev *udev_new(void) {
  static struct udev only;
  return &only;
}

struct udev *udev_unref(struct udev *udev) { return NULL; }

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
  return calloc(1, sizeof(struct udev_enumerate));
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate) {
  free(enumerate);
  return NULL;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem) {
  add_filter(&enumerate->filter, subsystem);
  return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/plugged", bus());
  DIR *folder = wants_hidraw(&enumerate->filter) ? opendir(path) : NULL;
  if (!folder) return 0;
  for (struct dirent *found; (found = readdir(folder)) && enumerate->count < MAX_DEVICES;) {
    if (found->d_name[0] == '.') continue;
    struct udev_list_entry *entry = &enumerate->entries[enumerate->count];
    snprintf(entry->name, sizeof entry->name, "%s/%.15s/hidraw", bus(), found->d_name);
    if (enumerate->count > 0) entry[-1].next = entry;
    enumerate->count += 1;
  }
  closedir(folder);
  return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) {
  return enumerate->count > 0 ? enumerate->entries : NULL;
}

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) { return entry->next; }

const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }

/* --- plugging in and out --- */

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
  struct udev_monitor *monitor = calloc(1, sizeof *monitor);
  monitor->inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return monitor;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
  close(monitor->inotify);
  free(monitor);
  return NULL;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor, const char *subsystem, const char *devtype) {
  add_filter(&monitor->filter, subsystem);
  return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/plugged", bus());
  bool is_watched = !wants_hidraw(&monitor->filter) || inotify_add_watch(monitor->inotify, path, IN_CREATE | IN_DELETE) >= 0;
  return is_watched ? 0 : -errno;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->inotify; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
  /* Room for one event only: the next one keeps the descriptor readable, and Chromium comes back for it. */
  struct {
    struct inotify_event event;
    char name[NAME_BYTES];
  } one;
  ssize_t length = syscall(SYS_read, monitor->inotify, &one, sizeof one);
  if (length <= (ssize_t)sizeof one.event) return NULL;
  return new_device(one.name, one.event.mask & IN_CREATE ? "add" : "remove");
}
