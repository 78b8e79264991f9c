import { test } from "vitest"
import { expectAgreement } from "./agreesWithSlowSchedule.ts"

test(
  "10,000 random schedules are those of an implementation that reads the clock minute by minute",
  { timeout: 1_800_000 },
  () => {
    expectAgreement(10_000)
  }
)
