import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseTagList, type TagList, valueOf } from "../TagList.ts"
import { rsaKeyBits } from "./rsaKey.ts"

const acceptParseDkimKey = /* @__PURE__ */ argumentsOf("parseDkimKey", () => ({ text: aString }))

/**
 * The status of a key. "weak": an RSA key that is shorter than RFC 8301 requires of signers, which verifiers may accept
 * or refuse.
 */
export type DkimKeyStatus = "valid" | "weak" | "revoked" | "testing" | "malformed"

/** The reason why verifiers ignore a key record (RFC 6376 section 3.6.1, RFC 8301, RFC 8463). */
export type DkimFaultCode =
  | "duplicate_tag"
  | "malformed_tag"
  | "bad_version"
  | "version_not_first"
  | "no_key_data"
  | "bad_base64"
  | "bad_key_data"
  | "wrapped_ed25519"
  | "unknown_key_type"
  | "not_for_mail"
  | "only_sha1"

/** A parsed key record (RFC 6376 section 3.6.1, RFC 8463). */
export interface DkimKey {
  readonly status: DkimKeyStatus
  readonly keyType: "rsa" | "ed25519" | null
  /** The length of the modulus in bits; 256 for Ed25519; null if the key cannot be read. */
  readonly keyBits: number | null
  readonly testing: boolean
  /** Whether the "i" domain must equal the "d" domain (RFC 6376 section 3.6.1, "t=s"). */
  readonly strict: boolean
  /** The reasons why verifiers ignore the key; empty for a working key. */
  readonly faults: ReadonlyArray<{ readonly code: DkimFaultCode; readonly message: string }>
  /** The published key without blanks; "" if the key is revoked. */
  readonly data: string
}

/** The shortest RSA key that verifiers may accept, in bits (RFC 8301 section 3.2). */
export const MIN_RSA_BITS = 1024
/** The shortest RSA key that signers should use, in bits (RFC 8301 section 3.2). */
export const GOOD_RSA_BITS = 2048
/** The longest RSA key that verifiers must support, in bits (RFC 8301 section 3.2). */
export const MAX_RSA_BITS = 4096

const ED25519_OCTETS = 32
const ED25519_SPKI = "302a300506032b6570032100"
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

type Fault = DkimKey["faults"][number]
interface KeyData {
  readonly bits: number | null
  readonly fault: Fault | null
}

const fault = (code: DkimFaultCode, message: string): Fault => ({ code, message })

const readRsa = (bytes: Uint8Array): KeyData => {
  const bits = rsaKeyBits(bytes)
  return bits === null
    ? { bits, fault: fault("bad_key_data", "The data is not an RSA public key.") }
    : { bits, fault: null }
}

const readEd25519 = (bytes: Uint8Array): KeyData => {
  if (bytes.length === ED25519_OCTETS) return { bits: 256, fault: null }
  const wrapped =
    bytes.length === ED25519_OCTETS + ED25519_SPKI.length / 2 &&
    Array.from(bytes, (octet) => octet.toString(16).padStart(2, "0"))
      .join("")
      .startsWith(ED25519_SPKI)
  return {
    bits: null,
    fault: wrapped
      ? fault(
          "wrapped_ed25519",
          "The key is wrapped as SubjectPublicKeyInfo, but an Ed25519 key record must contain only the 32 octets of the key."
        )
      : fault("bad_key_data", `An Ed25519 key must have ${ED25519_OCTETS} octets, but this key has ${bytes.length}.`)
  }
}

const READERS = { rsa: readRsa, ed25519: readEd25519 } as const

const isKeyType = (text: string): text is keyof typeof READERS => Object.hasOwn(READERS, text)

const readData = (type: keyof typeof READERS, data: string): KeyData => {
  const digits = data.replace(/=+$/, "")
  const isPadded = digits.length === data.length || data.length % 4 === 0
  if (!BASE64.test(data) || !isPadded || digits.length % 4 === 1)
    return { bits: null, fault: fault("bad_base64", "The key is not base64.") }
  return READERS[type](Uint8Array.from(atob(digits), (octet) => octet.charCodeAt(0)))
}

const listed = (value: string | null): ReadonlyArray<string> =>
  (value ?? "")
    .split(":")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== "")

const tagFaults = (list: TagList): ReadonlyArray<Fault> => {
  const version = valueOf(list, "v")
  const hashes = listed(valueOf(list, "h"))
  const services = listed(valueOf(list, "s"))
  return [
    ...(list.duplicates.length > 0 ? [fault("duplicate_tag", `The tag "${list.duplicates[0]}" occurs twice.`)] : []),
    ...(list.malformed.length > 0
      ? [fault("malformed_tag", `"${list.malformed[0]?.text.slice(0, 40)}" is not a tag.`)]
      : []),
    ...(list.hasEmpty
      ? [fault("malformed_tag", "A tag is empty: the list starts with a semicolon or has two in a row.")]
      : []),
    ...(version !== null && version !== "DKIM1"
      ? [fault("bad_version", `The version is "${version.slice(0, 20)}", but only DKIM1 is valid.`)]
      : []),
    ...(version === "DKIM1" && list.tags[0]?.name !== "v"
      ? [fault("version_not_first", "The version must be the first tag.")]
      : []),
    ...(services.length > 0 && !services.includes("*") && !services.includes("email")
      ? [fault("not_for_mail", "The key is for a service other than email.")]
      : []),
    ...(hashes.length > 0 && !hashes.includes("sha256")
      ? [
          fault(
            "only_sha1",
            "Only SHA-1 signatures are allowed, and verifiers must not accept SHA-1 signatures (RFC 8301 section 3.1)."
          )
        ]
      : [])
  ]
}

const statusOf = (
  faults: ReadonlyArray<Fault>,
  revoked: boolean,
  testing: boolean,
  type: DkimKey["keyType"],
  bits: number | null
): DkimKeyStatus => {
  if (faults.length > 0) return "malformed"
  if (revoked) return "revoked"
  if (type === "rsa" && bits !== null && bits < GOOD_RSA_BITS) return "weak"
  return testing ? "testing" : "valid"
}

/** The starts of other email records. Some have a "p" tag, and a wildcard may publish them at every selector. */
const OTHER = /^\W*v\s*[=:]\s*(?:dmarc|spf|bimi|sts|tls-?rpt)/i

/** Whether a TXT record was meant to be a key record. */
export const isKeyRecord = (text: string): boolean =>
  !OTHER.test(text) && /(?:^|[;,"\s])\s*v\s*[=:]\s*DKIM1|(?:^|[;,"])\s*p\s*=/i.test(text)

/**
 * Parses a DKIM key record (RFC 6376 section 3.6.1, RFC 8301, RFC 8463) from the joined chunks of its TXT record.
 *
 * @example
 * parseDkimKey("v=DKIM1; p=").status // => "revoked"
 * parseDkimKey("v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=").keyBits // => 256
 */
export const parseDkimKey = (text: string): DkimKey => {
  acceptParseDkimKey(text)
  const list = parseTagList(text)
  const published = valueOf(list, "p")
  const data = (published ?? "").replace(/\s+/g, "")
  const named = (valueOf(list, "k") ?? "rsa").toLowerCase()
  const keyType = isKeyType(named) ? named : null
  const revoked = published !== null && data === ""
  const read: KeyData = keyType === null || data === "" ? { bits: null, fault: null } : readData(keyType, data)
  const flags = listed(valueOf(list, "t"))
  const testing = flags.includes("y")
  const faults = [
    ...tagFaults(list),
    ...(published === null ? [fault("no_key_data", 'There is no "p" tag with the key.')] : []),
    ...(keyType === null ? [fault("unknown_key_type", `The key type "${named.slice(0, 20)}" is unknown.`)] : []),
    ...(read.fault === null ? [] : [read.fault])
  ]
  return {
    status: statusOf(faults, revoked, testing, keyType, read.bits),
    keyType,
    keyBits: read.bits,
    testing,
    strict: flags.includes("s"),
    faults,
    data
  }
}

export const isUsable = ({ faults, data, keyType, keyBits }: DkimKey): boolean =>
  faults.length === 0 && data !== "" && (keyType !== "rsa" || (keyBits ?? 0) >= MIN_RSA_BITS)
