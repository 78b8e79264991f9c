import { Accounts, Deliveries, type EndedWindow } from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import { gatherDigests } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, moveTime, newAccount, newDomain, outcomeOf, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"

const windowOf = Effect.fn("windowOf")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  const windows = yield* sql<EndedWindow>`
    select distinct account_id::text as "accountKey", waits_until as "endsAt" from notification_delivery
    where account_id = ${viewer.accountKey}::bigint and status = 'pending' and digest_id is null and waits_until is not null`
  assert.lengthOf(windows, 1)
  return windows[0] ?? { accountKey: "", endsAt: new Date(0) }
})

const taken = Effect.fn("taken")(function* ({ viewer }: TestAccount) {
  const deliveries = yield* (yield* Deliveries).take("email", 1_000, 60_000, [])
  return deliveries.filter(({ accountKey }) => accountKey === viewer.accountKey)
})

const statuses = Effect.fn("statuses")(function* (keys: ReadonlyArray<string>) {
  const outcomes = yield* Effect.forEach(keys, outcomeOf)
  return outcomes.map(({ status }) => status)
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("alerts", (it) => {
  it.effect("of many domains are sent immediately for the first five, and as one digest for the others", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* Effect.forEach(Array.from({ length: 8 }), () => newDomain(account))
      const keys = yield* Effect.forEach(domains, (domain) => Effect.map(changes(domain, "down"), ({ key }) => key))
      yield* dispatchAll
      const first = yield* sendNow(account)
      assert.deepStrictEqual(
        first.map(({ subject }) => subject),
        domains.slice(0, 5).map(({ name }) => `DOWN ${name}`)
      )
      assert.deepStrictEqual(yield* statuses(keys), [
        ...Array.from({ length: 5 }, () => "sent"),
        "pending",
        "pending",
        "pending"
      ])
      const [last] = yield* Effect.map(changes(domains[0] ?? { id: "" }, "up"), ({ key }) => [key])
      yield* dispatchAll
      const window = yield* windowOf(account)
      yield* gatherDigests(window)
      yield* gatherDigests(window)
      const rest = yield* sendNow(account)
      assert.lengthOf(rest, 1)
      for (const { name } of domains.slice(5)) assert.include(rest[0]?.text, name)
      assert.include(rest[0]?.text, domains[0]?.name)
      assert.notInclude(rest[0]?.text, domains[1]?.name)
      assert.deepStrictEqual(new Set(yield* statuses([...keys, last ?? ""])), new Set(["sent"]))

      yield* moveTime(61)
      const later = yield* changes(domains[1] ?? { id: "" }, "up")
      yield* dispatchAll
      assert.lengthOf(yield* sendNow(account), 1)
      assert.deepStrictEqual(yield* statuses([later.key]), ["sent"])
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("are sent unchanged if they exceed the limit of a window by only one", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* Effect.forEach(Array.from({ length: 6 }), () => newDomain(account))
      for (const domain of domains) yield* changes(domain, "down")
      yield* dispatchAll
      assert.lengthOf(yield* sendNow(account), 5)
      yield* gatherDigests(yield* windowOf(account))
      assert.deepStrictEqual(
        (yield* sendNow(account)).map(({ subject }) => subject),
        [`DOWN ${domains[5]?.name ?? ""}`]
      )
    })
  )

  it.effect("of a domain that changes six times a day are replaced by one notice per day", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const subjects: Array<string> = []
      const change = Effect.fn("change")(function* (index: number) {
        yield* moveTime(index * 600)
        yield* changes(domain, index % 2 === 0 ? "down" : "up")
        yield* dispatchAll
        subjects.push(...(yield* sendNow(account)).map(({ subject }) => subject))
      })
      for (let index = 0; index < 10; index += 1) yield* change(index)
      assert.deepStrictEqual(
        subjects.slice(0, 5),
        [0, 1, 2, 3, 4].map((index) => `${index % 2 === 0 ? "DOWN" : "UP"} ${domain.name}`)
      )
      assert.lengthOf(subjects, 6)
      assert.match(subjects[5] ?? "", /FLAPPING/u)
      yield* change(10 + 6 * 30)
      assert.match(subjects[6] ?? "", /^DOWN/u)
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect(
    "that are created while the account is paused are never delivered, and messages from before go on after that",
    () =>
      Effect.gen(function* () {
        const account = yield* newAccount
        const accounts = yield* Accounts
        const [one, two, three] = yield* Effect.forEach(Array.from({ length: 3 }), () => newDomain(account))
        if (one === undefined || two === undefined || three === undefined) return assert.fail("no domains")
        const sent = yield* changes(one, "down")
        yield* dispatchAll
        assert.lengthOf(yield* sendNow(account), 1)
        const waits = yield* changes(two, "down")
        yield* dispatchAll
        const undispatched = yield* changes(three, "down")
        yield* accounts.updateSettings(account.viewer, { notificationsPaused: true })
        const during = yield* changes(one, "up")
        assert.deepStrictEqual(yield* statuses([sent.key, waits.key, undispatched.key, during.key]), [
          "sent",
          "pending",
          "suppressed",
          "suppressed"
        ])
        yield* dispatchAll
        assert.lengthOf(yield* taken(account), 1)
        assert.lengthOf(yield* sendNow(account), 0)
        yield* moveTime(3_600)
        assert.deepStrictEqual(yield* taken(account), [])
        yield* accounts.updateSettings(account.viewer, { notificationsPaused: false })
        yield* dispatchAll
        assert.lengthOf(yield* taken(account), 1)
        assert.deepStrictEqual(
          (yield* sendNow(account)).map(({ subject }) => subject),
          [`DOWN ${two.name}`]
        )
        yield* changes(two, "up")
        yield* dispatchAll
        assert.deepStrictEqual(
          (yield* sendNow(account)).map(({ subject }) => subject),
          [`UP ${two.name}`]
        )
      }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("that wait during a pause are left out if their outage is over at its end", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const accounts = yield* Accounts
      const domain = yield* newDomain(account)
      const waits = yield* changes(domain, "down")
      yield* dispatchAll
      yield* accounts.updateSettings(account.viewer, { notificationsPaused: true })
      yield* changes(domain, "up")
      yield* accounts.updateSettings(account.viewer, { notificationsPaused: false })
      yield* dispatchAll
      assert.lengthOf(yield* sendNow(account), 0)
      assert.deepInclude((yield* outcomeOf(waits.key)).deliveries[0], { status: "suppressed", code: "over" })
    })
  )

  it.effect("after an outage of the service wait until their domain was checked, for at most five minutes", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      const [checked, never] = yield* Effect.forEach(Array.from({ length: 2 }), () => newDomain(account))
      if (checked === undefined || never === undefined) return assert.fail("no domains")
      yield* deliveries.pulse()
      yield* changes(checked, "down")
      yield* changes(never, "down")
      yield* moveTime(120)
      yield* deliveries.pulse()
      yield* dispatchAll
      assert.lengthOf(yield* sendNow(account), 0)
      yield* sql`update monitor_schedule s set last_checked_at = mon_now() from monitor m where m.id = s.monitor_id and m.public_id = ${checked.id}::uuid`
      yield* dispatchAll
      assert.deepStrictEqual(
        (yield* sendNow(account)).map(({ subject }) => subject),
        [`DOWN ${checked.name}`]
      )
      yield* moveTime(120 + 301)
      yield* dispatchAll
      assert.deepStrictEqual(
        (yield* sendNow(account)).map(({ subject }) => subject),
        [`DOWN ${never.name}`]
      )
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )
})
