import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import { type ExportedRecord, exportedRecords, idInName } from "../exportedRecords.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { instantFrom } from "../zoneTime.ts"
import { addChain } from "./chain.ts"
import { GrafanaUsers } from "./GrafanaUsers.ts"
import { addSchedule } from "./schedule.ts"

const PROPERTIES = new Set([
  "results",
  "schedules",
  "on_call_shifts",
  "escalation_chains",
  "escalation_policies",
  "users",
  "teams",
  "personal_notification_rules",
  "final_shifts"
])

type Kind = "chain" | "final" | "rule" | "schedule" | "shift" | "step" | "team" | "user"

const SHIFT_TYPES = new Set(["single_event", "recurrent_event", "rolling_users", "override"])
const SCHEDULE_TYPES = new Set(["ical", "calendar", "web"])

const kindOf = ({ file, list, values }: ExportedRecord): Kind | null => {
  const has = (name: string): boolean => Object.hasOwn(values, name)
  const type = textIn(values, "type") ?? ""
  if (has("escalation_chain_id") && has("type")) return "step"
  if (has("user_id") && has("type")) return "rule"
  if (SHIFT_TYPES.has(type)) return "shift"
  if (SCHEDULE_TYPES.has(type)) return "schedule"
  if (has("shift_start") && has("shift_end")) return "final"
  if (has("username")) return "user"
  if (!has("id") || !has("name")) return null
  if (list === "escalation_chains" || /chain/iu.test(file)) return "chain"
  if (list === "teams" || has("avatar_url")) return "team"
  return has("team_id") ? "chain" : null
}

/** Adds the shifts that Grafana OnCall displays for a schedule (`final_shifts`). */
const addFinalShifts = (
  draft: OnCallDraft,
  users: GrafanaUsers,
  records: ReadonlyArray<ExportedRecord>,
  ids: ReadonlyArray<string>
): void => {
  const bySchedule = new Map<string, Array<{ start: number; end: number; person: string }>>()
  for (const { file, values } of records) {
    const start = instantFrom(values["shift_start"])
    const end = instantFrom(values["shift_end"])
    const id = idInName(file, ids) ?? (ids.length === 1 ? ids[0] : undefined)
    if (start === null || end === null || end <= start || id === undefined) continue
    const person = users.person(textIn(values, "user_pk") ?? "", textIn(values, "user_email"))
    bySchedule.set(id, [...(bySchedule.get(id) ?? []), { start, end, person }])
  }
  for (const [id, shifts] of bySchedule) draft.addRendered(id, shifts)
}

const addRule = (draft: OnCallDraft, values: Entries): void => {
  const id = textIn(values, "id") ?? ""
  draft.group("rule", id, textIn(values, "type") ?? id).skip("Mon has no waits between the channels of a person.")
}

const addTeam = (draft: OnCallDraft, values: Entries): void => {
  const id = textIn(values, "id") ?? ""
  const team = new SourceObject(draft.group("team", id, textIn(values, "name") ?? id), values)
  team.group.skip("Mon has no teams of people. Where the team is named, its members are used.")
}

/**
 * Imports responses of the API of Grafana OnCall: schedules, shifts, escalation chains and their steps, and users. The
 * notification rules of people are only reported.
 */
export const importGrafana = (files: ReadonlyMap<string, string>, draft: OnCallDraft): void => {
  const records = exportedRecords(files, draft, PROPERTIES).map((record) => ({ ...record, kind: kindOf(record) }))
  const of = (kind: Kind) => records.filter((record) => record.kind === kind)
  const users = new GrafanaUsers(draft)
  for (const { values } of of("user")) users.add(values)
  for (const { values } of of("team")) addTeam(draft, values)
  for (const { values } of of("rule")) addRule(draft, values)
  for (const { file, kind } of records)
    if (kind === null) draft.group("file", file, file).skip("It has an object of an unknown kind.")
  const shifts = new Map(of("shift").map(({ values }) => [textIn(values, "id") ?? "", values]))
  const used = new Set<string>()
  const schedules = of("schedule")
  for (const { values } of schedules) for (const id of addSchedule(draft, values, { shifts, users })) used.add(id)
  for (const [id, values] of shifts)
    if (!used.has(id))
      draft.group("shift", id, textIn(values, "name") ?? id).skip("No schedule of the export contains it.")
  const steps = of("step").map(({ values }) => values)
  const chains = of("chain").map(({ values }) => values)
  for (const chain of chains) addChain(draft, chain, { steps, users })
  const known = new Set(chains.map((chain) => textIn(chain, "id")))
  for (const step of steps)
    if (!known.has(textIn(step, "escalation_chain_id")))
      draft
        .group("step", textIn(step, "id") ?? "", textIn(step, "type") ?? "")
        .skip("The export has no such escalation chain.")
  addFinalShifts(
    draft,
    users,
    of("final"),
    schedules.map(({ values }) => textIn(values, "id") ?? "")
  )
}
