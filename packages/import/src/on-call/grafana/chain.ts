import { type Entries, SourceObject } from "../../reading/SourceObject.ts"
import type { ImportedHours, ImportedTarget, OnCallGroupKind } from "../ImportedOnCall.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { onCallImportLimits as limits } from "../onCallLimits.ts"
import { StepsDraft } from "../StepsDraft.ts"
import { textIn } from "../textIn.ts"
import type { GrafanaUsers } from "./GrafanaUsers.ts"

/** Grafana OnCall repeats a chain at most five times (EscalationPolicySnapshot.MAX_TIMES_REPEAT). */
const MOST_REPETITIONS = 5

type Part = SourceObject<OnCallGroupKind>

interface Context {
  readonly draft: OnCallDraft
  readonly users: GrafanaUsers
}

/** The kinds of steps that Mon does not have, with the reasons. */
const WITHOUT: ReadonlyMap<string, string> = new Map([
  ["trigger_webhook", "Add the webhook as a channel, and the channel to the route."],
  ["notify_user_group", "Add a channel for Slack, and the channel to the route."],
  ["notify_whole_channel", "Add a channel for Slack, and the channel to the route."],
  ["notify_if_num_alerts_in_window", "Mon has no condition about the number of alerts."],
  ["resolve", "Mon closes an alert only when its problem is over."],
  ["declare_incident", "Mon opens an incident for each problem by itself."]
])

const targetsOf = (step: Part, type: string, { draft, users }: Context): ReadonlyArray<ImportedTarget> | null => {
  if (type === "notify_persons") {
    step.carried("persons_to_notify", "steps")
    return users.people(step.value("persons_to_notify"))
  }
  if (type === "notify_person_next_each_time") {
    step.changed(
      "persons_to_notify_next_each_time",
      "steps",
      "Mon has no round robin between alerts. The step notifies everybody in the list."
    )
    return users.people(step.value("persons_to_notify_next_each_time"))
  }
  if (type === "notify_on_call_from_schedule") {
    const schedule = draft.scheduleName(step.text("notify_on_call_from_schedule") ?? "")
    if (schedule === undefined) {
      step.leftOut("notify_on_call_from_schedule", "The schedule was not imported.")
      return []
    }
    step.carried("notify_on_call_from_schedule", "steps")
    return [{ schedule, who: "now" }]
  }
  if (type !== "notify_team_members") return null
  const people = users.ofTeam(step.text("team_to_notify") ?? "")
  if (people.length === 0) step.leftOut("team_to_notify", "The people of the team are unknown.")
  else step.changed("team_to_notify", "steps", "The members of the team are the targets of the step.")
  return people
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)/u

const hoursOf = (step: Part): ImportedHours | null => {
  const time = (field: string): string | null => {
    const [, hour, minute] = TIME.exec(step.text(field) ?? "") ?? []
    return hour === undefined ? null : `${hour}:${minute}`
  }
  const start = time("notify_if_time_from")
  const end = time("notify_if_time_to")
  return start === null || end === null ? null : { start, end, days: [1, 2, 3, 4, 5, 6, 7], timezone: "UTC" }
}

interface ChainState {
  readonly steps: StepsDraft
  seconds: number
  hours: ImportedHours | undefined
  /** When the last step before a repetition is sent. */
  lastSeconds: number
  /** The wait between the last step and the next round. Null if the chain does not repeat. */
  repeatSeconds: number | null
}

/** Adds a step of a chain. A wait delays all later steps, and a condition about the time applies to all later steps. */
const addStep = (step: Part, state: ChainState, context: Context): void => {
  const type = step.text("type") ?? ""
  const reason = WITHOUT.get(type)
  if (type === "wait") {
    state.seconds += Math.max(0, step.number("duration") ?? 0)
    if (step.has("duration")) step.carried("duration", "steps")
  } else if (type === "repeat_escalation") state.repeatSeconds ??= state.seconds - state.lastSeconds
  else if (type === "notify_if_time_from_to") {
    const hours = hoursOf(step)
    const note = "Later steps are skipped outside these hours. In Grafana OnCall, they wait for these hours."
    for (const field of ["notify_if_time_from", "notify_if_time_to"])
      if (hours === null) step.leftOut(field, "It is no time.")
      else step.changed(field, "steps", note)
    state.hours = hours ?? state.hours
  } else {
    const targets = reason === undefined ? targetsOf(step, type, context) : null
    if (targets === null) return step.group.skip(reason ?? `Mon has no steps of the type ${type}.`)
    state.lastSeconds = state.seconds
    state.steps.add({
      afterMinutes: Math.round(state.seconds / 60),
      targets,
      hours: state.hours,
      field: step.group.id
    })
  }
  for (const field of ["id", "escalation_chain_id", "position", "type"]) step.used(field)
  step.finish({ reasons: { important: "Mon has no second set of notification rules." } })
}

/** Adds an escalation chain with its steps. */
export const addChain = (
  draft: OnCallDraft,
  values: Entries,
  { steps: all, users }: { readonly steps: ReadonlyArray<Entries>; readonly users: GrafanaUsers }
): void => {
  const id = textIn(values, "id") ?? ""
  const group = draft.group("route", id, textIn(values, "name") ?? id)
  const chain = new SourceObject<OnCallGroupKind>(group, values)
  const name = draft.nameFor("route", id, group.name)
  if (name === chain.text("name")) chain.carried("name", "name")
  else chain.changed("name", "name", `The name in Mon is ${name}.`)
  chain.used("id")
  chain.finish({ reasons: { team_id: "Mon has no teams of people. Choose the monitors of the route." } })
  const state: ChainState = {
    steps: new StepsDraft(group),
    seconds: 0,
    hours: undefined,
    lastSeconds: 0,
    repeatSeconds: null
  }
  const own = all
    .filter((one) => textIn(one, "escalation_chain_id") === id)
    .toSorted((a, b) => Number(a["position"] ?? 0) - Number(b["position"] ?? 0))
  for (const one of own) {
    const part = new SourceObject<OnCallGroupKind>(
      draft.group("step", textIn(one, "id") ?? "", textIn(one, "type") ?? ""),
      one
    )
    part.group.path = name
    addStep(part, state, { draft, users })
  }
  const { repeatSeconds } = state
  draft.addRoute(group, {
    name,
    steps: state.steps.finish(),
    ...(repeatSeconds === null
      ? {}
      : {
          repeat: {
            rounds: MOST_REPETITIONS,
            fromStep: 1,
            waitMinutes: Math.min(Math.max(1, Math.round(repeatSeconds / 60)), limits.waitMinutes)
          }
        })
  })
}
