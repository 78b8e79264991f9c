import { functionsOf, type TriedFunction, wrongUse } from "@mon/bundled/arguments/testing"
import { expect, test } from "vitest"
import * as api from "../src/maintenance.ts"

const schedule = () => ({ startsAt: 0, minutes: 30, timeZone: "UTC", recurrence: "FREQ=DAILY" })

const TRIED: Readonly<Record<string, TriedFunction>> = {
  checkSchedule: { call: api.checkSchedule, args: () => [schedule()] },
  expandSchedule: { call: api.expandSchedule, args: () => [schedule(), 0] },
  isInMaintenance: { call: api.isInMaintenance, args: () => [[schedule()], 0] },
  maintenanceMinutes: { call: api.maintenanceMinutes, args: () => [[schedule()], 0, 1] },
  nextOccurrences: { call: api.nextOccurrences, args: () => [schedule(), 0, 5] },
  occurrencesBetween: { call: api.occurrencesBetween, args: () => [schedule(), 0, 1] }
}

test("every exported function is tried", () => {
  expect(functionsOf(api).filter((name) => !(name in TRIED))).toEqual([])
})

test.each(Object.entries(TRIED))("%s answers, or names the wrong argument", async (_name, tried) => {
  expect(await wrongUse(tried)).toEqual([])
})
