import { describe, expect, it } from "vitest"
import { type CauseClass, diagnose, type DiagnosisFacts, plainText } from "../src/index.ts"
import { wordsOf } from "../src/words/allWords.ts"
import { ADDRESS } from "./facts/base.ts"
import { serviceCases, serviceFailed, silentPorts } from "./facts/services.ts"

const first = (facts: DiagnosisFacts): CauseClass | "not_known" => {
  const { causes, result } = diagnose(facts)
  return result === "known" ? (causes[0]?.class ?? "not_known") : "not_known"
}

describe("the cause of the failure of a service", () => {
  it.each(serviceCases)("%s", (_, facts, expected) => {
    expect(first(facts)).toBe(expected)
  })

  it("lists what is known of the host", () => {
    const sharedWith = [{ kind: "address", value: ADDRESS, failing: 1, working: 0 }] as const
    const { causes } = diagnose(serviceFailed({ outcome: "connect_timeout" }, { otherPorts: silentPorts, sharedWith }))
    expect(causes[0]?.evidence.map(({ text }) => plainText(text))).toEqual([
      "The check failed: the server did not accept the connection in time.",
      "The host's other ports do not respond either: 443, ICMP (ping).",
      "The same worker reached other sites at that time.",
      `Other monitors at the address ${ADDRESS} are down too: 1.`
    ])
  })

  it("names the port in the next step", () => {
    const [cause] = diagnose(serviceFailed({ outcome: "connect_refused" })).causes
    expect(plainText(cause?.nextStep ?? [])).toContain("listening on port 5432 and")
  })

  it("does not mention facts of web sites as missing", () => {
    const { missing } = diagnose(serviceFailed({ outcome: "expectation_failed" }))
    expect(missing.map(({ fact }) => fact)).toEqual(["check.expectations", "deployments"])
  })

  it.each(["en", "de"] as const)("is described without a web site: %s", (language) => {
    const sentences = serviceCases.flatMap(([, facts]) =>
      diagnose(facts, { language }).causes.flatMap(({ evidence, nextStep, title }) => [
        title,
        ...[...evidence.filter(({ code }) => code !== "own_network_works"), { text: nextStep }].map(({ text }) =>
          plainText(text)
        )
      ])
    )
    for (const sentence of sentences)
      expect(sentence).not.toMatch(/website|web ?server|\bsite\b|nginx|the URL|der URL/iu)
    for (const sentence of sentences) expect(sentence).toMatch(/^[\p{Lu}\d]/u)
  })
})

const slots = (template: string) => new Set([...template.matchAll(/\{(\w+)/gu)].map(([, name]) => name))

describe("the words about services", () => {
  const [en, de] = [wordsOf("en").ofServices, wordsOf("de").ofServices]
  const german = new Map(Object.entries({ ...de.causes }))

  it("are in both languages, with the same values", () => {
    expect(Object.keys(de.causes)).toEqual(Object.keys(en.causes))
    for (const [name, { nextStep, title }] of Object.entries(en.causes)) {
      expect(german.get(name)?.title, name).not.toBe(title)
      expect(slots(german.get(name)?.nextStep ?? ""), name).toEqual(slots(nextStep))
    }
    const others = new Map(Object.entries(de.evidence))
    expect([...others.keys()]).toEqual(Object.keys(en.evidence))
    for (const [id, text] of Object.entries(en.evidence)) expect(slots(others.get(id) ?? ""), id).toEqual(slots(text))
    expect(Object.keys(de.terms)).toEqual(Object.keys(en.terms))
  })
})
