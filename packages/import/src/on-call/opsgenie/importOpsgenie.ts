import { type Entries, isEntries, SourceObject } from "../../reading/SourceObject.ts"
import { type ExportedRecord, exportedRecords, idInName } from "../exportedRecords.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { addEscalation } from "./escalation.ts"
import { addSchedule, type ScheduleParts } from "./schedule.ts"
import { Teams } from "./Teams.ts"

/** The lists of responses: `data` in Opsgenie, `values` in Jira Service Management. */
const PROPERTIES = new Set(["data", "values"])

type Kind = "schedule" | "rotation" | "override" | "escalation" | "user" | "team"

const kindOf = (values: Entries): Kind | null => {
  const has = (name: string): boolean => Object.hasOwn(values, name)
  if (has("rules")) return "escalation"
  if (has("participants")) return "rotation"
  if (has("username") || has("fullName") || has("emailAddress")) return "user"
  if (has("startDate") && has("endDate") && has("user")) return "override"
  if (has("rotations") || has("timezone")) return "schedule"
  return has("members") || has("name") ? "team" : null
}

/** A part of the configuration backup has an object and its own lists. */
const BACKUP = ["schedule", "user", "team"] as const
const BACKUP_LISTS = ["scheduleOverrideList", "overrides", "rotations", "notificationRuleList"] as const
const BACKUP_PARTS: ReadonlySet<string> = new Set<string>([...BACKUP, ...BACKUP_LISTS])

interface Found {
  readonly kind: Kind | null
  readonly values: Entries
  readonly file: string
  /** The schedule to which a rotation or an override belongs, if its record says so. */
  readonly parent?: string | undefined
}

const foundIn = ({ file, values }: ExportedRecord): ReadonlyArray<Found> => {
  const inner = BACKUP.map((name) => values[name]).find(isEntries)
  const isBackup = inner !== undefined && Object.keys(values).every((key) => BACKUP_PARTS.has(key))
  if (!isBackup)
    return [
      { kind: kindOf(values), values, file, parent: textIn(values["_parent"], "id") ?? textIn(values, "scheduleId") }
    ]
  const parent = textIn(inner, "id")
  return [
    { kind: kindOf(inner), values: inner, file },
    ...BACKUP_LISTS.flatMap((name) => (Array.isArray(values[name]) ? (values[name] as ReadonlyArray<unknown>) : []))
      .filter(isEntries)
      .map((one) => ({
        kind: Object.hasOwn(one, "steps") || Object.hasOwn(one, "actionType") ? null : kindOf(one),
        values: one,
        file,
        parent
      }))
  ]
}

const USER_REASONS = {
  timeZone: "Each person sets a time zone in Mon.",
  role: "Invite the person with a role.",
  userContacts: "People set up their own channels in Mon."
}

const addUser = (draft: OnCallDraft, values: Entries): void => {
  const id = textIn(values, "id") ?? textIn(values, "accountId") ?? textIn(values, "username") ?? ""
  const name = textIn(values, "fullName") ?? textIn(values, "displayName")
  const user = new SourceObject(draft.group("person", id, name ?? id), values)
  const field = user.has("username") ? "username" : "emailAddress"
  user.group.path = draft.people.add(id, name, user.text(field))
  if (user.has(field)) user.carried(field, "people")
  for (const one of ["id", "accountId", "fullName", "displayName", "createdAt", "verified", "blocked"]) user.used(one)
  user.finish({ reasons: USER_REASONS, otherwise: "Only the address of a person is used." })
}

const addRule = (draft: OnCallDraft, values: Entries): void => {
  const id = textIn(values, "id") ?? ""
  draft.group("rule", id, textIn(values, "name") ?? id).skip("Mon has no waits between the channels of a person.")
}

/**
 * Imports schedules, escalations, users and teams of Opsgenie or Jira Service Management: responses of the API, or the
 * files of the configuration backup.
 */
export const importOpsgenie = (files: ReadonlyMap<string, string>, draft: OnCallDraft): void => {
  const found = exportedRecords(files, draft, PROPERTIES).flatMap(foundIn)
  const of = (kind: Kind): ReadonlyArray<Found> => found.filter((one) => one.kind === kind)
  for (const { values } of of("user")) addUser(draft, values)
  const teams = new Teams(draft)
  for (const { values } of of("team")) teams.add(values)
  for (const { file, kind, values } of found) {
    if (kind !== null) continue
    if (Object.hasOwn(values, "actionType") || Object.hasOwn(values, "steps")) addRule(draft, values)
    else draft.group("file", file, file).skip("It has an object that is no schedule, escalation, user or team.")
  }
  const schedules = of("schedule")
  const ids = schedules.map(({ values }) => textIn(values, "id") ?? "")
  const parts = new Map<string, ScheduleParts>(ids.map((id) => [id, { rotations: [], overrides: [] }]))
  for (const { file, kind, parent, values } of found) {
    if (kind !== "rotation" && kind !== "override") continue
    const id = parent ?? idInName(file, ids) ?? (ids.length === 1 ? ids[0] : undefined) ?? ""
    const target = parts.get(id)
    if (target !== undefined) (kind === "rotation" ? target.rotations : target.overrides).push(values)
    else
      draft
        .group(kind === "rotation" ? "shift" : "override", textIn(values, "id") ?? textIn(values, "alias") ?? "", file)
        .skip("Its schedule is unknown. Put the id of the schedule into the name of the file.")
  }
  for (const { values } of schedules)
    addSchedule(draft, values, {
      parts: parts.get(textIn(values, "id") ?? "") ?? { rotations: [], overrides: [] },
      teams
    })
  for (const { values } of of("escalation")) addEscalation(draft, values, teams)
}
