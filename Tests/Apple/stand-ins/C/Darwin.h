// What the package and the interface of Foundation use of Apple's C library, with Apple's types and values. What has no
// SINCE is older than macOS 10.13 and iOS 11.
#define SINCE(macOS, iOS, tvOS, watchOS, visionOS) __attribute__(( \
  availability(macos, introduced=macOS), availability(ios, introduced=iOS), availability(tvos, introduced=tvOS), \
  availability(watchos, introduced=watchOS), availability(visionos, introduced=visionOS)))

// stdint.h, sys/types.h
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef int64_t off_t, blkcnt_t;
typedef uint64_t ino_t;
typedef int32_t dev_t, pid_t, blksize_t;
typedef uint32_t uid_t, gid_t, useconds_t, nfds_t;
typedef uint16_t mode_t, nlink_t;
typedef long time_t, clock_t;
typedef unsigned char uuid_t[16];
#define NULL ((void *)0)

// time.h
struct timespec { time_t tv_sec; long tv_nsec; };

// fcntl.h, sys/file.h
#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_RDWR 0x2
#define O_NONBLOCK 0x4
#define O_APPEND 0x8
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_EXCL 0x800
#define O_CLOEXEC 0x1000000
#define F_GETFL 3
#define F_SETFL 4
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x20
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int flock(int, int);

// sys/stat.h
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags, st_gen;
};
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int mkfifo(const char *, mode_t);

// unistd.h
#define STDERR_FILENO 2
#define PATH_MAX 1024
#define _SC_PAGESIZE 29
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int fsync(int);
#define SEEK_SET 0
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
int unlink(const char *);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
long sysconf(int);
int usleep(useconds_t);

// stdlib.h, stdio.h, string.h, math.h
void *calloc(size_t, size_t);
void free(void *);
char *realpath(const char *restrict, char *restrict);
double strtod(const char *, char **);
float strtof(const char *, char **);
int rename(const char *, const char *);
void *memchr(const void *, int, size_t);
char *strerror(int);
double pow(double, double);
double log(double);
double exp(double);
double floor(double);

// sys/mman.h
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANON 0x1000
void *mmap(void *, size_t, int, int, int, off_t);
int mprotect(void *, size_t, int);
int munmap(void *, size_t);

// poll.h
struct pollfd { int fd; short events, revents; };
#define POLLIN 1
#define POLLOUT 4
int poll(struct pollfd *, nfds_t, int);

// sys/socket.h, netinet/in.h, netinet/tcp.h, sys/un.h
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct linger { int l_onoff, l_linger; };
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_LINGER 0x80
#define SO_NOSIGPIPE 0x1022
#define SHUT_WR 1
#define SHUT_RDWR 2
#define IPPROTO_TCP 6
#define TCP_NODELAY 1
int socket(int, int, int);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *restrict, socklen_t *restrict);
int connect(int, const struct sockaddr *, socklen_t);
int getsockname(int, struct sockaddr *restrict, socklen_t *restrict);
int shutdown(int, int);
ssize_t recv(int, void *, size_t, int);
ssize_t send(int, const void *, size_t, int);
int setsockopt(int, int, int, const void *, socklen_t);

// errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EAFNOSUPPORT 47
#define EADDRNOTAVAIL 49
#define ENETDOWN 50
#define ENETUNREACH 51
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENOTCONN 57
#define ESHUTDOWN 58
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define ELOOP 62
#define ENAMETOOLONG 63
#define EHOSTUNREACH 65
#define EDQUOT 69

// For the self-test.
char *strchrnul(const char *, int) SINCE(15.4, 18.4, 18.4, 11.4, 2.4);
