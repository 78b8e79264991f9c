/** What somebody pasted, sorted out. */
export interface Sites {
  /** Addresses to add, without those that are monitored. */
  readonly fresh: ReadonlyArray<string>
  /** How many are monitored already. */
  readonly known: number
  /** Texts that are no addresses. */
  readonly unclear: ReadonlyArray<string>
}

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\.?$/u
const SCHEME = /^https?:\/\//iu
/** Browsers also read "780001" and "1." as IPv4 addresses, which nobody writes. */
const QUAD = /^(?:https?:\/\/)?\d{1,3}(?:\.\d{1,3}){3}(?=[:/?#]|$)/iu

const hostOf = (text: string): string | null => {
  const parsed = /\s/u.test(text) ? null : URL.parse(SCHEME.test(text) ? text : `https://${text}`)
  if (parsed === null || parsed.username !== "") return null
  const isAddress = /^[\d.]+$/u.test(parsed.hostname) ? QUAD.test(text) : parsed.hostname.startsWith("[")
  return isAddress || HOST.test(parsed.hostname)
    ? parsed.host + (parsed.pathname === "/" ? "" : parsed.pathname) + parsed.search
    : null
}

/** What the service takes. */
const LONGEST_ADDRESS = 2_048

const BRACKETS = { "<": ">", "(": ")", "[": "]" } as const
const OPENS = "<([\"'“‘"
const CLOSES = ">)]\"'”’"

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** A closing bracket belongs to an address that also opens it, such as "/wiki/Foo_(bar)" or "[2001:db8::1]". */
const endsOutside = (text: string): boolean => {
  const last = text.at(-1) ?? ""
  const open = Object.entries(BRACKETS).find(([, close]) => close === last)?.[0]
  return CLOSES.includes(last) && (open === undefined || count(text, open) < count(text, last))
}

/** A text without the quotes and brackets around it, and without those that are open. */
const bare = (text: string): string => {
  let rest = text
  while (rest !== "" && OPENS.includes(rest.charAt(0)) && !/^\[[\da-f:.]+\]/iu.test(rest)) rest = rest.slice(1)
  while (endsOutside(rest)) rest = rest.slice(0, -1)
  return rest
}

/** The cells of a line; quoted ones may contain the separator. */
const cellsOf = (line: string, separator: string): ReadonlyArray<string> => {
  const cells = [""]
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) cells.push("")
    else cells[cells.length - 1] += sign
  }
  return cells.map((cell) => cell.trim())
}

/** The rows of a table, such as an export of another tool: one column has the addresses, and no other one has any. */
const tableIn = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> | null => {
  if (lines.length < 2) return null
  for (const separator of ["\t", ";", ","]) {
    const rows = lines.map((line) => cellsOf(line, separator))
    const width = rows[0]?.length ?? 0
    if (width < 2 || rows.some((row) => row.length !== width)) continue
    const [head = [], ...body] = rows
    const isHead = head.every((cell) => hostOf(cell) === null)
    const columns = head.map((_, column) => (isHead ? body : rows).map((row) => hostOf(row[column] ?? "") !== null))
    if (columns.filter((cells) => cells.includes(true)).length === 1) return rows
  }
  return null
}

/**
 * The parts of a line. Addresses may contain separators, so one ends there only before another address, or where it
 * would be none with the next word. A word behind a blank can also be the rest of a cut address, so both are unclear.
 */
const partsOf = (line: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let isAddress = false
  for (const [, separator = "", word = ""] of line.matchAll(/([\s,;]*)([^\s,;]+)/gu)) {
    const last = parts.at(-1) ?? ""
    const joined = last + separator + word
    const startsAddress = hostOf(bare(word)) !== null
    const goesOn: boolean =
      isAddress &&
      !startsAddress &&
      (/\s/u.test(separator) || (joined.length <= LONGEST_ADDRESS && hostOf(bare(joined)) !== null))
    if (goesOn) parts[parts.length - 1] = joined
    else parts.push(word)
    isAddress = goesOn || startsAddress
  }
  return parts
}

/**
 * The addresses of a pasted list: separated by lines, commas, semicolons or spaces. The service decides about each.
 * This only finds duplicates and what is clearly something else.
 */
export const parseSites = (text: string, monitored: ReadonlySet<string>): Sites => {
  const fresh = new Map<string, string>()
  const unclear: Array<string> = []
  let known = 0
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== "")
  for (const part of tableIn(lines)?.flat() ?? lines.flatMap(partsOf)) {
    const site = bare(part)
    if (site === "") continue
    const host = hostOf(site)
    if (host === null) unclear.push(site)
    else if (monitored.has(host)) known += 1
    else if (!fresh.has(host)) fresh.set(host, site)
  }
  return { fresh: [...fresh.values()], known, unclear }
}
