import type { OnCallPlan } from "@mon/core-store"
import type { OnCallWho } from "@mon/model"
import { nextChange, onCallAt, type OnCallLayer, type OnCallSchedule, scheduleFault } from "@mon/on-call"

type Optional<A> = { readonly [Key in keyof A]?: A[Key] | null }

/** Returns the fields of an object that are not null. */
const present = <A extends object>(fields: Optional<A>): Partial<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<A>

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/**
 * Returns a stored schedule in the form of `@mon/on-call`. Its people are identified by the public ids of their
 * memberships.
 */
export const engineSchedule = ({
  definition: { layers, mode, timezone },
  overrides
}: Pick<OnCallPlan, "definition" | "overrides">): OnCallSchedule => ({
  zone: timezone,
  mode,
  layers: layers.map(({ active, counts, from, groups, handOff, joinsPrevious, name, timezone: zone, until }) => ({
    groups,
    handOff,
    counts,
    joinsPrevious,
    ...present<Omit<OnCallLayer, "groups" | "handOff" | "counts" | "joinsPrevious">>({
      name,
      active,
      zone,
      from: timeOf(from),
      until: timeOf(until)
    })
  })),
  overrides: overrides.map(({ end, people, replaces, start }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
    people,
    ...present<{ replaces: string }>({ replaces })
  }))
})

/** Returns everybody whom the layers that have not ended and the overrides that apply name. */
const everyone = ({ layers, overrides = [] }: OnCallSchedule, atMs: number): ReadonlyArray<string> => [
  ...new Set([
    ...layers.filter(({ until = Infinity }) => until > atMs).flatMap(({ groups }) => groups.flat()),
    ...overrides.filter(({ end, start }) => start <= atMs && atMs < end).flatMap(({ people }) => people)
  ])
]

/**
 * Returns the public ids of the memberships that a target of a route means at an instant (Unix time in milliseconds).
 * Empty if nobody is on call, or if the schedule has a fault.
 */
export const onCallPeople = (plan: OnCallPlan, who: OnCallWho, atMs: number): ReadonlyArray<string> => {
  const schedule = engineSchedule(plan)
  if (scheduleFault(schedule) !== null) return []
  if (who === "everyone") return everyone(schedule, atMs)
  return who === "now" ? onCallAt(schedule, atMs).people : (nextChange(schedule, atMs).next?.people ?? [])
}
