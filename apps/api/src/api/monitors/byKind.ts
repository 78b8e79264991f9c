import { type MonitorKind, monitorKindNames } from "@mon/model"
import { domainMonitors } from "./domainMonitors.ts"
import { pageMonitors } from "./pageMonitors.ts"

/** The calls of each kind of monitor. */
export const monitorsByKind = { domain: domainMonitors, url: pageMonitors } as const satisfies Readonly<
  Record<MonitorKind, unknown>
>

type Calls = (typeof monitorsByKind)[MonitorKind]

type IntersectionOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** A new monitor of any kind. */
export type NewMonitor = ReturnType<Calls["newMonitor"]>

/** The bodies of requests that create or change a monitor of any kind: what all of them take. */
export type CreateMonitor = IntersectionOf<Parameters<Calls["newMonitor"]>[1]>
export type UpdateMonitor = IntersectionOf<Parameters<Calls["update"]>[2]>

/** The monitors that a request names, each in the field of its kind, such as `domainId`. */
export const monitorsIn = (request: object) =>
  monitorKindNames.flatMap((kind) => {
    const id: unknown = Reflect.get(request, `${kind}Id`)
    return typeof id === "string" ? [{ kind, id, calls: monitorsByKind[kind] }] : []
  })
