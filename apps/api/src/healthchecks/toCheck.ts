import type { Heartbeat, HeartbeatPing, Incident } from "@mon/model"
import { hash } from "node:crypto"
import { toCheckFilters } from "./checkFilters.ts"
import { type ApiVersion, shownSlug, tagsText } from "./toHeartbeat.ts"

/** A heartbeat with a UUID, which is the token in its ping URL or its id. */
export interface Check {
  readonly heartbeat: Heartbeat
  readonly uuid: string
}

/** The form in which checks are shown. */
export interface CheckView {
  readonly version: ApiVersion
  /** The base URL of the management API, such as `https://mon.example.com/hc`. */
  readonly base: string
}

/** The grace time of a heartbeat that is never late, in seconds. It is the longest possible grace time. */
const NEVER_LATE = 31_536_000

/** Returns the unique key, which identifies a check for read-only API keys. */
export const uniqueKeyOf = ({ uuid }: Pick<Check, "uuid">): string =>
  hash("sha1", uuid.replaceAll("-", "").slice(0, 16), "hex")

/** Returns a time as Python writes it, without fractions of a second. */
const secondsText = (time: string | null): string | null => (time === null ? null : `${time.slice(0, 19)}+00:00`)

const statusOf = ({ isLate, isPaused, isRunning, pingStatus }: Heartbeat, version: ApiVersion): string => {
  if (isPaused) return "paused"
  if (pingStatus === "down") return "down"
  if (version === 1 && isRunning) return "started"
  if (pingStatus === "unknown") return "new"
  return isLate ? "grace" : "up"
}

const scheduleOf = ({ schedule }: Heartbeat) => {
  if ("every" in schedule) return { timeout: schedule.every }
  return { schedule: "cron" in schedule ? schedule.cron : schedule.onCalendar, tz: schedule.timeZone ?? "UTC" }
}

const urlsOf = ({ heartbeat, uuid }: Check, { base, version }: CheckView) => {
  const url = `${base}/api/v${version}/checks/${uuid}`
  return {
    uuid,
    ping_url: heartbeat.pingUrl,
    update_url: url,
    pause_url: `${url}/pause`,
    resume_url: `${url}/resume`,
    channels: ""
  }
}

/**
 * Returns a heartbeat as a check of Healthchecks (hc/api/models.py, `Check.to_dict`). A caller who does not see the
 * ping URL sees neither the UUID nor the other URLs.
 */
export const toCheck = (check: Check, view: CheckView) => {
  const { heartbeat } = check
  const filters = toCheckFilters(heartbeat.filters)
  const { expectedAt, isPaused, isRunning, lastPingAt, lastRuntimeMs, pingStatus } = heartbeat
  return {
    name: heartbeat.name,
    slug: shownSlug(heartbeat, view.version),
    tags: tagsText(heartbeat),
    desc: "",
    grace: heartbeat.lateAfter ?? NEVER_LATE,
    n_pings: heartbeat.pings,
    status: statusOf(heartbeat, view.version),
    started: isRunning && !isPaused,
    last_ping: secondsText(lastPingAt),
    next_ping: pingStatus === "up" && !isPaused ? secondsText(expectedAt) : null,
    manual_resume: false,
    ...filters,
    subject: filters.filter_subject ? filters.success_kw : "",
    subject_fail: filters.filter_subject ? filters.failure_kw : "",
    badge_url: null,
    ...(lastRuntimeMs === null ? {} : { last_duration: Math.trunc(lastRuntimeMs / 1_000) }),
    ...(heartbeat.pingUrl === null ? { unique_key: uniqueKeyOf(check) } : urlsOf(check, view)),
    ...scheduleOf(heartbeat)
  }
}

/** Returns a ping as in Healthchecks (hc/api/models.py, `Ping.to_dict`). Mon stores no scheme of requests. */
export const toPing = (ping: HeartbeatPing, uuid: string, { base, version }: CheckView) => ({
  type: ping.kind === "ignored" ? "ign" : ping.kind,
  date: ping.receivedAt.replace("Z", "+00:00"),
  n: ping.n,
  scheme: ping.method === "email" ? "email" : "",
  remote_addr: ping.network,
  method: ping.method === "email" ? "" : (ping.method ?? ""),
  ua: ping.client ?? "",
  rid: ping.run,
  body_url: ping.bodyBytes > 0 ? `${base}/api/v${version}/checks/${uuid}/pings/${ping.n}/body` : null,
  ...(ping.runtimeMs === null ? {} : { duration: Math.round(ping.runtimeMs / 10) / 100 })
})

/** The period for which state changes are requested. Times are in Unix seconds. */
export interface FlipFilter {
  /** The earliest time. */
  readonly from: number
  /** The end of the period. The period does not include this time. */
  readonly before: number
}

/** The largest value of each parameter. */
const MOST: ReadonlyMap<string, number> = new Map([
  ["start", 10_000_000_000],
  ["end", 10_000_000_000],
  ["seconds", 31_536_000]
])

/** Reads `start`, `end` and `seconds`. `now`: Unix seconds. Null: a parameter is invalid. */
export const readFlipFilter = (query: URLSearchParams, now: number): FlipFilter | null => {
  const given = new Map<string, number>()
  for (const [name, most] of MOST) {
    const value = query.getAll(name).at(-1)?.trim() ?? ""
    if (value === "") continue
    if (!/^\d{1,11}$/u.test(value) || Number(value) > most) return null
    given.set(name, Number(value))
  }
  const length = given.get("seconds")
  return {
    from: Math.max(given.get("start") ?? 0, length === undefined ? 0 : now - length),
    before: given.get("end") ?? Number.POSITIVE_INFINITY
  }
}

/** Returns the state changes at which incidents began and ended, newest first. */
export const toFlips = (
  incidents: ReadonlyArray<Pick<Incident, "startedAt" | "resolvedAt">>,
  { before, from }: FlipFilter
) =>
  incidents
    .flatMap(({ resolvedAt, startedAt }) => [
      { time: startedAt, up: 0 },
      ...(resolvedAt === null ? [] : [{ time: resolvedAt, up: 1 }])
    ])
    .filter(({ time }) => Date.parse(time) / 1_000 >= from && Date.parse(time) / 1_000 < before)
    .toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
    .map(({ time, up }) => ({ timestamp: secondsText(time), up }))
