import { hasPlainLocalPart, readAddress } from "./address.ts"
import { domainStart, makeScan, ruleStart, UNUSUAL, valueOf } from "./scan.ts"
import { HEADER, openTable, type Table, VALUE } from "./Table.ts"
import { type CheckOptions, invalid, type MailClass, type Tier, type ValidVerdict, type Verdict } from "./Verdict.ts"

/** What a table says about itself. */
export interface TableInfo {
  /** Domains that are called disposable, with all that lies below them. */
  readonly rules: number
  readonly confirmed: number
  readonly bytes: number
  /** Changes whenever a rule does. */
  readonly revision: string
}

/** One opened table. */
export interface Checker {
  /** Reads the whole address and tells everything. */
  readonly check: (input: string, options?: CheckOptions) => Verdict
  /** Reads only the domain, allocates nothing for ordinary input; false for what is no address and no domain. */
  readonly isDisposable: (input: string, options?: CheckOptions) => boolean
  /** Reads only the domain, allocates nothing for ordinary input. */
  readonly mailClass: (input: string) => MailClass | "invalid"
  readonly info: TableInfo
}

// By the value of a slot, in the order of VALUE; three bits can say one more than there is.
const CLASSES: ReadonlyArray<MailClass> = [
  "none",
  "disposable",
  "disposable",
  "alias",
  "privacy",
  "free",
  "none",
  "none"
]
const TIERS: ReadonlyArray<Tier | null> = [null, "confirmed", "reported", null, null, null, null, null]

const FLAGGED = (1 << VALUE.confirmed) | (1 << VALUE.reported)

// Bit n tells whether value n is called disposable.
const flaggedBy = (options: CheckOptions): number =>
  (options.aliases === "flag" ? FLAGGED | (1 << VALUE.alias) : FLAGGED) &
  (options.tiers === "confirmed" ? ~(1 << VALUE.reported) : -1)

type Scan = ReturnType<typeof makeScan>

// The full answer is made apart from the short ones, so that the first question does not wait for its compilation.
const makeCheck = (table: Table, scan: Scan): Checker["check"] => {
  const verdictOf = (input: string, domain: string, start: number, value: number, flagged: number): ValidVerdict => {
    const kind = CLASSES[value]!
    const rule = kind === "none" ? null : domain.slice(start)
    return {
      valid: true,
      input,
      domain,
      disposable: ((flagged >>> value) & 1) === 1,
      class: kind,
      tier: TIERS[value]!,
      rule,
      provider: rule === null ? null : table.ownerOf(rule)
    }
  }

  const checkUnusual = (input: string, flagged: number): Verdict => {
    const read = readAddress(input)
    if (!read.ok) return invalid(input, read.reason)
    const found = read.literal ? 0 : scan(read.domain)
    return found === UNUSUAL
      ? invalid(input, "bad_domain")
      : verdictOf(input, read.domain, ruleStart(found), valueOf(found), flagged)
  }

  return (input, options) => {
    if (typeof input !== "string") return invalid("", "not_text")
    const flagged = options === undefined ? FLAGGED : flaggedBy(options)
    const found = scan(input)
    const start = domainStart(found)
    if (found === UNUSUAL || (start > 0 && !hasPlainLocalPart(input, start - 1))) return checkUnusual(input, flagged)
    const domain = input.slice(start, input.endsWith(".") ? -1 : undefined).toLowerCase()
    return verdictOf(input, domain, ruleStart(found) - start, valueOf(found), flagged)
  }
}

// The value for the domain of what the scan cannot read.
const unusualValue = (scan: Scan, input: string): number => {
  const read = readAddress(input)
  if (!read.ok) return UNUSUAL
  return read.literal ? 0 : valueOf(scan(read.domain))
}

/**
 * Opens a table (`disposable.bin`) that was read from wherever the runtime keeps it; nothing is copied. Throws a TypeError for other bytes.
 *
 * @example
 * createChecker(bytes).check("bob@sub.mailinator.com").rule // => "mailinator.com"
 */
export const createChecker = (bytes: Uint8Array): Checker => {
  const table = openTable(bytes)
  const scan = makeScan(table)
  let check: Checker["check"] | undefined
  return {
    check: (input, options) => (check ??= makeCheck(table, scan))(input, options),
    isDisposable: (input, options) => {
      if (typeof input !== "string") return false
      const found = scan(input)
      const value = found === UNUSUAL ? unusualValue(scan, input) : valueOf(found)
      return value > 0 && (((options === undefined ? FLAGGED : flaggedBy(options)) >>> value) & 1) === 1
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
