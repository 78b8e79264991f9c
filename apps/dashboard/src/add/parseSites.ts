export interface Sites {
  /** The addresses to add, without addresses that are already monitored. */
  readonly fresh: ReadonlyArray<string>
  /** The names that a pasted table contains, by address. */
  readonly names: ReadonlyMap<string, string>
  /** The tags that a pasted table contains, by address. */
  readonly tags: ReadonlyMap<string, ReadonlyArray<string>>
  /** The number of addresses that are already monitored. */
  readonly known: number
  /** The texts that are not addresses. */
  readonly unclear: ReadonlyArray<string>
}

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\.?$/u
const SCHEME = /^https?:\/\//iu
/**
 * Matches an IPv4 address with four numbers. Browsers also accept "780001" and "1.", but nobody means these as
 * addresses.
 */
const QUAD = /^(?:https?:\/\/)?\d{1,3}(?:\.\d{1,3}){3}(?=[:/?#]|$)/iu

const hostOf = (text: string): string | null => {
  const parsed = /\s/u.test(text) ? null : URL.parse(SCHEME.test(text) ? text : `https://${text}`)
  if (parsed === null || parsed.username !== "") return null
  const isAddress = /^[\d.]+$/u.test(parsed.hostname) ? QUAD.test(text) : parsed.hostname.startsWith("[")
  return isAddress || HOST.test(parsed.hostname)
    ? parsed.host + (parsed.pathname === "/" ? "" : parsed.pathname) + parsed.search
    : null
}

/** The longest address that the service accepts, in characters. */
const LONGEST_ADDRESS = 2_048

const BRACKETS = { "<": ">", "(": ")", "[": "]" } as const
const OPENS = "<([\"'“‘"
const CLOSES = ">)]\"'”’"

const count = (text: string, sign: string): number => text.split(sign).length - 1

/**
 * Returns whether a text ends with a closing bracket that has no opening bracket in the text. The bracket in
 * "/wiki/Foo_(bar)" or "[2001:db8::1]" belongs to the address.
 */
const endsOutside = (text: string): boolean => {
  const last = text.at(-1) ?? ""
  const open = Object.entries(BRACKETS).find(([, close]) => close === last)?.[0]
  return CLOSES.includes(last) && (open === undefined || count(text, open) < count(text, last))
}

/**
 * Removes opening quotes and brackets at the beginning of a text, and closing quotes and brackets at its end that do
 * not belong to the address. The brackets of an IPv6 address stay.
 */
const bare = (text: string): string => {
  let rest = text
  while (rest !== "" && OPENS.includes(rest.charAt(0)) && !/^\[[\da-f:.]+\]/iu.test(rest)) rest = rest.slice(1)
  while (endsOutside(rest)) rest = rest.slice(0, -1)
  return rest
}

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

const NAME_HEAD = /^(?:(?:display|friendly|monitor|site|domain)?[ _-]?name|title|label|titel|bezeichnung)$/iu

const TAGS_HEAD = /^(?:tags?|labels|groups?|gruppen?|schlagwörter)$/iu
const ADDRESS_HEAD = /^(?:ur[il]|sites?|domains?|host(?:name)?|address|website|adresse|webseite)$/iu

/** The content of a line: its texts, of which one is an address, and the name and tags of this address. */
interface Line {
  readonly texts: ReadonlyArray<string>
  readonly name: string | null
  readonly tags: ReadonlyArray<string>
}

const tagsIn = (cell: string): ReadonlyArray<string> =>
  cell.split(/[,;|]/u).flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]))

/**
 * Returns rows with as many cells as the header. Programs omit empty cells at the end, and people write several tags in
 * the last column without quotes. Null: the rows are not a table.
 */
const alignedTo = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<ReadonlyArray<string>> | null => {
  const width = head.length
  if (rows.every((row) => row.length === width)) return rows
  if (!head.some((cell) => ADDRESS_HEAD.test(cell))) return null
  const endsWithTags = TAGS_HEAD.test(head.at(-1) ?? "")
  if (rows.some((row) => row.length > width && !endsWithTags)) return null
  return rows.map((row) => [
    ...row.slice(0, width - 1),
    ...Array.from({ length: Math.max(0, width - 1 - row.length) }, () => ""),
    row.slice(width - 1).join(",")
  ])
}

/**
 * Returns the index of the column of names: the first column with a heading for names, or the only column beside the
 * addresses. A column with repeated values or numbers contains no names.
 */
const nameColumnOf = (
  head: ReadonlyArray<string> | null,
  body: ReadonlyArray<ReadonlyArray<string>>,
  { addresses, tags }: { readonly addresses: number; readonly tags: number }
): number => {
  const named = head?.findIndex((cell, column) => column !== addresses && NAME_HEAD.test(cell)) ?? -1
  if (named !== -1 || tags !== -1 || body[0]?.length !== 2) return named
  const other = 1 - addresses
  const cells = body.map((row) => row[other] ?? "").filter((cell) => cell !== "")
  return new Set(cells).size === cells.length && cells.every((cell) => !/^[\d.,%\s]*$/u.test(cell)) ? other : -1
}

/**
 * Returns the lines of a table, such as an export of another tool. Exactly one column must contain addresses. Null: the
 * lines are not a table.
 */
const tableIn = (lines: ReadonlyArray<string>): ReadonlyArray<Line> | null => {
  if (lines.length < 2) return null
  for (const separator of ["\t", ";", ","]) {
    const [head = [], ...others] = lines.map((line) => cellsOf(line, separator))
    const body = alignedTo(head, others)
    if (head.length < 2 || body === null) continue
    const isHead = head.every((cell) => hostOf(cell) === null)
    const content = isHead ? body : [head, ...body]
    const columns = head.map((_, column) => content.some((row) => hostOf(row[column] ?? "") !== null))
    if (columns.filter(Boolean).length !== 1) continue
    const addresses = columns.indexOf(true)
    const tags = isHead ? head.findIndex((cell, column) => column !== addresses && TAGS_HEAD.test(cell)) : -1
    const names = nameColumnOf(isHead ? head : null, content, { addresses, tags })
    const read = [names, tags].filter((column) => column !== -1)
    const known = read.length === 0 ? [] : [...read, addresses]
    const heads = isHead ? [{ texts: head.filter((_, column) => !known.includes(column)), name: null, tags: [] }] : []
    return [
      ...heads,
      ...content.map((row) => {
        if (hostOf(row[addresses] ?? "") === null) return { texts: row, name: null, tags: [] }
        const texts = row.filter((_, column) => !read.includes(column))
        return { texts, name: row[names] ?? null, tags: tagsIn(row[tags] ?? "") }
      })
    ]
  }
  return null
}

/**
 * Splits a line into its parts. An address can contain separators, so it only ends before another address, or where the
 * next word would make it invalid. A word after a space can also be the rest of an address that was cut apart. In this
 * case, both parts are unclear.
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
 * Finds the addresses of a pasted list, separated by lines, commas, semicolons or spaces. This function detects only
 * duplicates and texts that are clearly not addresses. The service checks each address.
 */
export const parseSites = (text: string, monitored: ReadonlySet<string>): Sites => {
  const fresh = new Map<string, string>()
  const names = new Map<string, string>()
  const tags = new Map<string, ReadonlyArray<string>>()
  const unclear: Array<string> = []
  let known = 0
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== "")
  const listed = (): ReadonlyArray<Line> => lines.map((line) => ({ texts: partsOf(line), name: null, tags: [] }))
  for (const { name, tags: own, texts } of tableIn(lines) ?? listed()) {
    for (const part of texts) {
      const site = bare(part)
      if (site === "") continue
      const host = hostOf(site)
      if (host === null) unclear.push(site)
      else if (monitored.has(host)) known += 1
      else if (!fresh.has(host)) {
        fresh.set(host, site)
        if (name !== null && name !== "") names.set(site, name)
        if (own.length > 0) tags.set(site, own)
      }
    }
  }
  return { fresh: [...fresh.values()], names, tags, known, unclear }
}
