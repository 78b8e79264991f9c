import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { canonicalizeField, type Canonicalization } from "../dkim/canonicalize.ts"
import { parseSignature, type SignatureAlgorithm } from "../dkim/DkimSignature.ts"
import { fetchKeys } from "../dkim/signatureKey.ts"
import { matchingKey, refused, verifySignature, withoutKey } from "../dkim/verifySignature.ts"
import { domainName } from "../mail/domainName.ts"
import type { Message } from "../mail/Message.ts"
import { packed, withoutSignature } from "../mail/TagList.ts"
import { nextTurn } from "../nextTurn.ts"
import { type ArcSet, readChain } from "./ArcChain.ts"
import type { ArcFacts } from "./ArcFacts.ts"
import type { SignatureResult } from "../dkim/SignatureResult.ts"

/**
 * Returns the text that the last seal signs: all sets in relaxed canonical form, where the last seal has no signature.
 */
const sealedText = (sets: ReadonlyArray<ArcSet>): string =>
  sets
    .flatMap(({ results, seal, signature }, index) => {
      const last = index === sets.length - 1
      const texts = [results.raw, signature.raw, last ? withoutSignature(seal.raw) : seal.raw]
      return texts.map((raw) => canonicalizeField(raw, "relaxed"))
    })
    .join("\r\n")

const ALGORITHMS: ReadonlyArray<SignatureAlgorithm> = ["rsa-sha256", "ed25519-sha256"]

const verifySeal = Effect.fnUntraced(function* (resolver: Resolver, sets: ReadonlyArray<ArcSet>) {
  const tags = sets.at(-1)?.sealTags ?? new Map<string, string>()
  const algorithm = ALGORITHMS.find((name) => name === packed(tags, "a")?.toLowerCase())
  const domain = domainName(packed(tags, "d") ?? "")
  const selector = domainName(packed(tags, "s") ?? "")
  if (algorithm === undefined || domain === null || selector === null)
    return refused("permerror", "syntax", `The seal for instance ${sets.length} is malformed.`)
  const lookup = yield* fetchKeys(resolver, selector, domain, algorithm)
  if (!lookup.ok) return withoutKey(lookup.fault)
  yield* nextTurn
  const signature = Buffer.from(packed(tags, "b") ?? "", "base64")
  return matchingKey(sealedText(sets), signature, algorithm, lookup.keys) === null
    ? refused("fail", "headers_changed", `The ARC seal for instance ${sets.length} cannot be verified.`)
    : null
})

const verifyNewestSignature = Effect.fnUntraced(function* (
  resolver: Resolver,
  message: Message,
  { signature }: ArcSet,
  canonicalBody: (algorithm: Canonicalization) => Buffer,
  now: number
) {
  const parsed = parseSignature(signature, true)
  if (!parsed.ok) return refused("permerror", parsed.fault.code, parsed.fault.message)
  const lookup = yield* fetchKeys(resolver, parsed.tags.selector, parsed.tags.domain, parsed.tags.algorithm)
  yield* nextTurn
  const result = verifySignature(message, signature, parsed.tags, lookup, canonicalBody, now)
  return result.status === "pass" ? null : result
})

const verifyChain = Effect.fnUntraced(function* (
  resolver: Resolver,
  message: Message,
  sets: ReadonlyArray<ArcSet>,
  canonicalBody: (algorithm: Canonicalization) => Buffer,
  now: number
) {
  const newest = sets.at(-1)
  if (newest === undefined) return null
  const first: SignatureResult | null = yield* verifyNewestSignature(resolver, message, newest, canonicalBody, now)
  if (first !== null) return first
  for (let last = sets.length; last >= 1; last--) {
    const fault: SignatureResult | null = yield* verifySeal(resolver, sets.slice(0, last))
    if (fault !== null) return fault
  }
  return null
})

/** Verifies the ARC chain of a message. `now` is in seconds since the epoch. */
export const inspectArc = Effect.fnUntraced(function* (
  resolver: Resolver,
  message: Message,
  canonicalBody: (algorithm: Canonicalization) => Buffer,
  now: number
) {
  const chain = readChain(message)
  const base = { sets: 0, sealers: [], detail: null }
  if (chain.status === "none") return { ...base, status: "none" } satisfies ArcFacts
  if (chain.status === "fail") return { ...base, status: "fail", detail: chain.reason } satisfies ArcFacts
  if (chain.status === "too_long" || message.form.truncatedHeader) {
    const sets = chain.status === "too_long" ? chain.sets : chain.sets.length
    return {
      ...base,
      status: "unknown",
      sets,
      detail: "The chain is longer than a check allows."
    } satisfies ArcFacts
  }
  const { sets } = chain
  const sealers = sets.map(({ sealTags }) => domainName(packed(sealTags, "d") ?? ""))
  const fault = yield* verifyChain(resolver, message, sets, canonicalBody, now)
  return {
    status: fault === null ? "pass" : fault.status === "temperror" ? "unknown" : "fail",
    sets: sets.length,
    sealers,
    detail: fault?.detail ?? null
  } satisfies ArcFacts
})
