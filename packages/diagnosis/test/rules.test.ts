import { describe, expect, it, test } from "vitest"
import { faultVariations } from "../src/faults.ts"
import { viewOf } from "../src/facts/View.ts"
import {
  causeClasses,
  causeClassNames,
  type CauseClass,
  diagnose,
  type DiagnosisFacts,
  plainText
} from "../src/index.ts"
import { allRules } from "../src/rules/allRules.ts"
import { wordsOf } from "../src/words/allWords.ts"
import { factsOf } from "./facts/allFacts.ts"
import { serviceCases } from "./facts/services.ts"

const faults = faultVariations().filter(({ reserved }) => !reserved)
const firstOf = (name: CauseClass): DiagnosisFacts => {
  const fault = faults.find((one) => one.class === name)
  return factsOf[name](fault?.settings ?? {})
}

test("every class has one rule, with grounds", () => {
  expect(allRules.map((rule) => rule.class).toSorted()).toEqual([...causeClassNames].toSorted())
  for (const rule of allRules) expect(rule.grounds.length, rule.class).toBeGreaterThan(0)
})

test("every signal is found in the facts of a fault or of a service", () => {
  const views = [
    ...faults.map((fault) => factsOf[fault.class](fault.settings)),
    ...serviceCases.map(([, facts]) => facts)
  ].map(viewOf)
  const never = allRules.flatMap((rule) =>
    [...rule.grounds, ...rule.supports].flatMap((signal) =>
      views.some((view) => signal.find(view) !== null) ? [] : [`${rule.class}: ${signal.id}`]
    )
  )
  expect([...new Set(never)]).toEqual(NEVER_BUILT)
})

/** Signals for facts that no plan of the laboratory builds. signals.test.ts tests these signals. */
const NEVER_BUILT: ReadonlyArray<string> = [
  "name_servers_silent: others_fail_too",
  "dnssec_broken: signed_and_refused",
  "connection_refused: others_fail_too",
  "server_silent: others_fail_too",
  "connection_reset: reset_in_handshake",
  "connection_reset: others_fail_too",
  "one_location: one_of_two_locations_fails",
  "certificate_expired: certificate_ended",
  "chain_incomplete: unknown_issuer",
  "certificate_untrusted: invalid_chain",
  "certificate_untrusted: unknown_issuer",
  "bad_gateway: others_fail_too",
  "service_unavailable: others_fail_too",
  "gateway_timeout: others_fail_too",
  "cdn_origin_error: others_fail_too",
  "mx_moved: mx_reduced"
]

describe("with only what the check itself says", () => {
  it.each(faults.filter(({ class: name }) => causeClasses[name].area !== "mail").map(({ class: name }) => name))(
    "%s is not blamed on something that was not checked",
    (name) => {
      const { at, check, since, target } = firstOf(name)
      const facts = {
        at: at ?? "",
        since: since ?? "",
        target: target ?? {},
        ...(check === undefined ? {} : { check })
      }
      for (const cause of diagnose(facts).causes)
        for (const { fact } of cause.evidence) expect(fact).toMatch(/^check\./u)
    }
  )
})

test("all sentences are complete, in both languages", () => {
  for (const language of ["en", "de"] as const)
    for (const fault of faults) {
      const { causes, missing, title } = diagnose(factsOf[fault.class](fault.settings), { language })
      expect(title).toMatch(/^[A-ZÄÖÜ0-9]/u)
      for (const cause of causes) {
        expect(cause.title).not.toMatch(/[{}?]|\.$/u)
        for (const { text } of [...cause.evidence, ...cause.against, { text: cause.nextStep }]) {
          const sentence = plainText(text)
          expect(sentence, fault.id).toMatch(/^[\p{Lu}\d].*\.$/u)
          const own = text.filter((part) => typeof part === "string").join("x")
          expect(own, fault.id).not.toMatch(/[{}]|\?|undefined|null|  /u)
        }
      }
      for (const { text } of missing) expect(text).not.toBe("")
    }
})

const slots = (template: string) => [...template.matchAll(/\{(\w+)/gu)].map(([, name]) => name).toSorted()

test("the German texts are complete translations", () => {
  const [en, de] = [wordsOf("en"), wordsOf("de")]
  for (const name of causeClassNames) {
    expect(de.causes[name].title, name).not.toBe(en.causes[name].title)
    expect(new Set(slots(de.causes[name].nextStep)), name).toEqual(new Set(slots(en.causes[name].nextStep)))
  }
  for (const [id, text] of Object.entries(en.evidence)) {
    const other = de.evidence[id as keyof typeof en.evidence]
    expect(slots(other), id).toEqual(slots(text))
    expect(other, id).not.toBe(text)
  }
  for (const id of Object.keys(en.terms)) expect(de.terms).toHaveProperty([id])
})

test("commands contain a host name only if it is safe to paste", () => {
  const hostile = { url: "https://x/", host: "example.com; rm -rf ~", domain: "$(reboot)" }
  const facts = { ...firstOf("delegation_lame"), target: hostile }
  const [cause] = diagnose(facts).causes
  const sentence = plainText(cause?.nextStep ?? [])
  expect(sentence).toContain("`dig SOA x @SERVER +norecurse`")
  expect(sentence).not.toMatch(/reboot|rm -rf/u)
})
