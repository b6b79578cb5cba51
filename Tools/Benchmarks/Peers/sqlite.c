// SQLite in WAL mode with synchronous=FULL, in this process: the workloads of measure.py, from C.
//   sqlite EVENTS DIRECTORY
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include "events.h"

enum { CALLERS = 64, BATCH = 1000, HISTORIES = 200, LATENCIES = 1 << 20 };

static char path[4096];
static struct events events;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(sqlite3 *database, int status) {
    if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW) return;
    fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3 *connect(void) {
    sqlite3 *database;
    check(NULL, sqlite3_open(path, &database));
    check(database, sqlite3_busy_timeout(database, 60000));
    check(database, sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", NULL, NULL, NULL));
    return database;
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *text) {
    sqlite3_stmt *statement;
    check(database, sqlite3_prepare_v3(database, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static const char *insertion = "INSERT INTO events (entity, kind, data) VALUES (?, ?, ?)";

static void insert(sqlite3 *database, sqlite3_stmt *statement, long number) {
    const struct entry *entry = event_at(&events, number);
    sqlite3_bind_blob(statement, 1, entry->entity, 16, SQLITE_STATIC);
    sqlite3_bind_int(statement, 2, entry->kind);
    sqlite3_bind_blob(statement, 3, entry->payload, 120, SQLITE_STATIC);
    check(database, sqlite3_step(statement));
    sqlite3_reset(statement);
}

struct caller { pthread_t thread; int index; long done; double until; };

static void *call(void *argument) {
    struct caller *caller = argument;
    sqlite3 *database = connect();
    sqlite3_stmt *statement = prepare(database, insertion);
    sqlite3_stmt *begin = prepare(database, "BEGIN IMMEDIATE"), *commit = prepare(database, "COMMIT");
    for (long number = caller->index; now() < caller->until; number += CALLERS) {
        check(database, sqlite3_step(begin));
        sqlite3_reset(begin);
        insert(database, statement, number);
        check(database, sqlite3_step(commit));
        sqlite3_reset(commit);
        caller->done++;
    }
    sqlite3_finalize(statement), sqlite3_finalize(begin), sqlite3_finalize(commit);
    sqlite3_close(database);
    return NULL;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    if (count != 3 || !open_events(arguments[1], &events)) {
        fprintf(stderr, "sqlite EVENTS DIRECTORY\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/events.db", arguments[2]);
    printf("version\tSQLite %s, WAL, synchronous=FULL, from C\n", sqlite3_libversion());
    sqlite3 *database = connect();
    check(database, sqlite3_exec(database,
        "CREATE TABLE events (id INTEGER PRIMARY KEY, entity BLOB, kind INTEGER, data BLOB);"
        "CREATE INDEX events_entity ON events (entity, id);", NULL, NULL, NULL));
    sqlite3_stmt *statement = prepare(database, insertion);

    static double latencies[LATENCIES];
    long written = 0;
    double start = now();
    while (now() - start < 4 && written < LATENCIES) {
        double before = now();
        insert(database, statement, written);
        latencies[written++] = now() - before;
    }
    printf("append, 1 caller\t%f\n", written / (now() - start));
    qsort(latencies, written, sizeof *latencies, ascending);
    printf("append, 1 caller, p99 ms\t%f\n", latencies[written * 99 / 100] * 1000);

    static struct caller callers[CALLERS];
    start = now();
    for (int index = 0; index < CALLERS; index++) {
        callers[index] = (struct caller){.index = index, .until = start + 5};
        pthread_create(&callers[index].thread, NULL, call, &callers[index]);
    }
    long together = 0;
    for (int index = 0; index < CALLERS; index++) {
        pthread_join(callers[index].thread, NULL);
        together += callers[index].done;
    }
    printf("append, 64 callers\t%f\n", together / (now() - start));
    written += together;

    start = now();
    long appended = 0;
    while (appended < events.count) {
        check(database, sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL));
        for (int place = 0; place < BATCH; place++) insert(database, statement, appended++);
        check(database, sqlite3_exec(database, "COMMIT", NULL, NULL, NULL));
    }
    printf("append, batches of 1,000\t%f\n", appended / (now() - start));
    written += appended;

    sqlite3_stmt *all = prepare(database, "SELECT entity, kind, data FROM events ORDER BY id");
    double best = 0;
    for (int round = 0; round < 2; round++) {
        start = now();
        long read = 0, bytes = 0;
        while (sqlite3_step(all) == SQLITE_ROW) {
            if (!sqlite3_column_blob(all, 2)) return 1;
            bytes += sqlite3_column_bytes(all, 2) + sqlite3_column_int(all, 1);
            read++;
        }
        sqlite3_reset(all);
        double rate = read / (now() - start);
        if (rate > best) best = rate;
        if (read != written || bytes == 0) { fprintf(stderr, "sqlite: %ld of %ld were read\n", read, written); return 1; }
    }
    printf("read all in order\t%f\n", best);

    sqlite3_stmt *history = prepare(database, "SELECT kind, data FROM events WHERE entity = ? ORDER BY id");
    static double times[HISTORIES];
    for (int place = 0; place < HISTORIES; place++) {
        start = now();
        sqlite3_bind_blob(history, 1, event_at(&events, place * (events.count / HISTORIES))->entity, 16, SQLITE_STATIC);
        long found = 0;
        while (sqlite3_step(history) == SQLITE_ROW) found += sqlite3_column_bytes(history, 1) > 0;
        sqlite3_reset(history);
        times[place] = now() - start;
        if (found == 0) return 1;
    }
    qsort(times, HISTORIES, sizeof *times, ascending);
    printf("history of one entity, ms\t%f\n", times[HISTORIES / 2] * 1000);

    sqlite3_finalize(statement), sqlite3_finalize(all), sqlite3_finalize(history);
    sqlite3_close(database);
    double coldest = 1e9;
    for (int round = 0; round < 3; round++) {
        start = now();
        database = connect();
        sqlite3_stmt *last = prepare(database, "SELECT max(id) FROM events");
        check(database, sqlite3_step(last));
        if (sqlite3_column_int64(last, 0) != written) return 1;
        sqlite3_finalize(last);
        double took = now() - start;
        if (took < coldest) coldest = took;
        sqlite3_close(database);
    }
    printf("cold open, ms\t%f\n", coldest * 1000);
    struct stat file;
    stat(path, &file);
    printf("bytes per event on disk\t%f\n", (double)file.st_blocks * 512 / written);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("memory, MB\t%f\n", usage.ru_maxrss * 1024 / 1e6);
    printf("events in the store\t%ld\n", written);
    return 0;
}
