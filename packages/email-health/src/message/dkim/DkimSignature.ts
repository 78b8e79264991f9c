import type { HeaderField } from "../mail/HeaderField.ts"
import { listed, numberOf, packed, parseTags, type Tags } from "../mail/TagList.ts"
import { domainName } from "../mail/domainName.ts"
import type { Canonicalization } from "./canonicalize.ts"

/** The algorithms that verifiers accept (RFC 8301 section 3.1, RFC 8463 section 3). */
export type SignatureAlgorithm = "rsa-sha256" | "ed25519-sha256"

export interface SignatureTags {
  readonly algorithm: SignatureAlgorithm
  /** The "d" domain in IDNA ASCII and lower case. */
  readonly domain: string
  readonly selector: string
  readonly header: Canonicalization
  readonly body: Canonicalization
  /** The names of the signed headers in lower case, in order. */
  readonly signed: ReadonlyArray<string>
  /** The number of signed octets of the body; null if the whole body is signed. */
  readonly bodyLength: number | null
  readonly bodyHash: string
  readonly signature: Buffer
  /** The domain of the "i" tag. */
  readonly identityDomain: string
  /** The time of the signature, in seconds since the epoch. */
  readonly signedAt: number | null
  readonly expiresAt: number | null
}

export interface SignatureFault {
  readonly code: "syntax" | "sha1" | "from_not_signed"
  /** A sentence for people. Its wording may change. */
  readonly message: string
}

/** A parsed signature header. The domain and the selector are null if they cannot be read. */
export type SignatureHeader = { readonly domain: string | null; readonly selector: string | null } & (
  | { readonly ok: true; readonly tags: SignatureTags }
  | { readonly ok: false; readonly fault: SignatureFault }
)

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const ALGORITHMS = ["rsa-sha256", "ed25519-sha256"] as const
/** The most header names that are read from a signature. No real signature names more headers. */
const MAX_SIGNED_FIELDS = 256

const canonicalization = (text: string | undefined): Canonicalization | null =>
  text === undefined || text === "simple" ? "simple" : text === "relaxed" ? "relaxed" : null

const syntax = (message: string): SignatureFault => ({ code: "syntax", message })

/** Decodes DKIM-Quoted-Printable (RFC 6376 section 2.11). */
const unquoted = (text: string): string =>
  text.replace(/=([0-9a-f]{2})/gi, (_, octet: string) => String.fromCharCode(Number.parseInt(octet, 16)))

/** Returns the domain of the "i" tag; null unless it is the "d" domain or a subdomain of it. */
const identityOf = (tags: Tags, domain: string): string | null => {
  const written = packed(tags, "i")
  if (written === null) return domain
  const identity = unquoted(written)
  const found = domainName(identity.slice(identity.lastIndexOf("@") + 1))
  return found !== null && (found === domain || found.endsWith(`.${domain}`)) ? found : null
}

const algorithmOf = (tags: Tags): SignatureAlgorithm | SignatureFault => {
  const named = packed(tags, "a")?.toLowerCase() ?? ""
  if (named === "rsa-sha1")
    return { code: "sha1", message: "The signature uses SHA-1, which verifiers must not accept." }
  return ALGORITHMS.find((each) => each === named) ?? syntax(`The algorithm "${named.slice(0, 40)}" is unknown.`)
}

const readTags = (tags: Tags, isArc: boolean): SignatureTags | SignatureFault => {
  const missing = ["a", "b", "bh", "d", "h", "s"].find((name) => (packed(tags, name) ?? "") === "")
  if (missing !== undefined) return syntax(`The tag "${missing}" is missing.`)
  if (!isArc && packed(tags, "v") !== "1") return syntax("The version is not 1.")
  const algorithm = algorithmOf(tags)
  if (typeof algorithm !== "string") return algorithm
  const domain = domainName(packed(tags, "d") ?? "")
  const selector = domainName(packed(tags, "s") ?? "")
  if (domain === null || selector === null) return syntax("The domain or the selector is not a name.")
  const identityDomain = isArc ? domain : identityOf(tags, domain)
  if (identityDomain === null) return syntax('The domain of the "i" tag is not within the domain of the "d" tag.')
  const [headerName, bodyName, ...more] = (packed(tags, "c")?.toLowerCase() ?? "simple").split("/")
  const header = canonicalization(headerName)
  const body = canonicalization(bodyName)
  if (header === null || body === null || more.length > 0) return syntax("The canonicalization is unknown.")
  const query = packed(tags, "q")
  if (query !== null && !query.toLowerCase().split(":").includes("dns/txt"))
    return syntax("The key is not published in DNS.")
  const signature = packed(tags, "b") ?? ""
  const bodyHash = packed(tags, "bh") ?? ""
  if (!BASE64.test(signature) || !BASE64.test(bodyHash)) return syntax("The signature or the body hash is not base64.")
  const [bodyLength, signedAt, expiresAt] = ["l", isArc ? "" : "t", isArc ? "" : "x"].map((name) =>
    numberOf(tags, name)
  )
  if ([bodyLength, signedAt, expiresAt].some((number) => Number.isNaN(number)))
    return syntax('A tag "l", "t" or "x" is not a number.')
  if ((expiresAt ?? null) !== null && (signedAt ?? null) !== null && (expiresAt ?? 0) <= (signedAt ?? 0))
    return syntax("The signature expires before it was made.")
  const signed = listed(tags, "h")
  if (signed.length > MAX_SIGNED_FIELDS) return syntax(`The signature lists more than ${MAX_SIGNED_FIELDS} fields.`)
  if (isArc && signed.includes("arc-seal")) return syntax("The signature covers an ARC-Seal.")
  if (!signed.includes("from"))
    return { code: "from_not_signed", message: "The signature does not cover the From header." }
  return {
    algorithm,
    domain,
    selector,
    header,
    body,
    signed,
    bodyLength: bodyLength ?? null,
    bodyHash,
    signature: Buffer.from(signature, "base64"),
    identityDomain,
    signedAt: signedAt ?? null,
    expiresAt: expiresAt ?? null
  }
}

/** Parses a DKIM-Signature (RFC 6376 section 3.5), or an ARC-Message-Signature (RFC 8617 section 4.1.2). */
export const parseSignature = ({ raw }: HeaderField, isArc = false): SignatureHeader => {
  const tags = parseTags(raw.slice(raw.indexOf(":") + 1))
  if (tags === null)
    return { ok: false, domain: null, selector: null, fault: syntax("The header is not a list of tags.") }
  const domain = domainName(packed(tags, "d") ?? "")
  const selector = domainName(packed(tags, "s") ?? "")
  const read = readTags(tags, isArc)
  return "code" in read
    ? { ok: false, domain, selector, fault: read }
    : { ok: true, domain: read.domain, selector: read.selector, tags: read }
}
