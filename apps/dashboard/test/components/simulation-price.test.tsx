import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Price } from "../../src/simulations/Price.tsx"
import { isSender } from "../../src/simulations/parseProspects.ts"
import { render } from "./render.tsx"

const estimate = {
  credits: 2,
  balance: 10,
  sendingDomains: ["shop.example"],
  notes: [],
  prospects: { valid: 1, freeMailbox: 0, disposable: 0, invalid: 0, duplicate: 0 }
}

const price = (senders: ReadonlyArray<string>, prospects: ReadonlyArray<string>) => (
  <Price campaign={{ sendingDomains: senders, prospectEntries: prospects }} name="" version={prospects.length} />
)

describe("the price of a campaign", () => {
  const asked = vi.fn<typeof fetch>()
  beforeEach(() => {
    asked.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: estimate })))
    vi.stubGlobal("fetch", asked)
  })
  afterEach(() => {
    asked.mockReset()
    vi.unstubAllGlobals()
  })

  it("is asked once, for the campaign that is complete, and never for what is still typed", async () => {
    const { redraw, screen } = await render(price([], []))
    await expect.element(screen.getByText("Choose senders and prospects")).toBeVisible()
    await redraw(price(["sh"], []))
    await redraw(price(["sh"], ["ann@example.org"]))
    await expect.element(screen.getByText("sh is not a domain yet.")).toBeVisible()
    await expect.element(screen.getByRole("button", { name: "Start" })).toBeDisabled()
    await redraw(price(["shop.example"], ["ann@example.org"]))
    await expect.element(screen.getByText("2 credits, you have 10")).toBeVisible()
    expect(asked.mock.calls.map(([path, init]) => [path, JSON.parse(String(init?.body))])).toEqual([
      ["/api/v1/campaign-simulate/estimate", { sendingDomains: ["shop.example"], prospectEntries: ["ann@example.org"] }]
    ])
  })
})

it.each([
  ["shop.example", true],
  ["ann@shop.example", true],
  ["bücher.example", true],
  ["shop", false],
  ["shop.", false],
  ["shop.e", false],
  ["@shop.example", false],
  ["", false]
])("a sender is a domain or an address: %s", (text, expected) => {
  expect(isSender(text)).toBe(expected)
})
