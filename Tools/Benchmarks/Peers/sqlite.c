// SQLite in WAL mode with synchronous=FULL, in this process: the workloads of measure.py, from C.
//   sqlite EVENTS DIRECTORY
#include <pthread.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include "events.h"

enum { ROUNDS = 3, CALLERS = 64, BATCH = 1000, HISTORIES = 200, LATENCIES = 1 << 20 };
static const double round_seconds = 2;

static char path[4096];
static struct events events;

static void check(sqlite3 *database, int status) {
    if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW) return;
    fprintf(stderr, "sqlite: %s\n", database ? sqlite3_errmsg(database) : sqlite3_errstr(status));
    exit(1);
}

static void fail(const char *what) {
    fprintf(stderr, "sqlite: %s\n", what);
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

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static long append_alone(sqlite3 *database) {
    static double latencies[LATENCIES];
    double rates[ROUNDS], slowest[ROUNDS];
    long written = 0;
    sqlite3_stmt *statement = prepare(database, insertion);
    for (int round = 0; round < ROUNDS; round++) {
        long count = 0;
        double start = now();
        while (now() - start < round_seconds && count < LATENCIES) {
            double before = now();
            insert(database, statement, written++);
            latencies[count++] = now() - before;
        }
        rates[round] = count / (now() - start);
        qsort(latencies, count, sizeof *latencies, ascending);
        slowest[round] = latencies[count * 99 / 100] * 1000;
    }
    say("append, 1 caller", rates, ROUNDS);
    say("append, 1 caller, p99 ms", slowest, ROUNDS);
    sqlite3_finalize(statement);
    return written;
}

struct caller { pthread_t thread; long first; long done; double until; };

static void *call(void *argument) {
    struct caller *caller = argument;
    sqlite3 *database = connect();
    sqlite3_stmt *statement = prepare(database, insertion);
    sqlite3_stmt *begin = prepare(database, "BEGIN IMMEDIATE"), *commit = prepare(database, "COMMIT");
    for (long number = caller->first; now() < caller->until; number += CALLERS) {
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

static long append_together(void) {
    static struct caller callers[CALLERS];
    double rates[ROUNDS];
    long written = 0;
    for (int round = 0; round < ROUNDS; round++) {
        long together = 0;
        double start = now();
        for (int index = 0; index < CALLERS; index++) {
            callers[index] = (struct caller){.first = written + index, .until = start + round_seconds};
            pthread_create(&callers[index].thread, NULL, call, &callers[index]);
        }
        for (int index = 0; index < CALLERS; index++) {
            pthread_join(callers[index].thread, NULL);
            together += callers[index].done;
        }
        rates[round] = together / (now() - start);
        written += together;
    }
    say("append, 64 callers", rates, ROUNDS);
    return written;
}

static void append_batches(sqlite3 *database) {
    double rates[ROUNDS];
    long appended = 0;
    sqlite3_stmt *statement = prepare(database, insertion);
    for (int round = 0; round < ROUNDS; round++) {
        long until = events.count * (round + 1) / ROUNDS, before = appended;
        double start = now();
        while (appended < until) {
            long last = appended + BATCH < events.count ? appended + BATCH : events.count;
            check(database, sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL));
            while (appended < last) insert(database, statement, appended++);
            check(database, sqlite3_exec(database, "COMMIT", NULL, NULL, NULL));
        }
        rates[round] = (appended - before) / (now() - start);
    }
    say("append, batches of 1,000", rates, ROUNDS);
    sqlite3_finalize(statement);
}

static void read_all(sqlite3 *database, long written, struct tables *tables) {
    double rates[ROUNDS];
    sqlite3_stmt *all = prepare(database, "SELECT entity, kind, data FROM events ORDER BY id");
    for (int round = 0; round < ROUNDS; round++) {
        if (tables) clear_tables(tables);
        double start = now();
        long read = 0, bytes = 0;
        while (sqlite3_step(all) == SQLITE_ROW) {
            if (!sqlite3_column_blob(all, 2)) fail("an event has no data");
            bytes += sqlite3_column_bytes(all, 2) + sqlite3_column_int(all, 1);
            if (tables) fold_event(tables, sqlite3_column_blob(all, 0), sqlite3_column_int(all, 1));
            read++;
        }
        sqlite3_reset(all);
        rates[round] = read / (now() - start);
        if (read != written || bytes < 120 * written) fail("not all that was written was read");
        if (tables && folded_events(tables) != (uint64_t)written) fail("the tables do not hold every event");
    }
    say(tables ? "replay into two tables" : "read all in order", rates, ROUNDS);
    sqlite3_finalize(all);
}

static void histories(sqlite3 *database, const char *what) {
    double times[HISTORIES];
    sqlite3_stmt *history = prepare(database, "SELECT kind, data FROM events WHERE entity = ? ORDER BY id");
    for (int place = 0; place < HISTORIES; place++) {
        double start = now();
        sqlite3_bind_blob(history, 1, event_at(&events, place * (events.count / HISTORIES))->entity, 16, SQLITE_STATIC);
        long found = 0;
        while (sqlite3_step(history) == SQLITE_ROW) found += sqlite3_column_bytes(history, 1) > 0;
        sqlite3_reset(history);
        times[place] = (now() - start) * 1000;
        if (found == 0) fail("an entity has no history");
    }
    qsort(times, HISTORIES, sizeof *times, ascending);
    double figures[] = {times[HISTORIES / 10], times[HISTORIES / 2], times[HISTORIES * 9 / 10]};
    say(what, figures, 3);
    sqlite3_finalize(history);
}

static void cold_opens(long written) {
    double times[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        sqlite3 *database = connect();
        sqlite3_stmt *last = prepare(database, "SELECT max(id) FROM events");
        check(database, sqlite3_step(last));
        if (sqlite3_column_int64(last, 0) != written) fail("another number of events is there after opening");
        sqlite3_finalize(last);
        times[round] = (now() - start) * 1000;
        sqlite3_close(database);
    }
    say("cold open, ms", times, ROUNDS);
}

int main(int count, char **arguments) {
    if (count != 3 || !open_events(arguments[1], &events)) {
        fprintf(stderr, "sqlite EVENTS DIRECTORY\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/events.db", arguments[2]);
    printf("version\tSQLite %s, from C\n", sqlite3_libversion());
    sqlite3 *database = connect();
    check(database, sqlite3_exec(database,
        "CREATE TABLE events (id INTEGER PRIMARY KEY, entity BLOB, kind INTEGER, data BLOB);"
        "CREATE INDEX events_entity ON events (entity, id);", NULL, NULL, NULL));
    long written = append_alone(database);
    written += append_together();
    append_batches(database);
    written += events.count;
    read_all(database, written, NULL);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    struct tables tables = make_tables(events.count / 10 + 1);
    read_all(database, written, &tables);
    histories(database, "history of one entity, ms");
    histories(database, "history of one entity, asked again, ms");
    sqlite3_close(database);
    cold_opens(written);
    struct stat file;
    stat(path, &file);
    double bytes = (double)file.st_blocks * 512 / written, memory = usage.ru_maxrss * 1024 / 1e6, all = written;
    say("memory, MB", &memory, 1);
    say("bytes per event on disk", &bytes, 1);
    say("events in the store", &all, 1);
    return 0;
}
