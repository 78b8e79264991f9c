import { assert, layer } from "@effect/vitest"

import { startDiscord, startPagerDuty } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addChannel, layerVendors, openVendor, sendToChannels } from "./ChannelWorld.ts"
import { changes, layerGround, moveTime, newAccount, outcomeOf, type TestAccount } from "./DeliveryWorld.ts"
import { addRoute } from "./RouteWorld.ts"
import { dispatchAll } from "./sendNow.ts"
import {
  BEGAN,
  failAt,
  gatherDue,
  goDown,
  mailsAt,
  newDomains,
  recover,
  stopAt,
  subjectsAt
} from "./SharedCauseWorld.ts"

const HOST = { address: "203.0.113.7" }
const timed = Effect.ensuring(Effect.ignore(moveTime(0)))

const inOneLine = (text = "") => text.replaceAll(/\s+/gu, " ")

const names = (domains: ReadonlyArray<{ readonly name: string }>) => domains.map(({ name }) => name)

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a cause outside", (it) => {
  it.effect("that takes down many monitors is announced at once, and the rest of them within a minute", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* newDomains(account, 12)
      const first = yield* goDown(domains.slice(0, 6), 0, HOST)
      assert.deepStrictEqual(yield* subjectsAt(account, 0), [])
      const [notice, ...others] = yield* mailsAt(account, 2)
      assert.lengthOf(others, 0)
      assert.strictEqual(notice?.subject, "DOWN 6 monitors at 203.0.113.7")
      for (const name of names(domains.slice(0, 6))) assert.include(notice?.text, name)
      assert.include(notice?.text, `https://mon.example.com/app/incidents/${first[0]?.incident ?? ""}`)
      yield* goDown(domains.slice(6), 20, HOST)
      assert.deepStrictEqual(yield* subjectsAt(account, 20), [])
      assert.deepStrictEqual(yield* subjectsAt(account, 59), [])
      const [rest, ...more] = yield* mailsAt(account, 61)
      assert.lengthOf(more, 0)
      assert.strictEqual(rest?.subject, "DOWN 6 more monitors at 203.0.113.7")
      for (const name of names(domains.slice(6))) assert.include(rest?.text, name)
      for (const name of names(domains.slice(0, 6))) assert.notInclude(rest?.text, name)
      assert.deepStrictEqual(yield* subjectsAt(account, 200), [])
      for (const { key } of first) assert.strictEqual((yield* outcomeOf(key)).status, "sent")
    }).pipe(timed)
  )

  it.effect("is not seen in four monitors: each has its own message, at once", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* newDomains(account, 4)
      yield* goDown(domains, 0, HOST)
      assert.deepStrictEqual(
        yield* subjectsAt(account, 0),
        names(domains).map((name) => `DOWN ${name}`)
      )
      yield* recover(domains, 10)
      const back = yield* subjectsAt(account, 10)
      assert.deepStrictEqual(back, [`UP ${domains[0]?.name ?? ""}`])
      assert.deepStrictEqual(yield* subjectsAt(account, 62), ["UP 3 domains"])
    }).pipe(timed)
  )

  it.effect("is not seen in monitors of other places, other accounts and other times", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const other = yield* newAccount
      const [one, two, ...elsewhere] = yield* newDomains(account, 5)
      if (one === undefined || two === undefined) return assert.fail("no domains")
      yield* goDown(yield* newDomains(other, 4), 0, HOST)
      yield* goDown([one], -900, HOST)
      for (const [index, domain] of elsewhere.entries()) yield* goDown([domain], 0, { address: `198.51.${index}.7` })
      yield* goDown([two], 0, HOST)
      assert.sameMembers(
        yield* subjectsAt(account, 0),
        names([one, two, ...elsewhere]).map((name) => `DOWN ${name}`)
      )
    }).pipe(timed)
  )

  it.effect("is known before the first outage is confirmed, and a message about one monitor is an ordinary one", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const [first, ...others] = yield* newDomains(account, 7)
      if (first === undefined) return assert.fail("no domain")
      yield* failAt(others, -40, HOST.address)
      yield* goDown([first], 0, HOST)
      yield* mailsAt(account, 0)
      const [notice] = yield* mailsAt(account, 2)
      assert.strictEqual(notice?.subject, `DOWN ${first.name}`)
      yield* goDown(others, 5, HOST)
      yield* mailsAt(account, 5)
      assert.deepStrictEqual(yield* subjectsAt(account, 61), ["DOWN 6 monitors at 203.0.113.7"])
    }).pipe(timed)
  )

  it.effect("may be a network of addresses, or name servers", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const inNetwork = yield* newDomains(account, 6)
      yield* Effect.forEach(inNetwork, (domain, index) => goDown([domain], 0, { address: `203.0.113.${index}` }))
      const inIpv6 = yield* newDomains(account, 5)
      yield* Effect.forEach(inIpv6, (domain, index) => goDown([domain], 0, { address: `2001:db8:7:${index}::1` }))
      const unresolved = yield* newDomains(account, 5)
      yield* goDown(unresolved, 0, { nameServers: "ns1.provider.example, ns2.provider.example" })
      yield* mailsAt(account, 0)
      assert.sameMembers(yield* subjectsAt(account, 2), [
        "DOWN 6 monitors in network 203.0.113.0/24",
        "DOWN 5 monitors in network 2001:db8:7::/48",
        "DOWN 5 monitors with name servers ns1.provider.example, ns2.provider.example"
      ])
    }).pipe(timed)
  )

  it.effect("leaves one delivery for each monitor to signed webhooks", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* newDomains(account, 8)
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into webhook (public_id, account_id, url, label, events, secret)
        values (gen_random_uuid(), ${account.viewer.accountKey}::bigint, 'https://hooks.example.com/', 'All', '{status_change}', 'x')`
      yield* goDown(domains, 0, HOST)
      yield* dispatchAll
      const rows = yield* sql<{ readonly n: number }>`
        select count(*)::int as n from notification_delivery
        where account_id = ${account.viewer.accountKey}::bigint and channel = 'webhook' and status = 'pending'
          and waits_until is null`
      assert.strictEqual(rows[0]?.n, 8)
    }).pipe(timed)
  )

  it.effect("that ends is announced like its beginning, and the recovery of one monitor at once", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* newDomains(account, 9)
      yield* goDown(domains, 0, HOST)
      yield* mailsAt(account, 0)
      assert.lengthOf(yield* mailsAt(account, 2), 1)
      yield* recover(domains.slice(0, 1), 100)
      yield* mailsAt(account, 100)
      assert.deepStrictEqual(yield* subjectsAt(account, 102), [`UP ${domains[0]?.name ?? ""}`])
      yield* recover(domains.slice(1), 130)
      yield* mailsAt(account, 130)
      assert.deepStrictEqual(yield* subjectsAt(account, 161), ["UP 8 monitors at 203.0.113.7"])
      assert.deepStrictEqual(yield* subjectsAt(account, 400), [])
    }).pipe(timed)
  )

  it.effect("whose monitors recover before they are announced is announced once, with what is true then", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domains = yield* newDomains(account, 7)
      yield* goDown(domains.slice(0, 5), 0, HOST)
      yield* mailsAt(account, 0)
      assert.lengthOf(yield* mailsAt(account, 2), 1)
      yield* goDown(domains.slice(5), 10, HOST)
      yield* mailsAt(account, 10)
      yield* recover(domains.slice(6), 30)
      assert.deepStrictEqual(yield* subjectsAt(account, 30), [])
      const [rest, ...more] = yield* mailsAt(account, 61)
      assert.lengthOf(more, 0)
      assert.strictEqual(rest?.subject, "DOWN 1 more monitor at 203.0.113.7")
      for (const name of names(domains.slice(5))) assert.include(rest?.text, name)
      assert.include(inOneLine(rest?.text), "1 monitor at 203.0.113.7 is up again.")
    }).pipe(timed)
  )

  it.effect("is one alert in PagerDuty, which ends with the last recovery", () =>
    Effect.gen(function* () {
      const pager = yield* openVendor(startPagerDuty)
      const account = yield* newAccount
      yield* addChannel(account, "pagerduty")
      const sender = layerVendors({ "https://events.pagerduty.com": pager })
      const domains = yield* newDomains(account, 6)
      yield* goDown(domains.slice(0, 5), 0, HOST)
      yield* dispatchAll
      const sendAt = Effect.fn("sendAt")(function* (seconds: number) {
        yield* stopAt(seconds)
        yield* dispatchAll
        yield* gatherDue(account)
        yield* sendToChannels(account, sender)
      })
      yield* sendAt(2)
      yield* goDown(domains.slice(5), 10, HOST)
      yield* sendAt(10)
      yield* sendAt(61)
      yield* recover(domains.slice(0, 3), 100)
      yield* sendAt(100)
      yield* sendAt(102)
      yield* recover(domains.slice(3), 110)
      yield* sendAt(110)
      yield* sendAt(161)
      const events = pager.arrivals.filter(({ url }) => url.pathname === "/v2/enqueue")
      assert.deepStrictEqual(
        events.map(({ json, problems }) => [json?.["event_action"], problems]),
        [
          ["trigger", []],
          ["trigger", []],
          ["resolve", []]
        ]
      )
      assert.lengthOf([...new Set(events.map(({ json }) => json?.["dedup_key"]))], 1)
      assert.lengthOf(pager.arrivals, 4)
    }).pipe(Effect.scoped, timed)
  )

  it.effect("changes its message where the service can, once it is over", () =>
    Effect.gen(function* () {
      const discord = yield* openVendor(startDiscord)
      const account = yield* newAccount
      yield* addChannel(account, "discord")
      const sender = layerVendors({ "https://discord.com": discord })
      const domains = yield* newDomains(account, 5)
      yield* goDown(domains, 0, HOST)
      yield* dispatchAll
      yield* stopAt(2)
      yield* gatherDue(account)
      yield* sendToChannels(account, sender)
      yield* recover(domains, 100)
      yield* dispatchAll
      yield* stopAt(102)
      yield* gatherDue(account)
      yield* sendToChannels(account, sender)
      assert.deepStrictEqual(
        discord.arrivals.map(({ method, problems }) => [method, problems]),
        [
          ["POST", []],
          ["PATCH", []]
        ]
      )
      assert.include(discord.arrivals[1]?.text, "UP 5 monitors at 203.0.113.7")
    }).pipe(Effect.scoped, timed)
  )

  it.effect("gathers each step and each reminder of a route", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 10, targets: ["email"] }
        ],
        reminderMinutes: 30
      })
      const domains = yield* newDomains(account, 6)
      yield* goDown(domains, 0, HOST)
      yield* mailsAt(account, 0)
      assert.deepStrictEqual(yield* subjectsAt(account, 2), ["DOWN 6 monitors at 203.0.113.7"])
      yield* mailsAt(account, 600)
      const again = yield* subjectsAt(account, 602)
      assert.lengthOf(again, 1)
      yield* mailsAt(account, 1_800)
      assert.lengthOf(yield* subjectsAt(account, 1_802), 1)
    }).pipe(timed)
  )

  it.effect("of a sixth kind within a minute joins the digest of all", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      for (let host = 0; host < 7; host += 1)
        yield* goDown(yield* newDomains(account, 5), 0, { address: `198.51.${host}.1` })
      yield* mailsAt(account, 0)
      assert.lengthOf(yield* mailsAt(account, 2), 5)
      assert.deepStrictEqual(yield* subjectsAt(account, 62), ["DOWN 10 domains"])
    }).pipe(timed)
  )
})

const useNumber = ({ viewer }: TestAccount, number: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`insert into whatsapp_contact (account_id, number, confirmed_at) values (${viewer.accountKey}::bigint, ${number}, mon_now())`
  )

const waitingWhatsApp = Effect.fn("waitingWhatsApp")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly gathered: boolean; readonly parts: number }>`
    select d.notification_id is null as gathered,
      (select count(*)::int from notification_delivery p where p.digest_id = d.id) as parts
    from notification_delivery d
    where d.account_id = ${viewer.accountKey}::bigint and d.channel = 'whatsapp' and d.digest_id is null order by d.id`
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("WhatsApp", (it) => {
  it.effect("gets one message for one cause", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* useNumber(account, "+491701111111")
      yield* goDown(yield* newDomains(account, 20), 0, HOST)
      yield* dispatchAll
      yield* stopAt(2)
      yield* gatherDue(account)
      assert.deepStrictEqual(yield* waitingWhatsApp(account), [{ gathered: true, parts: 20 }])
    }).pipe(timed)
  )

  it.effect("gets five messages of a flood, and one for the rest", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* useNumber(account, "+491702222222")
      yield* stopAt(0)
      for (const domain of yield* newDomains(account, 12)) yield* changes(domain, "down", new Date(BEGAN))
      yield* dispatchAll
      yield* stopAt(62)
      yield* gatherDue(account)
      const messages = yield* waitingWhatsApp(account)
      assert.deepStrictEqual(messages, [
        ...Array.from({ length: 5 }, () => ({ gathered: false, parts: 0 })),
        { gathered: true, parts: 7 }
      ])
    }).pipe(timed)
  )
})
