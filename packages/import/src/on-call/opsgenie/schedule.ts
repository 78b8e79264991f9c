import { canonicalTimeZone } from "@mon/bundled/time-zones"
import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedLayer, ImportedOverride, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { instantFrom, isoOf } from "../zoneTime.ts"
import { layerFrom, rotationIds } from "./rotation.ts"
import { personIn, type Teams } from "./Teams.ts"

/** The rotations and overrides that an export has beside a schedule. */
export interface ScheduleParts {
  readonly rotations: Array<Entries>
  readonly overrides: Array<Entries>
}

type Part = SourceObject<OnCallGroupKind>

const REASONS = {
  description: "Schedules in Mon have no description.",
  ownerTeam: "Mon has no teams of people.",
  teamId: "Mon has no teams of people."
}

interface Rotation {
  readonly id: string
  readonly layer: ImportedLayer
}

/**
 * Converts an override. In Opsgenie, it can cover only some rotations. The override then replaces each person of these
 * rotations, while the person would be on call.
 */
const overridesFrom = (
  draft: OnCallDraft,
  override: Part,
  rotations: ReadonlyArray<Rotation>
): ReadonlyArray<ImportedOverride> => {
  const start = instantFrom(override.value("startDate"))
  const end = instantFrom(override.value("endDate"))
  const user = override.part("user")
  const type = user?.text("type")?.toLowerCase() ?? "user"
  const person = user === null || type === "none" || type === "noone" ? null : personIn(draft, user.values)
  for (const field of ["type", "id", "username", "name"]) user?.used(field)
  if (start === null || end === null || end <= start || (person === null && type === "user")) {
    override.group.leftOut(override.pathOf("startDate"), "The override has no valid start, end and user.")
    return []
  }
  for (const field of ["startDate", "endDate"]) override.carried(field, "overrides")
  override.group.carried(override.pathOf("user"), "overrides")
  const ids = rotationIds(override.value("rotations"))
  const named = rotations.filter(({ id }) => ids.includes(id))
  const people = person === null ? [] : [person]
  const whole = { start: isoOf(start), end: isoOf(end), people }
  if (ids.length === 0 || named.length === rotations.length) {
    if (override.has("rotations")) override.carried("rotations", "overrides")
    return [whole]
  }
  override.changed(
    "rotations",
    "overrides",
    "The override replaces the people of these rotations, while they would be on call."
  )
  const replaced = new Set(named.flatMap(({ layer }) => layer.groups.flat()))
  return [...replaced].filter((one) => one !== person).map((replaces) => ({ ...whole, replaces }))
}

/** Adds a schedule of Opsgenie. All its rotations are on call together. */
export const addSchedule = (
  draft: OnCallDraft,
  values: Entries,
  { parts, teams }: { readonly parts: ScheduleParts; readonly teams: Teams }
): void => {
  const id = textIn(values, "id") ?? ""
  const group = draft.group("schedule", id, textIn(values, "name") ?? id)
  const schedule = new SourceObject(group, {
    ...values,
    rotations: [...(Array.isArray(values["rotations"]) ? values["rotations"] : []), ...parts.rotations],
    overrides: [...(Array.isArray(values["overrides"]) ? values["overrides"] : []), ...parts.overrides]
  })
  if (schedule.flag("enabled") === false) return group.skip("It is turned off.")
  schedule.used("enabled")
  const name = draft.nameFor("schedule", id, group.name)
  if (name === schedule.text("name")) schedule.carried("name", "name")
  else schedule.changed("name", "name", `The name in Mon is ${name}.`)
  const timezone = canonicalTimeZone(schedule.text("timezone") ?? "")
  if (timezone === null) schedule.changed("timezone", "timezone", "Mon does not know the time zone, and uses UTC.")
  else schedule.carried("timezone", "timezone")
  for (const field of ["id", "links"]) schedule.used(field)
  const zone = timezone ?? "UTC"
  const rotations = schedule.parts("rotations").flatMap((rotation) => {
    const layer = layerFrom(draft, rotation, { teams, zone })
    return layer === null ? [] : [{ id: rotation.text("id") ?? "", layer }]
  })
  const overrides = schedule.parts("overrides").flatMap((override) => {
    for (const field of ["alias", "_parent", "id"]) override.used(field)
    return overridesFrom(draft, override, rotations)
  })
  schedule.finish({ reasons: REASONS })
  draft.addSchedule(group, id, {
    name,
    timezone: zone,
    mode: "together",
    layers: rotations.map(({ layer }) => layer),
    overrides
  })
}
