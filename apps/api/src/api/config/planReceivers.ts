import type { ConfigPlanRecord } from "@mon/api-contract"
import { countChanges, type ObjectFields, type Section } from "@mon/config-file"
import { AlertRoutes, Webhooks, WhatsAppContacts } from "@mon/core-store"
import {
  AlertSeverity,
  isAddressTarget,
  isBuiltInTarget,
  isChannelInPlan,
  RoutedFactKind,
  RouteScope
} from "@mon/model"
import { receiverChanges, type RoutedMonitor, type Routing } from "@mon/notifications"
import { Effect, Option, Schema } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import type { Comparison } from "./compareFile.ts"
import { namesOf } from "./Names.ts"
import { receiverSentence } from "./receiverSentence.ts"
import { betweenTurns, inTurns } from "./turns.ts"

/** The fields of objects that decide who receives alerts. Other objects are named by their keys. */
const Monitor = Schema.Struct({
  url: Schema.String,
  name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  tags: Schema.Array(Schema.String),
  ccEmails: Schema.optionalKey(Schema.Array(Schema.String))
})
const Channel = Schema.Struct({
  kind: Schema.optionalKey(Schema.String),
  name: Schema.String,
  inDefaultRoute: Schema.Boolean,
  isActive: Schema.Boolean
})
const Route = Schema.Struct({
  kinds: Schema.Array(RoutedFactKind),
  severities: Schema.Array(AlertSeverity),
  scope: RouteScope,
  monitors: Schema.Array(Schema.String),
  tags: Schema.Array(Schema.String),
  steps: Schema.Array(Schema.Struct({ afterMinutes: Schema.Number, targets: Schema.Array(Schema.String) })),
  reminderMinutes: Schema.NullOr(Schema.Number)
})

const readMonitor = Schema.decodeUnknownOption(Monitor)
const readChannel = Schema.decodeUnknownOption(Channel)
const readRoute = Schema.decodeUnknownOption(Route)

/** An object of the account before or after the changes. */
interface Entry {
  readonly section: Section
  readonly key: string
  /** Null: it does not exist yet. */
  readonly id: string | null
  readonly fields: ObjectFields
}

const entriesBefore = Effect.fnUntraced(function* ({ keys, objects }: Comparison) {
  const names = namesOf(keys)
  const entries: Array<Entry> = []
  for (const [index, object] of objects.entries()) {
    yield* betweenTurns(index)
    const { id, section } = object
    entries.push({ section, id, key: keys.get(id) ?? id, fields: object.fields(names) })
  }
  return entries
})

/** The routes of a file in their new order, at the positions that they have together. */
const inOrder = (entries: ReadonlyArray<Entry>, order: ReadonlyArray<string>): ReadonlyArray<Entry> => {
  const routes = entries.filter(({ section }) => section === "routes")
  const ours = order.flatMap((key) => routes.find((route) => route.key === key) ?? [])
  let next = 0
  return [
    ...entries.filter(({ section }) => section !== "routes"),
    ...routes.map((route) => (ours.includes(route) ? (ours[next++] ?? route) : route))
  ]
}

const place = ({ id, section }: { readonly section: string; readonly id: string | null }): string => `${section} ${id}`

const entriesAfter = (before: ReadonlyArray<Entry>, { plan, wishes }: Comparison): ReadonlyArray<Entry> => {
  const deleted = new Set(plan.delete.map(place))
  const wished = new Map(
    wishes.flatMap(({ fields, stored }) => (stored === null ? [] : [[place(stored), fields] as const]))
  )
  const created = wishes.flatMap(({ fields, object: { key, section }, stored }) =>
    stored === null ? [{ section, key, id: null, fields }] : []
  )
  const left = before
    .filter((entry) => !deleted.has(place(entry)))
    .map((entry) => ({ ...entry, fields: wished.get(place(entry)) ?? entry.fields }))
  const entries = [...left, ...created]
  return plan.routeOrder === null ? entries : inOrder(entries, plan.routeOrder.to)
}

/** What of an account does not change with a file, but decides who can be reached. */
const reachOf = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const routes = yield* (yield* AlertRoutes).list(viewer)
  const people = yield* (yield* AlertRoutes).people(viewer)
  const { number } = yield* (yield* WhatsAppContacts).find(viewer)
  const webhooks = yield* (yield* Webhooks).list(viewer, {})
  return {
    /** Ids of routes beyond the plan, which take no alerts. */
    stopped: new Set(routes.flatMap(({ id, stoppedBy }) => (stoppedBy === "plan" ? [id] : []))),
    addresses: new Set(people.flatMap(({ email, getsAlerts }) => (getsAlerts ? [email.toLowerCase()] : []))),
    builtIn: new Set([
      "email",
      ...(number === null ? [] : ["whatsapp"]),
      ...(webhooks.some(({ isActive }) => isActive) ? ["webhooks"] : [])
    ])
  }
})

type Reach = Effect.Success<ReturnType<typeof reachOf>>

interface Account {
  readonly routing: Routing
  /** Names of monitors and channels by key. */
  readonly monitors: ReadonlyMap<string, string>
  readonly channels: ReadonlyMap<string, string>
}

const accountOf = (
  entries: ReadonlyArray<Entry>,
  { addresses, builtIn, stopped }: Reach,
  { limits }: Caller
): Account => {
  const of = (section: Section) => entries.filter((entry) => entry.section === section)
  const read = <A>(section: Section, decode: (fields: unknown) => Option.Option<A>) =>
    of(section).flatMap((entry) =>
      Option.match(decode(entry.fields), { onNone: () => [], onSome: (value) => [{ ...entry, value }] })
    )
  const channels = read("channels", readChannel)
  const working = new Set(
    channels.flatMap(({ key, value: { isActive, kind = "" } }, olderChannels) =>
      isActive && isChannelInPlan({ kind, olderChannels }, limits) ? [key] : []
    )
  )
  const works = (target: string): boolean => {
    if (isBuiltInTarget(target)) return builtIn.has(target)
    return isAddressTarget(target) ? addresses.has(target.toLowerCase()) : working.has(target)
  }
  const routes = read("routes", readRoute).flatMap(({ id, value: { monitors, steps, tags, ...route } }) =>
    id !== null && stopped.has(id)
      ? []
      : [
          {
            ...route,
            monitorIds: monitors,
            tagIds: tags,
            steps: steps.map((step) => ({ ...step, targets: step.targets.filter(works) }))
          }
        ]
  )
  const monitors = (["domains", "urls"] as const).flatMap((section) =>
    read(section, readMonitor).map(({ key, value }) => ({ key, value, section }))
  )
  return {
    routing: {
      routes,
      defaultTargets: [
        ...builtIn,
        ...channels.flatMap(({ key, value }) => (value.inDefaultRoute && working.has(key) ? [key] : []))
      ],
      monitors: monitors.map(({ key, section, value }): RoutedMonitor => ({
        id: key,
        kind: section === "domains" ? "domain" : "url",
        tagIds: value.tags,
        copied: value.ccEmails ?? []
      }))
    },
    monitors: new Map(monitors.map(({ key, value: { name, url } }) => [key, name ?? url])),
    channels: new Map(channels.map(({ key, value }) => [key, value.name]))
  }
}

/** Names the monitors whose alerts others than before would receive, or nobody. */
export const planReceivers = Effect.fn("planReceivers")(function* (caller: Caller, comparison: Comparison) {
  if (countChanges(comparison.plan) === 0) return []
  const reach = yield* reachOf(caller)
  const entries = yield* entriesBefore(comparison)
  const before = accountOf(entries, reach, caller)
  const after = accountOf(entriesAfter(entries, comparison), reach, caller)
  const changes = yield* inTurns(receiverChanges(before.routing, after.routing))
  return changes.map(({ after: to, before: from, kinds, monitorIds }): ConfigPlanRecord["receivers"][number] => {
    const change = {
      monitors: monitorIds.map((id) => after.monitors.get(id) ?? id),
      kinds,
      before: from.map((key) => before.channels.get(key) ?? key),
      after: to.map((key) => after.channels.get(key) ?? key)
    }
    return { ...change, message: receiverSentence(change) }
  })
})
