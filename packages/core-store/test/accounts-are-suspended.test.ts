import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  AccountDeletions,
  type AccessScope,
  Accounts,
  Credentials,
  Deliveries,
  Domains,
  Incidents,
  Notifications,
  OperatorAccounts,
  Sessions,
  StatusPageDocuments
} from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { client, sessionOf } from "./session.ts"
import { BASE, newPage, newPost } from "./statusPage.ts"
import { sendAll, subscribed } from "./statusSubscriber.ts"
import { watched } from "./watchedDomain.ts"
import { domainStateCodes } from "../src/monitors/statements/MonitorCodes.ts"

const publicId = Effect.fnUntraced(function* ({ accountKey }: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: string }>`select public_id as id from account where id = ${accountKey}::bigint`
  return row?.id ?? ""
})

const factsOf = ({ accountKey }: AccessScope) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ kind: string; status: string }>`
      select kind, status from notification where account_id = ${accountKey}::bigint order by id`
  )

layer(Layer.provideMerge(OperatorAccounts.layer, layerStore), { excludeTestServices: true })(
  "an account that the operator suspends",
  (it) => {
    it.effect("is neither checked nor shown, and its keys and sessions do not count", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const credentials = yield* Credentials
        const documents = yield* StatusPageDocuments
        const domains = yield* Domains
        const { keyHash, principal, viewer } = yield* newAccount
        const made = yield* Effect.forEach(["active.example", "paused.example"], (name) =>
          domains.create(viewer, newDomain(name), 100)
        )
        const [active = "", paused = ""] = made.flatMap((one) => (one._tag === "Created" ? [one.monitor.id] : []))
        yield* domains.pause(viewer, paused)
        const page = yield* newPage(viewer)
        const tokenHash = Buffer.alloc(32, 7)
        yield* (yield* Sessions).open(tokenHash, sessionOf(viewer.userKey))

        assert.isTrue(yield* operator.suspend(principal.accountId))
        assert.isFalse(yield* operator.suspend(principal.accountId), "it is suspended already")
        assert.isNull((yield* domains.find(viewer, active))?.nextCheckAt ?? null)
        assert.isTrue((yield* credentials.authenticateAndCount(keyHash, 0))?.isSuspended)
        assert.isTrue((yield* (yield* Sessions).find(tokenHash, client))?.isSuspended)
        assert.isNull(yield* documents.document({ id: page.id }, BASE))
        assert.notInclude(
          (yield* documents.pages()).map(({ id }) => id),
          page.id
        )
        const listed = (yield* (yield* Accounts).list()).find(({ id }) => id === principal.accountId)
        assert.isNotNull(listed?.suspendedAt)

        assert.isTrue(yield* operator.resume(principal.accountId))
        assert.isFalse(yield* operator.resume(principal.accountId), "it is not suspended")
        assert.isNotNull((yield* domains.find(viewer, active))?.nextCheckAt ?? null)
        assert.isTrue((yield* domains.find(viewer, paused))?.isPaused, "it was paused before")
        assert.isFalse((yield* credentials.authenticateAndCount(keyHash, 0))?.isSuspended)
        assert.isFalse((yield* (yield* Sessions).find(tokenHash, client))?.isSuspended)
        assert.isNotNull(yield* documents.document({ id: page.id }, BASE))
      })
    )

    it.effect("gets no alert from before, from a check that runs, or because it is resumed", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const { check, claim, schedule, sql, viewer } = yield* watched("quiet.example")
        const id = yield* publicId(viewer)
        yield* check("up")
        for (let failures = 0; failures < 5; failures += 1) yield* check("down")
        const waiting = yield* factsOf(viewer)
        assert.isTrue(waiting.some(({ kind, status }) => kind === "down" && status === "pending"))
        const running = yield* claim

        yield* operator.suspend(id)
        assert.isTrue((yield* factsOf(viewer)).every(({ status }) => status === "suppressed"))
        assert.notInclude(
          (yield* schedule.claim(1_000, 30_000)).map(({ monitorKey }) => monitorKey),
          running.monitorKey
        )
        yield* operator.resume(id)
        const [state] = yield* sql<{ failures: number; state: number }>`
          select failures, state from monitor_schedule where monitor_id = ${running.monitorKey}::bigint`
        assert.deepStrictEqual(state, { failures: 0, state: domainStateCodes.down }, "the outage goes on")
        yield* check("down")
        assert.lengthOf(yield* factsOf(viewer), waiting.length, "and is not announced again")
      })
    )

    it.effect("gets a message that was on its way after it is resumed", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const deliveries = yield* Deliveries
        const { check, sql, viewer } = yield* watched("on-its-way.example")
        yield* check("up")
        for (let failures = 0; failures < 5; failures += 1) yield* check("down")
        const id = yield* publicId(viewer)
        yield* operator.suspend(id)
        const [row] = yield* sql<{ readonly key: string }>`
          insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
          select gen_random_uuid(), account_id, id, 'test:' || id, 'email', 'ann@test.example', 'pending'
          from notification where account_id = ${viewer.accountKey}::bigint and kind = 'down'
          returning id::text as key`
        const key = row?.key ?? ""
        assert.deepStrictEqual(yield* deliveries.claim(key, "019aa0b8-0000-7000-8000-000000000001"), { _tag: "Over" })
        assert.deepStrictEqual(yield* sql`select status from notification_delivery where id = ${key}::bigint`, [
          { status: "pending" }
        ])
        yield* operator.resume(id)
        assert.deepInclude(yield* deliveries.claim(key, "019aa0b8-0000-7000-8000-000000000002"), { _tag: "Claimed" })
      })
    )

    it.effect("keeps a pause that ends by itself", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const notifications = yield* Notifications
        const { principal, viewer } = yield* newAccount
        const until = "2100-01-01T00:00:00.000Z"
        yield* notifications.setPaused(viewer, true, Math.floor(Date.parse(until)))
        yield* operator.suspend(principal.accountId)
        yield* operator.resume(principal.accountId)
        assert.deepInclude(yield* notifications.pauseState(viewer), { paused: true, pausedUntil: until })
      })
    )

    it.effect("stays suspended when its deletion is withdrawn, and stopped when it is resumed before its end", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const deletions = yield* AccountDeletions
        const domains = yield* Domains
        const isChecked = (viewer: AccessScope, id: string) =>
          Effect.map(domains.find(viewer, id), (found) => (found?.nextCheckAt ?? null) !== null)
        for (const first of ["suspended", "ends"] as const) {
          const { principal, viewer } = yield* newAccount
          const created = yield* domains.create(viewer, newDomain(`${first}.example`), 100)
          if (created._tag !== "Created") return assert.fail("no monitor")
          const { id } = created.monitor
          const { accountId } = principal
          const begin = [operator.suspend(accountId), deletions.request(accountId, 30)]
          for (const one of first === "suspended" ? begin : begin.toReversed()) yield* one

          assert.isTrue(yield* deletions.keep(accountId))
          assert.isFalse(yield* isChecked(viewer, id), `${first}: kept`)
          yield* deletions.request(accountId, 30)
          assert.isTrue(yield* operator.resume(accountId))
          assert.isFalse(yield* isChecked(viewer, id), `${first}: resumed`)
          assert.isTrue(yield* deletions.keep(accountId))
          assert.isTrue(yield* isChecked(viewer, id), `${first}: both are over`)
        }
      })
    )

    it.effect("sends nothing to the subscribers of its pages", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const { principal, viewer } = yield* newAccount
        const page = yield* newPage(viewer)
        yield* subscribed(page.id, "reader@test.example")
        yield* newPost(viewer, page.id, { update: { notifies: true } })
        yield* operator.suspend(principal.accountId)
        assert.deepStrictEqual(yield* sendAll(), [])
        yield* operator.resume(principal.accountId)
        assert.deepStrictEqual(yield* sendAll(), [], "what waited is suppressed for good")
      })
    )

    it.effect("has one incident for an outage that outlasts the suspension, and is checked within a minute", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        const incidents = yield* Incidents
        const { check, id, viewer } = yield* watched("outlasts.example", { checkInterval: 3_600 })
        const accountId = yield* publicId(viewer)
        yield* check("up")
        for (const _ of [1, 2, 3]) yield* check("down")
        const [before] = (yield* incidents.ofDomain(viewer, id, 20)) ?? []
        yield* operator.suspend(accountId)
        yield* operator.resume(accountId)
        const after = (yield* incidents.ofDomain(viewer, id, 20)) ?? []
        assert.lengthOf(after, 1)
        assert.strictEqual(after[0]?.startedAt, before?.startedAt)
        assert.deepInclude(after[0], { status: "open", resolution: null })
        const next = Date.parse((yield* (yield* Domains).find(viewer, id))?.nextCheckAt ?? "")
        assert.isBelow(next, Date.now() + 61_000)
        for (const _ of [1, 2]) yield* check("up")
        assert.deepInclude((yield* incidents.ofDomain(viewer, id, 20))?.[0], { resolution: "recovered" })
      })
    )

    it.effect("is known by no other id", () =>
      Effect.gen(function* () {
        const operator = yield* OperatorAccounts
        for (const id of ["nothing", "0190a000-0000-7000-8000-000000000000"]) {
          assert.isFalse(yield* operator.suspend(id))
          assert.isFalse(yield* operator.resume(id))
        }
      })
    )
  }
)
