/* Preloaded into a client: keeps its connections on loopback, and writes where they would have gone, and what is sent there, to
   the standard output, which is a file opened to append. A name resolves to an address of its own in 127.1.0.0/16, and every
   connection leads to a server in the same process. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define NAMES 65536
#define HEAD 16384

static char *names[NAMES];
static unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int listeners[2] = {-1, -1};
static struct sockaddr_in server4;
static struct sockaddr_in6 server6;

static int (*real_connect)(int, const struct sockaddr *, socklen_t);
static int (*real_getaddrinfo)(const char *, const char *, const struct addrinfo *, struct addrinfo **);

__attribute__((constructor)) static void find(void) {
    real_connect = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
    real_getaddrinfo = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(
        RTLD_NEXT, "getaddrinfo");
}

/* Writes {"key":"text"} and a number if there is one, in one piece. */
static void tell(const char *key, const char *text, size_t len, int port) {
    static char line[6 * HEAD + 100];
    pthread_mutex_lock(&lock);
    char *out = line + sprintf(line, "{\"%s\":\"", key);
    for (size_t at = 0; at < len; at++) {
        unsigned char c = (unsigned char)text[at];
        if (c < ' ' || c > '~' || c == '"' || c == '\\') {
            out += sprintf(out, "\\u%04x", c);
        } else {
            *out++ = (char)c;
        }
    }
    out += port < 0 ? sprintf(out, "\"}\n") : sprintf(out, "\",\"port\":%d}\n", port);
    if (write(1, line, (size_t)(out - line)) < 0) {
        abort();
    }
    pthread_mutex_unlock(&lock);
}

/* Reads a request up to the end of its head, and answers it. What is no text, a TLS handshake, is told nothing. */
static void answer(int fd) {
    static const char response[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    static char head[HEAD + 1];
    struct timeval wait = {2, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    size_t len = 0;
    ssize_t got;
    while (len < HEAD && (got = read(fd, head + len, HEAD - len)) > 0) {
        len += (size_t)got;
        if (head[0] < ' ' || memmem(head, len, "\r\n\r\n", 4)) {
            break;
        }
    }
    if (len > 0 && head[0] >= ' ') {
        tell("head", head, len, -1);
        (void)!write(fd, response, sizeof response - 1);
    }
    shutdown(fd, SHUT_WR);
    close(fd);
}

static void *serve(void *unused) {
    struct pollfd polled[2] = {{listeners[0], POLLIN, 0}, {listeners[1], POLLIN, 0}};
    while (poll(polled, 2, -1) >= 0) {
        for (int at = 0; at < 2; at++) {
            int fd = polled[at].revents & POLLIN ? accept(polled[at].fd, NULL, NULL) : -1;
            if (fd >= 0) {
                answer(fd);
            }
        }
    }
    return unused;
}

static void start(void) {
    socklen_t len4 = sizeof server4, len6 = sizeof server6;
    server4.sin_family = AF_INET;
    server4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server6.sin6_family = AF_INET6;
    server6.sin6_addr = in6addr_loopback;
    listeners[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listeners[0], (struct sockaddr *)&server4, len4) || listen(listeners[0], 64) ||
        getsockname(listeners[0], (struct sockaddr *)&server4, &len4)) {
        abort();
    }
    listeners[1] = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listeners[1] >= 0 && (bind(listeners[1], (struct sockaddr *)&server6, len6) || listen(listeners[1], 64) ||
                              getsockname(listeners[1], (struct sockaddr *)&server6, &len6))) {
        close(listeners[1]);
        listeners[1] = -1;
    }
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, serve, NULL)) {
        abort();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Tells the host and the port: the name whose address it is, or the address. */
static void tell_host(struct in_addr address, int port) {
    unsigned number = ntohl(address.s_addr);
    char text[INET_ADDRSTRLEN];
    const char *name = number >> 16 == (127 << 8 | 1) ? names[number & 0xFFFF] : NULL;
    if (!name) {
        name = inet_ntop(AF_INET, &address, text, sizeof text);
    }
    tell("host", name, strlen(name), port);
}

int connect(int fd, const struct sockaddr *address, socklen_t len) {
    int type = 0;
    socklen_t size = sizeof type;
    if (address->sa_family != AF_INET && address->sa_family != AF_INET6) {
        return real_connect(fd, address, len);
    }
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) || type != SOCK_STREAM) {
        errno = ENETUNREACH;
        return -1;
    }
    pthread_once(&once, start);
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *asked = (const struct sockaddr_in *)address;
        tell_host(asked->sin_addr, ntohs(asked->sin_port));
        return real_connect(fd, (const struct sockaddr *)&server4, sizeof server4);
    }
    const struct sockaddr_in6 *asked = (const struct sockaddr_in6 *)address;
    struct in_addr inner;
    memcpy(&inner, asked->sin6_addr.s6_addr + 12, sizeof inner);
    if (IN6_IS_ADDR_V4MAPPED(&asked->sin6_addr) && ntohl(inner.s_addr) >> 16 == (127 << 8 | 1)) {
        tell_host(inner, ntohs(asked->sin6_port));
    } else {
        char text[INET6_ADDRSTRLEN];
        inet_ntop(AF_INET6, &asked->sin6_addr, text, sizeof text);
        tell("host", text, strlen(text), ntohs(asked->sin6_port));
    }
    return real_connect(fd, (const struct sockaddr *)&server6, sizeof server6);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    struct addrinfo numeric = {0};
    if (hints) {
        numeric = *hints;
    }
    numeric.ai_flags = (numeric.ai_flags & ~AI_ADDRCONFIG) | AI_NUMERICHOST;
    int failed = real_getaddrinfo(node, service, &numeric, found);
    if (!node || failed != EAI_NONAME || (hints && hints->ai_flags & AI_NUMERICHOST)) {
        return failed;
    }
    char address[INET_ADDRSTRLEN];
    pthread_mutex_lock(&lock);
    unsigned at = count++ % NAMES;
    free(names[at]);
    names[at] = strdup(node);
    pthread_mutex_unlock(&lock);
    sprintf(address, "127.1.%u.%u", at >> 8, at & 0xFF);
    return real_getaddrinfo(address, service, &numeric, found);
}

/* The older functions find nothing. */
struct hostent *gethostbyname(const char *name) {
    (void)name;
    h_errno = HOST_NOT_FOUND;
    return NULL;
}

int gethostbyname_r(const char *name, struct hostent *entry, char *buffer, size_t len, struct hostent **found, int *error) {
    (void)name, (void)entry, (void)buffer, (void)len;
    *found = NULL;
    *error = HOST_NOT_FOUND;
    return 0;
}
