import { test } from "vitest"
import { expectAgreement } from "./agreesWithSlowSchedule.ts"

test("100 random schedules are those of an implementation that reads the clock minute by minute", () => {
  expectAgreement(100)
})
