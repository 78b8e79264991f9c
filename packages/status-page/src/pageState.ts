import { worstState } from "./componentState.ts"
import type { ComponentState, Impact, StatusPageDocument, StatusPost, StatusWindow } from "./StatusPageDocument.ts"

/** The state of a whole page in the terms of Statuspage, or `maintenance` if there is maintenance and nothing worse. */
export type Indicator = "none" | "minor" | "major" | "critical" | "maintenance"

/** The overall state of a page: its indicator, or `unknown` if no monitor watches any part of the page. */
export type Headline = Indicator | "unknown"

const impactOfState: Readonly<Record<ComponentState, Impact>> = {
  operational: "none",
  unknown: "none",
  under_maintenance: "none",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "major"
}

const impacts: ReadonlyArray<Impact> = ["none", "minor", "major", "critical"]

const worse = (one: Impact, other: Impact): Impact => (impacts.indexOf(one) >= impacts.indexOf(other) ? one : other)

const OVER: ReadonlySet<string> = new Set(["resolved", "postmortem", "completed", "cancelled"])

/** Returns whether an incident is unresolved, or whether planned maintenance is not over yet. */
export const isOpen = ({ state }: Pick<StatusPost, "state">): boolean => !OVER.has(state)

const isActiveMaintenance = ({ kind, state }: Pick<StatusPost, "kind" | "state">): boolean =>
  kind === "maintenance" && (state === "in_progress" || state === "verifying")

/**
 * Returns the state of the page. `critical` means that all components with a known state have a major outage, `major`
 * that at least one component has an outage, and `minor` that a component is slow. If an open incident has a higher
 * impact, that impact is used. `maintenance` means that there is maintenance and nothing worse.
 */
export const pageIndicator = ({ components, posts }: Pick<StatusPageDocument, "components" | "posts">): Indicator => {
  const judged = components.filter(({ state }) => state !== "unknown")
  const isAllOut = judged.length > 0 && judged.every(({ state }) => state === "major_outage")
  const ofComponents = isAllOut ? "critical" : impactOfState[worstState(judged.map(({ state }) => state))]
  const impact = posts
    .filter((post) => post.kind === "incident" && isOpen(post))
    .reduce((worst, post) => worse(worst, post.impact), ofComponents)
  if (impact !== "none") return impact
  const isMaintained = components.some(({ state }) => state === "under_maintenance") || posts.some(isActiveMaintenance)
  return isMaintained ? "maintenance" : "none"
}

/**
 * Returns the headline of the page. The headline is positive only if at least one component is known to be operational.
 */
export const pageHeadline = (document: Pick<StatusPageDocument, "components" | "posts">): Headline => {
  const indicator = pageIndicator(document)
  return indicator === "none" && document.components.every(({ state }) => state !== "operational")
    ? "unknown"
    : indicator
}

export const groupState = (
  groupId: string,
  components: Pick<StatusPageDocument, "components">["components"]
): ComponentState => worstState(components.filter((one) => one.groupId === groupId).map(({ state }) => state))

export interface MaintenanceTime {
  readonly id: string
  /** The title. Null stands for the general name of maintenance in the page's language. */
  readonly title: string | null
  readonly startsAt: string
  readonly endsAt: string
  readonly isActive: boolean
  readonly componentIds: ReadonlyArray<string>
  /** The post that announces the maintenance. Null if a window announces it. */
  readonly post: StatusPost | null
  /** The window to which the period belongs. Null if a post announces it. */
  readonly window: StatusWindow | null
}

/** Returns a time, up to its minute, as digits such as `202611290130`. */
const minuteOf = (at: string): string =>
  `${at.slice(0, 4)}${at.slice(5, 7)}${at.slice(8, 10)}${at.slice(11, 13)}${at.slice(14, 16)}`

const timesOf = (window: StatusWindow, now: string): ReadonlyArray<MaintenanceTime> =>
  window.occurrences.map(({ endsAt, startsAt }) => ({
    id: `${window.id}-${minuteOf(startsAt)}`,
    title: window.title,
    startsAt,
    endsAt,
    isActive: startsAt <= now,
    componentIds: window.componentIds,
    post: null,
    window
  }))

/**
 * Returns the maintenance periods without the later periods of recurring windows. One entry per window is enough,
 * because the entry says when the window recurs.
 */
export const onceEach = (times: ReadonlyArray<MaintenanceTime>): ReadonlyArray<MaintenanceTime> => {
  const seen = new Set<string>()
  return times.filter(({ window }) => {
    if (window === null || window.recurrence === null) return true
    const isFirst = !seen.has(window.id)
    seen.add(window.id)
    return isFirst
  })
}

/**
 * Returns active and planned maintenance, the earliest first. Maintenance counts as active if it had begun when the
 * document was created.
 */
export const comingMaintenance = ({
  posts,
  updatedAt,
  windows
}: Pick<StatusPageDocument, "posts" | "updatedAt" | "windows">): ReadonlyArray<MaintenanceTime> => {
  const announced = posts
    .filter((post) => post.kind === "maintenance" && isOpen(post))
    .map((post): MaintenanceTime => {
      const startsAt = post.scheduledFor ?? post.startedAt
      return {
        id: post.id,
        title: post.title,
        startsAt,
        endsAt: post.scheduledUntil ?? startsAt,
        isActive: isActiveMaintenance(post),
        componentIds: post.componentIds,
        post,
        window: null
      }
    })
  const ofWindows = windows.filter(({ isCancelled }) => !isCancelled).flatMap((window) => timesOf(window, updatedAt))
  return [...announced, ...ofWindows].toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
}
