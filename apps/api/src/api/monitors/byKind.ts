import { type MonitorKind, monitorKindNames } from "@mon/model"
import { domainMonitors } from "./domainMonitors.ts"
import { urlMonitors } from "./urlMonitors.ts"

/** The calls of each kind of monitor. */
export const monitorsByKind = { domain: domainMonitors, url: urlMonitors } as const satisfies Readonly<
  Record<MonitorKind, unknown>
>

/** The monitors that a request names, each in the field of its kind, such as `domainId`. */
export const monitorsIn = (request: object) =>
  monitorKindNames.flatMap((kind) => {
    const id: unknown = Reflect.get(request, `${kind}Id`)
    return typeof id === "string" ? [{ kind, id, calls: monitorsByKind[kind] }] : []
  })
