import { canonicalTimeZone } from "@mon/bundled/time-zones"
import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedLayer, ImportedOverride, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { isoOf } from "../zoneTime.ts"
import type { GrafanaUsers } from "./GrafanaUsers.ts"
import { layerFrom } from "./layer.ts"
import { readShift, type Shift } from "./shift.ts"

const REASONS = {
  ical_url_primary: "Import the file at this address as a calendar.",
  ical_url_overrides: "Import the file at this address as a calendar.",
  slack: "Add a channel for Slack.",
  team_id: "Mon has no teams of people.",
  enable_web_overrides: "People can always add overrides in Mon."
}

const SHIFT_REASONS = { team_id: "Mon has no teams of people.", by_month: "Mon has no layers of some months." }

/** The fields of a shift that define its times and its people. */
const CARRIED = [
  "start",
  "duration",
  "rotation_start",
  "frequency",
  "interval",
  "until",
  "week_start",
  "by_day",
  "by_monthday",
  "level",
  "time_zone",
  "users",
  "rolling_users",
  "start_rotation_from_user_index"
]

interface Override {
  readonly start: number
  readonly end: number
  readonly people: ReadonlyArray<string>
}

/**
 * Overrides at the same time are on call together in Grafana OnCall. In Mon, a later override replaces an earlier one.
 */
const joinedOverrides = (overrides: ReadonlyArray<Override>): ReadonlyArray<ImportedOverride> => {
  const edges = [...new Set(overrides.flatMap(({ end, start }) => [start, end]))].toSorted((a, b) => a - b)
  const joined: Array<Override> = []
  for (const [index, start] of edges.entries()) {
    const end = edges[index + 1]
    const people = [
      ...new Set(overrides.filter((one) => one.start <= start && start < one.end).flatMap((one) => one.people))
    ]
    const last = joined.at(-1)
    if (end === undefined || people.length === 0) continue
    if (last?.end === start && last.people.join("\n") === people.join("\n"))
      joined[joined.length - 1] = { ...last, end }
    else joined.push({ start, end, people })
  }
  return joined.map(({ end, people, start }) => ({ start: isoOf(start), end: isoOf(end), people }))
}

interface Context {
  readonly shifts: ReadonlyMap<string, Entries>
  readonly users: GrafanaUsers
}

interface Found {
  readonly level: number
  readonly layer: ImportedLayer
}

const shiftIds = (
  schedule: SourceObject<OnCallGroupKind>,
  id: string,
  shifts: Context["shifts"]
): ReadonlyArray<string> => {
  const listed = schedule.list("shifts").filter((one): one is string => typeof one === "string")
  const owned = [...shifts].filter(([, values]) => textIn(values, "schedule") === id).map(([shift]) => shift)
  return [...new Set([...listed, ...owned])]
}

const report = (shift: SourceObject<OnCallGroupKind>, to: string): void => {
  for (const field of CARRIED) if (shift.has(field)) shift.carried(field, to)
  shift.finish({ reasons: SHIFT_REASONS, defaults: { interval: 1, week_start: "SU" } })
}

/**
 * Adds a schedule of Grafana OnCall. A shift with a higher level has priority, and shifts of one level are on call
 * together. Returns the ids of its shifts.
 */
export const addSchedule = (draft: OnCallDraft, values: Entries, { shifts, users }: Context): ReadonlyArray<string> => {
  const id = textIn(values, "id") ?? ""
  const group = draft.group("schedule", id, textIn(values, "name") ?? id)
  const schedule = new SourceObject<OnCallGroupKind>(group, values)
  const ids = shiftIds(schedule, id, shifts)
  const given = schedule.text("time_zone") ?? "UTC"
  const timezone = canonicalTimeZone(given)
  if (schedule.text("type") === "ical" && ids.length === 0) {
    group.skip("Its shifts are in a calendar. Import the file at its address as a calendar.")
    return ids
  }
  const name = draft.nameFor("schedule", id, group.name)
  if (name === schedule.text("name")) schedule.carried("name", "name")
  else schedule.changed("name", "name", `The name in Mon is ${name}.`)
  if (timezone === null) schedule.changed("time_zone", "timezone", "Mon does not know the time zone, and uses UTC.")
  else if (schedule.has("time_zone")) schedule.carried("time_zone", "timezone")
  for (const field of ["id", "type", "on_call_now"]) schedule.used(field)
  const layers: Array<Found> = []
  const overrides: Array<Override> = []
  for (const shiftId of ids) {
    const found = shifts.get(shiftId)
    if (found === undefined) {
      group.leftOut(`shifts ${shiftId}`, "The export has no such shift.")
      continue
    }
    const source = new SourceObject<OnCallGroupKind>(
      draft.group("shift", shiftId, textIn(found, "name") ?? shiftId),
      found
    )
    // Web schedules store the times of shifts in UTC. Their zone is only the one in which they are displayed.
    const zone = schedule.text("type") === "web" ? "UTC" : (timezone ?? "UTC")
    const shift = readShift(source, { users, zone, scheduleZone: timezone ?? "UTC" })
    const to = addShift(source, shift, layers, overrides)
    if (to === null) continue
    source.group.path = name
    for (const field of ["id", "type", "name", "schedule", "source"]) source.used(field)
    report(source, to)
  }
  if (schedule.has("shifts")) schedule.carried("shifts", "layers")
  schedule.finish({ reasons: REASONS })
  draft.addSchedule(group, id, {
    name,
    timezone: timezone ?? "UTC",
    mode: "layered",
    layers: levelled(layers),
    overrides: joinedOverrides(overrides)
  })
  return ids
}

const addShift = (
  source: SourceObject<OnCallGroupKind>,
  shift: Shift | string,
  layers: Array<Found>,
  overrides: Array<Override>
): string | null => {
  if (typeof shift === "string") {
    source.group.skip(shift)
    return null
  }
  if (shift.type === "override") {
    overrides.push({ start: shift.startsAt, end: shift.startsAt + shift.minutes * 60_000, people: shift.groups.flat() })
    return "overrides"
  }
  const layer = layerFrom(shift)
  if (typeof layer === "string") {
    source.group.skip(layer)
    return null
  }
  layers.push({ level: shift.level, layer })
  return "layers"
}

const levelled = (found: ReadonlyArray<Found>): ReadonlyArray<ImportedLayer> =>
  found
    .toSorted((a, b) => a.level - b.level)
    .map(({ layer, level }, index, all) =>
      all[index - 1]?.level === level ? { ...layer, joinsPrevious: true } : layer
    )
