import { Deliveries, deliveryChannels, MaintenanceWindows } from "@mon/core-store"
import { deliver, gatherDigests, sealWebhookSecret } from "@mon/notifications"
import { makeWebhookSecret } from "@mon/alerts"
import { uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { addChannel } from "./ChannelWorld.ts"
import { newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { type Arrival, layerReceivers, type Reaction } from "./Receivers.ts"
import { dispatchAll } from "./sendNow.ts"

export const BEGAN_MS = Date.UTC(2026, 10, 23, 12)

const iso = (ms: number): string => new Date(ms).toISOString()

/** Makes the database read its time from a row. The time stands still until a test sets it. */
const openClock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists test_clock (at timestamptz not null)`
  yield* sql`delete from test_clock`
  yield* sql`insert into test_clock values (${iso(BEGAN_MS)}::timestamptz)`
  yield* sql`create or replace function mon_now() returns timestamptz language sql stable as $$ select at from test_clock $$`
  yield* sql`delete from worker_heartbeat`
})

let opened = 0

/** Adds a chat to an account. `receiver` is the host of the chat. */
export const addChat = Effect.fn("addChat")(function* (account: TestAccount) {
  opened += 1
  const receiver = `chat${opened}.example.com`
  const id = yield* addChannel(account, "gotify", { server: `https://${receiver}`, token: "AXXXXXXXXXXXXXX" })
  return { id, receiver }
})

/** Adds a service of PagerDuty to an account. `receiver` is the routing key of the service. */
export const addPager = Effect.fn("addPager")(function* (account: TestAccount) {
  opened += 1
  const receiver = String(opened).padStart(32, "0")
  return { id: yield* addChannel(account, "pagerduty", { routingKey: receiver, region: "us" }), receiver }
})

/** Adds a signed webhook for all monitors of an account. `receiver` is the host of the webhook. */
export const addWebhook = Effect.fn("addWebhook")(function* ({ viewer }: TestAccount) {
  opened += 1
  const sql = yield* SqlClient.SqlClient
  const receiver = `hook${opened}.example.com`
  const id = uuidv7(Date.now(), randomBytes(10))
  const secret = yield* sealWebhookSecret(id, Redacted.make(makeWebhookSecret()))
  yield* sql`
    insert into webhook (public_id, account_id, url, label, events, secret)
    values (${id}::uuid, ${viewer.accountKey}::bigint, ${`https://${receiver}/`}, 'All',
      ${["status_change", "ssl_invalid", "ssl_expiry", "domain_expiry", "email_health_alert", "email_health_recovery"]}, ${secret})`
  return { id, receiver }
})

export const addNumber = Effect.fn("addNumber")(function* ({ viewer }: TestAccount) {
  opened += 1
  const sql = yield* SqlClient.SqlClient
  const receiver = `+4917${String(opened).padStart(8, "0")}`
  yield* sql`
    insert into whatsapp_contact (account_id, number, confirmed_at)
    values (${viewer.accountKey}::bigint, ${receiver}, mon_now())`
  return { id: receiver, receiver }
})

/** Adds domains whose names have no spaces and no dots. */
export const addMonitors = Effect.fn("addMonitors")(function* (account: TestAccount, count: number) {
  const from = opened
  opened += count
  return yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
    newDomain(account, { name: `m${from + index}` })
  )
})

/**
 * Returns the time at which work is due next: a delivery, a window, a step of a route, or a message that waits for the
 * check of a parent.
 */
const nextDue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly at: Date | null }>`
    select least(
      (select min(greatest(next_at, held_until)) from notification_delivery where status = 'pending' and digest_id is null
        and (waits_until is null or (channel = 'channel' and gathers_at is null))
        and greatest(next_at, held_until) < 'infinity'),
      (select min(case when channel = 'channel' then gathers_at else waits_until end) + interval '1 second'
        from notification_delivery where status = 'pending' and digest_id is null),
      (select min(due_at) from alert_due),
      (select min(due_at) from state_announcement where not is_held),
      (select mon_now() + interval '30 seconds' where exists (select from maintenance_waiting)),
      (select mon_now() + interval '10 seconds' where exists (
        select from notification where status = 'pending' and dispatched_at is null))) as at`
  return row?.at?.getTime() ?? null
})

/**
 * Opens a world that delivers in virtual time to receivers in memory. The world performs everything that is due within
 * `lateMs` milliseconds together, as a late worker does.
 */
export const openWorldWith = Effect.fn("openWorld")(function* (lateMs: number) {
  const sql = yield* SqlClient.SqlClient
  const deliveries = yield* Deliveries
  const windows = yield* MaintenanceWindows
  const arrivals: Array<Arrival> = []
  const reactions = new Map<string, Reaction>()
  let nowMs = BEGAN_MS
  yield* openClock

  const receivers = yield* Layer.build(
    layerReceivers(
      (receiver) => reactions.get(receiver) ?? "takes",
      (arrival) => arrivals.push({ ...arrival, atMs: nowMs })
    )
  ).pipe(Effect.scoped)

  const setTime = Effect.fn("setTime")(function* (ms: number) {
    nowMs = ms
    yield* sql`update test_clock set at = ${iso(ms)}::timestamptz`
  })

  /**
   * Performs everything that is due now. Returns false if nothing was due. A crash of a worker ends only its attempt.
   */
  const perform = Effect.gen(function* () {
    yield* windows.announceEnded(1_000)
    const announced = yield* deliveries.announceStates(1_000)
    const dispatches = yield* deliveries.hasUndispatched()
    if (dispatches) yield* dispatchAll
    const ended = yield* deliveries.endedWindows(1_000)
    const gathered = yield* Effect.forEach(ended, gatherDigests)
    const taken = yield* Effect.forEach(deliveryChannels, (channel) => deliveries.take(channel, 1_000, 15_000, []))
    yield* Effect.forEach(taken.flat(), ({ key }) => Effect.exit(Effect.provide(deliver(key), receivers)), {
      discard: true
    })
    return announced > 0 || dispatches || gathered.includes(true) || taken.flat().length > 0
  })

  const runUntil = Effect.fn("runUntil")(function* (untilMs: number) {
    for (;;) {
      const performed = yield* perform
      const due = yield* nextDue
      const again = due !== null && due <= nowMs && performed
      if (again) continue
      if (nowMs >= untilMs) return
      yield* setTime(due === null ? untilMs : Math.min(Math.max(due + lateMs, nowMs + 1), untilMs))
    }
  })

  return {
    arrivals,
    now: () => nowMs,
    react: (receiver: string, reaction: Reaction) => reactions.set(receiver, reaction),
    runUntil,
    run: (seconds: number) => Effect.suspend(() => runUntil(nowMs + seconds * 1_000)),
    /** Returns the keys of the open alerts about outages at a PagerDuty service. */
    openAlerts: (receiver: string) => {
      const open = new Set<string>()
      for (const { alert } of arrivals.filter((arrival) => arrival.receiver === receiver))
        if (alert?.action === "resolve") open.delete(alert.key)
        else if (alert?.action === "trigger") open.add(alert.key)
      return [...open].filter((key) => key.startsWith("cause:") || !key.includes(":"))
    },
    received: (receiver: string) =>
      arrivals
        .filter((arrival) => arrival.receiver === receiver)
        .map(({ statements }) => statements.map(({ name, word }) => `${word} ${name}`).join(", "))
  }
})

export type World = Effect.Success<ReturnType<typeof openWorldWith>>

export const openWorld = openWorldWith(0)

export const openAccount = Effect.gen(function* () {
  const account = yield* newAccount
  const chat = yield* addChat(account)
  const webhook = yield* addWebhook(account)
  const number = yield* addNumber(account)
  return { account, chat, webhook, number, email: account.email }
})
