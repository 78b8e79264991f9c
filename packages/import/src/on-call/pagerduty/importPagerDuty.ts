import { SourceObject } from "../../reading/SourceObject.ts"
import { type ExportedRecord, exportedRecords, idInName } from "../exportedRecords.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { addPolicy } from "./policy.ts"
import { addSchedule } from "./schedule.ts"

const PROPERTIES = new Set([
  "schedules",
  "schedule",
  "overrides",
  "escalation_policies",
  "escalation_policy",
  "users",
  "user"
])

const kindOf = ({ list, values }: ExportedRecord): "schedule" | "override" | "policy" | "user" | null => {
  if (list.startsWith("schedule") || Object.hasOwn(values, "schedule_layers")) return "schedule"
  if (list.startsWith("escalation_polic") || Object.hasOwn(values, "escalation_rules")) return "policy"
  if (list === "overrides" || (Object.hasOwn(values, "user") && Object.hasOwn(values, "start"))) return "override"
  return list.startsWith("user") || Object.hasOwn(values, "email") ? "user" : null
}

const USER_REASONS = {
  contact_methods: "People set up their own channels in Mon.",
  notification_rules: "Mon has no waits between the channels of a person.",
  teams: "Mon has no teams of people.",
  role: "Invite the person with a role."
}

const addUser = (draft: OnCallDraft, { values }: ExportedRecord): void => {
  const id = textIn(values, "id") ?? ""
  const user = new SourceObject(draft.group("person", id, textIn(values, "name") ?? id), values)
  user.group.path = draft.people.add(id, user.text("name"), user.text("email"))
  for (const field of ["id", "type", "summary", "self", "html_url", "avatar_url", "color", "invitation_sent", "billed"])
    user.used(field)
  user.carried(user.has("email") ? "email" : "name", "people")
  if (user.has("email")) user.used("name")
  user.finish({ reasons: USER_REASONS, otherwise: "Only the address of a person is used." })
}

/** Imports responses of the REST API of PagerDuty: schedules, overrides, escalation policies and users. */
export const importPagerDuty = (files: ReadonlyMap<string, string>, draft: OnCallDraft): void => {
  const records = exportedRecords(files, draft, PROPERTIES).map((record) => ({ ...record, kind: kindOf(record) }))
  for (const record of records) {
    if (record.kind === "user") addUser(draft, record)
    if (record.kind === null)
      draft
        .group("file", record.file, record.file)
        .skip("It has an object that is no schedule, override, escalation policy or user.")
  }
  const schedules = records.filter(({ kind }) => kind === "schedule")
  const ids = schedules.map(({ values }) => textIn(values, "id") ?? "")
  const overrides = new Map<string, Array<ExportedRecord>>()
  for (const record of records) {
    if (record.kind !== "override") continue
    const id = idInName(record.file, ids) ?? (ids.length === 1 ? ids[0] : undefined)
    const known = overrides.get(id ?? "") ?? []
    overrides.set(id ?? "", [...known, record])
  }
  if (ids.length !== 1)
    for (const { file, values } of overrides.get("") ?? [])
      draft
        .group("override", textIn(values, "id") ?? "", file)
        .skip("Its schedule is unknown. Put the id of the schedule into the name of the file.")
  for (const { values } of schedules) addSchedule(draft, values, overrides.get(textIn(values, "id") ?? "") ?? [])
  for (const { kind, values } of records) if (kind === "policy") addPolicy(draft, values)
}
