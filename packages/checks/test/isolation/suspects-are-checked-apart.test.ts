import { MonitorSchedule, PageChecks, Secrets } from "@mon/core-store"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { assert, describe, it as test, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkClaimedDomain } from "../../src/isolation/checkSuspect.ts"
import { IsolatedChecks, type IsolatedOutcome, type SuspectCheck } from "../../src/isolation/IsolatedChecks.ts"
import { Connectivity } from "../../src/ownNetwork/Connectivity.ts"
import { CheckPageNow } from "../../src/pages/CheckPageNow.ts"
import { PageChecker } from "../../src/pages/PageChecker.ts"
import { absent, checkPage } from "../checkPage.ts"
import { check, claim } from "../fixtures.ts"

const layerEngines = Layer.mergeAll(
  UptimeProbe.layerMemory(() => check({ message: "in the worker" })),
  Connectivity.layerTrusting,
  Secrets.layer(["a secret of at least 32 characters"])
)

const inOtherProcess = { check: () => Effect.succeed(check({ statusCode: 204 })) }

const viewer = { accountKey: "1", userKey: "1", membershipKey: "1", role: "owner" } as const

/** Returns the response to a person who requests a check of a page that is a suspect. */
const askedFor = (isPaused: boolean, polls: Array<number | null> = []) =>
  Effect.flatMap(CheckPageNow, (checks) => checks.check(viewer, "1")).pipe(
    Effect.provide(
      CheckPageNow.layerNoDeps.pipe(
        Layer.provide([
          Layer.mock(PageChecks, {
            claimManually: () => Effect.succeed({ _tag: "Suspect", isPaused, checkedAt: 5_000 } as const),
            joined: () => Effect.void,
            lastFound: () => Effect.succeed(null)
          }),
          Layer.mock(MonitorSchedule, {
            isCheckedSince: (_id, checkedAt) => Effect.sync(() => polls.push(checkedAt) === 3)
          }),
          Layer.mock(PageChecker, {})
        ])
      )
    )
  )

/** Provides other processes in which every check has this outcome. `asked` collects the requested checks. */
const processes = (outcome: IsolatedOutcome<never> | "made", asked: Array<SuspectCheck> = []) =>
  Effect.provideService(IsolatedChecks, {
    run: (suspect, use) => {
      asked.push(suspect)
      return (
        outcome === "made"
          ? Effect.map(Effect.provideService(use, UptimeProbe, inOtherProcess), (value) => ({ _tag: "Made", value }))
          : Effect.succeed(outcome)
      ) as never
    }
  })

const claimed = (more: Parameters<typeof claim>[0] = {}) => ({
  ...claim({ leaseUntil: 1e15, ...more }),
  receivedAt: 0n
})

const suspected = (endedProcesses = 0, more: Parameters<typeof claim>[0] = {}) =>
  claimed({ isSuspect: true, endedProcesses, ...more })

layer(layerEngines)("a claimed domain", (it) => {
  it.effect("is checked in the worker unless it is a suspect", () =>
    Effect.gen(function* () {
      const asked: Array<SuspectCheck> = []
      const row = yield* processes("made", asked)(checkClaimedDomain(claimed()))
      assert.deepStrictEqual([row.statusCode, asked], [200, []])
    })
  )

  it.effect("is checked in another process if it is a suspect, which ends the suspicion", () =>
    Effect.gen(function* () {
      const asked: Array<SuspectCheck> = []
      const row = yield* processes("made", asked)(checkClaimedDomain(suspected()))
      assert.deepInclude(row, { statusCode: 204, verdict: "up" })
      assert.isUndefined(row.suspicion)
      assert.deepStrictEqual(asked, [{ monitorKey: "1", isAlone: false }])
    })
  )

  it.effect("is checked alone if its request may change something, or if it has ended a process", () =>
    Effect.gen(function* () {
      const asked: Array<SuspectCheck> = []
      yield* processes("made", asked)(checkClaimedDomain(suspected(0, { request: { method: "POST" } })))
      yield* processes("made", asked)(checkClaimedDomain(suspected(1)))
      assert.deepStrictEqual(
        asked.map(({ isAlone }) => isAlone),
        [true, true]
      )
    })
  )

  it.effect("has no verdict if its process ended, and says why", () =>
    Effect.gen(function* () {
      const rows = yield* Effect.forEach(
        [
          [0, false],
          [0, true],
          [1, true],
          [7, true]
        ] as const,
        ([times, isProven]) => processes({ _tag: "Ended", isProven })(checkClaimedDomain(suspected(times)))
      )
      for (const row of rows) assert.deepInclude(row, { verdict: "unknown", errorCode: "prober_fault" })
      assert.deepStrictEqual(
        rows.map(({ errorMessage, suspicion }) => [suspicion, errorMessage]),
        [
          ["kept", "Mon could not run this check: the process that ran it ended. Mon will try again."],
          ["proven", "Mon could not run this check: it ended the process that ran it. Mon will try again."],
          [
            "proven",
            "Mon could not run this check: it ended the process that ran it 2 times in a row. Mon tries again every hour, and after you edit the monitor."
          ],
          [
            "proven",
            "Mon could not run this check: it ended the process that ran it 8 times in a row. Mon tries again every hour, and after you edit the monitor."
          ]
        ]
      )
    })
  )

  it.effect("is checked in the worker if there are no other processes, unless it has ended one", () =>
    Effect.gen(function* () {
      const unavailable = processes({ _tag: "Unavailable" })
      const row = yield* unavailable(checkClaimedDomain(suspected()))
      assert.strictEqual(row.statusCode, 200)
      assert.strictEqual((yield* unavailable(checkClaimedDomain(suspected(1)))).suspicion, "kept")
    })
  )

  it.effect("stays a suspect while the plan does not allow its check", () =>
    Effect.gen(function* () {
      const row = yield* processes("made")(checkClaimedDomain(suspected(0, { stopped: "Not in the plan." })))
      assert.deepInclude(row, { suspicion: "kept", errorMessage: "Not in the plan.", statusCode: null })
    })
  )
})

describe("a claimed page", () => {
  test.live("is checked in another process if it is a suspect", () =>
    Effect.gen(function* () {
      const suspect = checkPage([absent], null, {}, undefined, undefined, "active", { isSuspect: true })
      const { answers, result } = yield* processes("made")(suspect)
      assert.strictEqual(answers, 0)
      assert.strictEqual(result?.statusCode, 204)
      assert.isUndefined(result?.suspicion)
    })
  )

  test.live("has no verdict if its process ended, and says why", () =>
    Effect.gen(function* () {
      const suspect = checkPage([absent], null, {}, undefined, undefined, "active", {
        isSuspect: true,
        endedProcesses: 1
      })
      const { result } = yield* processes({ _tag: "Ended", isProven: true })(suspect)
      assert.deepInclude(result, { state: null, suspicion: "proven" })
      assert.include(result?.error?.message, "2 times in a row")
    })
  )

  test.live("is left to a worker when a person asks for it, and refused while it is paused", () =>
    Effect.gen(function* () {
      const polls: Array<number | null> = []
      assert.deepStrictEqual(yield* askedFor(false, polls), { _tag: "Checked", change: null })
      assert.deepStrictEqual(polls, [5_000, 5_000, 5_000])
      assert.deepStrictEqual(yield* askedFor(true), {
        _tag: "Stopped",
        message: "The last check of this monitor did not end. Resume the monitor, so that a worker checks it again."
      })
    })
  )
})
