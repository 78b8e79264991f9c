import { oneOf, argumentsOf, aString } from "@mon/bundled/arguments"
// The full list of rules, as the builder writes it: a line of JSON, then for each ending and origin a line `=<ending>
// <origin>` and a line of names. An origin is `c` or `r` (the tier), then the sources as hexadecimal bits, then
// `.owner`; or it is `a` and the number of a group.
import { readAddress } from "./address.ts"
import type { InvalidReason, MailClass, Tier } from "./Verdict.ts"

const acceptGet = /* @__PURE__ */ argumentsOf("list.get", () => ({ domain: aString }))
const acceptExplain = /* @__PURE__ */ argumentsOf("list.explain", () => ({ input: aString }))
const acceptDomainsOf = /* @__PURE__ */ argumentsOf("list.domainsOf", () => ({
  kind: oneOf("disposable", "alias", "privacy", "free", "typo", "none")
}))

/** A list that supplies rules. `licence` is an SPDX id. */
export interface ListSource {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** One rule. It applies to its domain and all subdomains. */
export interface Rule {
  readonly domain: string
  readonly class: MailClass
  readonly tier: Tier | null
  readonly provider: string | null
  /** The domain that was probably meant, for the class `typo`. */
  readonly suggestion: string | null
  /** The lists that contain the domain; empty for a manually maintained rule. */
  readonly sources: ReadonlyArray<ListSource>
  /** The reason for a manually maintained rule. */
  readonly reason: string | null
}

/** The rule that applies to an input, or the reason why the input is neither an address nor a domain. */
export type Explanation =
  | {
      readonly valid: true
      readonly input: string
      readonly domain: string
      readonly class: MailClass
      readonly rule: Rule | null
    }
  | { readonly valid: false; readonly input: string; readonly reason: InvalidReason }

/** All rules as text, with details that the table does not contain. */
export interface ExactList {
  readonly size: number
  readonly sources: ReadonlyArray<ListSource>
  /** Returns the rule for exactly this domain (lower-case ASCII). */
  readonly get: (domain: string) => Rule | null
  /**
   * Returns the rule that applies to an address or a domain, and the rule's sources. Unlike the table, the list has no
   * false positives.
   */
  readonly explain: (input: string) => Explanation
  readonly rules: () => IterableIterator<Rule>
  /** Returns the domains of one class, sorted. */
  readonly domainsOf: (kind: MailClass) => ReadonlyArray<string>
}

interface Head {
  readonly sources: ReadonlyArray<ListSource>
  readonly groups: ReadonlyArray<{ readonly class: MailClass; readonly provider: string; readonly reason: string }>
  readonly owners: ReadonlyArray<string>
}

type Origin = Omit<Rule, "domain">

const readOrigin = (text: string, head: Head): Origin => {
  if (text.startsWith("a")) {
    const group = head.groups[Number(text.slice(1))]
    const isTypo = group?.class === "typo"
    const name = group?.provider ?? null
    return {
      class: group?.class ?? "none",
      tier: null,
      provider: isTypo ? null : name,
      suggestion: isTypo ? name : null,
      sources: [],
      reason: group?.reason ?? null
    }
  }
  const [bits = "0", owner] = text.slice(1).split(".")
  const mask = Number.parseInt(bits, 16)
  return {
    class: "disposable",
    tier: text.startsWith("c") ? "confirmed" : "reported",
    provider: owner === undefined ? null : (head.owners[Number(owner)] ?? null),
    suggestion: null,
    sources: head.sources.filter((_, index) => (mask & (1 << index)) !== 0),
    reason: null
  }
}

/** Throws a SyntaxError if the first line is not JSON. */
export const readExactList = (text: string): ExactList => {
  const lines = text.trimEnd().split("\n")
  // The builder wrote this line, and the caller has already compared its revision with that of the table.
  const head = JSON.parse(lines[0] ?? "") as Head
  const origins = new Map<string, Origin>()
  const entries = new Map<string, Origin>()
  for (let line = 1; line + 1 < lines.length; line += 2) {
    const [ending = "", origin = ""] = (lines[line] ?? "").slice(1).split(" ")
    let read = origins.get(origin)
    if (read === undefined) {
      read = readOrigin(origin, head)
      origins.set(origin, read)
    }
    for (const name of (lines[line + 1] ?? "").split(" ")) entries.set(`${name}.${ending}`, read)
  }

  const get = (domain: string): Rule | null => {
    const origin = entries.get(domain)
    return origin === undefined ? null : { domain, ...origin }
  }
  const nearest = (domain: string): Rule | null => {
    for (let from = 0; from >= 0; from = domain.indexOf(".", from) + 1 || -1) {
      const rule = get(domain.slice(from))
      if (rule !== null) return rule
    }
    return null
  }
  return {
    size: entries.size,
    sources: head.sources,
    get: (domain) => {
      acceptGet(domain)
      return get(domain)
    },
    explain: (input) => {
      acceptExplain(input)
      const read = readAddress(input)
      if (!read.ok) return { valid: false, input, reason: read.reason }
      const rule = read.literal ? null : nearest(read.domain)
      return { valid: true, input, domain: read.domain, class: rule?.class ?? "none", rule }
    },
    *rules() {
      for (const [domain, origin] of entries) yield { domain, ...origin }
    },
    domainsOf: (kind) => {
      acceptDomainsOf(kind)
      return Array.from(entries)
        .filter(([, origin]) => origin.class === kind)
        .map(([domain]) => domain)
        .sort()
    }
  }
}
