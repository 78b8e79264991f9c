import { assert } from "@effect/vitest"
import { type Email, Mailer } from "@mon/alerts/effect"
import { Domains } from "@mon/core-store"
import { ConfirmationPolicy, domainDefaults } from "@mon/model"
import { startDiscord, startDnsServer, startPagerDuty, startSlackWebhook } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { layerWorker, WorkerConfig, WorkerTimings } from "../../src/index.ts"
import { fastConfirmation, fastTimings, layerSecrets, openSite, settings } from "../TestWorld.ts"
import { addChannel, layerVendors, openVendor } from "./ChannelWorld.ts"
import { newAccount, type TestAccount } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"

const HOUR_MS = 3_600_000
/** The number of monitors that are due when the provider fails. Their failures make the remaining monitors due. */
const NOTICED_BY = 5
const POLL = "100 millis"

/** Adds domains with unrelated names at one address. They are due in an hour. */
const domainsAt = Effect.fn("domainsAt")(function* (
  { viewer }: TestAccount,
  { port }: { readonly port: number },
  hostnames: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const domains = yield* Domains
  for (const hostname of hostnames)
    yield* domains.create(
      viewer,
      {
        ...domainDefaults,
        url: `http://${hostname}:${port}/`,
        hostname,
        dedupeKey: hostname,
        name: hostname,
        screenshotOnFailure: false
      },
      1_000
    )
  const mine = sql`(select id from monitor where account_id = ${viewer.accountKey}::bigint)`
  yield* sql`update monitor_schedule set interval_ms = ${HOUR_MS}::bigint where monitor_id in ${mine}`
  yield* sql`delete from monitor_registration where monitor_id in ${mine}`
  yield* sql`delete from certificate_schedule where monitor_id in ${mine}`
  yield* sql`update email_health_schedule set next_at = null where monitor_id in ${mine}`
})

/**
 * Runs the worker that checks. Confirmations take milliseconds, and monitors that are down are checked every two
 * seconds.
 */
const runChecks = Effect.fn("runChecks")(function* (dns: Parameters<typeof settings>[0]["dns"]) {
  yield* Layer.build(
    Layer.provide(Layer.fresh(layerWorker), [
      WorkerConfig.layer(settings({ dns, checks: { all: [], next: () => Effect.never } })),
      layerSecrets,
      Layer.succeed(WorkerTimings, fastTimings),
      Layer.succeed(ConfirmationPolicy, { ...fastConfirmation, downMs: 2_000 }),
      Layer.succeed(References.MinimumLogLevel, "Error")
    ])
  )
})

interface Count {
  readonly n: number
}

const count = <E>(rows: Effect.Effect<ReadonlyArray<Count>, E>) => Effect.map(rows, ([row]) => row?.n ?? 0)

/** Returns the number of monitors that the subjects of some messages count, such as `DOWN 975 more monitors at …`. */
const counted = (subjects: ReadonlyArray<string>): number =>
  subjects.reduce((sum, subject) => {
    const number = /(\d[\d,]*) (?:more )?monitors?\b/u.exec(subject)?.[1]
    return sum + Number(number?.replaceAll(",", "") ?? Number.NaN)
  }, 0)

export const providerOutage = Effect.fn("providerOutage")(function* (monitors: number) {
  const sql = yield* SqlClient.SqlClient
  const dns = yield* Effect.acquireRelease(
    Effect.promise(() => startDnsServer()),
    (server) => Effect.promise(server.close)
  )
  const site = yield* openSite()
  const account = yield* newAccount
  const hostnames = Array.from({ length: monitors }, (_, index) => `outage-${index}.com`)
  for (const hostname of hostnames) dns.zone.set(hostname, { A: [site.host] })
  yield* domainsAt(account, site, hostnames)
  yield* sql`
    insert into webhook (public_id, account_id, url, label, events, secret)
    select gen_random_uuid(), ${account.viewer.accountKey}::bigint, 'https://hooks.example.com/', 'All', '{status_change}',
      'sealed'`
  yield* sql`
    insert into whatsapp_contact (account_id, number, confirmed_at)
    values (${account.viewer.accountKey}::bigint, '+491703333333', mon_now())`
  const vendors = {
    "https://hooks.slack.com": yield* openVendor(startSlackWebhook),
    "https://discord.com": yield* openVendor(startDiscord),
    "https://events.pagerduty.com": yield* openVendor(startPagerDuty)
  }
  for (const kind of ["slack", "discord", "pagerduty"] as const) yield* addChannel(account, kind)
  const mails: Array<Email> = []
  const whatsApps: Array<string> = []
  const mail = Layer.effect(
    Mailer,
    Effect.succeed(
      Mailer.over((email) =>
        Effect.sync(() => {
          mails.push(email)
          return { messageId: email.messageId, responseCode: 250, response: "250 queued" }
        })
      )
    )
  )
  yield* runDeliveries({
    mail,
    channelLayer: layerVendors(vendors),
    whatsapp: ({ parameters }) => {
      whatsApps.push(parameters[0] ?? "")
      return {
        accepted: true,
        messageId: "m",
        error: null,
        statusCode: 200,
        responseTimeMs: 1,
        retryAfterSeconds: null
      }
    },
    timings: { dueMs: 100, dispatchPollMs: 50 }
  })
  yield* runChecks(dns)

  const inState = (state: number) =>
    count(sql<Count>`
      select count(*)::int as n from monitor_schedule s join monitor m on m.id = s.monitor_id
      where m.account_id = ${account.viewer.accountKey}::bigint and s.state = ${state}`)
  const waiting = count(sql<Count>`
    select (select count(*)::int from notification where account_id = ${account.viewer.accountKey}::bigint
        and dispatched_at is null)
      + (select count(*)::int from notification_delivery where account_id = ${account.viewer.accountKey}::bigint
        and status = 'pending' and channel <> 'webhook') as n`)
  const until = <E>(number: Effect.Effect<number, E>, wanted: number) =>
    Effect.repeat(Effect.delay(number, POLL), { until: (n) => n === wanted })
  const allSent = Effect.repeat(Effect.delay(waiting, POLL), { until: (n) => n === 0 })
  const webhooks = (kind: string) =>
    count(sql<Count>`
      select count(*)::int as n from notification_delivery d join notification n on n.id = d.notification_id
      where d.account_id = ${account.viewer.accountKey}::bigint and d.channel = 'webhook' and n.kind = ${kind}`)
  const subjects = () => mails.splice(0).map(({ subject }) => subject)
  const shown = { slack: 0, discord: 0, pagerduty: 0 }
  const arrived = () => {
    const now = {
      slack: vendors["https://hooks.slack.com"].arrivals.length,
      discord: vendors["https://discord.com"].arrivals.length,
      pagerduty: vendors["https://events.pagerduty.com"].arrivals.length
    }
    const since = {
      slack: now.slack - shown.slack,
      discord: now.discord - shown.discord,
      pagerduty: now.pagerduty - shown.pagerduty
    }
    Object.assign(shown, now)
    return since
  }
  const check = Effect.fn("check")(function* (kind: "down" | "up") {
    yield* allSent
    const sent = subjects()
    assert.isAtMost(sent.length, 2, sent.join("; "))
    assert.strictEqual(counted(sent), monitors, sent.join("; "))
    const channels = arrived()
    for (const [name, number] of Object.entries(channels))
      assert.isTrue(number >= 1 && number <= 2, `${name}: ${number}`)
    const texts = whatsApps.splice(0)
    assert.isAtMost(texts.length, 2, texts.join("; "))
    assert.strictEqual(counted(texts), monitors)
    assert.strictEqual(yield* webhooks(kind), monitors)
    return { kind, emails: sent, channels, whatsApps: texts }
  })

  yield* until(inState(1), monitors)
  site.behave({ status: 503 })
  yield* sql`
    update monitor_schedule set next_at = mon_now() where monitor_id in (
      select id from monitor where account_id = ${account.viewer.accountKey}::bigint order by id limit ${NOTICED_BY})`
  yield* until(inState(2), monitors)
  const down = yield* check("down")
  site.behave({ status: 200 })
  yield* until(inState(1), monitors)
  const up = yield* check("up")
  const incidents = yield* sql`
    select count(*)::int as n, count(*) filter (where resolution = 'recovered')::int as over
    from incident where account_id = ${account.viewer.accountKey}::bigint`
  assert.deepStrictEqual(incidents, [{ n: monitors, over: monitors }])
  return [down, up]
})
