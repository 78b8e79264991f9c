import { describe, expect, it } from "vitest"
import { type CauseClass, diagnose, type DiagnosisFacts } from "../src/index.ts"
import { failed } from "./facts/base.ts"
import { nearly } from "./facts/nearly.ts"

const first = (facts: DiagnosisFacts): CauseClass | "not_known" => {
  const { causes, result } = diagnose(facts)
  return result === "known" ? (causes[0]?.class ?? "not_known") : "not_known"
}

describe("nearly, but not", () => {
  it.each(Object.entries(nearly))("%s: %s", (name, [, facts]) => {
    expect(first(facts)).not.toBe(name)
  })
})

describe("not known is the answer", () => {
  it.each([
    [
      "to a timeout, if nothing proves that our network works",
      failed({ outcome: "connect_timeout" }, { network: { state: "in_doubt" } }),
      "own_network"
    ],
    ["to a timeout of which nothing else is known", { check: { outcome: "connect_timeout" } }, "not_known"],
    [
      "to a timeout of the name resolution of which nothing else is known",
      { check: { outcome: "dns_timeout" } },
      "not_known"
    ],
    ["to a slow answer of which nothing else is known", { check: { outcome: "header_timeout" } }, "not_known"],
    [
      "to a status of 403 of which nothing else is known",
      { check: { outcome: "http_status", statusCode: 403 } },
      "not_known"
    ],
    [
      "to an error of our own",
      { check: { outcome: "prober_fault" }, certificate: { problems: ["expired"] } },
      "not_known"
    ],
    ["to no facts", {}, "not_known"],
    ["to a check that passed", { check: { outcome: "ok" } }, "not_known"]
  ] as ReadonlyArray<readonly [string, DiagnosisFacts, string]>)("%s", (_, facts, expected) => {
    expect(first(facts)).toBe(expected)
  })

  it("with the facts that would help", () => {
    expect(diagnose({ check: { outcome: "connect_timeout" } }).missing.map(({ fact }) => fact)).toEqual([
      "network",
      "locations",
      "addresses",
      "otherPorts",
      "registration",
      "dns.answers"
    ])
    expect(diagnose({}).missing).toEqual([{ fact: "check", text: "the failed check itself" }])
    expect(diagnose({ subject: "email" }, { language: "de" }).missing[0]?.text).toBe("die jetzige E-Mail-Einrichtung")
  })
})

describe("an expectation about the certificate", () => {
  it("is no text that is gone", () => {
    const facts: DiagnosisFacts = {
      check: {
        outcome: "expectation_failed",
        statusCode: 200,
        expectations: [{ kind: "certificate", expected: "a valid certificate", actual: null, holds: false }]
      },
      target: { host: "www.example.com", domain: "example.com" },
      certificate: { problems: ["wrong_host"], names: ["www.other.example"], validFrom: "2026-01-01T00:00:00Z" }
    }
    const { causes } = diagnose(facts)
    expect(causes.map((cause) => cause.class)).not.toContain("expected_text_gone")
    expect(causes[0]?.class).toBe("wrong_virtual_host")
  })
})
