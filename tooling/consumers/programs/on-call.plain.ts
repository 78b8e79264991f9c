import { addPerson, gapsBetween, onCallAt, type OnCallSchedule, scheduleFault, shiftsBetween } from "@mon/on-call"
import { calendarOverrides, personCalendar, readCalendar, scheduleCalendar } from "@mon/on-call/calendar"
import assert from "node:assert/strict"

const schedule: OnCallSchedule = {
  zone: "Europe/Berlin",
  layers: [{ groups: [["ann"], []], handOff: { every: 1, unit: "days", start: "2026-03-28T02:30" } }]
}
const at = Date.parse("2026-03-28T12:00Z")
assert.deepEqual(onCallAt(schedule, at).people, ["ann"])

const range = { from: at, to: Date.parse("2026-03-30T00:00Z") }
assert.equal(shiftsBetween(schedule, range)[0]?.end, Date.parse("2026-03-29T01:00Z"))
assert.equal(gapsBetween(schedule, range).length, 1)
assert.equal(addPerson(schedule, { layer: 0, at, person: "bob" }).layers.length, 2)
assert.equal(scheduleFault({ ...schedule, zone: "Mars/Base" })?.path, "zone")
assert.throws(() => onCallAt(schedule, -1), { code: "ERR_INVALID_ARG_VALUE" })

const written = { id: "s1", name: "Web", schedule }
const text = scheduleCalendar(written, { now: at, range })
const { faults, shifts } = readCalendar(text, { range, zone: "UTC", people: [{ person: "ann" }] })
assert.deepEqual(faults, [])
assert.deepEqual(calendarOverrides(shifts)[0]?.people, ["ann"])
assert.match(personCalendar([written], { now: at, person: "ann" }), /SUMMARY:On call: Web/u)
