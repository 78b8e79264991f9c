import { canonicalTimeZone, zoneClock, type ZoneClock } from "@mon/bundled/time-zones"
import type { LayerSource } from "../OnCall.ts"
import type { OnCallLayer } from "../OnCallSchedule.ts"
import { instantOf, reachedTime } from "../times/localTime.ts"
import { makeTurns, type Turns } from "../times/Turns.ts"
import { WeeklyHours } from "../times/WeeklyHours.ts"

/** The state of a layer in a time without a change. */
export interface LayerState {
  /** The people of the turn. Empty while the layer is off. */
  readonly people: ReadonlyArray<string>
  readonly source: LayerSource
  /** The first instant after `since` at which the state can differ. */
  readonly changesAt: number
  readonly since: number
}

interface LayerTimes {
  readonly clock: ZoneClock
  readonly hours: WeeklyHours | null
  readonly turns: Turns
}

/** Returns the clock of a zone whose name was checked. */
export const clockOf = (zone: string): ZoneClock => zoneClock(canonicalTimeZone(zone) ?? "UTC")

const timesOf = (layer: OnCallLayer, zone: string): LayerTimes => {
  const clock = clockOf(layer.zone ?? zone)
  const hours = layer.active === undefined ? null : new WeeklyHours(layer.active)
  return { clock, hours, turns: makeTurns(layer.handOff, clock, layer.counts === "active" ? hours : null) }
}

/** Returns the number of a layer's turn at an instant. Negative before turn 0. */
export const turnAt = (layer: OnCallLayer, zone: string, instant: number): number => {
  const { clock, turns } = timesOf(layer, zone)
  return turns.numberAt(instant, reachedTime(clock, instant))
}

/** Returns the first instant of a layer's turn. */
export const turnStart = (layer: OnCallLayer, zone: string, turn: number): number =>
  timesOf(layer, zone).turns.startOf(turn)

/** Returns a function that returns the state of a layer at an instant. */
export const layerTimeline = (layer: OnCallLayer, index: number, zone: string): ((instant: number) => LayerState) => {
  // A layer whose turns nobody asks for, because a later layer is on, needs no clock.
  let times: LayerTimes | null = null
  const { from = -Infinity, groups, until = Infinity } = layer
  const none = { kind: "layer", layer: index, turn: -1, start: -Infinity, end: Infinity } as const
  const off = (since: number, changesAt: number): LayerState => ({ people: [], source: none, since, changesAt })
  return (instant) => {
    if (instant >= until) return off(instant, Infinity)
    if (instant < from) return off(instant, from)
    times ??= timesOf(layer, zone)
    const { clock, hours, turns } = times
    const reached = reachedTime(clock, instant)
    const turn = turns.numberAt(instant, reached)
    if (turn < 0) return off(instant, Math.min(turns.startOf(0), until))
    const end = turns.startOf(turn + 1)
    const edge = hours === null ? end : instantOf(clock, hours.nextEdge(reached))
    const isOn = hours === null || hours.isActiveAt(reached)
    return {
      people: isOn ? [...new Set(groups[turn % groups.length])] : [],
      source: { kind: "layer", layer: index, turn, start: turns.startOf(turn), end },
      since: instant,
      changesAt: Math.min(end, edge, until)
    }
  }
}
