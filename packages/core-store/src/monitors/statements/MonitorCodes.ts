import {
  type KindWithIncidents,
  monitorKindNames as kinds,
  type MonitorKind,
  monitorKinds,
  type StateOf
} from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"

/** The codes of `state` in the schedule of a domain, and of `verdict` in its checks. */
export const domainStateCodes = monitorKinds.domain.states

export const pageStateCodes = monitorKinds.url.states

/**
 * The codes of `state` in a `status_period`. A page is up while Mon can read the page, and down while the state of the
 * page is `error`.
 */
export const periodCodes = { ...domainStateCodes, paused: 3, deleted: 4 } as const

/**
 * The codes of `ssl_state` in `monitor_facts`. A certificate is suspected after one bad check, and bad after two bad
 * checks in a row.
 */
export const certificateCodes = { good: 0, suspected: 1, bad: 2 } as const

export const kindOf = (code: number): MonitorKind => {
  const found = kinds.find((kind) => monitorKinds[kind].code === code)
  if (found === undefined) throw new Error(`A monitor has the unknown kind ${code}.`)
  return found
}

/** Returns `unknown` for a code of another release. */
export const stateOf = <Kind extends MonitorKind>(kind: Kind, code: number): StateOf<Kind> => {
  const states: Readonly<Record<string, number>> = monitorKinds[kind].states
  const found = Object.keys(states).find((state) => states[state] === code)
  return (found ?? "unknown") as StateOf<Kind>
}

export const isFailed = (kind: MonitorKind, state: string): boolean => state === monitorKinds[kind].failed

const failedCode = (kind: MonitorKind): number => {
  const { failed, states } = monitorKinds[kind]
  const [, code = Number.NaN] = Object.entries(states).find(([state]) => state === failed) ?? []
  return code
}

/**
 * SQL for whether the monitor `m` is of the given kind. The code of the kind is a literal, because PostgreSQL does not
 * use a partial index if the code is a parameter.
 */
export const isOfKind = (m: string, kind: MonitorKind): string => `${m}.kind = ${monitorKinds[kind].code}`

export const kindName = (m: string): string =>
  `case ${m}.kind ${kinds.map((kind) => `when ${monitorKinds[kind].code} then '${kind}'`).join(" ")} end`

export const kindsWithIncidents: ReadonlyArray<KindWithIncidents> = kinds.filter(
  (kind): kind is KindWithIncidents => monitorKinds[kind].hasIncidents
)

/** Throws if the failures of that kind are no incidents. */
export const kindWithIncidents = (code: number): KindWithIncidents => {
  const found = kindsWithIncidents.find((kind) => monitorKinds[kind].code === code)
  if (found === undefined) throw new Error(`A monitor of the kind ${code} has no incidents.`)
  return found
}

/**
 * SQL for whether failures of a monitor `m` are incidents. Only a monitor with incidents has an uptime and a timeline.
 */
export const hasIncidents = (m: string): string =>
  `${m}.kind in (${kindsWithIncidents.map((kind) => monitorKinds[kind].code).join(", ")})`

/** SQL for whether a monitor `m` has a URL that Mon requests. */
export const isRequested = (m: string): string =>
  `${m}.kind in (${kinds.flatMap((kind) => (monitorKinds[kind].address === "url" ? [monitorKinds[kind].code] : [])).join(", ")})`

export const hasFailed = (m: string, s: string): string =>
  `case ${m}.kind ${kinds
    .map((kind) => `when ${monitorKinds[kind].code} then ${s}.state = ${failedCode(kind)}`)
    .join(" ")} end`

/** The public id of a monitor, in the field of its kind. The fields of all other kinds are null. */
export type IdsByKind = { readonly [Kind in MonitorKind as `${Kind}Id`]: string | null }

/** SQL for the columns of {@link IdsByKind}, for a monitor `m` that may be absent. */
export const idsByKind = (m: string): string =>
  kinds.map((kind) => `case when ${isOfKind(m, kind)} then ${m}.public_id end as "${kind}Id"`).join(", ")

export const kindOfIds = (ids: IdsByKind): MonitorKind | null => kinds.find((kind) => ids[`${kind}Id`] !== null) ?? null

/** Returns a code as a literal, because PostgreSQL does not use a partial index if the code is a parameter. */
export const codeLiteral = (sql: SqlClient.SqlClient, code: number) => sql.literal(String(code))

/** Returns the name of an operation in spans and errors, such as "Domains.update". */
export const operationOf = (kind: MonitorKind, verb: string): string => {
  const { plural } = monitorKinds[kind]
  return `${plural.slice(0, 1).toUpperCase()}${plural.slice(1)}.${verb}`
}
