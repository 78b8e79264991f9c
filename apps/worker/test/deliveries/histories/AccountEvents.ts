import {
  AlertChannels,
  AlertRoutes,
  Deliveries,
  deliveryChannels,
  Domains,
  Incidents,
  MaintenanceWindows,
  OperatorAccounts,
  Webhooks,
  WhatsAppContacts,
  inTransaction
} from "@mon/core-store"
import { showAcknowledgement } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addChat, addMonitors, addNumber, addPager, addWebhook, type World } from "../AlertWorld.ts"
import { changes, newAccount } from "../DeliveryWorld.ts"
import { writeFact } from "../FactWorld.ts"
import { addRoute } from "../RouteWorld.ts"
import { openAccountModel } from "./AccountModel.ts"
import { type Event, type EventKind, hasNumber, type History, monitorsOf, type Role, roles } from "./History.ts"

const WORDS: Readonly<Record<EventKind, string>> = {
  degraded: "SLOW",
  recovered: "FAST AGAIN",
  dns_changed: "DNS CHANGED",
  page_changed: "CHANGED",
  certificate_invalid: "CERTIFICATE",
  email_health_alert: "EMAIL",
  email_health_recovery: "EMAIL RECOVERED"
}

const MINUTE_MS = 60_000

/** Opens an account. The events of a history happen to the account in the store and to its model. */
export const openAccount = Effect.fn("openAccount")(function* (world: World, history: History) {
  const sql = yield* SqlClient.SqlClient
  const deliveries = yield* Deliveries
  const windows = yield* MaintenanceWindows
  const account = yield* newAccount
  const { viewer } = account
  const receivers = {
    email: { id: account.email, receiver: account.email },
    chat: yield* hasNumber(history) ? addNumber(account) : addChat(account),
    other: yield* addChat(account),
    pager: yield* addPager(account),
    webhook: yield* addWebhook(account)
  } as const satisfies Readonly<Record<Role, object>>
  const domains = yield* addMonitors(account, monitorsOf(history))
  const model = openAccountModel({ now: world.now, arrived: () => world.arrivals.length })
  const incidents = new Map<string, string>()
  const always = new Set<Role>(roles)
  let route: string | null = null

  const changeState = Effect.fnUntraced(function* (
    { id, name }: { readonly id: string; readonly name: string },
    state: "down" | "up",
    address: string
  ) {
    if (model.isDown(name) === (state === "down")) return
    model.change(name, state)
    incidents.set(name, (yield* changes({ id }, state, new Date(world.now()), { address })).incident)
  })

  const writeOne = Effect.fnUntraced(function* (
    domain: { readonly id: string; readonly name: string },
    kind: EventKind
  ) {
    model.fact(domain.name, WORDS[kind])
    if (kind === "degraded" || kind === "recovered")
      yield* sql`
        update monitor_schedule s set is_degraded = ${kind === "degraded"} from monitor m
        where m.id = s.monitor_id and m.public_id = ${domain.id}::uuid`
    yield* writeFact(account, domain, kind, world.now())
  })

  const acknowledge = Effect.fnUntraced(function* (name: string, isTaken: boolean) {
    const id = incidents.get(name)
    if (id === undefined || !model.isDown(name)) return
    model.acknowledge(name, isTaken ? "ACKNOWLEDGED" : "WITHDRAWN", new Set(always))
    const store = yield* Incidents
    const change = isTaken
      ? store.acknowledge(viewer, id, { via: "dashboard", note: null })
      : store.unacknowledge(viewer, id)
    yield* inTransaction(
      "acknowledge",
      Effect.andThen(change, (isChanged) => (isChanged ? showAcknowledgement(id) : Effect.void))
    )
  })

  const quiet = Effect.fnUntraced(function* (on: boolean) {
    const clock = (minutes: number) => new Date(world.now() + minutes * MINUTE_MS).toISOString().slice(11, 16)
    const hours = { start: clock(-5), end: clock(90), days: [1, 2, 3, 4, 5, 6, 7], timezone: "UTC" }
    yield* (yield* AlertChannels).update(viewer, receivers.other.id, { quietHours: on ? hours : null })
  })

  const setRoute = Effect.fnUntraced(function* (on: boolean) {
    if (!on && route !== null) yield* (yield* AlertRoutes).remove(viewer, route)
    const steps = [
      ...(model.removed.has("chat")
        ? []
        : [{ afterMinutes: 0, targets: [hasNumber(history) ? "whatsapp" : receivers.chat.id] }]),
      { afterMinutes: 10, targets: ["email"] }
    ]
    route = on ? (yield* addRoute(account, { kinds: ["down"], steps, reminderMinutes: 15 })).id : null
    model.set({ isRouted: on })
  })

  const openWindow = Effect.fnUntraced(function* (minutes: number) {
    const endsAt = world.now() + minutes * MINUTE_MS
    model.openWindow(endsAt)
    yield* windows.create(
      viewer,
      {
        name: "Deployment",
        startsAt: null,
        minutes,
        timeZone: "UTC",
        recurrence: null,
        wholeAccount: true,
        domainIds: [],
        urlIds: [],
        heartbeatIds: [],
        serviceIds: [],
        tagIds: [],
        published: false
      },
      1_000,
      () => ({ occurrences: [{ startsAt: world.now(), endsAt }], until: null })
    )
  })

  const remove = Effect.fnUntraced(function* (role: Role) {
    model.remove(role)
    const { id } = receivers[role]
    if (role === "webhook") yield* (yield* Webhooks).remove(viewer, id)
    else if (role === "chat" && hasNumber(history)) yield* (yield* WhatsAppContacts).remove(viewer)
    else yield* (yield* AlertChannels).remove(viewer, id)
  })

  const stop = Effect.fnUntraced(function* (
    { id, name }: { readonly id: string; readonly name: string },
    how: "stop" | "delete"
  ) {
    model.stop(name)
    const store = yield* Domains
    yield* how === "stop" ? store.pause(viewer, id) : store.remove(viewer, [id])
  })

  const pause = Effect.fnUntraced(function* (paused: boolean) {
    yield* sql`
      update account set notifications_paused_at = case when ${paused}::boolean then mon_now() end
      where id = ${viewer.accountKey}::bigint`
    model.set({ paused })
  })

  const suspend = Effect.fnUntraced(function* (suspended: boolean) {
    const operator = yield* OperatorAccounts
    yield* (suspended ? operator.suspend : operator.resume)(account.id)
    model.set({ suspended })
  })

  const setDefault = Effect.fnUntraced(function* (on: boolean) {
    model.set({ inDefault: on })
    yield* (yield* AlertChannels).update(viewer, receivers.other.id, { inDefaultRoute: on })
  })

  const apply = Effect.fnUntraced(function* (event: Event) {
    switch (event.do) {
      case "react":
        if (event.reaction !== "takes") always.delete(event.role)
        return void world.react(receivers[event.role].receiver, event.reaction)
      case "pause":
      case "resume":
        return yield* pause(event.do === "pause")
      case "suspend":
      case "reinstate":
        return yield* suspend(event.do === "suspend")
      case "window":
        return yield* openWindow(event.minutes)
      case "default":
        return yield* setDefault(event.on)
      case "quiet":
        return yield* quiet(event.on)
      case "route":
        return yield* setRoute(event.on)
      case "remove":
        return yield* remove(event.role)
      case "number":
        return
      case "restart":
        // A worker reserves deliveries and ends before it claims them.
        yield* Effect.forEach(deliveryChannels, (channel) => deliveries.take(channel, 10, 15_000, []))
        return
    }
    for (const number of event.monitors) {
      const domain = domains[number - 1] ?? { id: "", name: "" }
      switch (event.do) {
        case "down":
        case "up":
          yield* changeState(domain, event.do, event.together ? "203.0.113.7" : `198.51.${number}.7`)
          break
        case "fact":
          yield* writeOne(domain, event.kind)
          break
        case "stop":
        case "delete":
          yield* stop(domain, event.do)
          break
        case "start":
          yield* (yield* Domains).resume(viewer, domain.id)
          break
        case "acknowledge":
        case "withdraw":
          yield* acknowledge(domain.name, event.do === "acknowledge")
      }
    }
  })

  const settle = Effect.gen(function* () {
    for (const role of roles) world.react(receivers[role].receiver, "takes")
    if (model.isPaused()) yield* pause(false)
  })

  return { key: viewer.accountKey, names: domains.map(({ name }) => name), receivers, model, apply, settle }
})
