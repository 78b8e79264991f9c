import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "./runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch } from "./TestWorld.ts"

/**
 * Makes writes fail as on a full disk (PostgreSQL, Appendix A: 53100 disk_full). Counts the failed writes in a
 * sequence, because rollbacks do not reset a sequence.
 */
const fillDisk = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
    create sequence refusals;
    create function refuse_write() returns trigger language plpgsql as $$ begin
      perform nextval('refusals');
      raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
    end $$;
    create trigger disk_is_full before insert on check_history for each statement execute function refuse_write()`)
)

const emptyDisk = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("drop trigger disk_is_full on check_history"))

const refused = (times: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      const [row] = yield* sql<{
        n: number
      }>`select (case when is_called then last_value else 0 end)::int as n from refusals`
      return (row?.n ?? 0) >= times ? undefined : yield* Effect.fail("not refused yet")
    }).pipe(Effect.retry({ schedule: Schedule.spaced("10 millis") }))
  )

layer(layerWorld, { excludeTestServices: true })("when the disk of the database is full", (it) => {
  it.effect("results wait, and are recorded once when there is room again", () =>
    Effect.gen(function* () {
      const { checks } = yield* TestWorld
      const sql = yield* SqlClient.SqlClient
      const site = yield* openSite()
      yield* fillDisk
      yield* runWorker()
      const watched = [yield* watch(site, { intervalMs: 86_400_000 }), yield* watch(site, { intervalMs: 86_400_000 })]
      yield* refused(4)
      assert.deepStrictEqual(checks.all, [])
      yield* emptyDisk
      for (const each of watched) yield* checks.next(of(each, "up"))
      assert.strictEqual(site.requests.length, 2)
      assert.deepStrictEqual(yield* sql`select count(*)::int as n from check_history`, [{ n: 2 }])
      const late = yield* watch(site, { intervalMs: 86_400_000 })
      yield* checks.next(of(late, "up"))
    })
  )
})
