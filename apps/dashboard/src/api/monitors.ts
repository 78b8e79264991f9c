import type { MonitorKind, MonitorList, MonitorState } from "@mon/model"
import { kindNames, screensOf } from "./generalKinds.ts"

export type { MonitorState } from "@mon/model"

/**
 * The state that screens show. `refused`: the site responds, but browsers refuse its certificate, so visitors cannot
 * see it. The API's state is then `up`, because an invalid certificate is not a downtime.
 */
export type ShownState = MonitorState | "refused"

export const shownState = <State extends MonitorState>(
  state: State,
  certProblem: string | null | undefined
): State | "refused" =>
  (state === "up" || state === "degraded") && typeof certProblem === "string" ? "refused" : state

export interface MonitorTag {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** A monitor with the data that lists show. Absent values are null. Times are in milliseconds since 1970. */
export interface Monitor {
  readonly id: string
  readonly kind: MonitorKind
  readonly name: string
  /** The host and path of the URL, and for a page also the query. For a monitor without a URL, its name. */
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
  /** The code of the fault that took the monitor down. */
  readonly code: string | null
  /** The person or the channel that acknowledged the open incident. */
  readonly acknowledgedBy: string | null
  readonly canWrite: boolean
  /** The end of the active maintenance. Null: no maintenance is active. */
  readonly maintenanceUntil: number | null
  /**
   * The number of announced state changes of a domain in the last 24 hours. Null: there were too few changes to count
   * as flapping.
   */
  readonly flapping: number | null
  /** The code of the problem that the content of the last response shows. */
  readonly contentFault: string | null
  /** Whether the content fault counts as an outage if the monitor's settings allow it. */
  readonly isContentFaultCertain: boolean
  /** Whether the monitor's settings make a content fault only a remark. */
  readonly isRemarkOnly: boolean
  /** The number of page changes that the viewer has not seen. */
  readonly unseen: number
  /** The time of the last change of a page or of the watched DNS records. */
  readonly changedAt: number | null
  readonly tags: ReadonlyArray<MonitorTag>
}

export const monitorPath = ({ id, kind }: Pick<Monitor, "id" | "kind">): string => `${screensOf(kind)}/${id}`

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)
const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null)

const states = new Set<string>(["unknown", "up", "degraded", "down", "paused", "active", "changed", "error"])
const isState = (value: unknown): value is MonitorState => typeof value === "string" && states.has(value)

/** Matches a URL that contains only a host name. Most domains have such a URL. */
const PLAIN = /^https?:\/\/([a-z0-9.-]+\.[a-z]+)\/?$/u

/** Returns the host and path of a URL, and for a page also the query. */
const placeOf = (url: string, isPage: boolean): string => {
  // The pattern avoids parsing most URLs. For a thousand monitors, parsing takes longer than building the rest of the
  // list.
  const plain = PLAIN.exec(url)?.[1]
  if (plain !== undefined) return plain
  const parsed = URL.parse(url)
  if (parsed === null) return url
  if (isPage)
    return parsed.host + (parsed.pathname === "/" && parsed.search === "" ? "" : parsed.pathname) + parsed.search
  return parsed.pathname === "/" ? parsed.host : parsed.host + parsed.pathname
}

const read = ({ fields, rows, tags }: MonitorList): ReadonlyArray<Monitor> => {
  const at = new Map(fields.map((name, index) => [name, index]))
  return rows.map((row: ReadonlyArray<unknown>) => {
    const cell = (name: string): unknown => row[at.get(name) ?? -1]
    const since = numberOrNull(cell("since"))
    const state = cell("state")
    const numbers = cell("tags")
    const changedAt = numberOrNull(cell("changedAt"))
    const maintenanceUntil = numberOrNull(cell("maintenanceUntil"))
    const name = textOrNull(cell("name")) ?? ""
    const url = textOrNull(cell("url")) ?? ""
    const kind = kindNames.find((one) => one === cell("kind")) ?? "domain"
    return {
      id: String(cell("id")),
      kind,
      name,
      host: url === "" ? name : placeOf(url, kind === "url"),
      state: isState(state) ? state : "unknown",
      since: since === null ? null : since * 1_000,
      responseMs: numberOrNull(cell("responseMs")),
      uptime30: numberOrNull(cell("uptime30d")),
      certDays: numberOrNull(cell("certificateDays")),
      certProblem: textOrNull(cell("certificateProblem")),
      regDays: numberOrNull(cell("registrationDays")),
      grade: textOrNull(cell("mailGrade")),
      code: textOrNull(cell("reason")),
      acknowledgedBy: textOrNull(cell("acknowledgedBy")),
      maintenanceUntil: maintenanceUntil === null ? null : maintenanceUntil * 1_000,
      flapping: numberOrNull(cell("flapping")),
      contentFault: textOrNull(cell("contentFault")),
      isContentFaultCertain: cell("contentFaultCertain") === true,
      isRemarkOnly: cell("contentFaults") === "remark",
      canWrite: cell("access") !== "read",
      unseen: numberOrNull(cell("unseenChanges")) ?? 0,
      changedAt: changedAt === null ? null : changedAt * 1_000,
      tags: (Array.isArray(numbers) ? numbers : []).flatMap((number: unknown) => {
        const tag = typeof number === "number" ? tags[number] : undefined
        return tag === undefined ? [] : [tag]
      })
    }
  })
}

const known = new WeakMap<MonitorList, ReadonlyArray<Monitor>>()

/**
 * Converts the rows of `GET /monitors` to monitors. Only `read` knows the field names of the response. All parts of a
 * screen call this function, and each list is converted only once.
 */
export const monitorsOf = (list: MonitorList): ReadonlyArray<Monitor> => {
  const monitors = known.get(list) ?? read(list)
  known.set(list, monitors)
  return monitors
}

export const tagsOf = (monitors: ReadonlyArray<Monitor>): ReadonlyArray<MonitorTag> => [
  ...new Map(monitors.flatMap(({ tags }) => tags.map((tag) => [tag.id, tag] as const))).values()
]
