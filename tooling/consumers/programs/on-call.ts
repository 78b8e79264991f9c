import { balanceBetween, changeLayer, onCallLimits, overrideUse, removePerson } from "@mon/on-call"
import { changes, onCallNow } from "@mon/on-call/effect"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import assert from "node:assert/strict"

await import("./plain.ts")

const handOff = { every: 1, unit: "days", start: "2026-01-05T00:00" } as const
const schedule = { zone: "UTC", layers: [{ groups: [["ann"], ["bob"]], handOff }] }
const range = { from: Date.parse("2026-01-05T00:00Z"), to: Date.parse("2026-01-08T00:00Z") }
const edit = { layer: 0, at: Date.parse("2026-01-06T00:00Z") }
const hours = balanceBetween(schedule, range).map((one) => one.hours)
assert.deepEqual(hours, [48, 24])
assert.equal(balanceBetween(removePerson(schedule, { ...edit, person: "bob" }), range)[0]?.hours, 72)
assert.equal(changeLayer(schedule, { ...edit, to: null }).layers[0]?.until, edit.at)
assert.deepEqual(overrideUse(schedule, range), [])
assert.equal(onCallLimits.rangeDays, 400)

const now = await Effect.runPromise(onCallNow(schedule))
assert.equal(now.people.length, 1)
const [first] = await Effect.runPromise(Stream.runCollect(Stream.take(changes(schedule), 1)))
assert.equal(first?.people.length, 1)
const error = await Effect.runPromise(Effect.flip(onCallNow({ ...schedule, zone: "Mars/Base" })))
assert.equal(error._tag, "ScheduleError")
assert.equal(error.path, "zone")
