import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import { parseDomainInput } from "../src/DomainInput.ts"
import { EmailHealth } from "../src/EmailHealth.ts"

describe("user input", () => {
  test.each([
    ["example.com", "example.com"],
    ["  EXAMPLE.com.  ", "example.com"],
    ["https://www.example.com/a?b#c", "example.com"],
    ["http://example.com:8080", "example.com"],
    ["example.com:25", "example.com"],
    ["someone@example.com", "example.com"],
    ["mailto:someone@example.com", "example.com"],
    ["https://user:secret@example.com/", "example.com"],
    ["www.example.com", "example.com"],
    ["WWW.Example.COM", "example.com"],
    ["b\u00fccher.de", "xn--bcher-kva.de"],
    ["mail.example.co.uk", "mail.example.co.uk"]
  ])("%j is %s", (text, domain) => expect(parseDomainInput(text)).toMatchObject({ ok: true, domain }))

  test.each([
    "",
    " ",
    "localhost",
    "192.0.2.1",
    "[2001:db8::1]",
    "http://",
    "a b.com",
    "exa_mple",
    "-",
    "..",
    "someone@",
    "a..b.com",
    `${"a".repeat(64)}.com`,
    "1.2.3.4:80",
    "printer.local"
  ])("%j is not a domain", (text) => expect(parseDomainInput(text).ok).toBe(false))

  test("never throws, whatever the input", () =>
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseDomainInput(text))))

  test("rejects invalid input with a reason", async () =>
    await expect(checkEmailHealth("localhost", { zone: {} })).rejects.toMatchObject({
      _tag: "EmailHealthError",
      reason: "InvalidDomain"
    }))

  test("makes the service fail with a typed error", async () => {
    const error = await Effect.runPromise(
      Effect.flip(
        Effect.provide(
          Effect.flatMap(EmailHealth, (service) => service.check("nothing")),
          EmailHealth.layerMemory({})
        )
      )
    )
    expect(error.reason).toBe("InvalidDomain")
  })
})
