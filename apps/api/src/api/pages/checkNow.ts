import { Forbidden, messages, TooManyRequests, Unavailable } from "@mon/api-contract"
import { CheckPageNow } from "@mon/checks"
import { PageMonitors } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { pageMonitors } from "../monitors/pageMonitors.ts"
import { shownChange } from "./changes.ts"
import { withDiagnosis } from "./read.ts"

const { found, writable } = pageMonitors

/** Checks a page immediately. Returns the monitor and, if the page has changed, the change. */
export const checkPageNow = Effect.fn("checkPageNow")(function* (caller: Caller, id: string) {
  yield* writable(caller, id)
  const done = yield* found(yield* (yield* CheckPageNow).check(caller.viewer, id))
  if (done._tag === "TooSoon") return yield* new TooManyRequests({ message: messages.checkedJustNow(done.seconds) })
  if (done._tag === "Stopped") return yield* new Forbidden({ message: done.message })
  if (done._tag === "StillUnderWay") return yield* new Unavailable({ message: messages.stillChecking })
  const monitor = yield* found(yield* (yield* PageMonitors).find(caller.viewer, id))
  return {
    ...(yield* withDiagnosis(caller, monitor)),
    change: done.change === null ? null : yield* shownChange(done.change)
  }
})
