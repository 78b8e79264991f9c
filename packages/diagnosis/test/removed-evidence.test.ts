import { describe, expect, it } from "vitest"
import { faultPlans, faultVariations } from "../src/faults.ts"
import { type CauseClass, diagnose, type DiagnosisFacts } from "../src/index.ts"
import { factsOf } from "./facts/allFacts.ts"
import { nearly } from "./facts/nearly.ts"
import { without } from "./facts/without.ts"

/** Omits the reserved variations: see docs/decisions. */
const faults = faultVariations().filter(({ reserved }) => !reserved)

const known = (facts: DiagnosisFacts) => {
  const { causes, result } = diagnose(facts)
  return result === "known" ? causes[0] : undefined
}

const addressesAdded = ({ dns }: DiagnosisFacts) =>
  (dns?.changes ?? []).some(({ added, type }) => /^A{1,4}$/u.test(type) && added.length > 0)

/** Causes that the remaining facts prove by themselves, because the facts were observed or stored. */
const stillTrue: Partial<Record<CauseClass, (facts: DiagnosisFacts) => boolean>> = {
  connection_refused: ({ check }) => check?.outcome === "connect_refused",
  connection_reset: ({ check }) => check?.outcome === "connect_reset",
  service_silent: ({ check }) => check?.outcome === "header_timeout",
  login_refused: ({ check }) => check?.outcome === "login_refused",
  other_protocol: ({ check }) => check?.outcome === "protocol_error",
  bad_gateway: ({ check }) => check?.statusCode === 502,
  service_unavailable: ({ check }) => check?.statusCode === 503,
  gateway_timeout: ({ check }) => check?.statusCode === 504,
  application_error: ({ check }) => check?.statusCode === 500,
  page_gone: ({ check }) => check?.statusCode === 404 || check?.statusCode === 410,
  login_wall: ({ check }) => check?.statusCode === 401,
  expected_text_gone: ({ check }) => (check?.expectations ?? []).some(({ holds, kind }) => kind === "text" && !holds),
  wrong_virtual_host: ({ certificate, page }) =>
    certificate?.problems?.includes("wrong_host") === true || page?.body?.includes("Welcome to nginx") === true,
  tls_handshake_failed: ({ certificate, check }) =>
    check?.outcome === "tls_handshake" && certificate?.problems?.length === 0,
  parked_page: ({ page }) => page !== undefined,
  address_changed: addressesAdded,
  address_removed: ({ dns }) =>
    (dns?.answers ?? []).length > 0 && (dns?.answers ?? []).every(({ status }) => status !== "ok"),
  delegation_changed: ({ dns }) => (dns?.delegation?.parent ?? []).length > 0,
  registration_expired: ({ at, registration }) => (registration?.expiresAt ?? "") < (at ?? "")
}

/** Returns the cause that is wrongly known after facts were removed, or null. */
const guess = (removed: CauseClass | null, rest: DiagnosisFacts): string | null => {
  const cause = known(rest)
  if (cause === undefined || (cause.class !== removed && stillTrue[cause.class]?.(rest) === true)) return null
  return `${cause.class} ${cause.confidence}: ${cause.evidence.map(({ code }) => code).join(", ")}`
}

/** Returns the wrong causes after all evidence of the first cause is removed. */
const guessesWithout = (name: string, facts: DiagnosisFacts): ReadonlyArray<string> => {
  const cause = known(facts)
  if (cause === undefined) return []
  const rest = cause.evidence.reduce((left, { fact }) => without(left, fact), facts)
  const found = guess(cause.class, rest)
  return found === null ? [] : [`${name}: ${found}`]
}

/**
 * Returns the wrong causes after one piece of evidence is removed. The remaining facts may prove the same cause with
 * less confidence.
 */
const guessesWithoutOne = (name: string, facts: DiagnosisFacts): ReadonlyArray<string> => {
  const cause = known(facts)
  return (cause?.evidence ?? []).flatMap(({ fact }) => {
    const rest = without(facts, fact)
    const left = known(rest)
    if (left?.class === cause?.class)
      return (left?.confidence ?? 0) <= (cause?.confidence ?? 0) ? [] : [`${name}: ${fact}`]
    const found = guess(null, rest)
    return found === null ? [] : [`${name} without ${fact}: ${found}`]
  })
}

describe("without all evidence of the cause, it is not known, and nothing else is that is not true", () => {
  it.each(faultPlans.map((plan) => plan.class))("%s", (name) => {
    const own = faults.filter((fault) => fault.class === name)
    expect(own.flatMap(({ id, settings }) => guessesWithout(id, factsOf[name](settings)))).toEqual([])
  })

  it("what nearly is a cause", () => {
    expect(Object.values(nearly).flatMap(([what, facts]) => guessesWithout(what, facts))).toEqual([])
  })
})

describe("without any one piece of evidence, nothing is known that is not true", () => {
  it.each(faultPlans.map((plan) => plan.class))("%s", (name) => {
    const own = faults.filter((fault) => fault.class === name)
    expect(own.flatMap(({ id, settings }) => guessesWithoutOne(id, factsOf[name](settings)))).toEqual([])
  })

  it("what nearly is a cause", () => {
    expect(Object.values(nearly).flatMap(([what, facts]) => guessesWithoutOne(what, facts))).toEqual([])
  })
})

describe("not known without what another cause would not show", () => {
  it.each([
    ["server_silent", ["network"]],
    ["server_silent", ["otherPorts"]],
    ["name_servers_silent", ["network"]],
    ["tls_handshake_failed", ["check.tlsError", "certificate"]],
    ["expected_text_gone", ["check.expectations"]]
  ] as const)("%s without %s", (name, missing) => {
    const left = faults.flatMap(({ class: cause, id, settings }) => {
      if (cause !== name) return []
      const rest = missing.reduce<DiagnosisFacts>(without, factsOf[name](settings))
      return known(rest) === undefined ? [] : [id]
    })
    expect(left).toEqual([])
  })
})
