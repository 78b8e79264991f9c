import { AlertChannels, AlertRoutes, Deliveries, deliveryChannels, MaintenanceWindows } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addChat, addMonitors, addPager, addWebhook, BEGAN_MS, openWorldWith } from "../AlertWorld.ts"
import { changes, newAccount } from "../DeliveryWorld.ts"
import { writeFact } from "../FactWorld.ts"
import { addRoute } from "../RouteWorld.ts"
import { type Event, type EventKind, type History, monitorsOf, printHistory, type Role, roles } from "./History.ts"
import { type Happened, type Moment, type Observed, unknownAt, wrongAtEnd } from "./Knowledge.ts"

const WORDS: Readonly<Record<EventKind, string>> = {
  degraded: "SLOW",
  recovered: "FAST AGAIN",
  dns_changed: "DNS CHANGED",
  page_changed: "CHANGED",
  certificate_invalid: "CERTIFICATE",
  email_health_alert: "EMAIL",
  email_health_recovery: "EMAIL RECOVERED"
}

const DAY = 86_400
const MINUTE_MS = 60_000
const LATE_MS = 10_000

const openAccount = Effect.fn("openAccount")(function* (monitors: number) {
  const account = yield* newAccount
  const chat = yield* addChat(account)
  const other = yield* addChat(account)
  const pager = yield* addPager(account)
  const webhook = yield* addWebhook(account)
  const receivers: Readonly<Record<Role, string>> = {
    email: account.email,
    chat: chat.receiver,
    other: other.receiver,
    pager: pager.receiver,
    webhook: webhook.receiver
  }
  const targets: Readonly<Record<string, Role>> = {
    [account.email]: "email",
    [chat.id]: "chat",
    [other.id]: "other",
    [pager.id]: "pager",
    [webhook.id]: "webhook"
  }
  return { account, chat, other, receivers, targets, domains: yield* addMonitors(account, monitors) }
})

interface PendingRow {
  readonly target: string | null
  readonly name: string
}

/** Runs histories of accounts side by side in virtual time. Returns what is wrong, with the history. */
export const runHistories = Effect.fn("runHistories")(function* (histories: ReadonlyArray<History>) {
  const sql = yield* SqlClient.SqlClient
  const world = yield* openWorldWith(LATE_MS)
  const deliveries = yield* Deliveries
  const windows = yield* MaintenanceWindows
  const beganMs = BEGAN_MS

  const runs = yield* Effect.forEach(
    histories,
    Effect.fnUntraced(function* (history, place) {
      const { account, chat, domains, other, receivers, targets } = yield* openAccount(monitorsOf(history))
      const names = domains.map(({ name }) => name)
      const happened: Array<Happened> = []
      const wrong: Array<string> = []
      const down = new Map<string, Happened>()
      let [paused, inDefault, route, windowFromMs, windowEndMs] = [false, true, null as string | null, 0, 0]
      const domainOf = (number: number) => domains[number - 1] ?? { id: "", name: "" }
      const defaults = (): Set<Role> => new Set(roles.filter((role) => role !== "other" || inDefault))

      const reached = (): Pick<Happened, "audience" | "later"> =>
        route === null
          ? { audience: defaults(), later: new Set() }
          : { audience: new Set(["chat"]), later: new Set(["email"]) }

      const note = (name: string, word: string, audience: ReadonlySet<Role>, later: ReadonlySet<Role> = new Set()) => {
        const fact: Happened = {
          later,
          atMs: world.now(),
          arrivals: world.arrivals.length,
          monitor: name,
          word,
          audience,
          paused,
          inWindow: world.now() < windowEndMs
        }
        happened.push(fact)
        return fact
      }

      /** An outage in a window is announced at its end, to those who are alerted then. */
      const reachOthers = () => {
        if (world.now() >= windowEndMs) return
        for (const [name, fact] of down) {
          if (!fact.inWindow || fact.atMs < windowFromMs) continue
          const announced = { ...fact, ...reached() }
          happened[happened.indexOf(fact)] = announced
          down.set(name, announced)
        }
      }

      const changeState = Effect.fnUntraced(function* (state: "down" | "up", number: number, together: boolean) {
        const { id, name } = domainOf(number)
        const before = down.get(name)
        if ((before !== undefined) === (state === "down")) return
        const address = together ? "203.0.113.7" : `198.51.${number}.7`
        const { audience, later } = before ?? reached()
        const fact = note(name, state.toUpperCase(), audience, later)
        yield* changes({ id }, state, new Date(world.now()), { address })
        if (before === undefined) down.set(name, fact)
        else down.delete(name)
      })

      const writeOne = Effect.fnUntraced(function* (kind: EventKind, number: number) {
        const domain = domainOf(number)
        note(domain.name, WORDS[kind], defaults())
        if (kind === "degraded" || kind === "recovered")
          yield* sql`
            update monitor_schedule s set is_degraded = ${kind === "degraded"} from monitor m
            where m.id = s.monitor_id and m.public_id = ${domain.id}::uuid`
        yield* writeFact(account, domain, kind, world.now())
      })

      const setQuiet = Effect.fnUntraced(function* (on: boolean) {
        const clock = (minutes: number) => new Date(world.now() + minutes * MINUTE_MS).toISOString().slice(11, 16)
        const hours = { start: clock(-5), end: clock(90), days: [1, 2, 3, 4, 5, 6, 7], timezone: "UTC" }
        yield* (yield* AlertChannels).update(account.viewer, other.id, { quietHours: on ? hours : null })
      })

      const setRoute = Effect.fnUntraced(function* (on: boolean) {
        if (!on && route !== null) yield* (yield* AlertRoutes).remove(account.viewer, route)
        const steps = [
          { afterMinutes: 0, targets: [chat.id] },
          { afterMinutes: 10, targets: ["email"] }
        ]
        route = on ? (yield* addRoute(account, { kinds: ["down"], steps, reminderMinutes: 15 })).id : null
      })

      const apply = Effect.fnUntraced(function* (event: Event) {
        switch (event.do) {
          case "down":
          case "up":
            return yield* Effect.forEach(event.monitors, (number) => changeState(event.do, number, event.together), {
              discard: true
            })
          case "fact":
            return yield* Effect.forEach(event.monitors, (number) => writeOne(event.kind, number), { discard: true })
          case "react":
            return void world.react(receivers[event.role], event.reaction)
          case "pause":
          case "resume":
            paused = event.do === "pause"
            yield* sql`
              update account set notifications_paused_at = case when ${paused}::boolean then mon_now() end
              where id = ${account.viewer.accountKey}::bigint`
            return
          case "window": {
            const endsAt = world.now() + event.minutes * MINUTE_MS
            if (world.now() >= windowEndMs) windowFromMs = world.now()
            windowEndMs = Math.max(windowEndMs, endsAt)
            const occurrences = [{ startsAt: world.now(), endsAt }]
            yield* windows.create(
              account.viewer,
              {
                name: "Deployment",
                startsAt: null,
                minutes: event.minutes,
                timeZone: "UTC",
                recurrence: null,
                wholeAccount: true,
                domainIds: [],
                urlIds: [],
                tagIds: [],
                published: false
              },
              1_000,
              () => ({ occurrences, until: null })
            )
            return
          }
          case "default":
            inDefault = event.on
            yield* (yield* AlertChannels).update(account.viewer, other.id, { inDefaultRoute: event.on })
            return reachOthers()
          case "quiet":
            return yield* setQuiet(event.on)
          case "route":
            yield* setRoute(event.on)
            return reachOthers()
          case "restart":
            // A worker takes deliveries and ends before it claims them.
            yield* Effect.forEach(deliveryChannels, (channel) => deliveries.take(channel, 10, 15_000, []))
        }
      })

      const pending = sql<PendingRow>`
        select distinct d.target, m.name from notification_delivery d join notification n on n.id = d.notification_id
        join monitor m on m.id = n.monitor_id
        where d.account_id = ${account.viewer.accountKey}::bigint and d.status = 'pending' and n.kind in ('down', 'up', 'flapping')
        union all
        select null, m.name from notification n join monitor m on m.id = n.monitor_id
        where n.account_id = ${account.viewer.accountKey}::bigint and n.status = 'pending' and n.dispatched_at is null
        union all
        select null, m.name from state_announcement s join monitor m on m.id = s.monitor_id
        where m.account_id = ${account.viewer.accountKey}::bigint
        union all
        select null, m.name from alert_due u join monitor m on m.id = u.monitor_id
        where u.account_id = ${account.viewer.accountKey}::bigint and u.due_at is not null and u.done_at is null`

      const roleOf = new Map(roles.map((role) => [receivers[role], role]))
      const own: Array<Observed["arrivals"][number]> = []
      let read = 0
      const observed = (): Observed => {
        for (; read < world.arrivals.length; read += 1) {
          const arrival = world.arrivals[read]
          const role = roleOf.get(arrival?.receiver ?? "")
          if (arrival !== undefined && role !== undefined) own.push({ ...arrival, role, index: read })
        }
        return { happened, arrivals: own, monitors: names, openAlerts: world.openAlerts(receivers.pager) }
      }

      const check = Effect.fnUntraced(function* () {
        const rows = yield* pending
        const moment: Moment = {
          nowMs: world.now(),
          happened: happened.length,
          arrivals: world.arrivals.length,
          paused,
          inWindow: world.now() < windowEndMs,
          isOnItsWay: (role, monitor) =>
            rows.some(({ name, target }) => name === monitor && (target === null || targets[target] === role))
        }
        const at = Math.round((world.now() - beganMs) / 1_000)
        wrong.push(...unknownAt(observed(), moment).map((text) => `${at} s: ${text}`))
        return rows
      })

      const settle = Effect.gen(function* () {
        for (const role of roles) world.react(receivers[role], "takes")
        if (paused) yield* apply({ do: "resume" })
      })

      const end = Effect.gen(function* () {
        const rows = yield* check()
        wrong.push(
          ...rows.map(({ name, target }) => `something about ${name} waits forever for ${target ?? "a route"}`)
        )
        wrong.push(...wrongAtEnd(observed()))
        if (wrong.length === 0) return []
        const received = own.map(
          ({ atMs, isConfirmed, role, title }) =>
            `${Math.round((atMs - beganMs) / 1_000)} ${role}: ${title}${isConfirmed ? "" : " (unconfirmed)"}`
        )
        const numbered = (text: string) => text.replaceAll(/\bm\d+\b/gu, (name) => String(names.indexOf(name) + 1))
        return [
          {
            number: place,
            history: printHistory(history),
            wrong: wrong.map(numbered),
            received: received.map(numbered)
          }
        ]
      })

      return { history, apply, check, settle, end }
    })
  )

  const timed = runs
    .flatMap(({ apply, check, history }) => history.map(({ event, seconds }) => ({ apply, check, event, seconds })))
    .toSorted((one, other) => one.seconds - other.seconds)
  for (const [index, { apply, check, event, seconds }] of timed.entries()) {
    if (index % 50 === 0) yield* sql`analyze`
    yield* world.runUntil(beganMs + seconds * 1_000)
    yield* check()
    yield* apply(event)
  }
  yield* world.run(60)
  yield* Effect.forEach(runs, ({ settle }) => settle, { discard: true })
  yield* world.run(DAY + 7_200)
  const failed = yield* Effect.forEach(runs, ({ end }) => end)
  return { failed: failed.flat(), messages: world.arrivals.length }
})
