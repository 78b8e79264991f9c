import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { LIMITS, parseProspect, planCampaign } from "../src/index.ts"
import { mailClass } from "./campaigns.ts"

const plan = (sendingDomains: ReadonlyArray<string>, prospectEntries: ReadonlyArray<string>) =>
  planCampaign({ sendingDomains, prospectEntries }, mailClass)

describe("entries", () => {
  test.each([
    ["bob@Example.COM", "bob@example.com", "example.com"],
    [" Bob Smith <Bob@example.com> ", "Bob@example.com", "example.com"],
    ["mailto:bob@example.com?subject=x", "bob@example.com", "example.com"],
    ['"a b"@example.com', '"a b"@example.com', "example.com"],
    ["bob@b\u00fccher.example.com", "bob@xn--bcher-kva.example.com", "xn--bcher-kva.example.com"],
    ["bob@example.com.", "bob@example.com", "example.com"],
    ["www.example.com", null, "example.com"],
    ["https://www.Example.com:8443/a?b#c", null, "example.com"],
    ["http://user@example.com/", null, null],
    ["=cmd@example.com", "=cmd@example.com", "example.com"],
    ["bob@www.example.com", "bob@www.example.com", "www.example.com"]
  ])("%j", (input, email, domain) => {
    const read = parseProspect(input)
    expect(read.ok ? [read.email, read.domain] : [null, null]).toEqual([email, domain])
  })
  test.each([
    ["", "empty"],
    ["   ", "empty"],
    ["bob", "single_label"],
    ["bob@", "empty"],
    ["@example.com", "bad_local_part"],
    ["bob@localhost", "single_label"],
    ["bob@192.0.2.1", "ip_address"],
    ["bob@[192.0.2.1]", "ip_address"],
    ["bob@exa mple.com", "bad_domain"],
    ["bob@-example.com", "bad_domain"],
    ["bob@example..com", "bad_domain"],
    ["a b@example.com", "bad_local_part"],
    ["bob@shop.local", "special_use"],
    ["bob@mail.test", "special_use"],
    [`${"a".repeat(65)}@example.com`, "too_long"],
    ["Bob bob@example.com>", "bad_display_form"],
    ["bob@example.123", "bad_domain"],
    [`bob@${"a.".repeat(140)}com`, "too_long"],
    ["x".repeat(2000), "too_long"]
  ])("%j is invalid: %s", (input, fault) => expect(parseProspect(input)).toEqual({ ok: false, fault }))

  test("any text is parsed without throwing, and parsing is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.emailAddress(), fc.domain()), (text) => {
        const read = parseProspect(text)
        if (!read.ok) return
        expect(read.domain).toMatch(/^[a-z0-9.-]+$/)
        const again = parseProspect(read.email ?? read.domain)
        expect(again.ok && again.domain).toBe(
          read.email === null && /^www\.[^.]+\../.test(read.domain) ? read.domain.slice(4) : read.domain
        )
      })
    )
  })
})

describe("a plan", () => {
  test("contains every entry, and charges the union of senders and domains without free mailboxes", () => {
    const entries = [
      "bob@example.com",
      "BOB@Example.com",
      "ann@example.com",
      "ann@gmail.com",
      "x@mailinator.com",
      "nope",
      "www.example.org",
      "example.org",
      "a@proton.me",
      "info@out.example.net"
    ]
    const { credits, domains, prospects, senders } = plan(["https://Out.example.net/", "out.example.net"], entries)
    expect(prospects.map(({ classification }) => classification)).toEqual([
      "valid",
      "duplicate",
      "valid",
      "free_mailbox",
      "disposable",
      "invalid",
      "valid",
      "duplicate",
      "free_mailbox",
      "valid"
    ])
    expect(prospects.map(({ charged }) => charged)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      false,
      true
    ])
    expect(prospects.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(domains).toEqual(["example.com", "example.org", "mailinator.com", "out.example.net"])
    expect(senders).toEqual(["out.example.net"])
    expect(credits).toBe(4)
    expect(prospects[1]?.duplicateOf).toBe(1)
    expect(prospects[9]).toMatchObject({ role: "info", roleKind: "role" })
  })
  test("reports invalid senders, and excludes free mailboxes with a note", () => {
    const { rejectedSenders, senders, credits } = plan(["gmail.com", "not a domain", "example.net"], ["a@gmail.com"])
    expect(senders).toEqual(["example.net"])
    expect(rejectedSenders.map(({ input, reason }) => [input, reason])).toEqual([
      ["gmail.com", "free_mailbox"],
      ["not a domain", "invalid_domain"]
    ])
    expect(credits).toBe(1)
  })
  test("has limits", () => {
    expect(() =>
      plan(
        Array.from({ length: LIMITS.senders + 1 }, () => "example.com"),
        ["a@example.com"]
      )
    ).toThrow(RangeError)
    expect(() =>
      plan(
        ["example.com"],
        Array.from({ length: LIMITS.prospects + 1 }, () => "a@example.com")
      )
    ).toThrow(RangeError)
  })
  test("costs the number of distinct domains, in any order", () => {
    const entry = fc.oneof(
      fc.constantFrom(
        "bob@example.com",
        "BOB@example.com",
        "x@gmail.com",
        "nope",
        "x@mailinator.com",
        "out.example.net"
      ),
      fc.integer({ min: 0, max: 9 }).map((n) => `a@c${n}.example.com`)
    )
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const { credits, prospects, senders } = plan(["out.example.net"], entries)
        const free = new Set(["gmail.com"])
        const domains = new Set([
          ...senders,
          ...entries.flatMap((text) => {
            const read = parseProspect(text)
            return read.ok && !free.has(read.domain) ? [read.domain] : []
          })
        ])
        expect(credits).toBe(domains.size)
        expect(plan(["out.example.net"], entries.toReversed()).credits).toBe(credits)
        expect(
          new Set([...senders, ...prospects.filter(({ charged }) => charged).map(({ domain }) => domain)]).size
        ).toBe(credits)
      })
    )
  })
})
