import type { MonitorTable } from "./endpoints.ts"

/** A state that a monitor shows. URL monitors have `active`, `changed` and `error`. */
export type MonitorState = "unknown" | "up" | "down" | "paused" | "active" | "changed" | "error"

/** A tag of the account. */
export interface MonitorTag {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** A monitor as lists show it. Absent values are null. Times are in milliseconds. */
export interface Monitor {
  readonly id: string
  readonly kind: "domain" | "url"
  readonly name: string
  readonly host: string
  readonly state: MonitorState
  readonly since: number | null
  readonly responseMs: number | null
  readonly uptime30: number | null
  readonly certDays: number | null
  /** The first problem of the certificate, such as `expired`. */
  readonly certProblem: string | null
  readonly regDays: number | null
  readonly grade: string | null
  /** The code of the fault for which it is down. */
  readonly code: string | null
  readonly tags: ReadonlyArray<MonitorTag>
}

/** The names of the columns of `GET /monitors`. The only place that knows them. */
const columns = {
  id: "id",
  kind: "kind",
  name: "name",
  host: "host",
  state: "state",
  since: "since",
  responseMs: "responseMs",
  uptime30: "uptime30",
  certDays: "certDays",
  certProblem: "certProblem",
  regDays: "regDays",
  grade: "grade",
  code: "code",
  tags: "tags"
} as const

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)
const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null)

const states = new Set<string>(["unknown", "up", "down", "paused", "active", "changed", "error"])
const isState = (value: unknown): value is MonitorState => typeof value === "string" && states.has(value)

/** The rows of a table as monitors. A column that the server does not know is null. */
export const monitorsOf = ({ fields, rows, tags }: MonitorTable): ReadonlyArray<Monitor> => {
  const at = Object.fromEntries(fields.map((name, index) => [name, index]))
  return rows.map((row) => {
    const cell = (name: keyof typeof columns): unknown => row[at[columns[name]] ?? -1]
    const since = numberOrNull(cell("since"))
    const state = cell("state")
    const numbers = cell("tags")
    return {
      id: String(cell("id")),
      kind: cell("kind") === "url" ? "url" : "domain",
      name: textOrNull(cell("name")) ?? "",
      host: textOrNull(cell("host")) ?? "",
      state: isState(state) ? state : "unknown",
      since: since === null ? null : since * 1_000,
      responseMs: numberOrNull(cell("responseMs")),
      uptime30: numberOrNull(cell("uptime30")),
      certDays: numberOrNull(cell("certDays")),
      certProblem: textOrNull(cell("certProblem")),
      regDays: numberOrNull(cell("regDays")),
      grade: textOrNull(cell("grade")),
      code: textOrNull(cell("code")),
      tags: (Array.isArray(numbers) ? numbers : []).flatMap((number: unknown) => {
        const tag = typeof number === "number" ? tags[number] : undefined
        return tag === undefined ? [] : [tag]
      })
    }
  })
}
