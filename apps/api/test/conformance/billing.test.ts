import { priceList } from "@mon/model"
import { startStripe, type StripeCall, type StripeServer } from "@mon/tooling/testbed"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const get = (api: TestApi, { key }: TestAccount, path: string) => api.send("GET", `/api/v1${path}`, { key })
const buy = (api: TestApi, { key }: TestAccount, body: unknown) =>
  api.send("POST", "/api/v1/billing/checkout", { key, body })
const limits = {
  domains: 5,
  urls: 5,
  services: 5,
  minCheckIntervalDomains: 900,
  minCheckIntervalUrls: 86_400,
  teamMembers: 0,
  dkimSelectors: 3,
  expectations: 5,
  dnsWatches: 5,
  maintenanceWindows: 5,
  requestMethods: ["GET", "HEAD"],
  pageRendering: false,
  apiKeys: 2,
  channels: 2,
  paidChannels: false,
  routes: 2,
  alertSources: 1,
  statusPages: 1,
  statusPageHosts: 0,
  onCallSchedules: 1,
  statusPageSubscribers: 100,
  annualSimulationCredits: 60,
  eventStreams: 2,
  markersPerDay: 10,
  auditLogDays: 7
}

describe("billing", () => {
  let world: World
  let local: TestApi
  let none: TestApi
  let paid: TestApi
  let stripe: StripeServer
  beforeAll(async () => {
    world = await openWorld()
    stripe = await startStripe()
    local = await world.startApi({ settings: { billing: { processor: { kind: "local" }, prices: priceList } } })
    none = await world.startApi()
    paid = await world.startApi({
      settings: {
        billing: {
          processor: {
            kind: "stripe",
            stripe: {
              secretKey: Redacted.make(stripe.secretKey),
              webhookSecret: Redacted.make(stripe.webhookSecret),
              baseUrl: stripe.origin
            }
          },
          prices: priceList
        }
      }
    })
  })
  afterAll(async () => {
    await world.close()
    await stripe.close()
  })

  const sendEvent = (call: StripeCall) =>
    paid.send("POST", "/billing/events/stripe", { body: call.body, headers: { "stripe-signature": call.signature } })

  it("GET /billing returns the plan, its limits, its expiry and add-ons", async () => {
    expectResponse(await get(none, await world.account("free"), "/billing"), 200, {
      success: true,
      data: { plan: "free", limits: { ...limits, requestsPerMinute: 100_000 }, expiresAt: null, addons: [] }
    })
  })

  it.each([
    ["no processor", () => none, false],
    ["the local pay page", () => local, true],
    ["Stripe", () => paid, true]
  ])("GET /billing/prices says whether anything can be bought: %s", async (_, api, canBuy) => {
    const { data } = await get(api(), await world.account("free"), "/billing/prices")
    expect(data).toMatchObject({ canBuy, plans: [{ name: "free" }, { name: "pro" }, { name: "agency" }] })
  })

  it("GET /billing/history is empty at first", async () => {
    expectResponse(await get(none, await world.account(), "/billing/history"), 200, { success: true, data: [] })
  })

  it.each([
    [{}, "type must be one of: pro, agency, credits_1000, credits_5000, credits_10000."],
    [{ type: "gold" }, "type must be one of: pro, agency, credits_1000, credits_5000, credits_10000."],
    [{ type: "pro", isAddon: true }, "addonType must be one of: domains_10, domains_50, domains_100."],
    [
      { type: "pro", isAddon: true, addonType: "domains_7" },
      "addonType must be one of: domains_10, domains_50, domains_100."
    ],
    [
      { type: "credits_1000", isAddon: true, addonType: "domains_10" },
      "type must be pro or agency when isAddon is true."
    ],
    [{ type: "pro", isAddon: "yes" }, "isAddon must be true or false."]
  ])("POST /billing/checkout returns 400 for %j before any other error", async (body, message) => {
    expectError(await buy(none, await world.account("free"), body), 400, message)
  })

  it("POST /billing/checkout refuses an add-on on Free with 403 before it reports unconfigured billing with 400", async () => {
    const addon = { type: "pro", isAddon: true, addonType: "domains_10" }
    expectError(
      await buy(none, await world.account("free"), addon),
      403,
      "Add-ons require an active Pro or Agency plan."
    )
    expectError(await buy(none, await world.account("pro"), addon), 400, "Billing is not configured.")
  })

  it("members get 403 for billing, history and checkout", async () => {
    const member = await world.member(await world.account(), [])
    for (const response of [
      await get(local, member, "/billing"),
      await get(local, member, "/billing/history"),
      await buy(local, member, { type: "pro" })
    ]) {
      expectError(response, 403, "Only the account owner can do this.")
    }
  })

  it("POST /billing/checkout leads to the local pay page, whose button activates the plan and its add-ons", async () => {
    const owner = await world.account("free")
    const created = await buy(local, owner, { type: "pro" })
    expectResponse(created, 201, {
      success: true,
      data: { checkoutUrl: expect.stringContaining("/pay/"), expiresAt: TIME, orderId: ID }
    })
    const path = new URL(String(created.data["checkoutUrl"])).pathname
    expect((await local.send("GET", path)).text).toContain("This is not a real payment.")
    expect((await local.send("GET", path.slice(0, -2))).status).toBe(404)
    expect((await none.send("POST", path)).status).toBe(404)
    expect((await local.send("POST", path)).status).toBe(303)
    expect((await local.send("POST", path)).text).toContain("This order is paid.")
    const billing = await get(local, owner, "/billing")
    expect(billing.data).toMatchObject({ plan: "pro", limits: { domains: 100 }, addons: [] })
    expect(Date.parse(String(billing.data["expiresAt"])) - Date.now()).toBeGreaterThan(364.9 * 86_400_000)
    const addon = await buy(local, owner, { type: "pro", isAddon: true, addonType: "domains_50" })
    await local.send("POST", new URL(String(addon.data["checkoutUrl"])).pathname)
    expect((await get(local, owner, "/billing")).data).toMatchObject({
      limits: { domains: 150 },
      addons: [{ type: "domains_50", quantity: 1 }]
    })
    const history = await get(local, owner, "/billing/history")
    expect(history.body).toMatchObject({
      data: [
        { type: "domains_50", amountCents: 19_900, currency: "usd", status: "paid", receiptUrl: null },
        {
          id: created.data["orderId"],
          type: "pro",
          description: "Mon Pro, 365 days",
          amountCents: 9_900,
          status: "paid"
        }
      ]
    })
    expectResponse(await get(local, await world.account(), "/billing/history"), 200, { success: true, data: [] })
  })

  it("POST /billing/checkout with Stripe: its events activate and revoke the purchase", async () => {
    const owner = await world.account("free")
    const created = await buy(paid, owner, { type: "credits_1000" })
    expect(created.status).toBe(201)
    const session = stripe.sessions.find((one) => one.client_reference_id === created.data["orderId"])
    expect(session).toMatchObject({
      amount_total: 900,
      currency: "usd",
      metadata: { order_id: created.data["orderId"] }
    })
    expect(created.data["checkoutUrl"]).toBe(session?.url)
    stripe.complete(session?.id ?? "")
    const completed = stripe.event("checkout.session.completed", { ...session })
    expect((await sendEvent({ ...completed, signature: completed.signature.replace(/v1=../u, "v1=00") })).status).toBe(
      400
    )
    expect((await sendEvent({ ...completed, body: completed.body.replace("900", "100") })).status).toBe(400)
    expect(
      (await sendEvent(stripe.event("checkout.session.completed", { ...session }, { secondsAgo: 600 }))).status
    ).toBe(400)
    expect(
      (await sendEvent(stripe.event("checkout.session.completed", { ...session }, { secret: "whsec_other" }))).status
    ).toBe(400)
    expect((await get(paid, owner, "/billing/history")).body).toMatchObject({ data: [{ status: "open" }] })
    expect((await sendEvent(completed)).status).toBe(200)
    expect((await sendEvent(completed)).status).toBe(200)
    expect((await get(paid, owner, "/billing/history")).body).toMatchObject({ data: [{ status: "paid" }] })
    const balance = async () => (await get(paid, owner, "/status")).data["usage"]
    expect(await balance()).toMatchObject({ simulationCredits: { balance: 1_060 } })
    const charge = {
      id: "ch_1",
      object: "charge",
      amount: 900,
      amount_refunded: 900,
      refunded: true,
      payment_intent: session?.payment_intent,
      metadata: {},
      receipt_url: "https://pay.example/r/1"
    }
    expect((await sendEvent(stripe.event("charge.refunded", charge))).status).toBe(200)
    expect(await balance()).toMatchObject({ simulationCredits: { balance: 60 } })
    expect((await get(paid, owner, "/billing/history")).body).toMatchObject({
      data: [{ status: "refunded", receiptUrl: "https://pay.example/r/1" }]
    })
  })

  it("POST /billing/events/stripe accepts and ignores other events, and is a 404 without Stripe", async () => {
    expect((await sendEvent(stripe.event("customer.created", { id: "cus_1", object: "customer" }))).status).toBe(200)
    const call = stripe.event("checkout.session.completed", {})
    expect(
      (
        await local.send("POST", "/billing/events/stripe", {
          body: call.body,
          headers: { "stripe-signature": call.signature }
        })
      ).status
    ).toBe(404)
  })

  it("POST /billing/checkout returns 503 while the processor fails, and marks the order as failed", async () => {
    const owner = await world.account("free")
    stripe.fail(402)
    expectError(
      await buy(paid, owner, { type: "pro" }),
      503,
      "The payment processor cannot be reached. Try again later."
    )
    stripe.fail(null)
    expect((await get(paid, owner, "/billing/history")).body).toMatchObject({ data: [{ status: "failed" }] })
  })
})
