import type { UrlStatus, WatchedState } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"

/** `kind` of `monitor` and `monitor_schedule`. */
export const kindCodes = { domain: 1, url: 2 } as const

export type MonitorKind = keyof typeof kindCodes

/** `state` of a domain's schedule, and `verdict` of its checks. */
export const domainStateCodes = { unknown: 0, up: 1, down: 2 } as const satisfies Record<WatchedState, number>

/** `state` of a URL monitor's schedule. */
export const urlStateCodes = { unknown: 0, active: 1, changed: 2, error: 3 } as const satisfies Record<
  UrlStatus,
  number
>

/** `state` of a `status_period`. A URL monitor is up while its page can be read, and down in state `error`. */
export const periodCodes = { ...domainStateCodes, paused: 3, deleted: 4 } as const

/** `ssl_state` of `monitor_facts`: a certificate is suspected after one bad check, and bad after two in a row. */
export const certificateCodes = { good: 0, suspected: 1, bad: 2 } as const

const domainStates = Object.keys(domainStateCodes) as ReadonlyArray<WatchedState>
const urlStates = Object.keys(urlStateCodes) as ReadonlyArray<UrlStatus>

/** The state or verdict of a code. */
export const domainStateOf = (code: number): WatchedState => domainStates[code] ?? "unknown"

/** The state of a URL monitor of a code. */
export const urlStateOf = (code: number): UrlStatus => urlStates[code] ?? "unknown"

/** A code as a literal: PostgreSQL does not use a partial index for a parameter. */
export const codeLiteral = (sql: SqlClient.SqlClient, code: number) => sql.literal(String(code))

const services = { domain: "Domains", url: "UrlMonitors" } as const satisfies Record<MonitorKind, string>

/** The name of an operation in spans and errors: "Domains.update". */
export const operationOf = (kind: MonitorKind, verb: string): string => `${services[kind]}.${verb}`
