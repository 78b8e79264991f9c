import { expect, test } from "vitest"
import { icmpFinding } from "../src/doctor/machine.ts"

test("pings that work are named, and missing ones are a warning that says what to do", () => {
  expect(icmpFinding(null)).toEqual({
    subject: "ping",
    state: "ok",
    detail: "ICMP packets can be sent, so services of the type icmp can be checked"
  })
  expect(icmpFinding("This machine has neither fping nor ping. Install one of them.")).toEqual({
    subject: "ping",
    state: "warn",
    detail: "services of the type icmp cannot be checked: This machine has neither fping nor ping. Install one of them."
  })
})
