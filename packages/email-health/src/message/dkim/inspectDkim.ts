import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { MAX_SIGNATURES } from "../limits.ts"
import type { HeaderField } from "../mail/HeaderField.ts"
import { fieldsNamed, type Message } from "../mail/Message.ts"
import { nextTurn } from "../nextTurn.ts"
import type { Canonicalization } from "./canonicalize.ts"
import { parseSignature } from "./DkimSignature.ts"
import { fetchKeys } from "./signatureKey.ts"
import { refused, verifySignature } from "./verifySignature.ts"
import type { DkimFacts, DkimSignatureFacts } from "./DkimFacts.ts"
import type { SignatureResult } from "./SignatureResult.ts"

const unusable = (result: SignatureResult, domain: string | null, selector: string | null): DkimSignatureFacts => ({
  domain,
  selector,
  algorithm: null,
  canonicalization: null,
  status: result.status,
  reason: result.reason,
  detail: result.detail,
  keyBits: null,
  testing: false,
  signedHeaders: [],
  bodyLength: null,
  unsignedOctets: 0,
  keyRecords: null
})

const inspectSignature = Effect.fnUntraced(function* (
  resolver: Resolver,
  message: Message,
  field: HeaderField,
  canonicalBody: (algorithm: Canonicalization) => Buffer,
  now: number
) {
  const parsed = parseSignature(field)
  if (!parsed.ok)
    return unusable(refused("permerror", parsed.fault.code, parsed.fault.message), parsed.domain, parsed.selector)
  const { domain, selector, tags } = parsed
  if (message.form.truncatedHeader)
    return unusable(refused("permerror", "header_limit", "The header section is too large."), domain, selector)
  const lookup = yield* fetchKeys(resolver, tags.selector, tags.domain, tags.algorithm)
  yield* nextTurn
  const { detail, key, reason, status } = verifySignature(message, field, tags, lookup, canonicalBody, now)
  return {
    domain,
    selector,
    algorithm: tags.algorithm,
    canonicalization: `${tags.header}/${tags.body}`,
    status,
    reason,
    detail,
    keyBits: key?.bits ?? null,
    testing: key?.testing ?? false,
    signedHeaders: tags.signed,
    bodyLength: tags.bodyLength,
    unsignedOctets: tags.bodyLength === null ? 0 : Math.max(0, canonicalBody(tags.body).length - tags.bodyLength),
    keyRecords: lookup.ok ? lookup.records : null
  } satisfies DkimSignatureFacts
})

/** Verifies the topmost DKIM signatures of a message. `now` is in seconds since the epoch. */
export const inspectDkim = Effect.fnUntraced(function* (
  resolver: Resolver,
  message: Message,
  canonicalBody: (algorithm: Canonicalization) => Buffer,
  now: number
) {
  const fields = fieldsNamed(message, "dkim-signature")
  const signatures = yield* Effect.forEach(fields.slice(0, MAX_SIGNATURES), (field) =>
    inspectSignature(resolver, message, field, canonicalBody, now)
  )
  return { signatures, skipped: Math.max(0, fields.length - MAX_SIGNATURES) } satisfies DkimFacts
})
