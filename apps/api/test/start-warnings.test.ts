import { priceList } from "@mon/model"
import { describe, expect, it } from "vitest"
import { startWarnings } from "../src/startWarnings.ts"

const billing = (kind: "local" | "none") => ({ processor: { kind }, prices: priceList })

describe("a start", () => {
  it("warns that payments are free when strangers can reach the service", () => {
    expect(startWarnings({ billing: billing("local") }, "https://mon.example.com")).toEqual([
      "Payments are free: everybody who can sign up can get the Agency plan at no cost. Set MON_STRIPE_SECRET_KEY and MON_STRIPE_WEBHOOK_SECRET, or MON_BILLING=none."
    ])
    expect(startWarnings({ billing: billing("none") }, "https://mon.example.com")).toEqual([])
    expect(startWarnings({}, "https://mon.example.com")).toEqual([])
  })

  it("warns of cookies that are sent unencrypted", () => {
    for (const url of ["http://127.0.0.1:3000", "http://mon.example.com"]) {
      expect(startWarnings({ billing: billing("local") }, url)).toEqual([
        "Session cookies are sent unencrypted. Set MON_BASE_URL to an https URL unless only you use this service."
      ])
    }
  })
})
