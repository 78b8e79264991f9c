import { assert, it } from "@effect/vitest"
import { STUCK_EXIT_CODE } from "@mon/process-runtime"
import { controlLeft, endedItself } from "../../src/isolation/CheckProcess.ts"

it.each([
  [{ code: null, signal: "SIGABRT" }, true],
  [{ code: null, signal: "SIGSEGV" }, true],
  [{ code: 1, signal: null }, true],
  [{ code: 0, signal: null }, true],
  [{ code: STUCK_EXIT_CODE, signal: null }, false],
  [{ code: null, signal: "SIGKILL" }, false],
  [{ code: null, signal: "SIGTERM" }, false],
  [{ code: null, signal: "SIGINT" }, false],
  [{ code: null, signal: null }, false]
] as const)("%o ended itself: %s", (end, itself) => {
  assert.strictEqual(endedItself(end), itself)
})

it.each([
  ["becomes older", { sinceStart: 300, sinceReady: 100 }, { sinceStart: 1_000, sinceReady: 50 }, 1_200],
  ["is ready for twice as long", { sinceStart: 900, sinceReady: 100 }, { sinceStart: 3_000, sinceReady: 2_900 }, 6_200],
  ["is old enough", { sinceStart: 9_000, sinceReady: 8_000 }, { sinceStart: 1_000, sinceReady: 500 }, 0]
])("a process that shows that others do not end by themselves %s", (_why, now, ended, left) => {
  assert.strictEqual(controlLeft(now, ended), left)
})
