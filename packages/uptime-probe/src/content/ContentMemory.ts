/** The format of an answer: HTML, data (JSON or XML), or another text. */
export type ContentFormat = "data" | "html" | "text"

/**
 * The common features of the good answers of a URL. It is plain JSON that can be stored between checks, and contains
 * only hashes of texts.
 */
export interface ContentMemory {
  readonly format: ContentFormat
  /** The number of good answers from which the memory was learned: 1 to 30. */
  readonly checks: number
  /** The hashes of the titles, at most 4. */
  readonly titles: ReadonlyArray<number>
  /** The hashes of the hosts to which the pages refer, at most 16. */
  readonly hosts: ReadonlyArray<number>
  /** The number of consecutive answers that did not fit the memory. */
  readonly strange: number
}

interface MemorablePage {
  readonly source: string
  readonly title: string
}

/**
 * The number of answers after which the memory is complete. After this many consecutive answers that do not fit, the
 * memory begins anew.
 */
export const HABIT = 30
export const LAST_HASH = 0xffffffff
const TITLES = 4
const HOSTS = 16

/** Returns the 32-bit FNV-1a hash of the UTF-16 code units of a text (draft-eastlake-fnv, which hashes octets). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

/** Returns the hash of a title without its digits, because digits may be a count of messages or a date. */
const titleOf = ({ title }: MemorablePage): number | null => {
  const words = title
    .toLowerCase()
    .replace(/[\d\s]+/gu, " ")
    .trim()
  return words === "" ? null : hashOf(words)
}

/** The hosts to which pages of all kinds of sites refer, so that they do not identify a site. */
const EVERYWHERE =
  /(?:^|\.)(?:bootstrapcdn\.com|cloudflare\.com|facebook\.(?:com|net)|fontawesome\.com|google(?:apis|tagmanager|-analytics|syndication)?\.com|gravatar\.com|gstatic\.com|instagram\.com|jquery\.com|jsdelivr\.net|linkedin\.com|ogp\.me|schema\.org|twitter\.com|unpkg\.com|w3\.org|wordpress\.org|w\.org|x\.com|youtube\.com)$/u

const HOST = /[a-z\d-]+(?:\.[a-z\d-]+)+/iuy

/** Returns the hashes of the hosts in the first absolute URLs of a page. */
const hostsOf = ({ source }: MemorablePage): ReadonlyArray<number> => {
  const hosts = new Set<string>()
  for (let at = source.indexOf("://"); at !== -1 && hosts.size < HOSTS; at = source.indexOf("://", at + 3)) {
    HOST.lastIndex = at + 3
    const host = HOST.exec(source)?.[0].toLowerCase()
    if (host !== undefined && !EVERYWHERE.test(host)) hosts.add(host)
  }
  return [...hosts].map(hashOf)
}

const shares = (some: ReadonlyArray<number>, others: ReadonlyArray<number>): boolean =>
  some.some((one) => others.includes(one))

/** Returns whether a page has nothing in common with the earlier pages in the memory. */
export const isAnotherSite = (memory: ContentMemory, page: MemorablePage): boolean => {
  if (memory.checks < HABIT || memory.titles.length === 0 || memory.hosts.length === 0) return false
  const title = titleOf(page)
  if (title === null || memory.titles.includes(title)) return false
  const hosts = hostsOf(page)
  return hosts.length > 0 && !shares(hosts, memory.hosts)
}

const joined = (known: ReadonlyArray<number>, more: ReadonlyArray<number>, most: number): ReadonlyArray<number> =>
  [...new Set([...known, ...more])].slice(0, most)

/** Adds a good answer to the memory. Once the memory is complete, it learns nothing more. */
export const remember = (memory: ContentMemory | null, format: ContentFormat, page: MemorablePage): ContentMemory => {
  if (memory === null || memory.format !== format) return learned(format, page, null)
  if (memory.checks < HABIT) return learned(format, page, memory)
  return memory.strange === 0 ? memory : { ...memory, strange: 0 }
}

const learned = (format: ContentFormat, page: MemorablePage, before: ContentMemory | null): ContentMemory => {
  const title = titleOf(page)
  return {
    format,
    checks: (before?.checks ?? 0) + 1,
    titles: joined(before?.titles ?? [], title === null ? [] : [title], TITLES),
    hosts: joined(before?.hosts ?? [], hostsOf(page), HOSTS),
    strange: 0
  }
}

/** Counts an answer that does not fit. After enough such answers in a row, the memory begins anew with this answer. */
export const rememberStrange = (memory: ContentMemory, format: ContentFormat, page: MemorablePage): ContentMemory =>
  memory.strange + 1 >= HABIT ? learned(format, page, null) : { ...memory, strange: memory.strange + 1 }
