// This module parses input for which the one-pass scan returns `UNUSUAL`. Ordinary input never gets here.
import { MAX_ADDRESS, MAX_DOMAIN, MAX_LABEL } from "./lookup.ts"
import type { InvalidReason } from "./Verdict.ts"

/** The maximum length of a local part, in octets (RFC 5321 section 4.5.3.1.1). */
const MAX_LOCAL = 64
/** The maximum length of an input, which may include a display name. */
const MAX_INPUT = 1024

export type ReadAddress =
  | { readonly ok: true; readonly local: string | null; readonly domain: string; readonly literal: boolean }
  | { readonly ok: false; readonly reason: InvalidReason }

const no = (reason: InvalidReason): ReadAddress => ({ ok: false, reason })

// A local part consists of the atext of RFC 5322 section 3.2.3 and the UTF-8 of RFC 6531. Dots may be anywhere, because
// Japanese carriers issued addresses such as `a..b.@`.
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.\u00a0-\uffff-]+$/
const QUOTED_LOCAL_PART = /^"(?:[ !#-[\]-~\u00a0-\uffff]|\\[ -~])*"$/
const ADDRESS_LITERAL = /^\[(?:IPv6:[0-9a-f:]+(?:\d{1,3}(?:\.\d{1,3}){3})?|\d{1,3}(?:\.\d{1,3}){3})\]$/i
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*)$/i
const LABEL = `[a-z0-9](?:[a-z0-9-]{0,${MAX_LABEL - 2}}[a-z0-9])?`
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z])${LABEL}$`)
const ASCII_OF_DOMAINS = /^[a-z0-9.-]*$/i

const octets = (text: string): number => new TextEncoder().encode(text).length

// The entry is 1 for each character that an ordinary ASCII local part can contain.
const PLAIN = new Uint8Array(128)
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~.")
  PLAIN[char.charCodeAt(0)] = 1

/** Returns whether the part before the @, whose index is `at`, is an ordinary local part. */
export const hasPlainLocalPart = (text: string, at: number): boolean => {
  if (at > MAX_LOCAL) return false
  for (let i = 0; i < at; i++) {
    const code = text.charCodeAt(i)
    if (code > 127 || PLAIN[code] === 0) return false
  }
  return true
}

const localProblem = (local: string): InvalidReason | null => {
  if (octets(local) > MAX_LOCAL) return "too_long"
  return LOCAL_PART.test(local) || QUOTED_LOCAL_PART.test(local) ? null : "bad_local_part"
}

// URL is the only IDNA implementation in every runtime. The ASCII characters are checked before. Other characters could
// introduce URL syntax, but URL maps or rejects them.
const toAscii = (text: string): string | null => {
  const ascii = text.replace(/[\u0080-\u{10ffff}]/gu, "")
  if (ascii === text) return text.toLowerCase()
  if (!ASCII_OF_DOMAINS.test(ascii)) return null
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return null
  }
}

const readDomain = (text: string): ReadAddress => {
  if (text.length > MAX_INPUT) return no("too_long")
  const ascii = toAscii(text)
  if (ascii === null) return no("bad_domain")
  const domain = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii
  if (domain.length > MAX_DOMAIN) return no("too_long")
  if (IP_ADDRESS.test(domain)) return no("ip_address")
  if (DOMAIN.test(domain)) return { ok: true, local: null, domain, literal: false }
  return no(/^[a-z0-9-]+$/.test(domain) ? "single_label" : "bad_domain")
}

// Returns the index of the last @ that is not inside a quoted local part.
const splitAt = (text: string): number => {
  if (!text.startsWith('"')) return text.lastIndexOf("@")
  for (let i = 1; i < text.length; i++) {
    if (text[i] === "\\") i++
    else if (text[i] === '"') return text[i + 1] === "@" ? i + 1 : -1
  }
  return -1
}

/**
 * Parses `local@domain`, `domain` and `Name <local@domain>`. Accepts surrounding white space, quoted local parts,
 * internationalized domain names and address literals.
 */
export const readAddress = (input: string): ReadAddress => {
  if (input.length > MAX_INPUT) return no("too_long")
  let text = input.trim()
  if (text === "") return no("empty")
  if (text.endsWith(">")) {
    const open = text.lastIndexOf("<")
    if (open < 0) return no("bad_display_form")
    text = text.slice(open + 1, -1)
    if (!text.includes("@")) return no("bad_display_form")
  }
  const at = splitAt(text)
  if (at < 0) return text.startsWith('"') ? no("bad_local_part") : readDomain(text)
  const local = text.slice(0, at)
  const problem = localProblem(local)
  if (problem !== null) return no(problem)
  const host = text.slice(at + 1)
  const read: ReadAddress = ADDRESS_LITERAL.test(host)
    ? { ok: true, local, domain: host, literal: true }
    : readDomain(host)
  if (!read.ok) return read
  return octets(local) + 1 + read.domain.length > MAX_ADDRESS ? no("too_long") : { ...read, local }
}
