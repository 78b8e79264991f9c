import { canonicalTimeZone } from "@mon/bundled/time-zones"
import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { ExportedRecord } from "../exportedRecords.ts"
import type { ImportedOverride } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { isoOf } from "../zoneTime.ts"
import { layerFrom } from "./layer.ts"
import { type Entry, entriesOf, entryOf } from "./entries.ts"

const REASONS = {
  description: "Schedules in Mon have no description.",
  teams: "Mon has no teams of people.",
  http_cal_url: "Schedules in Mon have their own calendar addresses.",
  web_cal_url: "Schedules in Mon have their own calendar addresses.",
  personal_http_cal_url: "People in Mon have their own calendar addresses.",
  personal_web_cal_url: "People in Mon have their own calendar addresses."
}

/** Fields that only repeat other fields. */
const REPEATED = ["id", "type", "summary", "self", "html_url", "users", "escalation_policies"]

const overrideFrom = ({ end, person, start }: Entry): ImportedOverride => ({
  start: isoOf(start),
  end: isoOf(end),
  people: [person]
})

const addOverrides = (
  draft: OnCallDraft,
  schedule: SourceObject<"schedule">,
  records: ReadonlyArray<ExportedRecord>
): ReadonlyArray<ImportedOverride> => {
  const found: Array<Entry> = []
  for (const { values } of records) {
    const id = textIn(values, "id") ?? ""
    const override = new SourceObject(draft.group("override", id, id), values)
    const entry = entryOf(draft, values)
    if (entry === null) {
      override.group.skip("It has no valid start, end and user.")
      continue
    }
    override.group.path = schedule.group.name
    for (const field of ["start", "end", "user"]) override.carried(field, "overrides")
    for (const field of ["id", "type", "summary", "self", "html_url"]) override.used(field)
    override.finish()
    found.push(entry)
  }
  const inner = schedule.parts("overrides")
  for (const override of inner) {
    const entry = entryOf(draft, override.values)
    if (entry === null)
      override.group.leftOut(override.pathOf("start"), "The override has no valid start, end and user.")
    else found.push(entry)
    for (const field of ["start", "end", "user"]) if (entry !== null) override.carried(field, "overrides")
    for (const field of ["id", "type", "summary", "self", "html_url"]) override.used(field)
  }
  // The rendered overrides repeat the list of overrides.
  const rendered = entriesOf(draft, schedule.value("overrides_subschedule"))
  schedule.taken("overrides_subschedule")
  if (found.length === 0 && rendered.length > 0) {
    schedule.group.carried("overrides_subschedule", "overrides")
    return rendered.map(overrideFrom)
  }
  if (schedule.value("overrides_subschedule") !== undefined) schedule.group.unset("overrides_subschedule")
  return found.map(overrideFrom)
}

/** Adds a schedule of PagerDuty. Its layers come in reverse order, and the last layer of people has priority. */
export const addSchedule = (draft: OnCallDraft, values: Entries, overrides: ReadonlyArray<ExportedRecord>): void => {
  const id = textIn(values, "id") ?? ""
  const group = draft.group("schedule", id, textIn(values, "name") ?? id)
  const schedule = new SourceObject(group, values)
  const name = draft.nameFor("schedule", id, group.name)
  if (name === schedule.text("name")) schedule.carried("name", "name")
  else schedule.changed("name", "name", `The name in Mon is ${name}.`)
  const given = schedule.text("time_zone") ?? ""
  const timezone = canonicalTimeZone(given)
  if (timezone === null) schedule.changed("time_zone", "timezone", "Mon does not know the time zone, and uses UTC.")
  else schedule.carried("time_zone", "timezone")
  for (const field of REPEATED) schedule.used(field)
  const zone = timezone ?? "UTC"
  const layers = schedule
    .parts("schedule_layers")
    .flatMap((layer) => layerFrom(draft, layer, zone) ?? [])
    .toReversed()
  const replaced = addOverrides(draft, schedule as SourceObject<"schedule">, overrides)
  const entries = entriesOf(draft, schedule.value("final_schedule"))
  schedule.used("final_schedule")
  schedule.finish({ reasons: REASONS })
  draft.addSchedule(group, id, { name, timezone: zone, mode: "layered", layers, overrides: replaced })
  draft.addRendered(id, entries)
}
