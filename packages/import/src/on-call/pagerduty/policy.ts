import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedTarget, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { onCallImportLimits as limits } from "../onCallLimits.ts"
import { StepsDraft } from "../StepsDraft.ts"
import { textIn } from "../textIn.ts"
import { personIn } from "./entries.ts"

const REASONS = {
  description: "Routes in Mon have no description.",
  teams: "Mon has no teams of people.",
  services: "Choose the monitors of the route.",
  on_call_handoff_notifications: "Notifications about shifts are not part of a route."
}

const REPEATED = ["id", "type", "summary", "self", "html_url"]

type Part = SourceObject<OnCallGroupKind>

const targetFrom = (draft: OnCallDraft, target: Part): ImportedTarget | null => {
  const type = target.text("type") ?? ""
  if (type.startsWith("schedule")) {
    const name = draft.scheduleName(target.text("id") ?? "")
    return name === undefined ? null : { schedule: name, who: "now" }
  }
  return type.startsWith("user") ? personIn(draft, target.values) : null
}

const targetsOf = (draft: OnCallDraft, rule: Part): ReadonlyArray<ImportedTarget> =>
  rule.parts("targets").flatMap((target) => {
    const found = targetFrom(draft, target)
    for (const field of REPEATED) target.used(field)
    if (found !== null) {
      target.group.carried(target.pathOf("id"), "steps")
      return [found]
    }
    target.group.leftOut(target.pathOf("id"), `The export has no such ${target.text("type") ?? "target"}.`)
    return []
  })

/** Adds an escalation policy. The delay of a rule is the wait before the next rule. */
export const addPolicy = (draft: OnCallDraft, values: Entries): void => {
  const id = textIn(values, "id") ?? ""
  const group = draft.group("route", id, textIn(values, "name") ?? id)
  const policy = new SourceObject(group, values)
  const name = draft.nameFor("route", id, group.name)
  if (name === policy.text("name")) policy.carried("name", "name")
  else policy.changed("name", "name", `The name in Mon is ${name}.`)
  for (const field of REPEATED) policy.used(field)
  const steps = new StepsDraft(group)
  let afterMinutes = 0
  let wait = 0
  for (const rule of policy.parts("escalation_rules")) {
    wait = Math.max(0, Math.round(rule.number("escalation_delay_in_minutes") ?? 0))
    steps.add({ afterMinutes, targets: targetsOf(draft, rule), field: rule.pathOf("targets") })
    rule.used("id")
    if (rule.has("escalation_delay_in_minutes")) rule.carried("escalation_delay_in_minutes", "steps")
    const strategy = textIn(rule.value("escalation_rule_assignment_strategy"), "type")
    if (strategy === "round_robin")
      rule.changed(
        "escalation_rule_assignment_strategy",
        "steps",
        "Mon has no round robin between alerts. The step notifies everybody in the list."
      )
    else rule.used("escalation_rule_assignment_strategy")
    afterMinutes += wait
  }
  const loops = Math.floor(policy.number("num_loops") ?? 0)
  const rounds = Math.min(loops, limits.rounds)
  if (loops > 0) policy.carried("num_loops", "repeat.rounds")
  policy.finish({ reasons: REASONS, defaults: { on_call_handoff_notifications: "if_has_services" } })
  draft.addRoute(group, {
    name,
    steps: steps.finish(),
    ...(rounds < 1
      ? {}
      : { repeat: { rounds, fromStep: 1, waitMinutes: Math.min(Math.max(wait, 1), limits.waitMinutes) } })
  })
}
