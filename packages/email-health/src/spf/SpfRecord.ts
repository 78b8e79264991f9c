import { argumentsOf, aString } from "@mon/bundled/arguments"
import { ADDRESS_BITS, type Cidr, hasHostBits, parseIpAddress } from "@mon/public-net/policy"
import { type MacroString, type MacroParseResult, parseDomainSpec, parseMacroString } from "./MacroString.ts"

const acceptParseSpf = /* @__PURE__ */ argumentsOf("parseSpf", () => ({ text: aString }))

export type Qualifier = "+" | "-" | "~" | "?"
type MechanismName = "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists"

/** The text and the position of a term. Offsets are in characters from the start of the record. */
interface TermPosition {
  readonly text: string
  readonly offset: number
}

/** A term that may match the client (RFC 7208 section 5). */
export interface Mechanism extends TermPosition {
  readonly kind: "mechanism"
  readonly name: MechanismName
  readonly qualifier: Qualifier
  /** The domain of the term; null if the term uses the domain that is being evaluated. */
  readonly domain: MacroString | null
  /** The network of an ip4 or ip6 mechanism; null for other mechanisms. */
  readonly network: Cidr | null
  /** The prefix lengths for IPv4 and IPv6 clients. Only the mechanisms a and mx use them. */
  readonly prefixes: { readonly 4: number; readonly 6: number }
}

/** A term of the form `name=value` (RFC 7208 section 6). */
export interface Modifier extends TermPosition {
  readonly kind: "modifier"
  /** The name in lower case. */
  readonly name: string
  readonly value: MacroString
}

/** One term of a record. */
export type SpfTerm = Mechanism | Modifier

/** The kind of a syntax error. Receivers return "permerror" for every kind (RFC 7208 section 4.6). */
export type SpfSyntaxErrorCode =
  | "bad_character"
  | "unknown_mechanism"
  | "missing_argument"
  | "unexpected_argument"
  | "bad_domain_spec"
  | "bad_macro"
  | "bad_ip4"
  | "bad_ip6"
  | "bad_prefix_length"
  | "duplicate_modifier"

/** One syntax error in a record. */
export interface SpfSyntaxError {
  readonly code: SpfSyntaxErrorCode
  /** The position of the error, in characters from the start of the record. */
  readonly offset: number
  readonly length: number
  /** The term that contains the error. */
  readonly term: string
  readonly message: string
}

/** A parsed SPF record. The parser reads the record to its end despite errors. */
export interface SpfRecord {
  readonly text: string
  readonly terms: ReadonlyArray<SpfTerm>
  readonly mechanisms: ReadonlyArray<Mechanism>
  /** The redirect; null if there is none, or if an "all" overrides it (RFC 7208 section 6.1). */
  readonly redirect: Modifier | null
  readonly exp: Modifier | null
  /** The syntax errors; empty if the record is valid. */
  readonly errors: ReadonlyArray<SpfSyntaxError>
}

const VERSION = /^v=spf1(?= |$)/i
const MODIFIER = /^([a-z][a-z0-9_.-]*)=/i
const MECHANISM = /^([+\-~?]?)([a-z0-9_.-]+)([:/].*)?$/is
const INVISIBLE = /[^\u0021-\u007e]/u
const PREFIX_6 = /\/\/([^/]*)$/
const PREFIX_4 = /\/(\d*)$/
const LENGTH = /^(?:0|[1-9]\d{0,2})$/

/** Whether a TXT record is an SPF record (RFC 7208 section 4.5). */
export const isSpf = (text: string): boolean => VERSION.test(text)

type Fault = Omit<SpfSyntaxError, "term" | "length"> & { readonly length?: number }
type Read<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly fault: Fault }

const right = <A>(value: A): Read<A> => ({ ok: true, value })
const wrong = (
  code: SpfSyntaxErrorCode,
  offset: number,
  message: string
): { readonly ok: false; readonly fault: Fault } => ({
  ok: false,
  fault: { code, offset, message }
})

const shifted = (parsed: MacroParseResult, by: number): Read<MacroString> =>
  parsed.ok ? right(parsed.value) : wrong(parsed.fault.code, parsed.fault.offset + by, parsed.fault.message)

/** The parts of a mechanism. The offset of the argument is counted from the start of the term. */
interface Pieces extends TermPosition {
  readonly name: MechanismName
  readonly qualifier: Qualifier
  /** The argument with its ":" or "/"; "" if there is none. */
  readonly argument: string
  readonly at: number
}

const make = (pieces: Pieces, found: Partial<Pick<Mechanism, "domain" | "network" | "prefixes">>): Read<Mechanism> =>
  right({
    kind: "mechanism",
    name: pieces.name,
    qualifier: pieces.qualifier,
    text: pieces.text,
    offset: pieces.offset,
    domain: null,
    network: null,
    prefixes: ADDRESS_BITS,
    ...found
  })

const readAll = (pieces: Pieces): Read<Mechanism> =>
  pieces.argument === ""
    ? make(pieces, {})
    : wrong("unexpected_argument", pieces.at, `"${pieces.name}" takes no argument.`)

const readDomain = (pieces: Pieces): Read<Mechanism> => {
  if (!pieces.argument.startsWith(":") || pieces.argument === ":")
    return wrong("missing_argument", pieces.at, `"${pieces.name}" must be followed by ":" and a domain name.`)
  const domain = shifted(parseDomainSpec(pieces.argument.slice(1)), pieces.at + 1)
  return domain.ok ? make(pieces, { domain: domain.value }) : domain
}

const readPtr = (pieces: Pieces): Read<Mechanism> => (pieces.argument === "" ? make(pieces, {}) : readDomain(pieces))

const prefixFault = (family: 4 | 6, at: number) =>
  wrong(
    "bad_prefix_length",
    at,
    `The prefix length of IPv${family} must be a number from 0 to ${ADDRESS_BITS[family]}.`
  )

const prefixOf = (text: string, family: 4 | 6): number | null =>
  LENGTH.test(text) && Number(text) <= ADDRESS_BITS[family] ? Number(text) : null

const readHost = (pieces: Pieces): Read<Mechanism> => {
  let rest = pieces.argument
  const six = PREFIX_6.exec(rest)
  const prefix6 = six === null ? ADDRESS_BITS[6] : prefixOf(six[1] ?? "", 6)
  if (six !== null) rest = rest.slice(0, six.index)
  const four = PREFIX_4.exec(rest)
  const prefix4 = four === null ? ADDRESS_BITS[4] : prefixOf(four[1] ?? "", 4)
  if (four !== null) rest = rest.slice(0, four.index)
  if (prefix6 === null) return prefixFault(6, pieces.at + (six?.index ?? 0))
  if (prefix4 === null) return prefixFault(4, pieces.at + (four?.index ?? 0))
  const prefixes = { 4: prefix4, 6: prefix6 }
  if (rest === "") return make(pieces, { prefixes })
  if (!rest.startsWith(":")) return prefixFault(4, pieces.at)
  const domain = shifted(parseDomainSpec(rest.slice(1)), pieces.at + 1)
  return domain.ok ? make(pieces, { prefixes, domain: domain.value }) : domain
}

const readNetwork =
  (family: 4 | 6) =>
  (pieces: Pieces): Read<Mechanism> => {
    const code = family === 4 ? "bad_ip4" : "bad_ip6"
    const value = pieces.argument.slice(1)
    if (!pieces.argument.startsWith(":") || value === "")
      return wrong("missing_argument", pieces.at, `"ip${family}" must be followed by ":" and an IPv${family} network.`)
    const slash = value.indexOf("/")
    const address = parseIpAddress(slash < 0 ? value : value.slice(0, slash))
    if (address === null) return wrong(code, pieces.at + 1, `Not an IPv${family} address.`)
    if (address.family !== family)
      return wrong(code, pieces.at + 1, `An IPv${address.family} address must follow "ip${address.family}:".`)
    const prefix = slash < 0 ? ADDRESS_BITS[family] : prefixOf(value.slice(slash + 1), family)
    return prefix === null ? prefixFault(family, pieces.at + 1 + slash) : make(pieces, { network: { address, prefix } })
  }

const READERS: { readonly [Name in MechanismName]: (pieces: Pieces) => Read<Mechanism> } = {
  all: readAll,
  include: readDomain,
  a: readHost,
  mx: readHost,
  ptr: readPtr,
  ip4: readNetwork(4),
  ip6: readNetwork(6),
  exists: readDomain
}

const isMechanism = (name: string): name is MechanismName => Object.hasOwn(READERS, name)
const isQualifier = (text: string): text is Qualifier => text !== "" && "+-~?".includes(text)

const readModifier = (text: string, offset: number, name: string): Read<SpfTerm> => {
  const begin = name.length + 1
  const known = name === "redirect" || name === "exp"
  const value = shifted((known ? parseDomainSpec : parseMacroString)(text.slice(begin)), begin)
  return value.ok ? right({ kind: "modifier", name, value: value.value, text, offset }) : value
}

const readTerm = (text: string, offset: number): Read<SpfTerm> => {
  const invisible = INVISIBLE.exec(text)
  if (invisible !== null) {
    const code = invisible[0].codePointAt(0) ?? 0
    return wrong(
      "bad_character",
      invisible.index,
      `The character U+${code.toString(16).toUpperCase().padStart(4, "0")} is not allowed in an SPF record.`
    )
  }
  const modifier = MODIFIER.exec(text)
  if (modifier !== null) return readModifier(text, offset, (modifier[1] ?? "").toLowerCase())
  const match = MECHANISM.exec(text)
  const name = match?.[2]?.toLowerCase() ?? ""
  if (match === null || !isMechanism(name))
    return wrong(
      "unknown_mechanism",
      0,
      `There is no mechanism "${text.length > 60 ? `${text.slice(0, 60)}...` : text}".`
    )
  const sign = match[1] ?? ""
  return READERS[name]({
    text,
    offset,
    name,
    qualifier: isQualifier(sign) ? sign : "+",
    argument: match[3] ?? "",
    at: sign.length + name.length
  })
}

/**
 * Parses an SPF record to its end. It returns syntax errors with their position and never throws them (RFC 7208
 * sections 4.6 and 12).
 *
 * @example
 * parseSpf("v=spf1 ip4:192.0.2.0/33 -all").errors[0]?.code // => "bad_prefix_length"
 * parseSpf("v=spf1 include:_spf.example.com ~all").mechanisms.map(({ name, qualifier }) => qualifier + name) // => ["+include", "~all"]
 */
export const parseSpf = (text: string): SpfRecord => {
  acceptParseSpf(text)
  const terms: Array<SpfTerm> = []
  const errors: Array<SpfSyntaxError> = []
  const seen = new Set<string>()
  for (let at = text.indexOf(" "); at >= 0 && at < text.length;) {
    if (text.charAt(at) === " ") {
      at++
      continue
    }
    const space = text.indexOf(" ", at)
    const end = space < 0 ? text.length : space
    const term = text.slice(at, end)
    const read = readTerm(term, at)
    if (!read.ok)
      errors.push({ ...read.fault, offset: at + read.fault.offset, length: end - at - read.fault.offset, term })
    else {
      terms.push(read.value)
      const { kind, name } = read.value
      if (kind === "modifier" && (name === "redirect" || name === "exp")) {
        if (seen.has(name))
          errors.push({
            code: "duplicate_modifier",
            offset: at,
            length: end - at,
            term,
            message: `"${name}" may occur only once.`
          })
        seen.add(name)
      }
    }
    at = end
  }
  const mechanisms = terms.filter((term): term is Mechanism => term.kind === "mechanism")
  const modifier = (name: string): Modifier | null =>
    terms.find((term): term is Modifier => term.kind === "modifier" && term.name === name) ?? null
  return {
    text,
    terms,
    mechanisms,
    errors,
    exp: modifier("exp"),
    redirect: mechanisms.some(({ name }) => name === "all") ? null : modifier("redirect")
  }
}

export const networkHasHostBits = ({ network }: Mechanism): boolean => network !== null && hasHostBits(network)
