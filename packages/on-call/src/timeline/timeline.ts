import type { OnCall } from "../OnCall.ts"
import type { OnCallSchedule } from "../OnCallSchedule.ts"
import { layerTimeline, type LayerState } from "./layerTimeline.ts"
import { overrideTimeline } from "./overrideTimeline.ts"

/** Who is on call in a time without a change. */
interface Moment extends OnCall {
  /** The first later instant at which the people or the sources can differ. */
  readonly changesAt: number
}

/** Returns who is on call at an instant. */
export type Timeline = (instant: number) => Moment

interface Stretch {
  readonly since: number
  readonly changesAt: number
}

/** Computes a state again only if the last one does not contain the instant. */
const remember = <S extends Stretch>(stateAt: (instant: number) => S): ((instant: number) => S) => {
  let last: S | null = null
  return (instant) => {
    if (last === null || instant < last.since || instant >= last.changesAt) last = stateAt(instant)
    return last
  }
}

type LayerAt = (instant: number) => LayerState

const nobody = (changesAt: number): Moment => ({ people: [], sources: [], changesAt })

/** The people of all layers of a level are on call together. */
const levelTimeline = (layers: ReadonlyArray<LayerAt>): Timeline => {
  const [only] = layers
  if (layers.length === 1 && only !== undefined)
    return (instant) => {
      const { changesAt, people, source } = only(instant)
      return people.length === 0 ? nobody(changesAt) : { people, sources: [source], changesAt }
    }
  return (instant) => {
    const states = layers.map((layer) => layer(instant))
    const on = states.filter(({ people }) => people.length > 0)
    return {
      people: [...new Set(on.flatMap(({ people }) => people))],
      sources: on.map(({ source }) => source),
      changesAt: states.reduce((first, { changesAt }) => Math.min(first, changesAt), Infinity)
    }
  }
}

/** The last level with people decides. The levels before it are not computed, so their changes are no changes. */
const lastLevel =
  (lastFirst: ReadonlyArray<Timeline>): Timeline =>
  (instant) => {
    let changesAt = Infinity
    for (const level of lastFirst) {
      const moment = level(instant)
      changesAt = Math.min(changesAt, moment.changesAt)
      if (moment.people.length > 0) return { ...moment, changesAt }
    }
    return nobody(changesAt)
  }

const levelsOf = ({ layers, mode, zone }: OnCallSchedule): ReadonlyArray<Timeline> => {
  const levels: Array<Array<LayerAt>> = []
  for (const [index, layer] of layers.entries()) {
    const state = remember(layerTimeline(layer, index, zone))
    const level = mode === "together" || layer.joinsPrevious === true ? levels.at(-1) : undefined
    if (level === undefined) levels.push([state])
    else level.push(state)
  }
  return levels.map(levelTimeline)
}

/**
 * Returns the timeline of a schedule. The states of layers are cached until they change, so instants in ascending order
 * are fastest.
 */
export const makeTimeline = (schedule: OnCallSchedule): Timeline => {
  const { overrides = [] } = schedule
  const base = lastLevel(levelsOf(schedule).toReversed())
  if (overrides.length === 0) return base
  const overridesAt = remember(overrideTimeline(overrides))
  return (instant) => {
    const state = overridesAt(instant)
    // Only the last override of everybody counts, so neither the layers nor the overrides before it are computed.
    const whole = state.overrides.findLastIndex(({ replaces }) => replaces === undefined)
    const full = state.overrides[whole]
    let moment =
      full === undefined ? base(instant) : { ...nobody(Infinity), people: full.people, sources: [full.source] }
    for (const { people, replaces, source } of state.overrides.slice(whole + 1)) {
      if (replaces === undefined || !moment.people.includes(replaces)) continue
      const replaced = moment.people.flatMap((person) => (person === replaces ? people : [person]))
      moment = { ...moment, people: [...new Set(replaced)], sources: [...moment.sources, source] }
    }
    return { ...moment, changesAt: Math.min(moment.changesAt, state.changesAt) }
  }
}
