import { assert, layer } from "@effect/vitest"
import { isApiKey } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Accounts, ApiKeys, bootstrapOwner, Credentials, hashApiKey, issueApiKey } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

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

  it.effect("stops working at once when it is replaced or revoked", () =>
    Effect.gen(function* () {
      const { account, keyHash } = yield* newAccount
      const credentials = yield* Credentials
      const keys = yield* ApiKeys
      const next = yield* issueApiKey(account.membershipId)
      const nextHash = hashApiKey(Redacted.value(next?.key ?? Redacted.make("")))
      assert.isNull(yield* credentials.authenticateAndCount(keyHash, 0))
      assert.isNotNull(yield* credentials.authenticateAndCount(nextHash, 0))
      assert.isTrue(yield* keys.revoke(account.membershipId))
      assert.isNull(yield* credentials.authenticateAndCount(nextHash, 0))
      assert.isFalse(yield* keys.revoke(account.membershipId))
      assert.isNull(yield* keys.findByMembership(account.membershipId))
    })
  )

  it.effect("is listed without the key itself", () =>
    Effect.gen(function* () {
      const { account } = yield* newAccount
      const record = yield* (yield* ApiKeys).findByMembership(account.membershipId)
      assert.match(record?.shown ?? "", /^mon_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$/u)
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
