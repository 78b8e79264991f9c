import { expect, it } from "vitest"
import { assess, makeWorld, watch } from "./SimulatedJob.ts"

const SEED = 20_261_130
const DAYS = 100

it("ten thousand days of jobs that die and a service that restarts: no false alarm, no missed run, no pair", () => {
  const found = Array.from({ length: 100 }, (_, index) => {
    const world = makeWorld(SEED + index, DAYS)
    return assess(world, watch(world, SEED - index))
  })
  expect(found.flatMap(({ falseAlarms }) => falseAlarms)).toEqual([])
  expect(found.flatMap(({ missed }) => missed)).toEqual([])
  expect(found.flatMap(({ pairs }) => pairs)).toEqual([])
  expect(found.reduce((sum, { alarms }) => sum + alarms, 0)).toBeGreaterThan(1_000)
})

it("a service that does not know its own outages would raise false alarms in the same days", () => {
  const worlds = [0, 1, 2, 3, 4].map((index) => makeWorld(SEED + index, DAYS))
  const found = worlds.flatMap((world) => assess(world, watch(world, SEED, true)).falseAlarms)
  expect(found.length).toBeGreaterThan(10)
})
