import { priceList } from "@mon/model"
import { describe, expect, it } from "vitest"
import { startWarnings } from "../src/startWarnings.ts"

const billing = (kind: "local" | "none") => ({ processor: { kind }, prices: priceList })

describe("a start", () => {
  it("warns that payments are free when strangers can reach the service", () => {
    expect(startWarnings({ billing: billing("local"), signup: "open" }, "https://mon.example.com")).toEqual([
      "Payments are free: anyone who can sign up can get the Agency plan at no cost. Set MON_STRIPE_SECRET_KEY and MON_STRIPE_WEBHOOK_SECRET, MON_BILLING=none or MON_SIGNUP=invited."
    ])
    expect(startWarnings({ billing: billing("none"), signup: "open" }, "https://mon.example.com")).toEqual([])
    expect(startWarnings({ signup: "open" }, "https://mon.example.com")).toEqual([])
    for (const signup of ["invited", "closed"] as const)
      expect(startWarnings({ billing: billing("local"), signup }, "https://mon.example.com")).toEqual([])
  })

  it("warns of cookies that are sent unencrypted", () => {
    for (const url of ["http://127.0.0.1:3000", "http://mon.example.com"]) {
      expect(startWarnings({ billing: billing("local"), signup: "open" }, url)).toEqual([
        "Session cookies are sent unencrypted. Set MON_BASE_URL to an https URL unless only you use this service."
      ])
    }
  })
})
