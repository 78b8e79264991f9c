import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  Credentials,
  EmailHealthChecks,
  EmailHealthReports,
  IdempotentRequests,
  People,
  RateLimitedAttempts,
  Sessions
} from "../src/index.ts"
import { deleteBatch } from "../src/sql/deleteBatch.ts"
import { layerStore, newAccount } from "./account.ts"
import { watched } from "./watchedDomain.ts"

const ROWS = 5
const OLD = "interval '1000 days'"

layer(layerStore, { excludeTestServices: true })("a purge", (it) => {
  it.effect("deletes at most as many rows of each table as it was asked to", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const { key } = yield* watched("bounded.example")
      const user = viewer.userKey
      const inserts = [
        `user_session (token_hash, user_id, membership_id, created_at, seen_at, expires_at)
          select sha256(n::text::bytea), ${user}, ${viewer.membershipKey}, t, t, t`,
        `one_time_link (token_hash, kind, user_id, email, expires_at)
          select sha256(n::text::bytea), 'reset', ${user}, 'a@b.example', t`,
        "attempt_limit (bucket, attempts, free_at, last_at) select sha256(n::text::bytea), 1, t, t",
        `idempotent_request (user_id, key_hash, fingerprint, lease_token, lease_until, created_at)
          select ${user}, sha256(n::text::bytea), sha256('x'), gen_random_uuid(), t, t`,
        `email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings)
          select ${key}, t + n * interval '1 hour', 90, 'A', false, '{}', '{}'`,
        "email_health_report (domain, checked_at) select n || '.example', t",
        "rate_window (bucket, window_start, hits) select n::text, -60, 1"
      ]
      for (const rows of inserts)
        yield* sql.unsafe(`insert into ${rows} from generate_series(1, ${ROWS}) n, (select mon_now() - ${OLD} as t) x`)
      const sessions = yield* Sessions
      const people = yield* People
      const attempts = yield* RateLimitedAttempts
      const requests = yield* IdempotentRequests
      const scores = yield* EmailHealthChecks
      const reports = yield* EmailHealthReports
      const credentials = yield* Credentials
      const purges = {
        sessions: (limit: number) => sessions.purgeExpired(limit),
        links: (limit: number) => people.purgeLinks(limit),
        attempts: (limit: number) => attempts.purgeOld(limit),
        requests: (limit: number) => requests.purge(86_400, limit),
        scores: (limit: number) => scores.purgeHistory(400, limit),
        reports: (limit: number) => reports.purge(limit),
        windows: (limit: number) => credentials.purgeWindows(0, limit)
      }
      for (const [name, purge] of Object.entries(purges)) {
        const counts = [yield* purge(2), yield* purge(2), yield* purge(2), yield* purge(2)]
        assert.deepStrictEqual(counts, [2, 2, 1, 0], name)
      }
    })
  )

  it.effect("leaves rows that another transaction has locked, and does not wait for it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into handled_effect (key, handled_at) select n::text, '2020-01-01' from generate_series(1, 3) n`
      const purge = deleteBatch(sql, {
        table: "handled_effect",
        key: "key",
        where: sql`handled_at < '2021-01-01'`,
        limit: 10
      })
      // A separate fiber uses a separate connection.
      const beside = Effect.promise(() => Effect.runPromise(purge))
      const deleted = yield* sql.withTransaction(
        Effect.andThen(sql`select 1 from handled_effect where key = '2' for update`, beside)
      )
      assert.strictEqual(deleted, 2)
      assert.strictEqual(yield* purge, 1)
    })
  )
})
