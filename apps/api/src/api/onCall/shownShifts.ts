import type { OnCallMember, OnCallPlan } from "@mon/core-store"
import type {
  OnCallDifference,
  OnCallGap,
  OnCallNow,
  OnCallPerson,
  OnCallPreview,
  OnCallShift,
  OnCallShifts
} from "@mon/model"
import { engineSchedule } from "@mon/notifications"
import { type Gap, nextChange, onCallAt, type OnCallSchedule, scheduleFault, type Shift } from "@mon/on-call"
import type { ComputedPreview, ComputedShifts } from "./onCallJobs.ts"

const iso = (ms: number): string => new Date(ms).toISOString()

/** Shows people by name. A person who is unknown, because another account has them, has only an id. */
export type ShowPerson = (membershipId: string) => OnCallPerson

export const personShower = (members: ReadonlyArray<OnCallMember>): ShowPerson => {
  const known = new Map(
    members.map(({ isMember, membershipId, name }): readonly [string, OnCallPerson] => [
      membershipId,
      { membershipId, name, isMember }
    ])
  )
  return (membershipId) => known.get(membershipId) ?? { membershipId, name: membershipId, isMember: false }
}

const shownGap = ({ end, start }: Gap): OnCallGap => ({ start: iso(start), end: iso(end) })

const shiftShower =
  (show: ShowPerson, overrides: OnCallPlan["overrides"]) =>
  ({ end, people, sources, start }: Shift): OnCallShift => ({
    start: iso(start),
    end: iso(end),
    people: people.map(show),
    layers: sources.flatMap((source) => (source.kind === "layer" ? [source.layer] : [])),
    overrideIds: sources.flatMap((source) => (source.kind === "override" ? (overrides[source.override]?.id ?? []) : []))
  })

export const shownShifts = (
  { balance, from, gaps, shifts, to }: ComputedShifts,
  show: ShowPerson,
  overrides: OnCallPlan["overrides"]
): OnCallShifts => ({
  from: iso(from),
  to: iso(to),
  shifts: shifts.map(shiftShower(show, overrides)),
  gaps: gaps.map(shownGap),
  balance: balance.map(({ person, ...times }) => ({ person: show(person), ...times }))
})

export const shownPreview = (
  computed: ComputedPreview,
  show: ShowPerson,
  overrides: OnCallPlan["overrides"]
): OnCallPreview => {
  const { clockChange, differences, unusedOverrides } = computed
  return {
    ...shownShifts(computed, show, overrides),
    differences: differences.map(({ after, before, ...time }): OnCallDifference => ({
      ...shownGap(time),
      before: before.map(show),
      after: after.map(show)
    })),
    clockChange:
      clockChange === null
        ? null
        : {
            at: iso(clockChange.at),
            minutes: clockChange.minutes,
            shifts: clockChange.shifts.map(shiftShower(show, overrides))
          },
    unusedOverrides: unusedOverrides.flatMap((index) => overrides[index]?.id ?? [])
  }
}

/** Nobody is on call in a schedule with a fault, which only another release can have stored. */
const empty: OnCallSchedule = { zone: "UTC", layers: [] }

export const workingSchedule = (plan: Pick<OnCallPlan, "definition" | "overrides">): OnCallSchedule => {
  const schedule = engineSchedule(plan)
  return scheduleFault(schedule) === null ? schedule : empty
}

export const shownNow = (plan: OnCallPlan, atMs: number, show: ShowPerson): OnCallNow => {
  const schedule = workingSchedule(plan)
  const { change, next } = nextChange(schedule, atMs)
  return {
    scheduleId: plan.id,
    scheduleName: plan.name,
    at: iso(atMs),
    people: onCallAt(schedule, atMs).people.map(show),
    until: change === null ? null : iso(change.at),
    next: next === null ? null : { at: iso(next.at), people: next.people.map(show) }
  }
}
