import { priceList } from "@mon/model"
import { describe, expect, it } from "vitest"
import { readBillingSettings } from "../src/payments/BillingSettings.ts"

const keys = { MON_STRIPE_SECRET_KEY: "sk_test_1", MON_STRIPE_WEBHOOK_SECRET: "whsec_1" }

describe("the settings of billing", () => {
  it("default to the local pay page in the all-in-one service, and to no billing elsewhere", () => {
    expect(readBillingSettings({}, "local")).toEqual({ processor: { kind: "local" }, prices: priceList })
    expect(readBillingSettings({}, "none").processor).toEqual({ kind: "none" })
  })

  it("select Stripe if there are keys, unless MON_BILLING says otherwise", () => {
    expect(readBillingSettings(keys, "local").processor).toMatchObject({ kind: "stripe", stripe: { baseUrl: null } })
    expect(readBillingSettings({ ...keys, MON_BILLING: "local" }, "none").processor).toEqual({ kind: "local" })
    expect(readBillingSettings({ ...keys, MON_BILLING: "none" }, "local").processor).toEqual({ kind: "none" })
    expect(readBillingSettings({ MON_BILLING: "local" }, "none").processor).toEqual({ kind: "local" })
  })

  it("set prices in cents of one currency", () => {
    const { prices } = readBillingSettings({ MON_PRICE_DOMAINS_10: "5900", MON_PRICE_CURRENCY: "EUR" }, "none")
    expect(prices).toMatchObject({
      currency: "eur",
      articles: { domains_10: { amountCents: 5_900 }, pro: { amountCents: 9_900 } }
    })
  })

  it("redact keys in logs", () => {
    expect(JSON.stringify(readBillingSettings(keys, "none"))).not.toMatch(/sk_test_1|whsec_1/u)
  })

  it.each([
    [{ MON_BILLING: "paypal" }, "MON_BILLING"],
    [{ MON_BILLING: "stripe" }, "MON_STRIPE_SECRET_KEY"],
    [{ MON_STRIPE_WEBHOOK_SECRET: "whsec_1" }, "MON_STRIPE_SECRET_KEY"],
    [{ MON_STRIPE_SECRET_KEY: "sk_test_1" }, "MON_STRIPE_WEBHOOK_SECRET"],
    [{ ...keys, MON_STRIPE_BASE_URL: "http://a b" }, "MON_STRIPE_BASE_URL"],
    [{ ...keys, MON_STRIPE_BASE_URL: "https://stripe.example/path" }, "MON_STRIPE_BASE_URL"],
    [{ MON_PRICE_DOMAINS_50: "19.90" }, "MON_PRICE_DOMAINS_50"],
    [{ MON_PRICE_PRO: "0" }, "MON_PRICE_PRO"],
    [{ MON_PRICE_CURRENCY: "euro" }, "MON_PRICE_CURRENCY"]
  ])("reject %j with a sentence that names %s", (env, variable) => {
    expect(() => readBillingSettings(env, "none")).toThrow(variable)
  })
})
