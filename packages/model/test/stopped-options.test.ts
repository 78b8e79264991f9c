import { describe, expect, it } from "vitest"
import { type LimitedOptions, planTable, stoppedCheck, stoppedOptions } from "../src/index.ts"

const plain: LimitedOptions = {
  method: undefined,
  hostname: "api.example.com",
  isUnproven: false,
  expect: [],
  dkimSelectors: [],
  render: false,
  olderDnsWatches: null
}

const list = (length: number): ReadonlyArray<string> => Array.from({ length }, () => "s")

describe("the stopped options of a monitor", () => {
  it.each([
    ["request", { method: "POST" }, "Your plan allows requests with GET, HEAD; checks with POST are stopped."],
    ["expect", { expect: list(6) }, "Your plan allows 5 expectations; the last one is stopped."],
    ["expect", { expect: list(8) }, "Your plan allows 5 expectations; the last 3 are stopped."],
    ["dnsWatch", { olderDnsWatches: 5 }, "Your plan allows 5 DNS watches; this one is stopped."],
    ["dkimSelectors", { dkimSelectors: list(4) }, "Your plan allows 3 DKIM selectors; the last one is stopped."],
    ["render", { render: true }, "Your plan does not include render; the page's scripts do not run."]
  ])("are what exceeds the plan: %s %j", (option, more, message) => {
    const options = { ...plain, ...more }
    expect(stoppedOptions(options, planTable.free)).toEqual([{ option, reason: "plan_limit", message }])
    expect(stoppedOptions(options, planTable.pro)).toEqual([])
  })

  it("are none within the limits", () => {
    const full = { ...plain, method: "HEAD", expect: list(5), dkimSelectors: list(3), olderDnsWatches: 4 }
    expect(stoppedOptions(full, planTable.free)).toEqual([])
  })

  it("include requests that may change something while the proof of the host is missing", () => {
    const options = { ...plain, method: "PUT", isUnproven: true }
    expect(stoppedOptions(options, planTable.pro)).toEqual([
      {
        option: "request",
        reason: "host_not_proven",
        message:
          "The TXT record of _mon.api.example.com has been missing for 7 days; checks with PUT are stopped. Publish it again, or choose another method."
      }
    ])
    expect(stoppedOptions(options, planTable.free)[0]?.reason).toBe("plan_limit")
  })

  it("include the check of a service, with the record to publish or what the operator does not allow", () => {
    const stopped = stoppedCheck({ cause: "record", name: "_mon.db.example.com", value: "mon-proof=a1 ports=4000" })
    expect(stoppedOptions({ ...plain, stoppedCheck: stopped }, planTable.free)).toEqual([
      {
        option: "check",
        reason: "host_not_proven",
        message:
          'The TXT record of _mon.db.example.com with the text "mon-proof=a1 ports=4000" has been missing for 7 days; the checks of this service are stopped. Publish it again.'
      }
    ])
    expect(stoppedCheck(null).message).toContain("The TXT record that proves the host has been missing")
    for (const cause of ["udp", "address", "port"] as const)
      expect(stoppedCheck({ cause })).toMatchObject({ option: "check", reason: "not_allowed" })
  })
})
