import { describe, expect, it } from "vitest"
import { type LimitedOptions, planTable, stoppedOptions } from "../src/index.ts"

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
})
