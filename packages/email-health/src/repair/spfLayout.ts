import { MAX_LOOKUP_TERMS, MAX_VOID_LOOKUPS } from "../spf/SpfLimits.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { Change } from "./RepairPlan.ts"
import { MAX_NETWORKS, networkParts, once, type Part } from "./spfTerms.ts"

/** The longest record, in octets, that is safe within a 512-octet answer (RFC 7208 section 3.4). */
const SAFE_OCTETS = 450
/** The shortest list of networks, in octets, for which a separate record is worth an additional lookup. */
const MIN_LIST = 60
const MAX_LISTS = 8

export interface SpfLayout {
  readonly text: string
  readonly changes: ReadonlyArray<Change>
  readonly notes: ReadonlyArray<string>
  readonly lookups: number
  readonly voids: number
}

type Cost = "lookups" | "voids" | "voids6"

const costOf = (part: Part, of: Cost): number => (of === "voids6" ? (part.voids6 ?? part.voids) : part[of])

const sum = (parts: ReadonlyArray<Part>, of: Cost): number => parts.reduce((total, part) => total + costOf(part, of), 0)

interface Flat {
  readonly parts: ReadonlyArray<Part>
  readonly notes: ReadonlyArray<string>
}

const replace = (parts: ReadonlyArray<Part>, old: Part, by: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  once(parts.flatMap((part) => (part === old ? by : [part])))

const asNetworks = (parts: ReadonlyArray<Part>, part: Part): Flat => {
  const networks = networkParts(part.networks ?? [])
  return {
    parts: replace(parts, part, networks),
    notes: [
      `"${part.text}" costs ${part.lookups} lookups. Its ${networks.length} networks are listed instead. If their owner changes the networks, update the record.`
    ]
  }
}

const opened = (parts: ReadonlyArray<Part>, part: Part): Flat => ({
  parts: replace(parts, part, part.inner ?? []),
  notes: [`The terms behind "${part.text}" are listed in this record, which saves its own lookup.`]
})

const isFlat = ({ networks }: Part): boolean => networks !== null && networks.length <= MAX_NETWORKS

/**
 * Makes the cheapest replacement that saves lookups, or queries that find no records. If the terms that cannot become
 * networks exceed the limit on their own, an include is replaced with its terms first. Null if nothing can be replaced.
 */
const shorten = (parts: ReadonlyArray<Part>, of: Cost, spare: number): Flat | null => {
  const costly = parts.filter((part) => costOf(part, of) > 0)
  const [open] = costly
    .filter((part) => part.inner !== null && !isFlat(part))
    .toSorted((a, b) => costOf(b, of) - costOf(a, of))
  const rest = sum(
    parts.filter((part) => !isFlat(part)),
    of
  )
  const limit = of === "lookups" ? MAX_LOOKUP_TERMS - spare : MAX_VOID_LOOKUPS
  if (open !== undefined && rest > limit) return opened(parts, open)
  const [flat] = costly
    .filter(isFlat)
    .toSorted(
      (a, b) =>
        (a.networks?.length ?? 0) / costOf(a, of) - (b.networks?.length ?? 0) / costOf(b, of) ||
        costOf(b, of) - costOf(a, of)
    )
  if (flat !== undefined) return asNetworks(parts, flat)
  return open === undefined ? null : opened(parts, open)
}

/**
 * Replaces branches until the record stays within the limits, including the limit for IPv6 clients if `ipv6` is true.
 */
const flatten = (given: ReadonlyArray<Part>, spare: number, ipv6: boolean): Flat => {
  let flat: Flat = { parts: given, notes: [] }
  for (;;) {
    const tooMany = sum(flat.parts, "lookups") + spare > MAX_LOOKUP_TERMS
    const lost = (["voids", "voids6"] as const).find(
      (of) => (of === "voids" || ipv6) && sum(flat.parts, of) > MAX_VOID_LOOKUPS
    )
    if (!tooMany && lost === undefined) return flat
    const next = shorten(flat.parts, tooMany || lost === undefined ? "lookups" : lost, spare)
    if (next === null) return flat
    flat = { parts: next.parts, notes: [...flat.notes, ...next.notes] }
  }
}

/**
 * Returns the 32-bit FNV-1a hash of a text, in base 36. Names contain the hash, so that equal lists of networks get the
 * same name, and different lists almost certainly get different names.
 */
const shortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

const split = (terms: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const groups: Array<Array<string>> = [[]]
  let octets = "v=spf1 -all".length
  for (const term of terms) {
    if (octets + term.length + 1 > SAFE_OCTETS) {
      groups.push([])
      octets = "v=spf1 -all".length
    }
    groups.at(-1)?.push(term)
    octets += term.length + 1
  }
  return groups
}

const LIST_FINDINGS: ReadonlyArray<FindingCode> = ["spf_too_long", "spf_long", "spf_too_many_lookups"]

const isNetwork = (text: string): boolean => /^ip[46]:/i.test(text)

const isDenial = (text: string): boolean => /^[-~?]/.test(text)

/**
 * Splits terms into runs whose terms may be reordered. A term must not move to a place before an earlier term that
 * denies.
 */
const runsOf = (terms: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  terms.reduce<ReadonlyArray<ReadonlyArray<string>>>((runs, term) => {
    const last = runs.at(-1)
    return last === undefined || isDenial(term) || isDenial(last[0] ?? "")
      ? [...runs, [term]]
      : [...runs.slice(0, -1), [...last, term]]
  }, [])

const listOf = (domain: string, networks: ReadonlyArray<string>): Change => {
  const record = ["v=spf1", ...networks, "-all"].join(" ")
  return {
    type: "TXT",
    host: `_spf-${shortHash(record)}.${domain}`,
    values: [record],
    replaces: [],
    findings: LIST_FINDINGS
  }
}

/** Moves networks to separate records if the record is too long for one answer. */
const layOut = (domain: string, parts: ReadonlyArray<Part>, rest: ReadonlyArray<string>) => {
  const terms = parts.map((part) => part.text)
  const text = ["v=spf1", ...terms, ...rest].join(" ")
  if (text.length <= SAFE_OCTETS) return { text, changes: [], extra: 0 }
  const runs = runsOf(terms).map((run) => {
    const networks = run.filter(isNetwork)
    const lists = networks.join(" ").length > MIN_LIST ? split(networks).map((group) => listOf(domain, group)) : []
    const others = lists.length > 0 ? run.filter((term) => !isNetwork(term)) : run
    return { lists, terms: [...lists.map(({ host }) => `include:${host}`), ...others] }
  })
  const changes = runs.flatMap(({ lists }) => lists)
  return {
    text: ["v=spf1", ...runs.flatMap((run) => run.terms), ...rest].join(" "),
    changes,
    extra: changes.length
  }
}

const arithmetic = (parts: ReadonlyArray<Part>, lists: number, lookups: number): string => {
  const terms = [
    ...(lists > 0 ? [`${lists} (lists of networks)`] : []),
    ...parts.flatMap((part) => (part.lookups > 0 ? [`${part.lookups} (${part.text})`] : []))
  ]
  return `Lookups in the new record: ${terms.length === 0 ? "0" : terms.join(" + ")} = ${lookups}. Receivers allow ${MAX_LOOKUP_TERMS}.`
}

/**
 * Distributes the terms over records within the limits on lookups and length. Each list of networks costs one more
 * lookup.
 */
export const layOutSpf = (
  domain: string,
  parts: ReadonlyArray<Part>,
  rest: ReadonlyArray<string>,
  ipv6: boolean
): SpfLayout => {
  const attempt = (lists: number): SpfLayout => {
    const flat = flatten(parts, lists, ipv6)
    const { text, changes, extra } = layOut(domain, flat.parts, rest)
    const lookups = sum(flat.parts, "lookups") + extra
    return {
      text,
      changes,
      lookups,
      voids: Math.max(sum(flat.parts, "voids"), ipv6 ? sum(flat.parts, "voids6") : 0),
      notes: flat.notes.length === 0 ? [] : [...flat.notes, arithmetic(flat.parts, extra, lookups)]
    }
  }
  for (let lists = 0; lists < MAX_LISTS; lists++) {
    const layout = attempt(lists)
    if (layout.lookups <= MAX_LOOKUP_TERMS) return layout
  }
  return attempt(MAX_LISTS)
}
