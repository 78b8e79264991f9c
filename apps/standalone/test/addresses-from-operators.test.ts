import { describe, expect, it } from "vitest"
import { emailAddress } from "../src/commands/EmailAddress.ts"
import { readSettings } from "../src/Settings.ts"

const bootstrapAddress = (text: string): string => readSettings({ MON_BOOTSTRAP_EMAIL: text }).bootstrap.email

describe("an address from an operator", () => {
  it.each([
    ["owner@localhost", "owner@localhost"],
    ["Ada@Example.org", "Ada@example.org"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"]
  ])("is stored as a sign-up stores it: %s", (given, stored) => {
    expect(emailAddress.read(given)).toBe(stored)
    expect(bootstrapAddress(given)).toBe(stored)
  })

  it.each([
    "ada",
    "ada@",
    "@example.org",
    "<script>@x",
    "ada@<script>",
    '"ada"@example.org',
    "ada@example.org,bea@example.org",
    "ada@[192.0.2.1]",
    "ada@example..org",
    `${"a".repeat(65)}@example.org`,
    "ada\u0000@example.org"
  ])("is refused like that of a sign-up: %j", (given) => {
    expect(emailAddress.read(given)).toBeUndefined()
    expect(() => bootstrapAddress(given)).toThrow("MON_BOOTSTRAP_EMAIL must be an email address.")
  })
})
