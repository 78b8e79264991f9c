import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { MonitorLists } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { openWindow } from "./maintenanceWindow.ts"
import { installClock, setClock } from "./movableClock.ts"
import { watched } from "./watchedDomain.ts"

const START = Date.UTC(2026, 10, 23)
const at = (hour: number, minute = 0) => new Date(START + (hour * 60 + minute) * 60_000).toISOString()

interface Case {
  readonly when: string
  /** The hours at which the domain goes down. It is up again some minutes later. */
  readonly outages: ReadonlyArray<number>
  /** Whether maintenance begins before the outages and has not ended at the end of the case. */
  readonly inMaintenance?: true
  /** Whether the domain goes down once more and stays down. */
  readonly isDown?: true
  readonly flapping: number | null
}

const cases: ReadonlyArray<Case> = [
  { when: "changed six times in a day", outages: [25, 30, 40], flapping: 6 },
  { when: "changed more often than the newest incidents of an account show", outages: [25, 26, 27, 28], flapping: 8 },
  { when: "is down now", outages: [25, 30, 40], isDown: true, flapping: 7 },
  { when: "changed five times", outages: [25, 30], isDown: true, flapping: null },
  { when: "changed earlier than a day ago", outages: [10, 25, 30], flapping: null },
  { when: "changed in maintenance only", outages: [25, 30, 40], inMaintenance: true, flapping: null },
  { when: "never changed", outages: [], flapping: null }
]

layer(layerStore, { excludeTestServices: true })("the list of monitors", (it) => {
  for (const { flapping, inMaintenance, isDown, outages, when } of cases) {
    it.effect(`says ${flapping ?? "nothing"} of the changes of a domain that ${when}`, () =>
      Effect.gen(function* () {
        yield* Effect.ignore(installClock(at(0)))
        yield* setClock(at(0))
        const domain = yield* watched("flapping.example")
        yield* domain.check("up")
        const checks = Effect.fn("checks")(function* (hour: number, verdict: "up" | "down", first: number) {
          for (const minute of [0, 1, 2, 3]) {
            yield* setClock(at(hour, first + minute))
            yield* domain.check(verdict)
          }
        })
        if (inMaintenance === true) yield* openWindow(domain.viewer, 2_880, { domainIds: [domain.id] })
        for (const hour of outages) {
          yield* checks(hour, "down", 0)
          yield* checks(hour, "up", 10)
        }
        if (isDown === true) yield* checks(47, "down", 0)
        yield* setClock(at(47, 30))
        const { fields, rows } = yield* (yield* MonitorLists).read(domain.viewer)
        assert.deepStrictEqual(
          rows.map((row) => row[fields.indexOf("flapping")]),
          [flapping]
        )
      })
    )
  }
})
