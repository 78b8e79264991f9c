import type { DnsAnswer, DnsError, DnsErrorReason } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { joinChunks } from "../DnsText.ts"
import { longestSuffix } from "../mx/detectProvider.ts"
import { type DkimKey, isKeyRecord, parseDkimKey } from "./DkimKey.ts"
import { COMMON_SELECTORS, KEY_HOSTS } from "./selectors.ts"

/** What stands at a selector. */
export interface FoundKey extends DkimKey {
  readonly selector: string
  /** By the CNAME, else by the selector's usual owner. */
  readonly provider: string | null
  readonly record: string
  readonly cname: string | null
  /** TXT records at this name; more than one leaves verifiers to choose. */
  readonly records: number
}

/** An alias that leads to no key: to nothing, or to a name without a TXT record yet. */
export interface DanglingSelector {
  readonly selector: string
  readonly target: string
  readonly exists: boolean
}

/** What the selectors of a domain hold. */
export interface DkimScan {
  readonly keys: ReadonlyArray<FoundKey>
  readonly dangling: ReadonlyArray<DanglingSelector>
  readonly selectorsProbed: number
  /** Selectors that the DNS did not answer for. */
  readonly unanswered: ReadonlyArray<{ readonly selector: string; readonly reason: DnsErrorReason }>
  /** "none": nothing exists below _domainkey (RFC 8020); "some": something does; null: the DNS does not tell. */
  readonly subtree: "none" | "some" | null
  /** What a selector answers that nobody published; null when nothing does. */
  readonly wildcard: "key" | "revoked" | null
}

const CONCURRENCY = 64
/** Enough that no one has published it. */
const CONTROL_BITS = 2 ** 32
/** Selectors of a caller that are asked for. */
export const MAX_CALLER_SELECTORS = 20

const SELECTOR = /^(?=.{1,100}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i
const OWNER: ReadonlyMap<string, string | null> = new Map(
  COMMON_SELECTORS.map(({ selector, provider }) => [selector, provider])
)

type DnsLookup = Result.Result<DnsAnswer<"TXT">, DnsError>

const textsOf = (answer: DnsAnswer<"TXT">): ReadonlyArray<string> => answer.records.map(joinChunks)

const foundAt = (selector: string, answer: DnsAnswer<"TXT">): FoundKey | null => {
  const texts = textsOf(answer)
  const record = texts.find(isKeyRecord)
  if (record === undefined) return null
  const cname = answer.cnames.at(-1) ?? null
  const provider = (cname === null ? null : longestSuffix(KEY_HOSTS, cname)) ?? OWNER.get(selector) ?? null
  return { ...parseDkimKey(record), selector, provider, record, cname, records: texts.length }
}

const control = Effect.fnUntraced(function* (resolver: Resolver, domain: string) {
  const label = `mon-${(yield* Random.nextIntBetween(0, CONTROL_BITS)).toString(36)}`
  const [below, beside, parent] = yield* Effect.all(
    [`${label}._domainkey.${domain}`, `${label}.${domain}`, `_domainkey.${domain}`].map((name) =>
      Effect.result(resolver.query(name, "TXT"))
    ),
    { concurrency: 3 }
  )
  return { below, beside, parent }
})

const subtreeOf = (parent: DnsLookup | undefined, beside: DnsLookup | undefined): DkimScan["subtree"] => {
  if (parent === undefined || Result.isFailure(parent)) return null
  if (parent.success.status === "nxdomain" && parent.success.cnames.length === 0) return "none"
  // Where a wildcard of the whole zone answers, every name exists.
  const wild = beside !== undefined && Result.isSuccess(beside) && beside.success.status !== "nxdomain"
  return wild ? null : "some"
}

interface Wildcard {
  readonly kind: DkimScan["wildcard"]
  readonly records: ReadonlySet<string>
  /** Every selector is an alias, so that none of them means anything. */
  readonly alias: boolean
}

const wildcardOf = (below: DnsLookup | undefined): Wildcard => {
  const texts = below !== undefined && Result.isSuccess(below) ? textsOf(below.success).filter(isKeyRecord) : []
  const [text] = texts
  return {
    kind: text === undefined ? null : parseDkimKey(text).status === "revoked" ? "revoked" : "key",
    records: new Set(texts),
    alias: below !== undefined && Result.isSuccess(below) && below.success.cnames.length > 0
  }
}

/** The selectors in the order they are asked for: the caller's, the suggested, the 50. */
export const selectorsFor = (
  callers: ReadonlyArray<string>,
  suggested: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const own = callers
    .map((selector) => selector.trim().toLowerCase())
    .filter((selector) => SELECTOR.test(selector))
    .slice(0, MAX_CALLER_SELECTORS)
  return [...new Set([...own, ...suggested, ...COMMON_SELECTORS.map(({ selector }) => selector)])]
}

/** Looks for keys under many selectors at a time, with control questions that unmask wildcards and empty subtrees. */
export const scanDkim = Effect.fnUntraced(function* (
  resolver: Resolver,
  domain: string,
  selectors: ReadonlyArray<string>
) {
  const { below, beside, parent } = yield* control(resolver, domain)
  const lookup = yield* Effect.forEach(
    selectors,
    (selector) =>
      Effect.map(Effect.result(resolver.query(`${selector}._domainkey.${domain}`, "TXT")), (result) => ({
        selector,
        result
      })),
    { concurrency: CONCURRENCY }
  )
  const wildcard = wildcardOf(below)
  const answered = lookup.flatMap(({ selector, result }) =>
    Result.isSuccess(result) ? [{ selector, answer: result.success }] : []
  )
  const keys = answered.flatMap(({ selector, answer }) => {
    const key = foundAt(selector, answer)
    return key === null || wildcard.records.has(key.record) ? [] : [key]
  })
  const dangling = answered.flatMap(({ selector, answer }) => {
    const target = answer.cnames.at(-1)
    return target !== undefined && answer.records.length === 0 && wildcard.kind === null && !wildcard.alias
      ? [{ selector, target, exists: answer.status !== "nxdomain" }]
      : []
  })
  const unanswered = lookup.flatMap(({ selector, result }) =>
    Result.isFailure(result) && result.failure.reason !== "BadName" ? [{ selector, reason: result.failure.reason }] : []
  )
  return {
    keys,
    dangling,
    selectorsProbed: selectors.length,
    unanswered,
    subtree: subtreeOf(parent, beside),
    wildcard: wildcard.kind
  } satisfies DkimScan
})
