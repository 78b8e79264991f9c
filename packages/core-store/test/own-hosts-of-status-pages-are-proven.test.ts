import { assert, layer } from "@effect/vitest"
import type { StatusPageHostAddress } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type AccessScope,
  type HostNotice,
  type HostProofFinding,
  HostProofChecks,
  StatusPageDocuments,
  StatusPageHosts,
  StatusPages
} from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { BASE, newPage } from "./statusPage.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const START = Date.UTC(2026, 2, 1)
const DAY = 86_400_000
const MINUTE = 60_000
const LIMIT = 50

const setTime = (day: number, more = 0) => setClock(new Date(START + day * DAY + more).toISOString())

const claims = Effect.flatMap(HostProofChecks, (checks) => knownToBeDue("proofs of hosts", checks.claim(100, 60_000)))

/** Records a lookup of the TXT record of a host name. Fails if the lookup is not due. */
const lookUp = Effect.fn("lookUp")(function* (
  { accountKey }: AccessScope,
  hostname: string,
  finding: HostProofFinding,
  address: StatusPageHostAddress | null = null
) {
  const proofs = yield* HostProofChecks
  const due = yield* claims
  const claim = due.find((one) => one.hostname === hostname && one.accountKey === accountKey)
  yield* proofs.release(due.filter((one) => one !== claim))
  if (claim === undefined) return yield* Effect.die(new Error("not due"))
  return yield* proofs.record(claim, finding, address)
})

const isDue = Effect.fn("isDue")(function* ({ accountKey }: AccessScope, hostname: string) {
  const due = yield* claims
  yield* (yield* HostProofChecks).release(due)
  return due.some((one) => one.hostname === hostname && one.accountKey === accountKey)
})

const withHost = Effect.fn("withHost")(function* (hostname: string) {
  const { viewer } = yield* newAccount
  const page = yield* newPage(viewer)
  const result = yield* (yield* StatusPageHosts).set(viewer, page.id, hostname, LIMIT)
  assert.strictEqual(result._tag, "Set")
  return { viewer, id: page.id, slug: page.slug }
})

const hostOf = Effect.fn("hostOf")(function* (viewer: AccessScope, id: string) {
  const page = yield* (yield* StatusPages).find(viewer, id)
  return page?.host ?? (yield* Effect.die(new Error("no host name")))
})

const stateOf = (viewer: AccessScope, id: string) => Effect.map(hostOf(viewer, id), ({ state }) => state)

const servedOf = Effect.fn("servedOf")(function* (id: string) {
  const documents = yield* StatusPageDocuments
  const served = yield* documents.document({ id }, BASE)
  const listed = (yield* documents.pages()).find((page) => page.id === id)
  assert.deepStrictEqual(served?.host, listed?.host)
  return [served?.host ?? null, served?.document.url]
})

const notices = Effect.gen(function* () {
  const found: Array<HostNotice> = []
  const hosts = yield* StatusPageHosts
  const take = (notice: HostNotice) =>
    Effect.sync(() => {
      found.push(notice)
    })
  while (yield* knownToBeDue("notices about hosts", hosts.notifyNext(take))) continue
  return found
})

layer(layerStore, { excludeTestServices: true })("the own host name of a status page", (it) => {
  it.effect("is served as soon as its TXT record is found, and looked up often on its first day", () =>
    Effect.gen(function* () {
      yield* installClock(new Date(START).toISOString())
      const { id, slug, viewer } = yield* withHost("status.first.com")
      assert.strictEqual(yield* stateOf(viewer, id), "waiting_for_txt")
      assert.deepStrictEqual(yield* servedOf(id), [null, `${BASE}/s/${slug}`])
      for (let round = 1; round <= 3; round++) {
        yield* setTime(0, round * 10 * MINUTE)
        assert.strictEqual(yield* lookUp(viewer, "status.first.com", "absent", "absent"), "absent")
        assert.isFalse(yield* isDue(viewer, "status.first.com"))
      }
      yield* setTime(0, 40 * MINUTE)
      yield* lookUp(viewer, "status.first.com", "published", "absent")
      assert.strictEqual(yield* stateOf(viewer, id), "waiting_for_address")
      // The host name is served, but links do not use it before readers arrive.
      assert.deepStrictEqual(yield* servedOf(id), [
        { hostname: "status.first.com", isActive: true, leadsHere: false },
        `${BASE}/s/${slug}`
      ])
      yield* setTime(1)
      assert.isFalse(yield* isDue(viewer, "status.first.com"))
      yield* setTime(1, 40 * MINUTE)
      yield* lookUp(viewer, "status.first.com", "published", "here")
      assert.deepInclude(yield* hostOf(viewer, id), { state: "active", address: "here", failingSince: null })
      assert.deepStrictEqual(yield* servedOf(id), [
        { hostname: "status.first.com", isActive: true, leadsHere: true },
        "https://status.first.com"
      ])
      // Behind a CDN, only the requests that arrive show that the host name leads to the page. After 2 days without
      // requests, this is no longer known.
      yield* setTime(2, 40 * MINUTE)
      yield* lookUp(viewer, "status.first.com", "published", "elsewhere")
      assert.strictEqual(yield* stateOf(viewer, id), "waiting_for_address")
      yield* (yield* StatusPageHosts).reached("status.first.com")
      assert.deepInclude(yield* hostOf(viewer, id), { state: "active", address: "elsewhere" })
      assert.strictEqual((yield* servedOf(id))[1], "https://status.first.com")
      yield* setTime(4, 41 * MINUTE)
      assert.strictEqual(yield* stateOf(viewer, id), "waiting_for_address")
    })
  )

  it.effect("is released after 7 days without the record, and the owner is notified before and then, once each", () =>
    Effect.gen(function* () {
      yield* setTime(10)
      const { id, viewer } = yield* withHost("status.gone.com")
      yield* (yield* HostProofChecks).confirm(viewer.accountKey, "status.gone.com")
      assert.strictEqual(yield* stateOf(viewer, id), "active")
      yield* setTime(11)
      yield* lookUp(viewer, "status.gone.com", "absent")
      assert.deepStrictEqual(yield* notices, [])
      assert.deepInclude(yield* (yield* StatusPageHosts).counts(), { failing: 1, proven: 1, released: 0 })
      assert.deepInclude(yield* hostOf(viewer, id), {
        state: "failing",
        failingSince: new Date(START + 11 * DAY).toISOString(),
        releasesAt: new Date(START + 18 * DAY).toISOString()
      })
      for (let day = 12; day < 18; day++) {
        // A lookup that failed is repeated after an hour.
        yield* setTime(day, day > 14 ? 60 * MINUTE : 0)
        yield* lookUp(viewer, "status.gone.com", day === 14 ? "unknown" : "absent")
        if (day === 14) {
          yield* setTime(day, 60 * MINUTE)
          yield* lookUp(viewer, "status.gone.com", "absent")
        }
        const sent = yield* notices
        assert.deepStrictEqual(
          sent.map(({ hostname, kind, releasesAt }) => [kind, hostname, releasesAt.getTime()]),
          day === 12 ? [["missing", "status.gone.com", START + 18 * DAY]] : []
        )
        assert.deepStrictEqual((yield* servedOf(id))[0], {
          hostname: "status.gone.com",
          isActive: true,
          leadsHere: true
        })
      }
      yield* setTime(18, 60 * MINUTE)
      yield* lookUp(viewer, "status.gone.com", "absent")
      assert.strictEqual(yield* stateOf(viewer, id), "released")
      assert.deepInclude(yield* (yield* StatusPageHosts).counts(), { failing: 0, released: 1 })
      assert.strictEqual((yield* servedOf(id))[0], null)
      const sent = yield* notices
      assert.deepStrictEqual(
        sent.map(({ kind, owner }) => [kind, owner.language]),
        [["released", "en"]]
      )
      assert.deepStrictEqual(yield* notices, [])
      // The host name is proven again when its record is back, if no other page has the name.
      yield* setTime(20)
      yield* lookUp(viewer, "status.gone.com", "published")
      assert.strictEqual(yield* stateOf(viewer, id), "active")
    })
  )

  it.effect("is not missing while lookups fail", () =>
    Effect.gen(function* () {
      yield* setTime(30)
      const { id, viewer } = yield* withHost("status.shaky.com")
      yield* (yield* HostProofChecks).confirm(viewer.accountKey, "status.shaky.com")
      for (let day = 31; day < 45; day++) {
        yield* setTime(day)
        yield* lookUp(viewer, "status.shaky.com", "unknown")
        assert.strictEqual(yield* stateOf(viewer, id), "active")
      }
      assert.deepStrictEqual(yield* notices, [])
    })
  )

  it.effect("belongs to whoever proves it first, and the other learns nothing before proving it, too", () =>
    Effect.gen(function* () {
      yield* setTime(50)
      const first = yield* withHost("status.both.com")
      const second = yield* withHost("status.both.com")
      const proofs = yield* HostProofChecks
      yield* proofs.confirm(second.viewer.accountKey, "status.both.com")
      assert.strictEqual(yield* stateOf(second.viewer, second.id), "active")
      assert.strictEqual(yield* stateOf(first.viewer, first.id), "waiting_for_txt")
      yield* setTime(50, 10 * MINUTE)
      yield* lookUp(first.viewer, "status.both.com", "absent")
      assert.strictEqual(yield* stateOf(first.viewer, first.id), "waiting_for_txt")
      yield* proofs.confirm(first.viewer.accountKey, "status.both.com")
      assert.strictEqual(yield* stateOf(first.viewer, first.id), "taken")
      assert.strictEqual((yield* servedOf(first.id))[0], null)
      // A third account is refused immediately.
      const { viewer } = yield* newAccount
      const page = yield* newPage(viewer)
      const hosts = yield* StatusPageHosts
      assert.deepStrictEqual(yield* hosts.set(viewer, page.id, "status.both.com", LIMIT), { _tag: "Proven" })
      // The host name becomes free when its page loses it.
      assert.isTrue(yield* hosts.remove(second.viewer, second.id))
      yield* proofs.confirm(first.viewer.accountKey, "status.both.com")
      assert.strictEqual(yield* stateOf(first.viewer, first.id), "active")
    })
  )

  it.effect("is proven by one of two accounts that prove it at the same moment", () =>
    Effect.gen(function* () {
      yield* setTime(60)
      const pages = [yield* withHost("status.race.com"), yield* withHost("status.race.com")]
      const proofs = yield* HostProofChecks
      yield* Effect.forEach(pages, ({ viewer }) => proofs.confirm(viewer.accountKey, "status.race.com"), {
        concurrency: 2
      })
      const states = yield* Effect.forEach(pages, ({ id, viewer }) => stateOf(viewer, id))
      assert.deepStrictEqual(states.toSorted(), ["active", "taken"])
    })
  )

  it.effect("cannot be that of two pages, whatever writes the rows, such as a restored backup", () =>
    Effect.gen(function* () {
      yield* setTime(70)
      const one = yield* withHost("status.one.com")
      const other = yield* withHost("status.one.com")
      const sql = yield* SqlClient.SqlClient
      yield* (yield* HostProofChecks).confirm(one.viewer.accountKey, "status.one.com")
      const stolen = yield* Effect.exit(sql`
        update status_page_host set proven_at = now() where page_id = (
          select id from status_page where public_id = ${other.id}::uuid)`)
      assert.strictEqual(stolen._tag, "Failure")
    })
  )

  it.effect("is one of the account's pages only, within the limit of the plan", () =>
    Effect.gen(function* () {
      yield* setTime(80)
      const { id, viewer } = yield* withHost("status.limit.com")
      const second = yield* newPage(viewer, { name: "Second" })
      const hosts = yield* StatusPageHosts
      assert.deepStrictEqual(yield* hosts.set(viewer, second.id, "status.limit.com", LIMIT), {
        _tag: "OwnPage",
        pageName: "Shop"
      })
      assert.strictEqual((yield* hosts.set(viewer, second.id, "status2.limit.com", 1))._tag, "LimitReached")
      assert.strictEqual((yield* hosts.set(viewer, id, "status3.limit.com", 1))._tag, "Set")
      assert.strictEqual((yield* hosts.set(viewer, second.id, "status.limit.com", LIMIT))._tag, "Set")
      const other = yield* newAccount
      assert.strictEqual((yield* hosts.set(other.viewer, id, "status4.limit.com", LIMIT))._tag, "Absent")
      assert.isFalse(yield* hosts.remove(other.viewer, id))
      assert.strictEqual((yield* hosts.ask(other.viewer, id))._tag, "Absent")
    })
  )

  it.effect("stops on a smaller plan, the newest first, and is still proven", () =>
    Effect.gen(function* () {
      yield* setTime(90)
      const { account, viewer } = yield* newAccount
      const hosts = yield* StatusPageHosts
      const proofs = yield* HostProofChecks
      const ids: Array<string> = []
      for (const name of ["a", "b"]) {
        const page = yield* newPage(viewer)
        yield* hosts.set(viewer, page.id, `${name}.smaller.com`, LIMIT)
        yield* proofs.confirm(viewer.accountKey, `${name}.smaller.com`)
        ids.push(page.id)
      }
      const sql = yield* SqlClient.SqlClient
      yield* sql`update account set plan = 'pro' where public_id = ${account.id}::uuid`
      const stopped = yield* Effect.forEach(ids, (id) => Effect.map(hostOf(viewer, id), (host) => host.stoppedBy))
      assert.deepStrictEqual(stopped, [null, "plan"])
      assert.deepStrictEqual((yield* servedOf(ids[1] ?? ""))[0], {
        hostname: "b.smaller.com",
        isActive: false,
        leadsHere: true
      })
    })
  )

  it.effect("is looked up again although a worker of an older release took it off the schedule", () =>
    Effect.gen(function* () {
      yield* setTime(100)
      const { viewer } = yield* withHost("status.older.com")
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from host_proof where hostname = 'status.older.com'`
      yield* (yield* StatusPageHosts).reschedule()
      assert.isTrue(yield* isDue(viewer, "status.older.com"))
    })
  )

  it.effect("can be looked up by a person once in 10 seconds", () =>
    Effect.gen(function* () {
      yield* setTime(110)
      const { id, viewer } = yield* withHost("status.ask.com")
      const { ask } = yield* StatusPageHosts
      assert.deepStrictEqual(yield* ask(viewer, id), { _tag: "Ask", hostname: "status.ask.com" })
      yield* setTime(110, 4_000)
      assert.deepStrictEqual(yield* ask(viewer, id), { _tag: "TooSoon", seconds: 6 })
      yield* setTime(110, 10_000)
      assert.strictEqual((yield* ask(viewer, id))._tag, "Ask")
    })
  )
})
