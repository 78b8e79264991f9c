import { type DkimKey, parseDkimKey } from "../../dkim/DkimKey.ts"
import type { DnsErrorReason, TxtData } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createPublicKey, type KeyObject } from "node:crypto"
import { MAX_KEYS_PER_SELECTOR } from "../limits.ts"
import type { SignatureAlgorithm } from "./DkimSignature.ts"
import type { KeyFault, KeyLookup, SignatureKey } from "./KeyLookup.ts"
import { keyName } from "./keyName.ts"

/**
 * The shortest key that verifiers accept, and the longest key that they must support, in bits (RFC 8301 section 3.2).
 */
const MIN_RSA_BITS = 1_024
const MAX_RSA_BITS = 4_096
const ED25519_PREFIX = Buffer.from("302a300506032b6570032100", "hex")

const textOfRecord = ({ chunks }: TxtData): string => chunks.join("")

const fault = (code: KeyFault["code"], message: string): KeyFault => ({ code, message })

const publicKey = ({ data }: DkimKey, type: "rsa" | "ed25519"): KeyObject | null => {
  const bytes = Buffer.from(data, "base64")
  const encodings = type === "ed25519" ? (["spki"] as const) : (["spki", "pkcs1"] as const)
  for (const encoding of encodings) {
    try {
      return createPublicKey({
        key: type === "ed25519" ? Buffer.concat([ED25519_PREFIX, bytes]) : bytes,
        format: "der",
        type: encoding
      })
    } catch {
      // Tries the other encoding: RFC 6376 section 3.6.1 specifies PKCS #1, but most domains publish
      // SubjectPublicKeyInfo.
    }
  }
  return null
}

const readKey = (text: string, algorithm: SignatureAlgorithm): SignatureKey | KeyFault => {
  const parsed = parseDkimKey(text)
  const { faults, keyBits, keyType, status, strict, testing } = parsed
  if (status === "revoked") return fault("key_revoked", "The key was revoked.")
  const [first] = faults
  if (first !== undefined || keyType === null || keyBits === null)
    return fault("key_invalid", first?.message ?? "The record does not contain a key.")
  if (!algorithm.startsWith(keyType))
    return fault("key_type", `The key is of type ${keyType}, but the signature uses ${algorithm}.`)
  if (keyType === "rsa" && keyBits < MIN_RSA_BITS)
    return fault("key_too_short", `The key has ${keyBits} bits, and verifiers ignore keys below ${MIN_RSA_BITS}.`)
  if (keyType === "rsa" && keyBits > MAX_RSA_BITS)
    return fault(
      "key_too_long",
      `The key has ${keyBits} bits, and verifiers do not have to accept more than ${MAX_RSA_BITS}.`
    )
  const key = publicKey(parsed, keyType)
  return key === null ? fault("key_invalid", "The data is not a public key.") : { key, bits: keyBits, testing, strict }
}

const isKeyRecord = (text: string): boolean => /(?:^|;)\s{0,9}(?:v\s{0,9}=\s{0,9}DKIM1|p\s{0,9}=)/i.test(text)

const readKeys = (texts: ReadonlyArray<string>, algorithm: SignatureAlgorithm): KeyLookup => {
  const records = texts.filter(isKeyRecord)
  if (records.length === 0) return { ok: false, fault: fault("key_missing", "No key is published.") }
  const read = records.slice(0, MAX_KEYS_PER_SELECTOR).map((text) => readKey(text, algorithm))
  const keys = read.filter((each): each is SignatureKey => "key" in each)
  const bad = read.find((each): each is KeyFault => "code" in each)
  return keys.length > 0 || bad === undefined ? { ok: true, keys, records: records.length } : { ok: false, fault: bad }
}

const unanswered = (reason: DnsErrorReason): KeyLookup =>
  reason === "BadName"
    ? { ok: false, fault: fault("key_missing", "The key's name is too long.") }
    : { ok: false, fault: fault("key_unanswered", `DNS did not respond (${reason}).`) }

export const fetchKeys = (
  resolver: Resolver,
  selector: string,
  domain: string,
  algorithm: SignatureAlgorithm
): Effect.Effect<KeyLookup> =>
  Effect.map(Effect.result(resolver.query(keyName(selector, domain), "TXT")), (found) =>
    Result.isFailure(found)
      ? unanswered(found.failure.reason)
      : readKeys(found.success.records.map(textOfRecord), algorithm)
  )
