import { type MonitorKind, monitorKindNames } from "@mon/model"
import { domainMonitors } from "./domainMonitors.ts"
import { heartbeatMonitors } from "./heartbeatMonitors.ts"
import { pageMonitors } from "./pageMonitors.ts"
import { serviceMonitors } from "./serviceMonitors.ts"

export const monitorsByKind = {
  domain: domainMonitors,
  url: pageMonitors,
  heartbeat: heartbeatMonitors,
  service: serviceMonitors
} as const satisfies Readonly<Record<MonitorKind, unknown>>

type Calls = (typeof monitorsByKind)[MonitorKind]

type IntersectionOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

export type NewMonitor = ReturnType<Calls["newMonitor"]>

/** The body of a request that creates a monitor of any kind: the fields that all kinds have. */
export type CreateMonitor = IntersectionOf<Parameters<Calls["newMonitor"]>[1]>
export type UpdateMonitor = IntersectionOf<Parameters<Calls["update"]>[2]>

/** Returns the monitors that a request names. Each kind of monitor has its own field, such as `domainId`. */
export const monitorsIn = (request: object) =>
  monitorKindNames.flatMap((kind) => {
    const id: unknown = Reflect.get(request, `${kind}Id`)
    return typeof id === "string" ? [{ kind, id, calls: monitorsByKind[kind] }] : []
  })
