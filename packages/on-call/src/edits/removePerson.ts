import { argumentError, argumentsOf } from "@mon/bundled/arguments"
import { aPersonEdit, aSchedule } from "../argumentKinds.ts"
import type { OnCallSchedule } from "../OnCallSchedule.ts"
import { turnAt } from "../timeline/layerTimeline.ts"
import type { PersonEdit } from "./LayerEdit.ts"
import { rotated } from "./rotated.ts"
import { editedLayer, splitLayer } from "./splitLayer.ts"

const accept = /* @__PURE__ */ argumentsOf("removePerson", () => ({ schedule: aSchedule(), edit: aPersonEdit() }))

/**
 * Returns a schedule in which a person leaves a layer at an instant. If the person is alone in the current turn, the
 * next group has the rest of the turn, and the groups after it follow at the next hand-offs. Other turns of the person
 * are left out, and the order of the other groups does not change. If nobody remains, the layer is off.
 *
 * @throws TypeError if an argument is wrong, if the layer has ended at the instant, or if the person is not in it.
 *
 * @example
 * ```ts
 * const handOff = { every: 1, unit: "days", start: "2026-01-05T00:00" } as const
 * const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"], ["cat"]], handOff }] }
 * const edited = removePerson(schedule, { layer: 0, at: Date.parse("2026-01-06T12:00Z"), person: "bob" })
 * const range = { from: Date.parse("2026-01-06T00:00Z"), to: Date.parse("2026-01-09T00:00Z") }
 * shiftsBetween(edited, range).map(({ people }) => people[0]) // => ["bob", "cat", "ann", "cat"]
 * ```
 */
export const removePerson = (schedule: OnCallSchedule, edit: PersonEdit): OnCallSchedule => {
  accept(schedule, edit)
  const { at, person } = edit
  const layer = editedLayer("removePerson", schedule, edit)
  const { groups } = layer
  if (!groups.some((group) => group.includes(person)))
    throw argumentError("removePerson: edit.person must be a person in the layer.")
  const turn = Math.max(0, turnAt(layer, schedule.zone, Math.max(at, layer.from ?? 0)))
  const current = turn % groups.length
  const order = [...groups.slice(current), ...groups.slice(0, current)].flatMap((group) => {
    const others = group.filter((other) => other !== person)
    // A group that was empty before is a turn of nobody, which stays.
    return others.length === 0 && group.length > 0 ? [] : [others]
  })
  const remaining = order.length === 0 ? [[]] : order
  return splitLayer("removePerson", schedule, edit, layer, { ...layer, groups: rotated(remaining, turn) })
}
