import type { MonitorKind } from "./MonitorCodes.ts"

const services = { domain: "Domains", url: "UrlMonitors" } as const satisfies Record<MonitorKind, string>

/** The name of an operation in spans and errors: that of the service which offers it. */
export const operationOf = (kind: MonitorKind, verb: string): string => `${services[kind]}.${verb}`
