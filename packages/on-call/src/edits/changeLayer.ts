import { argumentsOf } from "@mon/bundled/arguments"
import { aLayerChange, aSchedule } from "../argumentKinds.ts"
import type { OnCallSchedule } from "../OnCallSchedule.ts"
import type { LayerChange } from "./LayerEdit.ts"
import { editedLayer, splitLayer } from "./splitLayer.ts"

const accept = /* @__PURE__ */ argumentsOf("changeLayer", () => ({
  schedule: aSchedule(),
  edit: aLayerChange()
}))

/**
 * Returns a schedule in which a layer changes at an instant. The layer ends at the instant, and the other one is
 * inserted after it, so the indexes of later layers can increase by 1. The time before the instant does not change.
 *
 * @throws TypeError if an argument is wrong, if the layer has ended at the instant, or if the schedule is full.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "weeks", start: "2026-01-05T00:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
 * const at = Date.parse("2026-03-01T00:00Z")
 * const daily = { groups: [["ann"], ["bob"]], handOff: { ...handOff, unit: "days" } } as const
 * changeLayer(schedule, { layer: 0, at, to: daily }).layers.map(({ from, until }) => [from, until]) // => [[undefined, at], [at, undefined]]
 * ```
 */
export const changeLayer = (schedule: OnCallSchedule, edit: LayerChange): OnCallSchedule => {
  accept(schedule, edit)
  return splitLayer("changeLayer", schedule, edit, editedLayer("changeLayer", schedule, edit), edit.to)
}
