import type { DnsAnswer, DnsError } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { joinChunks } from "../DnsText.ts"
import { longestSuffix } from "../mx/detectProvider.ts"
import { isSelector, MAX_CALLER_SELECTORS } from "./callerSelectors.ts"
import { isKeyRecord, parseDkimKey } from "./DkimKey.ts"
import { COMMON_SELECTORS, KEY_HOSTS } from "./selectors.ts"
import type { DkimScan, FoundKey } from "./DkimScan.ts"

const CONCURRENCY = 64
/** The number of possible random labels. It is so large that no domain has a record at the chosen label by chance. */
const CONTROL_BITS = 2 ** 32
const OWNER: ReadonlyMap<string, string | null> = new Map(
  COMMON_SELECTORS.map(({ selector, provider }) => [selector, provider])
)

type QueryResult = Result.Result<DnsAnswer<"TXT">, DnsError>

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

const subtreeOf = (parent: QueryResult | undefined, beside: QueryResult | undefined): DkimScan["subtree"] => {
  if (parent === undefined || Result.isFailure(parent)) return null
  if (parent.success.status === "nxdomain" && parent.success.cnames.length === 0) return "none"
  // If a wildcard covers the whole zone, every name exists, so the answer shows nothing.
  const wild = beside !== undefined && Result.isSuccess(beside) && beside.success.status !== "nxdomain"
  return wild ? null : "some"
}

interface Wildcard {
  readonly kind: DkimScan["wildcard"]
  readonly records: ReadonlySet<string>
  /** Whether a wildcard makes every selector an alias. If so, an alias does not show that DKIM was set up. */
  readonly alias: boolean
}

const wildcardOf = (below: QueryResult | undefined): Wildcard => {
  const texts = below !== undefined && Result.isSuccess(below) ? textsOf(below.success).filter(isKeyRecord) : []
  const [text] = texts
  return {
    kind: text === undefined ? null : parseDkimKey(text).status === "revoked" ? "revoked" : "key",
    records: new Set(texts),
    alias: below !== undefined && Result.isSuccess(below) && below.success.cnames.length > 0
  }
}

/**
 * Returns all selectors in the order of the queries: the caller's selectors, the suggested selectors, and the 50 common
 * selectors.
 */
export const selectorsFor = (
  callers: ReadonlyArray<string>,
  suggested: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const own = callers
    .map((selector) => selector.trim().toLowerCase())
    .filter((selector) => isSelector(selector))
    .slice(0, MAX_CALLER_SELECTORS)
  return [...new Set([...own, ...suggested, ...COMMON_SELECTORS.map(({ selector }) => selector)])]
}

/** Queries many selectors concurrently. Control queries detect wildcards and empty subtrees. */
export const scanDkim = Effect.fnUntraced(function* (
  resolver: Resolver,
  domain: string,
  selectors: ReadonlyArray<string>
) {
  const { below, beside, parent } = yield* control(resolver, domain)
  const results = yield* Effect.forEach(
    selectors,
    (selector) =>
      Effect.map(Effect.result(resolver.query(`${selector}._domainkey.${domain}`, "TXT")), (result) => ({
        selector,
        result
      })),
    { concurrency: CONCURRENCY }
  )
  const wildcard = wildcardOf(below)
  const answered = results.flatMap(({ selector, result }) =>
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
  const unanswered = results.flatMap(({ selector, result }) =>
    Result.isFailure(result) && result.failure.reason !== "BadName" ? [{ selector, reason: result.failure.reason }] : []
  )
  return {
    keys,
    dangling,
    aliases: new Map(
      answered.flatMap(({ selector, answer: { cnames } }) => {
        const [alias] = cnames
        return alias === undefined ? [] : [[selector, alias] as const]
      })
    ),
    selectorsProbed: selectors.length,
    unanswered,
    subtree: subtreeOf(parent, beside),
    wildcard: wildcard.kind
  } satisfies DkimScan
})
