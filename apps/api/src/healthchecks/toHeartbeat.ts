import type { Heartbeat } from "@mon/model"
import { changedFilters } from "./checkFilters.ts"
import { type CheckSpec, invalid, isCron } from "./CheckSpec.ts"

/** The version of the management API, which is a part of the path. */
export type ApiVersion = 1 | 2 | 3

/** The name of a heartbeat whose check has no name. */
const UNNAMED = "Heartbeat"

/** The grace time of a new check, in seconds (hc/api/models.py, `DEFAULT_GRACE`). */
const DEFAULT_GRACE = 3_600

/** Returns the slug that versions 1 and 2 make from a name: the rule of Django's `slugify`. */
export const slugOfName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_\s-]/gu, "")
    .trim()
    .replaceAll(/[-\s]+/gu, "-")
    .replaceAll(/^[-_]+|[-_]+$/gu, "")

/** Converts the name of a tag in Mon, which can contain spaces, to a tag of a check. */
export const tagWord = (name: string): string => name.replaceAll(/\s+/gu, "-")

/** Returns the tags in a text, without duplicates. */
export const tagWords = (tags: string): ReadonlyArray<string> => [...new Set(tags.split(/\s+/u))].filter(Boolean)

/** Returns the tags of a heartbeat as text, which is the form that a check uses. */
export const tagsText = ({ tags }: Pick<Heartbeat, "tags">): string => tags.map(({ name }) => tagWord(name)).join(" ")

/**
 * Returns the slug of a heartbeat, as a version of the API shows it. In version 3, the slug is empty unless somebody
 * has set it.
 */
export const shownSlug = ({ name, slug }: Pick<Heartbeat, "name" | "slug">, version: ApiVersion): string =>
  slug ?? (version === 3 ? "" : slugOfName(name))

type Schedule = Heartbeat["schedule"]

const zoneOf = (schedule: Schedule | null): string =>
  schedule === null || "every" in schedule ? "UTC" : (schedule.timeZone ?? "UTC")

/** Returns the new schedule. Undefined: the schedule stays unchanged. A text: the message of a refusal. */
const scheduleOf = ({ schedule, timeout, tz }: CheckSpec, current: Schedule | null): Schedule | string | undefined => {
  if (schedule !== undefined) {
    const timeZone = tz ?? zoneOf(current)
    return isCron(schedule) ? { cron: schedule.trim(), timeZone } : { onCalendar: schedule, timeZone }
  }
  if (timeout === undefined && tz !== undefined && current !== null && !("every" in current)) {
    return { ...current, timeZone: tz }
  }
  if (tz !== undefined && tz !== "UTC") return invalid("tz has no effect without schedule")
  return timeout === undefined ? undefined : { every: timeout }
}

/** The fields of a heartbeat that a request for a check can set. */
export type HeartbeatBody = Partial<
  Pick<Heartbeat, "name" | "slug" | "schedule" | "lateAfter" | "maxRuntime" | "filters">
>

const slugOf = ({ name, slug }: CheckSpec, version: ApiVersion): Pick<HeartbeatBody, "slug"> => {
  const wanted = slug ?? (version < 3 && name !== undefined ? slugOfName(name) : undefined)
  return wanted === undefined ? {} : { slug: wanted === "" ? null : wanted }
}

/**
 * Returns the body of a request that creates or changes a heartbeat. `current`: the heartbeat to change, or null. The
 * grace time of a check becomes both the time after which the heartbeat is late and its longest run time. A text: the
 * message of a refusal.
 */
export const toHeartbeat = (
  spec: CheckSpec,
  version: ApiVersion,
  current: Pick<Heartbeat, "schedule" | "filters"> | null
): HeartbeatBody | string => {
  const schedule = scheduleOf(spec, current?.schedule ?? null)
  if (typeof schedule === "string") return schedule
  const name = spec.name ?? (current === null ? "" : undefined)
  const grace = spec.grace ?? (current === null ? DEFAULT_GRACE : undefined)
  return {
    ...(name === undefined ? {} : { name: name === "" ? spec.slug || UNNAMED : name }),
    ...slugOf(spec, version),
    ...(schedule === undefined ? {} : { schedule }),
    ...(grace === undefined ? {} : { lateAfter: grace, maxRuntime: grace }),
    ...(spec.filters === undefined ? {} : { filters: changedFilters(spec.filters, current?.filters ?? null) })
  }
}

/** Returns whether a heartbeat has exactly these tags, in any order. */
export const hasTags = (heartbeat: Pick<Heartbeat, "tags">, tags: string): boolean =>
  tagWords(tags).toSorted().join(" ") === tagWords(tagsText(heartbeat)).toSorted().join(" ")

/**
 * Returns whether a heartbeat has the requested values of all fields in `unique`. A field without a requested value
 * never matches.
 */
export const isMatch = (spec: CheckSpec, heartbeat: Heartbeat, version: ApiVersion): boolean => {
  const { grace, name, slug, tags, timeout } = spec
  const { schedule } = heartbeat
  const equal = {
    name: () => name === heartbeat.name,
    slug: () => slug === shownSlug(heartbeat, version),
    tags: () => tags !== undefined && hasTags(heartbeat, tags),
    timeout: () => timeout !== undefined && "every" in schedule && schedule.every === timeout,
    grace: () => grace !== undefined && heartbeat.lateAfter === grace
  }
  return spec.unique.length > 0 && spec.unique.every((field) => equal[field]())
}
