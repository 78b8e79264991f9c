import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedTarget, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { onCallImportLimits as limits } from "../onCallLimits.ts"
import { StepsDraft } from "../StepsDraft.ts"
import { textIn } from "../textIn.ts"
import { personIn, type Teams } from "./Teams.ts"

type Part = SourceObject<OnCallGroupKind>

const UNIT_MINUTES: ReadonlyMap<string, number> = new Map([
  ["minutes", 1],
  ["hours", 60],
  ["days", 1_440]
])

/** Returns the minutes of a duration, such as `{ timeAmount: 5, timeUnit: "minutes" }`. */
const minutesOf = (duration: Part | null): number => {
  if (duration === null) return 0
  for (const field of ["timeAmount", "timeUnit"]) duration.used(field)
  const unit = UNIT_MINUTES.get((duration.text("timeUnit") ?? "minutes").toLowerCase()) ?? 1
  return Math.max(0, Math.round((duration.number("timeAmount") ?? 0) * unit))
}

/** The people of a schedule that a rule notifies, if Mon has the same. */
const WHO: ReadonlyMap<string, "now" | "next" | "everyone"> = new Map([
  ["default", "now"],
  ["next", "next"],
  ["all", "everyone"]
])

const targetsFrom = (draft: OnCallDraft, rule: Part, teams: Teams): ReadonlyArray<ImportedTarget> => {
  const notify = (rule.text("notifyType") ?? "default").toLowerCase()
  const recipient = rule.part("recipient")
  for (const field of ["type", "id", "name", "username"]) recipient?.used(field)
  const type = recipient?.text("type")?.toLowerCase()
  const field = rule.pathOf("recipient")
  if (type === "schedule") {
    const schedule = draft.scheduleName(recipient?.text("id") ?? "")
    if (schedule !== undefined) {
      const who = WHO.get(notify)
      if (who === undefined)
        rule.changed("notifyType", "steps", `Mon has no "${notify}". The step notifies everybody in the schedule.`)
      else rule.carried("notifyType", "steps")
      rule.group.carried(field, "steps")
      return [{ schedule, who: who ?? "everyone" }]
    }
  }
  if (type === "user") {
    const person = personIn(draft, recipient?.values)
    if (person !== null) {
      rule.used("notifyType")
      rule.group.carried(field, "steps")
      return [person]
    }
  }
  const members = type === "team" ? teams.of(recipient?.values, notify === "admins") : null
  if (members !== null) {
    rule.changed("notifyType", "steps", "Mon has no teams of people. The step notifies the members of the team.")
    rule.group.changed(field, "steps", "The members of the team are the targets of the step.")
    return members
  }
  rule.leftOut("notifyType", "The recipient is left out.")
  rule.group.leftOut(field, `The export has no such ${type ?? "recipient"}.`)
  return []
}

/** Adds an escalation. The delay of a rule counts from the creation of the alert, as in a route of Mon. */
export const addEscalation = (draft: OnCallDraft, values: Entries, teams: Teams): void => {
  const id = textIn(values, "id") ?? ""
  const group = draft.group("route", id, textIn(values, "name") ?? id)
  const escalation = new SourceObject<OnCallGroupKind>(group, values)
  const name = draft.nameFor("route", id, group.name)
  if (name === escalation.text("name")) escalation.carried("name", "name")
  else escalation.changed("name", "name", `The name in Mon is ${name}.`)
  for (const field of ["id", "links"]) escalation.used(field)
  const steps = new StepsDraft(group)
  for (const rule of escalation.parts("rules")) {
    const afterMinutes = minutesOf(rule.part("delay"))
    rule.group.carried(rule.pathOf("delay"), "steps")
    rule.used("id")
    if (rule.text("condition") === "if-not-closed")
      rule.changed("condition", "steps", "In Mon, later steps are not sent after somebody has acknowledged the alert.")
    else rule.used("condition")
    steps.add({ afterMinutes, targets: targetsFrom(draft, rule, teams), field: rule.pathOf("recipient") })
  }
  const repeat = escalation.part("repeat")
  const rounds = Math.min(Math.floor(repeat?.number("count") ?? 0), limits.rounds)
  const wait = Math.round(repeat?.number("waitInterval") ?? 0)
  if (repeat !== null && rounds >= 1) {
    repeat.carried("count", "repeat.rounds")
    if (repeat.has("waitInterval")) repeat.carried("waitInterval", "repeat.waitMinutes")
  }
  escalation.finish({
    reasons: {
      description: "Routes in Mon have no description.",
      ownerTeam: "Mon has no teams of people. Choose the monitors of the route.",
      resetRecipientStates: "In Mon, an acknowledgement ends the rounds.",
      closeAlertAfterAll: "Mon closes an alert only when its problem is over."
    }
  })
  draft.addRoute(group, {
    name,
    steps: steps.finish(),
    ...(rounds < 1
      ? {}
      : { repeat: { rounds, fromStep: 1, waitMinutes: Math.min(Math.max(wait, 1), limits.waitMinutes) } })
  })
}
