import type { Client, Records } from "@mon/api-contract/plain"
import type { MonitorKind } from "@mon/model"
import { CommandError } from "@mon/bundled/command-line"
import { shownText } from "../screen/shownText.ts"

/** The states of monitors, worst first. */
export const monitorStates = ["down", "error", "degraded", "changed", "unknown", "up", "active", "paused"] as const
export type MonitorState = (typeof monitorStates)[number]

/** A monitor, with the field names of `GET /monitors`. */
export interface Monitor {
  readonly id: string
  readonly kind: MonitorKind
  readonly name: string
  readonly url: string
  readonly state: MonitorState
  readonly since: number | null
  readonly responseMs: number | null
  readonly uptime30d: number | null
  readonly certificateDays: number | null
  readonly registrationDays: number | null
  readonly mailGrade: string | null
  readonly reason: string | null
  readonly certificateProblem: string | null
  readonly tags: ReadonlyArray<string>
}

const rank = (monitor: Monitor): number => {
  const place = monitorStates.findIndex((each) => each === monitor.state)
  // A site whose certificate browsers refuse comes after the failing monitors and before all other monitors.
  return isRefused(monitor) ? monitorStates.indexOf("error") + 0.5 : place === -1 ? monitorStates.length : place
}

/**
 * Returns the monitors of a list, worst first. Each row is an array in the order of `fields`, and its tags are indices
 * into `tags`.
 */
const monitorsOf = ({ fields, rows, tags }: Records["MonitorList"]): ReadonlyArray<Monitor> =>
  rows
    .map((row) => {
      const record = Object.fromEntries(fields.map((field, index) => [field, row[index] ?? null]))
      const numbers = (record["tags"] ?? []) as unknown as ReadonlyArray<number>
      return { ...record, tags: numbers.flatMap((number) => tags[number]?.name ?? []) } as unknown as Monitor
    })
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))

/**
 * Returns whether the site responds but browsers refuse its certificate. The service still reports such a site as up or
 * degraded.
 */
export const isRefused = ({ certificateProblem, state }: Pick<Monitor, "certificateProblem" | "state">): boolean =>
  certificateProblem !== null && (state === "up" || state === "degraded")

export const isFailing = ({ state }: Monitor): boolean => state === "down" || state === "error"

const hostOf = (url: string): string => URL.parse(url)?.host ?? url

export const listMonitors = async (client: Client, signal: AbortSignal): Promise<ReadonlyArray<Monitor>> =>
  monitorsOf(await client.monitors.list({ signal }))

export const findMonitor = (monitors: ReadonlyArray<Monitor>, wanted: string): Monitor => {
  const keys: ReadonlyArray<(monitor: Monitor) => string> = [
    ({ id }) => id,
    ({ name }) => name,
    ({ url }) => url,
    ({ url }) => hostOf(url)
  ]
  for (const key of keys) {
    const found = monitors.filter((monitor) => key(monitor) === wanted)
    const [only] = found
    if (found.length === 1 && only !== undefined) return only
    if (found.length > 1)
      throw new CommandError(
        `${found.length} monitors match ${shownText(JSON.stringify(wanted))}. Choose one by its id:\n${found.map(({ id, name, url }) => `  ${shownText(id)}  ${shownText(name)}  ${shownText(url)}`).join("\n")}`
      )
  }
  throw new CommandError(`There is no monitor with the id, name, URL or host ${shownText(JSON.stringify(wanted))}.`)
}
