import type { MonitorKind } from "./MonitorCodes.ts"

const services = { domain: "Domains", url: "UrlMonitors" } as const satisfies Record<MonitorKind, string>

/** The name of an operation in spans and errors: "Domains.update". */
export const operationOf = (kind: MonitorKind, verb: string): string => `${services[kind]}.${verb}`
