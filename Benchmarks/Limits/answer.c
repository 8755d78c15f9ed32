/* How long a question of 128 bytes to another process and its answer take on loopback.
 *
 *     answer DIRECTORY COUNT tcp|tls|tls-commit
 *
 * "tls" is TLS 1.3 with a key made on the spot; with "tls-commit" the answer waits for one durable
 * SQLite insert (write-ahead log, synchronous FULL) in DIRECTORY: the least that a durable move can
 * cost. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

enum { SIZE = 128, WARM_UP = 200 };

/* One end of the connection; tls is null on plain TCP. */
struct end {
  int socket;
  SSL *tls;
};

static void die(const char *what) {
  fprintf(stderr, "answer: %s failed\n", what);
  exit(1);
}

static bool receive(struct end *end, char *bytes) {
  for (int got = 0; got < SIZE;) {
    int step = end->tls ? SSL_read(end->tls, bytes + got, SIZE - got)
                        : (int)read(end->socket, bytes + got, (size_t)(SIZE - got));
    if (step <= 0) return false;
    got += step;
  }
  return true;
}

static bool transmit(struct end *end, const char *bytes) {
  int sent = end->tls ? SSL_write(end->tls, bytes, SIZE) : (int)write(end->socket, bytes, SIZE);
  return sent == SIZE;
}

static struct end open_end(int socket, SSL_CTX *context, bool accepts) {
  int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct end end = {socket, NULL};
  if (!context) return end;
  end.tls = SSL_new(context);
  SSL_set_fd(end.tls, socket);
  if ((accepts ? SSL_accept(end.tls) : SSL_connect(end.tls)) != 1) die("the TLS handshake");
  return end;
}

static SSL_CTX *server_context(void) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  if (!X509_sign(certificate, key, EVP_sha256())) die("signing the certificate");
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  return context;
}

static sqlite3_stmt *open_database(const char *path) {
  sqlite3 *database;
  sqlite3_stmt *insert;
  if (sqlite3_open(path, &database) ||
      sqlite3_exec(database,
                   "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                   "CREATE TABLE moves(id INTEGER PRIMARY KEY, payload BLOB NOT NULL)",
                   0, 0, 0) ||
      sqlite3_prepare_v2(database, "INSERT INTO moves(payload) VALUES(?)", -1, &insert, 0))
    die("opening the database");
  return insert;
}

static void serve(int listener, bool tls, const char *database_path) {
  sqlite3_stmt *insert = database_path ? open_database(database_path) : NULL;
  struct end end = open_end(accept(listener, NULL, NULL), tls ? server_context() : NULL, true);
  char bytes[SIZE];
  while (receive(&end, bytes)) {
    if (insert) {
      sqlite3_bind_blob(insert, 1, bytes, SIZE, SQLITE_STATIC);
      if (sqlite3_step(insert) != SQLITE_DONE) die("the insert");
      sqlite3_reset(insert);
    }
    if (!transmit(&end, bytes)) break;
  }
  if (insert) {
    sqlite3 *database = sqlite3_db_handle(insert);
    sqlite3_finalize(insert);
    sqlite3_close(database);
    unlink(database_path);
  }
}

int main(int argc, char **argv) {
  int count = argc == 4 ? atoi(argv[2]) : 0;
  if (count < 1) {
    fprintf(stderr, "usage: answer DIRECTORY COUNT tcp|tls|tls-commit\n");
    return 2;
  }
  bool tls = strncmp(argv[3], "tls", 3) == 0, commits = strcmp(argv[3], "tls-commit") == 0;
  char path[4096];
  snprintf(path, sizeof path, "%s/answer-%ld.sqlite", argv[1], (long)getpid());
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 1) ||
      getsockname(listener, (struct sockaddr *)&address, &length))
    die("listening");
  pid_t server = fork();
  if (server == 0) {
    serve(listener, tls, commits ? path : NULL);
    _exit(0);
  }
  int client = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(client, (struct sockaddr *)&address, length)) die("connecting");
  struct end end = open_end(client, tls ? SSL_CTX_new(TLS_client_method()) : NULL, false);
  char bytes[SIZE] = {1};
  double *latencies = calloc((size_t)count, sizeof *latencies), start = 0;
  for (int i = -WARM_UP; i < count; i++) {
    if (i == 0) start = microseconds();
    double before = microseconds();
    if (!transmit(&end, bytes) || !receive(&end, bytes)) die("the question");
    if (i >= 0) latencies[i] = microseconds() - before;
  }
  print_latencies(latencies, count, microseconds() - start);
  shutdown(client, SHUT_RDWR);
  waitpid(server, NULL, 0);
  return 0;
}
