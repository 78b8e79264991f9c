import { argumentError, argumentsOf } from "@mon/bundled/arguments"
import { aPersonEdit, aSchedule } from "../argumentKinds.ts"
import { type OnCallSchedule, onCallLimits } from "../OnCallSchedule.ts"
import { turnAt } from "../timeline/layerTimeline.ts"
import type { PersonEdit } from "./LayerEdit.ts"
import { rotated } from "./rotated.ts"
import { editedLayer, splitLayer } from "./splitLayer.ts"

const accept = /* @__PURE__ */ argumentsOf("addPerson", () => ({ schedule: aSchedule(), edit: aPersonEdit() }))

/**
 * Returns a schedule in which a person joins a layer at an instant, as a group of its own. The current turn continues,
 * and the next turns of all other groups keep their order and times. The person has the turn after them.
 *
 * @throws TypeError if an argument is wrong, if the layer has ended at the instant, or if it or the schedule is full.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "days", start: "2026-01-05T00:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
 * const edited = addPerson(schedule, { layer: 0, at: Date.parse("2026-01-06T12:00Z"), person: "cat" })
 * const range = { from: Date.parse("2026-01-06T13:00Z"), to: Date.parse("2026-01-10T00:00Z") }
 * shiftsBetween(edited, range).map(({ people }) => people[0]) // => ["bob", "ann", "cat", "bob"]
 * ```
 */
export const addPerson = (schedule: OnCallSchedule, edit: PersonEdit): OnCallSchedule => {
  accept(schedule, edit)
  const layer = editedLayer("addPerson", schedule, edit)
  const { groups } = layer
  if (groups.length >= onCallLimits.groups)
    throw argumentError(`addPerson: edit.layer must have fewer than ${onCallLimits.groups} groups.`)
  const turn = Math.max(0, turnAt(layer, schedule.zone, Math.max(edit.at, layer.from ?? 0)))
  const current = turn % groups.length
  const order = [...groups.slice(current), ...groups.slice(0, current), [edit.person]]
  return splitLayer("addPerson", schedule, edit, layer, { ...layer, groups: rotated(order, turn) })
}
