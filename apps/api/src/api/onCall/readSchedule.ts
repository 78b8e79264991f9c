import { BadRequest, type CreateOnCallSchedule, messages, type OnCallLayerInput } from "@mon/api-contract"
import { type OnCallMember, OnCallSchedules } from "@mon/core-store"
import { canonicalTimeZone, type OnCallDefinition, type OnCallLayer, onCallScheduleLimits } from "@mon/model"
import { engineSchedule } from "@mon/notifications"
import { scheduleFault } from "@mon/on-call"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** Returns the public id of the membership that a request names, or fails if the account has no such person. */
export type FindPerson = (named: string) => Effect.Effect<string, BadRequest>

export const readPeople = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* OnCallSchedules).people(viewer.accountKey)
})

/**
 * Finds people by the id of their membership or by their address. Former members are found only by their id, so that a
 * schedule that still names them can be saved.
 */
export const personFinder = (members: ReadonlyArray<OnCallMember>): FindPerson => {
  const ids = new Set(members.map(({ membershipId }) => membershipId))
  const byAddress = new Map(
    members.flatMap(({ email, isMember, membershipId }) => (isMember ? [[email.toLowerCase(), membershipId]] : []))
  )
  return (named) => {
    const found = ids.has(named) ? named : byAddress.get(named.trim().toLowerCase())
    return found === undefined
      ? Effect.fail(new BadRequest({ message: messages.onCallPerson(named.slice(0, 100)) }))
      : Effect.succeed(found)
  }
}

const instant = (time: string | null): string | null =>
  time === null ? null : new Date(Date.parse(time)).toISOString()

const readLayer = Effect.fnUntraced(function* (findPerson: FindPerson, input: OnCallLayerInput) {
  const { active = null, counts = "all", from = null, joinsPrevious = false, until = null } = input
  const groups = yield* Effect.forEach(input.groups, (group) => Effect.forEach(group, findPerson))
  const name = input.name?.trim() ?? ""
  const zone = input.timezone ?? null
  return {
    name: name === "" ? null : name,
    groups: groups.map((group) => [...new Set(group)]),
    handOff: input.handOff,
    active,
    counts,
    from: instant(from),
    until: instant(until),
    joinsPrevious,
    timezone: zone === null ? null : (canonicalTimeZone(zone) ?? zone)
  } satisfies OnCallLayer
})

const DAY_HOURS = 24
const WEEK_DAYS = 7

/** Returns an upper limit for the number of changes a day of a layer. */
const changesPerDay = ({ active, handOff: { every, unit } }: OnCallLayer): number =>
  (unit === "hours" ? DAY_HOURS / every : 1) + (2 * (active?.length ?? 0)) / WEEK_DAYS

/** The engine's names of fields that have another name in the API. */
const shownPath = (path: string): string => path.replace(/(^|\.)zone$/u, "$1timezone")

/** Checks the parts of a schedule, and returns them in the form in which they are stored. */
export const readDefinition = Effect.fn("readOnCallDefinition")(function* (
  findPerson: FindPerson,
  { layers, mode = "layered", timezone }: Pick<CreateOnCallSchedule, "layers" | "mode" | "timezone">
) {
  const definition: OnCallDefinition = {
    timezone: canonicalTimeZone(timezone) ?? timezone,
    mode,
    layers: yield* Effect.forEach(layers, (layer) => readLayer(findPerson, layer))
  }
  const fault = scheduleFault(engineSchedule({ definition, overrides: [] }))
  if (fault !== null)
    return yield* new BadRequest({ message: messages.onCallFault(shownPath(fault.path), fault.problem) })
  const changes = definition.layers.reduce((sum, layer) => sum + changesPerDay(layer), 0)
  if (changes > onCallScheduleLimits.changesPerDay + definition.layers.length)
    return yield* new BadRequest({ message: messages.onCallChanges(onCallScheduleLimits.changesPerDay) })
  return definition
})
