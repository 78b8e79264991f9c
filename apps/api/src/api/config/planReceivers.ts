import { countChanges, type ObjectFields, type Section } from "@mon/api-contract/config-file"
import { AlertRoutes } from "@mon/core-store"
import {
  AlertSeverity,
  monitorKindNames,
  monitorKinds,
  RoutedFactKind,
  RouteScope,
  RouteTarget,
  routeTargetKey
} from "@mon/model"
import { Effect, Option, Schema } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { changedReceivers, type Receiving } from "../routes/receivers.ts"
import type { Comparison } from "./compareFile.ts"
import { namesOf } from "./Names.ts"
import { betweenTurns } from "../turns.ts"

/** The fields that decide who receives alerts. References to other objects are keys. */
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
  steps: Schema.Array(Schema.Struct({ afterMinutes: Schema.Number, targets: Schema.Array(RouteTarget) })),
  reminderMinutes: Schema.NullOr(Schema.Number)
})

const readMonitor = Schema.decodeUnknownOption(Monitor)
const readChannel = Schema.decodeUnknownOption(Channel)
const readOnCallSchedule = Schema.decodeUnknownOption(Schema.Struct({ name: Schema.String }))
const readRoute = Schema.decodeUnknownOption(Route)

/** An object of the account before or after the changes. */
interface Entry {
  readonly section: Section
  readonly key: string
  /** The id of the object. Null: the object does not exist yet. */
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

/**
 * Returns the routes of a file in their new order. They only exchange positions with each other, so all other routes
 * stay in place.
 */
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

const receivingOf = (entries: ReadonlyArray<Entry>, stopped: ReadonlySet<string>): Receiving => {
  const read = <A>(section: Section, decode: (fields: unknown) => Option.Option<A>) =>
    entries
      .filter((entry) => entry.section === section)
      .flatMap((entry) =>
        Option.match(decode(entry.fields), { onNone: () => [], onSome: (value) => [{ ...entry, value }] })
      )
  return {
    channels: read("channels", readChannel).map(({ key, value: { kind = "", ...value } }) => ({
      ...value,
      kind,
      id: key
    })),
    onCallSchedules: read("onCallSchedules", readOnCallSchedule).map(({ key, value }) => ({ ...value, id: key })),
    routes: read("routes", readRoute).flatMap(({ id, value: { monitors, steps, tags, ...route } }) => {
      const keyed = steps.map((step) => ({ ...step, targets: step.targets.map(routeTargetKey) }))
      return id !== null && stopped.has(id) ? [] : [{ ...route, steps: keyed, monitorIds: monitors, tagIds: tags }]
    }),
    monitors: monitorKindNames.flatMap((kind) =>
      read(monitorKinds[kind].plural, readMonitor).map(({ key, value: { ccEmails, name, tags, url } }) => ({
        id: key,
        kind,
        name: name ?? url,
        tagIds: tags,
        copied: ccEmails ?? []
      }))
    )
  }
}

/** Returns the monitors whose alerts will go to different receivers than before, or to nobody. */
export const planReceivers = Effect.fn("planReceivers")(function* (caller: Caller, comparison: Comparison) {
  if (countChanges(comparison.plan) === 0) return []
  const routes = yield* (yield* AlertRoutes).list(caller.viewer)
  const stopped = new Set(routes.flatMap(({ id, stoppedBy }) => (stoppedBy === "plan" ? [id] : [])))
  const entries = yield* entriesBefore(comparison)
  const after = entriesAfter(entries, comparison)
  return yield* changedReceivers(caller, receivingOf(entries, stopped), receivingOf(after, stopped))
})
