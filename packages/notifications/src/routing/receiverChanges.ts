import { type AlertRoute, type RoutedKind, routedKinds, routeOf, usualSeverity } from "@mon/alerts"
import { type MonitorKind, monitorKinds } from "@mon/model"
import { lasts } from "./routeAlert.ts"

export interface RoutedMonitor {
  readonly id: string
  readonly kind: MonitorKind
  readonly tagIds: ReadonlyArray<string>
  /** The addresses that receive a copy of everything that is sent to `email`. */
  readonly copied: ReadonlyArray<string>
}

/** The routes and targets that decide who receives alerts. Targets that cannot receive anything are left out. */
export interface Routing {
  readonly routes: ReadonlyArray<AlertRoute>
  /** The targets of alerts that no route takes. */
  readonly defaultTargets: ReadonlyArray<string>
  readonly monitors: ReadonlyArray<RoutedMonitor>
}

export interface ReceiverChange {
  readonly monitorIds: ReadonlyArray<string>
  /**
   * The kinds of alerts whose receivers changed, in the order of all kinds. Empty if the receivers of all kinds
   * changed.
   */
  readonly kinds: ReadonlyArray<RoutedKind>
  /** The former targets and copied addresses. Empty if the monitors are new. */
  readonly before: ReadonlyArray<string>
  /** The new targets and copied addresses. Empty if nobody receives the alerts. */
  readonly after: ReadonlyArray<string>
}

const kindsOf = (monitor: RoutedMonitor): ReadonlyArray<RoutedKind> => {
  const alerts: ReadonlyArray<RoutedKind> = monitorKinds[monitor.kind].alerts
  return routedKinds.filter((kind) => alerts.includes(kind))
}

const receivers = ({ defaultTargets, routes }: Routing) => {
  const chosen = routes.map(({ monitorIds, scope, tagIds }) => {
    const [ids, tags] = [new Set(monitorIds), new Set(tagIds)]
    return ({ id, tagIds: own }: RoutedMonitor) => scope === "all" || ids.has(id) || own.some((tag) => tags.has(tag))
  })
  const takers = new Map(
    routedKinds.map((kind) => {
      const fact = { kind, severity: usualSeverity[kind], monitorId: null, tagIds: [] }
      const taking = routes.flatMap((route, index) =>
        routeOf([{ ...route, scope: "all" }], fact) === null ? [] : [index]
      )
      return [kind, taking]
    })
  )
  const targetsOf = (monitor: RoutedMonitor, kind: RoutedKind): ReadonlyArray<string> => {
    const index = takers.get(kind)?.find((one) => chosen[one]?.(monitor))
    const route = index === undefined ? undefined : routes[index]
    if (route === undefined) return defaultTargets
    const steps = route.steps.map(({ targets }) => targets).filter((targets) => targets.length > 0)
    // An alert that no recovery ends has only its first step.
    return (lasts(kind) ? steps : steps.slice(0, 1)).flat()
  }
  return (monitor: RoutedMonitor, kind: RoutedKind): ReadonlyArray<string> => {
    const targets = targetsOf(monitor, kind)
    return [...new Set([...targets, ...(targets.includes("email") ? monitor.copied : [])])].toSorted()
  }
}

const MONITORS_PER_STEP = 50

/**
 * Finds the monitors whose alerts will have different receivers, and the new monitors whose alerts nobody receives.
 * Monitors with the same change share one entry. The generator yields after every 50 monitors, so that the program can
 * do other work in between.
 */
export function* receiverChanges(before: Routing, after: Routing): Generator<void, ReadonlyArray<ReceiverChange>> {
  const earlier = new Map(before.monitors.map((monitor) => [monitor.id, monitor]))
  const [receivedBefore, receivesAfter] = [receivers(before), receivers(after)]
  const changes = new Map<string, ReceiverChange & { readonly monitorIds: Array<string> }>()
  for (const [index, monitor] of after.monitors.entries()) {
    if (index % MONITORS_PER_STEP === MONITORS_PER_STEP - 1) yield
    const known = earlier.get(monitor.id)
    const found = new Map<string, Pick<ReceiverChange, "before" | "after"> & { readonly kinds: Array<RoutedKind> }>()
    for (const kind of kindsOf(monitor)) {
      const [was, is] = [known === undefined ? [] : receivedBefore(known, kind), receivesAfter(monitor, kind)]
      const key = JSON.stringify([was, is])
      const isSame = known === undefined ? is.length > 0 : JSON.stringify(was) === JSON.stringify(is)
      if (isSame) continue
      const same = found.get(key)
      if (same === undefined) found.set(key, { before: was, after: is, kinds: [kind] })
      else same.kinds.push(kind)
    }
    for (const [key, { kinds, ...rest }] of found) {
      const shown = kinds.length === kindsOf(monitor).length ? [] : kinds
      const place = `${shown.join(" ")} ${key}`
      const same = changes.get(place)
      if (same === undefined) changes.set(place, { ...rest, kinds: shown, monitorIds: [monitor.id] })
      else same.monitorIds.push(monitor.id)
    }
  }
  return [...changes.values()]
}
