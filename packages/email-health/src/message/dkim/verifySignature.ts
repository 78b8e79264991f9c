import { createHash, publicDecrypt, verify } from "node:crypto"
import type { HeaderField } from "../mail/HeaderField.ts"
import type { Message } from "../mail/Message.ts"
import { withoutSignature } from "../mail/TagList.ts"
import { type Canonicalization, canonicalizeField } from "./canonicalize.ts"
import type { SignatureAlgorithm, SignatureTags } from "./DkimSignature.ts"
import type { KeyFault, KeyLookup, SignatureKey } from "./KeyLookup.ts"
import type { SignatureReason, SignatureResult } from "./SignatureResult.ts"

export const refused = (
  status: "fail" | "permerror" | "temperror",
  reason: SignatureReason,
  detail: string
): SignatureResult => ({ status, reason, detail, key: null })

export const withoutKey = ({ code, message }: KeyFault): SignatureResult =>
  refused(code === "key_unanswered" ? "temperror" : "permerror", code, message)

/**
 * Returns the key that verifies the signature of the text. For RSA, Node hashes the text. For Ed25519, the signature is
 * over the hash.
 */
export const matchingKey = (
  text: string,
  signature: Buffer,
  algorithm: SignatureAlgorithm,
  keys: ReadonlyArray<SignatureKey>
): SignatureKey | null => {
  const bytes = Buffer.from(text, "latin1")
  // For Ed25519, the signed message is the SHA-256 hash (RFC 8463 section 3).
  const [digest, signed] =
    algorithm === "rsa-sha256"
      ? (["sha256", bytes] as const)
      : ([null, createHash("sha256").update(bytes).digest()] as const)
  return (
    keys.find(({ key }) => {
      try {
        return verify(digest, signed, key, signature)
      } catch {
        return false
      }
    }) ?? null
  )
}

/**
 * Whether an RSA signature was made with a key, whatever the signed text was. The padding is correct only with the
 * right key (RFC 8017 section 8.2.2).
 */
const isMadeWith = (signature: Buffer, { key }: SignatureKey): boolean => {
  try {
    publicDecrypt(key, signature)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the result of a signature that none of the keys verifies. An Ed25519 signature does not show which key made
 * it (RFC 8032).
 */
const notVerified = ({ algorithm, signature }: SignatureTags, keys: ReadonlyArray<SignatureKey>): SignatureResult =>
  algorithm === "rsa-sha256" && !keys.some((key) => isMadeWith(signature, key))
    ? refused("fail", "key_mismatch", "The signature was not made with the published key.")
    : refused("fail", "headers_changed", "The signature does not match: a signed header or the key was changed.")

/**
 * Returns the signed fields. If a field is repeated, its lowest occurrence comes first. Absent fields are empty (RFC
 * 6376 section 5.4.2). The signature itself is never included (RFC 6376 section 3.5, "h").
 */
const signedText = (message: Message, field: HeaderField, { header, signed }: SignatureTags): string => {
  const left = new Map<string, Array<HeaderField>>()
  for (const each of message.fields) {
    if (each === field) continue
    const same = left.get(each.name)
    if (same === undefined) left.set(each.name, [each])
    else same.push(each)
  }
  const lines = signed.flatMap((name) => {
    const found = left.get(name)?.pop()
    return found === undefined ? [] : [`${canonicalizeField(found.raw, header)}\r\n`]
  })
  return lines.join("") + canonicalizeField(withoutSignature(field.raw), header)
}

const bodyFault = (tags: SignatureTags, body: Buffer): SignatureResult | null => {
  const { bodyHash, bodyLength } = tags
  if (bodyLength !== null && bodyLength > body.length)
    return refused("permerror", "body_length", "The body is shorter than its signed part.")
  const signed = bodyLength === null ? body : body.subarray(0, bodyLength)
  const actual = createHash("sha256").update(signed).digest("base64")
  return actual === bodyHash || Buffer.from(bodyHash, "base64").equals(Buffer.from(actual, "base64"))
    ? null
    : refused("fail", "body_changed", "The body was changed after it was signed.")
}

/** Verifies a parsed signature (RFC 6376 section 6.1). `now` is in seconds since the epoch. */
export const verifySignature = (
  message: Message,
  field: HeaderField,
  tags: SignatureTags,
  lookup: KeyLookup,
  canonicalBody: (algorithm: Canonicalization) => Buffer,
  now: number
): SignatureResult => {
  if (tags.expiresAt !== null && tags.expiresAt < now)
    return refused("permerror", "expired", "The signature has expired.")
  if (!lookup.ok) return withoutKey(lookup.fault)
  const strict = lookup.keys.some((key) => key.strict)
  if (strict && tags.identityDomain !== tags.domain)
    return refused("permerror", "strict_identity", "The key does not allow a subdomain as the signature's identity.")
  const fault = bodyFault(tags, canonicalBody(tags.body))
  if (fault !== null) return fault
  const key = matchingKey(signedText(message, field, tags), tags.signature, tags.algorithm, lookup.keys)
  return key === null ? notVerified(tags, lookup.keys) : { status: "pass", reason: null, detail: null, key }
}
