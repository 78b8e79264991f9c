import { argumentError } from "@mon/bundled/arguments"
import { type OnCallLayer, onCallLimits, type OnCallSchedule } from "../OnCallSchedule.ts"
import { turnStart } from "../timeline/layerTimeline.ts"
import type { LayerEdit } from "./LayerEdit.ts"

/** Returns the layer of an edit. Throws if there is none, or if the layer has ended at the instant of the edit. */
export const editedLayer = (name: string, { layers }: OnCallSchedule, { at, layer: index }: LayerEdit): OnCallLayer => {
  const layer = layers[index]
  if (layer === undefined)
    throw argumentError(`${name}: edit.layer must be the index of one of ${layers.length} layers, but it is ${index}.`)
  if (at >= (layer.until ?? Infinity))
    throw argumentError(`${name}: edit.at must be before the end of the layer, which is ${layer.until}.`)
  return layer
}

/** Returns a layer that joins the layer before it if another layer does. */
const joiningLike = (layer: OnCallLayer, { joinsPrevious = false }: OnCallLayer): OnCallLayer =>
  (layer.joinsPrevious ?? false) === joinsPrevious ? layer : { ...layer, joinsPrevious }

/**
 * Ends a layer at an instant, and continues with another one. The time before the instant does not change. If the layer
 * has not begun, the other one replaces it. Throws if the schedule would have too many layers.
 */
export const splitLayer = (
  name: string,
  schedule: OnCallSchedule,
  { at, layer: index }: LayerEdit,
  layer: OnCallLayer,
  next: OnCallLayer | null
): OnCallSchedule => {
  const begin = Math.max(layer.from ?? 0, turnStart(layer, schedule.zone, 0))
  const hasBegun = at > begin
  const before = hasBegun ? [{ ...layer, until: at }] : []
  const after = next === null ? [] : [{ ...next, from: Math.max(at, next.from ?? 0) }]
  // The two parts never overlap, so they can form a level. A later layer that joins one of them then joins both.
  const parts = [
    ...before,
    ...after.map((part) => (hasBegun ? { ...part, joinsPrevious: true } : joiningLike(part, layer)))
  ]
  const [follower, ...others] = schedule.layers.slice(index + 1)
  // Without parts, a layer that joined this one must not join the layer before.
  const isAlone = parts.length === 0 && follower?.joinsPrevious === true
  const rest = follower === undefined ? [] : [isAlone ? joiningLike(follower, layer) : follower, ...others]
  const layers = [...schedule.layers.slice(0, index), ...parts, ...rest]
  if (layers.length > onCallLimits.layers)
    throw argumentError(
      `${name}: schedule.layers must have room for another of at most ${onCallLimits.layers} layers. Remove layers that have ended.`
    )
  return { ...schedule, layers }
}
