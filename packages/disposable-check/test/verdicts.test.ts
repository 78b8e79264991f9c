import { describe, expect, it } from "vitest"
import { checkDisposable, checker, isDisposable, mailClass } from "../src/index.ts"
import { INVALID_MESSAGES } from "../src/core.ts"

describe("a verdict", () => {
  it("contains the domain, the rule, the tier and the service", () => {
    expect(checkDisposable("Bob <bob@sub.Mailinator.com.>")).toEqual({
      valid: true,
      input: "Bob <bob@sub.Mailinator.com.>",
      domain: "sub.mailinator.com",
      disposable: true,
      class: "disposable",
      tier: "confirmed",
      rule: "mailinator.com",
      provider: "Mailinator",
      suggestion: null,
      role: null
    })
    expect(checkDisposable("anna@tuta.com")).toEqual({
      valid: true,
      input: "anna@tuta.com",
      domain: "tuta.com",
      disposable: false,
      class: "privacy",
      tier: null,
      rule: "tuta.com",
      provider: "Tuta",
      suggestion: null,
      role: null
    })
    expect(checkDisposable("anna@example.org")).toEqual({
      valid: true,
      input: "anna@example.org",
      domain: "example.org",
      disposable: false,
      class: "none",
      tier: null,
      rule: null,
      provider: null,
      suggestion: null,
      role: null
    })
  })

  it("contains the domain that was meant, for a misspelt provider", () => {
    expect(checkDisposable("Bob <bob@Mail.Gmial.com>")).toMatchObject({
      disposable: false,
      class: "typo",
      tier: null,
      rule: "gmial.com",
      provider: null,
      suggestion: "gmail.com"
    })
    expect(mailClass("bob@hotmail.con")).toBe("typo")
    expect(isDisposable("bob@outlok.com")).toBe(false)
  })

  it.each([
    ["info@example.org", "role"],
    ["No-Reply+shop@example.org", "noreply"],
    ["Sales <sales@bücher.example>", "role"],
    ["ada@example.org", null],
    ["info.example.org", null]
  ])("names the role of %s: %s", (input, role) => {
    expect(checkDisposable(input)).toMatchObject({ valid: true, role })
  })

  it("contains the reason for an invalid address, with a message", () => {
    expect(checkDisposable("a@b@example.org")).toEqual({
      valid: false,
      input: "a@b@example.org",
      reason: "bad_local_part",
      message: INVALID_MESSAGES.bad_local_part
    })
  })

  it("is invalid for values that are not strings", () => {
    // @ts-expect-error: callers without types
    expect(checkDisposable(undefined)).toMatchObject({ valid: false, reason: "not_text" })
    // @ts-expect-error: callers without types
    expect(isDisposable(null)).toBe(false)
    // @ts-expect-error: callers without types
    expect(mailClass(7)).toBe("invalid")
  })

  it("contains the service of rules that a monitor observed", () => {
    const verdict = checkDisposable("webxio.pro")
    expect(verdict.valid && verdict.provider).toBe("mohmal.com")
  })
})

describe("the short functions", () => {
  it("read only the domain", () => {
    expect(checkDisposable("b ob@mailinator.com").valid).toBe(false)
    expect(isDisposable("a\u0000b@mailinator.com")).toBe(true)
    expect(mailClass("a@b@gmail.com")).toBe("free")
  })
})

describe("options", () => {
  it("flag aliases on request, and keep their class", () => {
    expect(checkDisposable("x@duck.com", { aliases: "flag" })).toMatchObject({
      disposable: true,
      class: "alias",
      tier: null
    })
    expect(checkDisposable("x@duck.com", { aliases: "allow" })).toMatchObject({ disposable: false })
    expect(isDisposable("x@duck.com", { aliases: "flag" })).toBe(true)
    expect(isDisposable("x@duck.com")).toBe(false)
  })

  it("never flag privacy mail or free mail", () => {
    for (const address of ["x@proton.me", "x@gmail.com", "x@example.org"])
      expect(isDisposable(address, { aliases: "flag" })).toBe(false)
  })

  it("do not flag reported domains on request", () => {
    const reported = "temp-mail.io"
    expect(checkDisposable(reported)).toMatchObject({ tier: "reported", disposable: true })
    expect(checkDisposable(reported, { tiers: "confirmed" })).toMatchObject({
      tier: "reported",
      class: "disposable",
      disposable: false
    })
    expect(isDisposable(reported, { tiers: "confirmed" })).toBe(false)
    expect(isDisposable("mailinator.com", { tiers: "confirmed", aliases: "flag" })).toBe(true)
  })
})

describe("the table", () => {
  it("confirms nothing by a list that nobody prunes", () => {
    // Three domains of ordinary businesses that only one unreviewed list contains, and one domain that no list contains
    // any more.
    for (const domain of ["firstaidtrainingmelbournecbd.com.au", "hearthandhomechimneys.co.uk", "pinkfrosting.com.au"])
      expect(checkDisposable(domain)).toMatchObject({ tier: "reported" })
    expect(checkDisposable("office@stanbondsa.com.au")).toMatchObject({ class: "none", disposable: false })
    expect(checkDisposable("bob@mailinator.com")).toMatchObject({ tier: "confirmed" })
  })

  it("holds more than 72,000 rules in less than 400 KB", () => {
    const { bytes, confirmed, revision, rules } = checker().info
    expect(rules).toBeGreaterThanOrEqual(72_000)
    expect(confirmed).toBeGreaterThan(39_000)
    expect(bytes).toBeLessThanOrEqual(400_000)
    expect(revision).toMatch(/^[0-9a-f]{8}$/)
  })
})
