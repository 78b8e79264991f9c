import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const required = "email or domain is required"

describe("POST /check-disposable-email", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("free")
  })
  afterAll(() => world.close())

  const check = (body: unknown, { key } = owner) => api.send("POST", "/api/v1/check-disposable-email", { key, body })

  it.each([
    [
      "a disposable address",
      "ada@mailinator.com",
      { domain: "mailinator.com", isDisposable: true, class: "disposable", tier: "confirmed" }
    ],
    [
      "a subdomain of one",
      "Ada <ada@x.MAILINATOR.com.>",
      { domain: "x.mailinator.com", isDisposable: true, class: "disposable", tier: "confirmed" }
    ],
    [
      "a bare domain",
      "mailinator.com",
      { domain: "mailinator.com", isDisposable: true, class: "disposable", tier: "confirmed" }
    ],
    [
      "a privacy-focused provider",
      "ada@proton.me",
      { domain: "proton.me", isDisposable: false, class: "privacy", tier: null }
    ],
    ["an alias service", "ada@duck.com", { domain: "duck.com", isDisposable: false, class: "alias", tier: null }],
    ["a free mailbox", "ada@gmail.com", { domain: "gmail.com", isDisposable: false, class: "free", tier: null }],
    ["a company", "ada@example.com", { domain: "example.com", isDisposable: false, class: "none", tier: null }],
    [
      "a misspelt provider",
      "info@gmial.com",
      {
        domain: "gmial.com",
        isDisposable: false,
        class: "typo",
        tier: null,
        provider: null,
        suggestion: "gmail.com",
        role: "role"
      }
    ],
    [
      "an international domain",
      "ada@bücher.example.com",
      { domain: "xn--bcher-kva.example.com", isDisposable: false, class: "none", tier: null }
    ]
  ])("recognises %s", async (_, email, facts) => {
    const provider: unknown =
      facts.class === "none" ? null : expect.toSatisfy((value: unknown) => value === null || typeof value === "string")
    expectResponse(await check({ email }), 200, {
      success: true,
      data: { input: email, provider, suggestion: null, role: null, ...facts }
    })
  })

  it("accepts domain as an alias of email, which takes precedence", async () => {
    expect((await check({ domain: "mailinator.com" })).data).toMatchObject({
      input: "mailinator.com",
      isDisposable: true
    })
    expect((await check({ domain: "mailinator.com", email: "ada@example.com" })).data).toMatchObject({
      isDisposable: false
    })
  })

  it.each([
    ["nothing", undefined],
    ["an empty object", {}],
    ["an empty text", { email: "" }],
    ["a blank text", { email: "  " }],
    ["null", { email: null }],
    ["a number", { email: 7 }],
    ["a list", { email: ["ada@mailinator.com"] }],
    ["a domain that is no text", { domain: {} }],
    ["a single label", { email: "localhost" }],
    ["an address of an IP", { email: "127.0.0.1" }],
    ["what is no address", { email: "ada@" }],
    ["what is too long", { email: `${"a".repeat(300)}@example.com` }]
  ])("returns 400 for %s", async (_, body) => {
    expectError(await check(body), 400, required)
  })

  it("costs no credits", async () => {
    const credits = () =>
      world.sql(
        "select coalesce(sum(amount), 0)::int as n from credit_transaction t join account a on a.id = t.account_id where a.public_id = $1::uuid",
        owner.id
      )
    const before = await credits()
    await check({ email: "ada@mailinator.com" })
    expect(await credits()).toEqual(before)
  })

  it("requires a key, and is available to members", async () => {
    expectError(
      await check({ email: "ada@mailinator.com" }, { ...owner, key: "mon_none" }),
      401,
      "Missing or invalid API key."
    )
    const member = await world.member(owner, [])
    expect((await check({ email: "ada@mailinator.com" }, member)).status).toBe(200)
  })
})
