import type { ReceiverChange } from "@mon/api-contract"
import { AlertChannels, AlertRoutes, ConfigFiles, OnCallSchedules, Webhooks, WhatsAppContacts } from "@mon/core-store"
import {
  isAddressTarget,
  isBuiltInTarget,
  isChannelInPlan,
  monitorKindNames,
  onCallTargetOf,
  OnCallWho,
  routeTargetKey
} from "@mon/model"
import { receiverChanges, type RoutedMonitor, type Routing } from "@mon/notifications"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { inTurns } from "../turns.ts"
import { receiverSentence } from "./receiverSentence.ts"

/** The parts of an account that decide who receives alerts. */
export interface Receiving {
  /** The channels, oldest first. The steps of routes refer to them by `id`. */
  readonly channels: ReadonlyArray<{
    readonly id: string
    readonly kind: string
    readonly name: string
    readonly inDefaultRoute: boolean
    readonly isActive: boolean
  }>
  readonly onCallSchedules: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** The routes in their order, without routes beyond the limit of the plan. Their steps refer to people by address. */
  readonly routes: Routing["routes"]
  readonly monitors: ReadonlyArray<RoutedMonitor & { readonly name: string }>
}

/** The receivers other than channels. */
interface Reach {
  /** The addresses of the people who get alerts, in lower case. */
  readonly addresses: ReadonlySet<string>
  readonly builtIn: ReadonlyArray<string>
}

const reachOf = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const people = yield* (yield* AlertRoutes).people(viewer)
  const { number } = yield* (yield* WhatsAppContacts).find(viewer)
  const webhooks = yield* (yield* Webhooks).list(viewer, {})
  return {
    addresses: new Set(people.flatMap(({ email, getsAlerts }) => (getsAlerts ? [email.toLowerCase()] : []))),
    builtIn: [
      "email",
      ...(number === null ? [] : ["whatsapp"]),
      ...(webhooks.some(({ isActive }) => isActive) ? ["webhooks"] : [])
    ]
  } satisfies Reach
})

/** Returns the routing of alerts, without targets that cannot receive anything. */
const routingOf = (
  { channels, monitors, routes }: Receiving,
  { addresses, builtIn }: Reach,
  { limits }: Caller
): Routing => {
  const working = new Map(
    channels
      .filter(({ isActive, kind }, olderChannels) => isActive && isChannelInPlan({ kind, olderChannels }, limits))
      .map((channel) => [channel.id, channel])
  )
  const works = (target: string): boolean => {
    if (onCallTargetOf(target) !== null) return true
    if (isBuiltInTarget(target)) return builtIn.includes(target)
    return isAddressTarget(target) ? addresses.has(target.toLowerCase()) : working.has(target)
  }
  return {
    routes: routes.map((route) => ({
      ...route,
      steps: route.steps.map((step) => ({ ...step, targets: step.targets.filter(works) }))
    })),
    defaultTargets: [
      ...builtIn,
      ...[...working.values()].flatMap(({ id, inDefaultRoute }) => (inDefaultRoute ? [id] : []))
    ],
    monitors
  }
}

const namesOf = (named: ReadonlyArray<{ readonly id: string; readonly name: string }>): ReadonlyMap<string, string> =>
  new Map(named.map(({ id, name }) => [id, name]))

const whoNames: Readonly<Record<OnCallWho, string>> = {
  now: "the people on call in",
  next: "the next people on call in",
  everyone: "everyone in"
}

/** Returns the names of the channels, and of the people of on-call schedules. */
const receiverNames = ({ channels, onCallSchedules }: Receiving): ReadonlyMap<string, string> =>
  new Map([
    ...namesOf(channels),
    ...onCallSchedules.flatMap(({ id, name }) =>
      OnCallWho.literals.map((who) => [routeTargetKey({ schedule: id, who }), `${whoNames[who]} ${name}`] as const)
    )
  ])

/** Returns the names of receivers: first `email`, `whatsapp` and `webhooks`, then all channels and people. */
const namedReceivers = (ids: ReadonlyArray<string>, names: ReadonlyMap<string, string>): ReadonlyArray<string> => [
  ...ids.filter(isBuiltInTarget),
  ...ids.flatMap((id) => (isBuiltInTarget(id) ? [] : (names.get(id) ?? id))).toSorted()
]

/** Returns the monitors whose alerts go to different receivers than before, or to nobody. */
export const changedReceivers = Effect.fn("changedReceivers")(function* (
  caller: Caller,
  before: Receiving,
  after: Receiving
) {
  const reach = yield* reachOf(caller)
  const routing = [routingOf(before, reach, caller), routingOf(after, reach, caller)] as const
  const changes = yield* inTurns(receiverChanges(...routing))
  const [channelsBefore, channelsAfter] = [receiverNames(before), receiverNames(after)]
  const monitors = namesOf(after.monitors)
  return changes.map(({ after: to, before: from, kinds, monitorIds }): ReceiverChange => {
    const change = {
      monitors: monitorIds.map((id) => monitors.get(id) ?? id),
      kinds,
      before: namedReceivers(from, channelsBefore),
      after: namedReceivers(to, channelsAfter)
    }
    return { ...change, message: receiverSentence(change) }
  })
})

const readRoutes = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const store = yield* AlertRoutes
  const people = yield* store.people(viewer)
  const addresses = new Map(people.map(({ email, membershipId }) => [membershipId, email.toLowerCase()]))
  return (yield* store.list(viewer)).flatMap(({ steps, stoppedBy, ...route }) => {
    if (stoppedBy === "plan") return []
    const named = steps.map(({ afterMinutes, targets }) => ({
      afterMinutes,
      targets: targets.map(routeTargetKey).map((target) => addresses.get(target) ?? target)
    }))
    return [{ ...route, steps: named }]
  })
})

interface StoredMonitor {
  readonly id: string
  readonly settings: { readonly name: string; readonly ccEmails?: ReadonlyArray<string> }
  readonly tagIds: ReadonlyArray<string>
}

const monitorsOf = (kind: RoutedMonitor["kind"], rows: ReadonlyArray<StoredMonitor>): Receiving["monitors"] =>
  rows.map(({ id, settings: { ccEmails = [], name }, tagIds }) => ({ id, kind, name, tagIds, copied: ccEmails }))

const readMonitors = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const store = yield* ConfigFiles
  const monitors = yield* Effect.forEach(monitorKindNames, (kind) =>
    Effect.map(store.monitors(viewer, kind), (rows) => monitorsOf(kind, rows))
  )
  return monitors.flat()
})

/**
 * Changes routes. Returns the result, and the monitors whose alerts go to different receivers than before, or to
 * nobody. The caller must have locked the account.
 */
export const withReceivers = Effect.fnUntraced(function* <A, E, R>(caller: Caller, change: Effect.Effect<A, E, R>) {
  const channels = yield* (yield* AlertChannels).list(caller.viewer)
  const onCallSchedules = yield* (yield* OnCallSchedules).list(caller.viewer, caller.limits)
  const monitors = yield* readMonitors(caller)
  const before = yield* readRoutes(caller)
  const result = yield* change
  const after = yield* readRoutes(caller)
  const common = { channels, onCallSchedules, monitors }
  const receivers = yield* changedReceivers(caller, { ...common, routes: before }, { ...common, routes: after })
  return { result, receivers }
})
