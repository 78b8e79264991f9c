import { aUint8Array, argumentsOf } from "@mon/bundled/arguments"
import { acceptOptions } from "./argumentKinds.ts"
import { hasPlainLocalPart, readAddress } from "./address.ts"
import { domainStart, makeScan, ruleStart, UNUSUAL, valueOf } from "./lookup.ts"
import { roleOf } from "./roleAccounts.ts"
import { HEADER, openTable, type Table, VALUE } from "./Table.ts"
import { type CheckOptions, invalid, type MailClass, type Tier, type ValidVerdict, type Verdict } from "./Verdict.ts"

const acceptCreateChecker = /* @__PURE__ */ argumentsOf("createChecker", () => ({ table: aUint8Array }))

/** Information about a table. */
export interface TableInfo {
  /** The number of disposable domains. Each domain includes its subdomains. */
  readonly rules: number
  readonly confirmed: number
  readonly bytes: number
  /** The revision of the rules. It changes whenever a rule changes. */
  readonly revision: string
}

/** Checks addresses and domains against one table. */
export interface Checker {
  /** Parses the whole address and returns the full verdict. */
  readonly check: (input: string, options?: CheckOptions) => Verdict
  /**
   * Returns whether an address or a domain is disposable; false for invalid input. Reads only the domain, without
   * allocations for ordinary input.
   */
  readonly isDisposable: (input: string, options?: CheckOptions) => boolean
  /**
   * Returns the class of an address's domain or of a domain. Reads only the domain, without allocations for ordinary
   * input.
   */
  readonly mailClass: (input: string) => MailClass | "invalid"
  readonly info: TableInfo
}

// The index is the value of a slot, in the order of VALUE.
const CLASSES: ReadonlyArray<MailClass> = [
  "none",
  "disposable",
  "disposable",
  "alias",
  "privacy",
  "free",
  "none",
  "typo"
]
const TIERS: ReadonlyArray<Tier | null> = [null, "confirmed", "reported", null, null, null, null, null]

const FLAGGED = (1 << VALUE.confirmed) | (1 << VALUE.reported)

// Returns a bit mask. Bit n is set if value n counts as disposable.
const flaggedBy = (options: CheckOptions): number => {
  acceptOptions(options)
  return (
    (options.aliases === "flag" ? FLAGGED | (1 << VALUE.alias) : FLAGGED) &
    (options.tiers === "confirmed" ? ~(1 << VALUE.reported) : -1)
  )
}

type Scan = ReturnType<typeof makeScan>

// The full check is a separate function, so that the first call of `isDisposable` does not wait until the full check is
// compiled.
const makeCheck = (table: Table, scan: Scan): Checker["check"] => {
  const verdictOf = (
    input: string,
    local: string | null,
    domain: string,
    found: { readonly start: number; readonly value: number },
    flagged: number
  ): ValidVerdict => {
    const { start, value } = found
    const kind = CLASSES[value]!
    const rule = kind === "none" ? null : domain.slice(start)
    const owner = rule === null ? null : table.ownerOf(rule)
    return {
      valid: true,
      input,
      domain,
      disposable: ((flagged >>> value) & 1) === 1,
      class: kind,
      tier: TIERS[value]!,
      rule,
      provider: kind === "typo" ? null : owner,
      suggestion: kind === "typo" ? owner : null,
      role: local === null ? null : (roleOf(local)?.kind ?? null)
    }
  }

  const checkUnusual = (input: string, flagged: number): Verdict => {
    const read = readAddress(input)
    if (!read.ok) return invalid(input, read.reason)
    const found = read.literal ? 0 : scan(read.domain)
    return found === UNUSUAL
      ? invalid(input, "bad_domain")
      : verdictOf(input, read.local, read.domain, { start: ruleStart(found), value: valueOf(found) }, flagged)
  }

  return (input, options) => {
    const flagged = options === undefined ? FLAGGED : flaggedBy(options)
    if (typeof input !== "string") return invalid("", "not_text")
    const found = scan(input)
    const start = domainStart(found)
    if (found === UNUSUAL || (start > 0 && !hasPlainLocalPart(input, start - 1))) return checkUnusual(input, flagged)
    const domain = input.slice(start, input.endsWith(".") ? -1 : undefined).toLowerCase()
    const local = start === 0 ? null : input.slice(0, start - 1)
    return verdictOf(input, local, domain, { start: ruleStart(found) - start, value: valueOf(found) }, flagged)
  }
}

// Returns the table's value for input that the scan cannot read.
const unusualValue = (scan: Scan, input: string): number => {
  const read = readAddress(input)
  if (!read.ok) return UNUSUAL
  return read.literal ? 0 : valueOf(scan(read.domain))
}

/**
 * Creates a checker from the bytes of a table (`disposable.bin`), without copying them. Throws a TypeError for other
 * bytes.
 *
 * @example
 * createChecker(bytes).check("bob@sub.mailinator.com").rule // => "mailinator.com"
 */
export const createChecker = (bytes: Uint8Array): Checker => {
  acceptCreateChecker(bytes)
  const table = openTable(bytes)
  const scan = makeScan(table)
  let check: Checker["check"] | undefined
  return {
    check: (input, options) => (check ??= makeCheck(table, scan))(input, options),
    isDisposable: (input, options) => {
      const flagged = options === undefined ? FLAGGED : flaggedBy(options)
      if (typeof input !== "string") return false
      const found = scan(input)
      const value = found === UNUSUAL ? unusualValue(scan, input) : valueOf(found)
      return value > 0 && ((flagged >>> value) & 1) === 1
    },
    mailClass: (input) => {
      if (typeof input !== "string") return "invalid"
      const found = scan(input)
      const value = found === UNUSUAL ? unusualValue(scan, input) : valueOf(found)
      return value === UNUSUAL ? "invalid" : CLASSES[value]!
    },
    info: {
      rules: table.header[HEADER.rules]!,
      confirmed: table.header[HEADER.confirmed]!,
      bytes: bytes.byteLength,
      revision: (table.header[HEADER.revision]! >>> 0).toString(16).padStart(8, "0")
    }
  }
}
