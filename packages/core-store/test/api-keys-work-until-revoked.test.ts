import { assert, layer } from "@effect/vitest"
import { isApiKey } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import {
  Accounts,
  ApiKeys,
  bootstrapOwner,
  createApiKey,
  Credentials,
  hashApiKey,
  issueApiKey,
  type IssuedApiKey
} from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

const hashOf = (issued: IssuedApiKey | null) => hashApiKey(Redacted.value(issued?.key ?? Redacted.make("")))

const clock = (now: string) => `
  create or replace function mon_now() returns timestamptz language sql stable parallel safe as $$ select ${now} $$`

const stoppedClock = (at: string) => clock(`timestamptz '${at}'`)

const runningClock = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(clock("statement_timestamp()")))

const later = Effect.fnUntraced(function* <A, E, R>(interval: string, effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(clock(`statement_timestamp() + interval '${interval}'`))
  return yield* Effect.ensuring(effect, Effect.orDie(runningClock))
})

layer(layerStore, { excludeTestServices: true })("an empty database", (it) => {
  it.effect("is bootstrapped by one of many processes that start at once", () =>
    Effect.gen(function* () {
      const results = yield* Effect.forEach(
        Array.from({ length: 5 }),
        () => bootstrapOwner({ email: "owner@localhost", plan: "pro", apiKey: null }),
        { concurrency: "unbounded" }
      )
      const winners = results.filter((result) => result !== null)
      assert.strictEqual(winners.length, 1)
      assert.isTrue(isApiKey(Redacted.value(winners[0]?.key ?? Redacted.make(""))))
      assert.strictEqual((yield* (yield* Accounts).list()).length, 1)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("an API key", (it) => {
  it.effect("counts the requests of its user per window, for all processes", () =>
    Effect.gen(function* () {
      const { keyHash } = yield* newAccount
      const credentials = yield* Credentials
      const taken = yield* Effect.forEach(
        Array.from({ length: 25 }),
        () => credentials.authenticateAndCount(keyHash, 60),
        {
          concurrency: "unbounded"
        }
      )
      assert.deepStrictEqual(
        taken.map((credential) => credential?.hits ?? 0).toSorted((a, b) => a - b),
        Array.from({ length: 25 }, (_, n) => n + 1)
      )
      assert.strictEqual((yield* credentials.authenticateAndCount(keyHash, 120))?.hits, 1)
      assert.isAtLeast(yield* credentials.purgeWindows(120, 10), 1)
      assert.strictEqual((yield* credentials.authenticateAndCount(keyHash, 120))?.hits, 2)
    })
  )

  it.effect("stops working at once when it is replaced or revoked, and others of the person go on", () =>
    Effect.gen(function* () {
      const { account, keyHash } = yield* newAccount
      const credentials = yield* Credentials
      const keys = yield* ApiKeys
      const { membershipId } = account
      const other = hashOf(yield* issueApiKey(membershipId))
      const [first] = yield* keys.listOf(membershipId)
      const next = yield* issueApiKey(membershipId, { replaces: first?.id ?? "" })
      assert.isNull(yield* credentials.authenticateAndCount(keyHash, 0))
      assert.isNotNull(yield* credentials.authenticateAndCount(hashOf(next), 0))
      const id = next?.record.id ?? ""
      assert.isTrue(yield* keys.revoke(membershipId, id))
      assert.isNull(yield* credentials.authenticateAndCount(hashOf(next), 0))
      assert.isFalse(yield* keys.revoke(membershipId, id))
      assert.isNull(yield* keys.rename(membershipId, id, "Revoked"))
      assert.isNotNull(yield* credentials.authenticateAndCount(other, 0))
      const stranger = yield* newAccount
      const [theirs] = yield* keys.listOf(stranger.account.membershipId)
      assert.isFalse(yield* keys.revoke(membershipId, theirs?.id ?? ""))
      assert.strictEqual((yield* createApiKey(membershipId, { replaces: theirs?.id ?? "" }))._tag, "NoKey")
    })
  )

  it.effect("is listed with its name, but without the key itself", () =>
    Effect.gen(function* () {
      const { account } = yield* newAccount
      const keys = yield* ApiKeys
      const issued = yield* issueApiKey(account.membershipId, { name: "Report", scope: "read" })
      const [, record] = yield* keys.listOf(account.membershipId)
      assert.deepStrictEqual(record, issued?.record)
      assert.deepInclude(record, { name: "Report", scope: "read", expiresAt: null, lastUsedAt: null, olderKeys: 1 })
      assert.match(record?.shown ?? "", /^mon_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$/u)
      const renamed = yield* keys.rename(account.membershipId, record?.id ?? "", "Weekly report")
      assert.deepStrictEqual(renamed, { ...record, name: "Weekly report" })
      assert.deepInclude(yield* keys.listAll(), renamed)
    })
  )

  it.effect("expires, and then neither works nor counts", () =>
    Effect.gen(function* () {
      const { account } = yield* newAccount
      const credentials = yield* Credentials
      const at = new Date(Date.now() + 3_600_000)
      const key = yield* issueApiKey(account.membershipId, { expiresAt: at })
      const younger = yield* issueApiKey(account.membershipId)
      const olderKeys = Effect.map(credentials.authenticateAndCount(hashOf(younger), 0), (found) => found?.olderKeys)
      assert.isNotNull(yield* credentials.authenticateAndCount(hashOf(key), 0))
      assert.strictEqual(yield* olderKeys, 2)
      const afterwards = yield* later(
        "61 minutes",
        Effect.all([
          credentials.authenticateAndCount(hashOf(key), 0),
          olderKeys,
          (yield* ApiKeys).find(key?.record.id ?? ""),
          createApiKey(account.membershipId, { limit: 3 })
        ])
      )
      assert.isNull(afterwards[0])
      assert.strictEqual(afterwards[1], 1)
      assert.isTrue(afterwards[2]?.isExpired)
      assert.strictEqual(afterwards[3]._tag, "Created")
    })
  )

  it.effect("notes the minute of its last use with one write per minute", () =>
    Effect.gen(function* () {
      const { account } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const credentials = yield* Credentials
      const issued = yield* issueApiKey(account.membershipId, { scope: "read" })
      const use = credentials.authenticateAndCount(hashOf(issued), 0)
      const row = Effect.gen(function* () {
        const [found] = yield* sql<{ version: string; used: Date | null; minute: Date }>`
          select xmin::text as version, last_used_at as used, date_trunc('minute', mon_now()) as minute
          from api_key where public_id = ${issued?.record.id ?? ""}::uuid`
        return found
      })
      yield* sql.unsafe(stoppedClock("2026-11-22 12:00:07+00"))
      yield* use
      const first = yield* row
      assert.deepStrictEqual(first?.used, first?.minute)
      yield* sql.unsafe(stoppedClock("2026-11-22 12:00:59+00"))
      yield* Effect.all(
        Array.from({ length: 20 }, () => use),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* row, first)
      yield* sql.unsafe(stoppedClock("2026-11-22 12:01:00+00"))
      yield* use
      assert.deepStrictEqual((yield* row)?.used, new Date("2026-11-22T12:01:00Z"))
      // The request must not wait for a change of its key, and therefore skips a locked row.
      yield* sql.unsafe(stoppedClock("2026-11-22 12:02:00+00"))
      const locked = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from api_key where public_id = ${issued?.record.id ?? ""}::uuid for update`
          return yield* use
        })
      )
      assert.isNotNull(yield* locked)
      assert.deepStrictEqual((yield* row)?.used, new Date("2026-11-22T12:01:00Z"))
    }).pipe(Effect.ensuring(Effect.orDie(runningClock)))
  )

  it.effect("is not found by the previous release if it is limited, and by no other hash", () =>
    Effect.gen(function* () {
      const { account, keyHash } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const previous = (hash: Uint8Array) => sql`select 1 from api_key where hash = ${hash} and revoked_at is null`
      assert.strictEqual((yield* previous(keyHash)).length, 1)
      const wishes: ReadonlyArray<Parameters<typeof issueApiKey>[1]> = [
        { scope: "read" },
        { scope: "heartbeats" },
        { expiresAt: new Date(Date.now() + 60_000) }
      ]
      for (const wish of wishes) {
        const hash = hashOf(yield* issueApiKey(account.membershipId, wish))
        assert.strictEqual((yield* previous(hash)).length, 0)
        const found = (yield* previous(createHash("sha256").update(hash).digest())).length
        assert.strictEqual(found, wish?.scope === "heartbeats" ? 0 : 1)
        assert.isNotNull(yield* (yield* Credentials).authenticateAndCount(hash, 0))
      }
    })
  )

  it.effect("is not stored for a membership that does not exist", () =>
    Effect.gen(function* () {
      assert.isNull(yield* issueApiKey("00000000-0000-7000-8000-000000000000"))
      assert.isNull(yield* issueApiKey("x"))
    })
  )

  it.effect("belongs to one account per address", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { account } = yield* newAccount
      assert.isNull(yield* accounts.create({ email: account.email.toUpperCase(), name: null, plan: "free" }))
      assert.strictEqual((yield* accounts.findByEmail(account.email.toUpperCase()))?.id, account.id)
    })
  )
})

layer(layerStore, { excludeTestServices: true })("settings", (it) => {
  it.effect("change only the given fields, and a pause applies to the account", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { viewer } = yield* newAccount
      const defaults = {
        timezone: "UTC",
        language: null,
        weeklyReportEnabled: true,
        alertsByEmail: true,
        degradedAlerts: false,
        contentFaultsOffer: false,
        notificationsPaused: false
      }
      assert.deepStrictEqual(yield* accounts.settings(viewer), defaults)
      assert.deepStrictEqual(yield* accounts.updateSettings(viewer, { timezone: "Europe/Berlin" }), {
        ...defaults,
        timezone: "Europe/Berlin"
      })
      assert.deepStrictEqual(
        yield* accounts.updateSettings(viewer, { notificationsPaused: true, weeklyReportEnabled: false }),
        {
          timezone: "Europe/Berlin",
          language: null,
          weeklyReportEnabled: false,
          alertsByEmail: true,
          degradedAlerts: false,
          contentFaultsOffer: false,
          notificationsPaused: true
        }
      )
      assert.strictEqual((yield* accounts.updateSettings(viewer, { language: "de" })).language, "de")
      assert.strictEqual((yield* accounts.updateSettings(viewer, { weeklyReportEnabled: true })).language, "de")
      assert.isNull((yield* accounts.updateSettings(viewer, { language: null })).language)
      assert.strictEqual(
        (yield* accounts.updateSettings(viewer, { notificationsPaused: false })).notificationsPaused,
        false
      )
    })
  )
})
