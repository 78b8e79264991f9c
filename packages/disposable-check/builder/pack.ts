// Writes the binary that src/Table.ts reads.
import { crc32 } from "node:zlib"
import { bucket, fingerprint, hashDomain, ownerKey } from "../src/DomainHash.ts"
import {
  FORMAT,
  HEADER,
  HEADER_WORDS,
  MAGIC,
  MAX_BUCKETS,
  ownerBytes,
  slotBytes,
  SLOTS_PER_BUCKET,
  VALUE
} from "../src/Table.ts"
import { TABLE_START } from "../src/checksum.ts"
import type { Rules } from "./rules.ts"

/**
 * The share of slots that are filled. With two buckets of four slots for each key, insertions fail above 97 %; a
 * slightly lower share keeps the search short.
 */
const LOAD = 0.955
/** The maximum number of keys that one insertion may push out. An insertion that reaches this number is in a cycle. */
const MAX_PUSHES = 20_000
const MAX_SEEDS = 64

export interface Key {
  readonly domain: string
  readonly value: number
  readonly owner: string | null
}

export interface Packed {
  readonly bytes: Uint8Array
  readonly buckets: number
  readonly seed: number
  readonly keys: number
}

export const keysOf = ({ allow, deny, groups }: Rules): ReadonlyArray<Key> => [
  ...deny.map(({ domain, provider, tier }): Key => ({ domain, value: VALUE[tier], owner: provider })),
  ...allow.map(({ domain, group }): Key => {
    const { class: kind = "none", provider = null } = groups[group] ?? {}
    return { domain, value: VALUE[kind], owner: kind === "none" ? null : provider }
  })
]

// A deterministic generator, so that the same keys always end up in the same slots.
const makeRandom = (seed: number) => {
  let state = seed | 0
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state >>> 16
  }
}

interface Entry {
  readonly word: number
  readonly one: number
  readonly two: number
}

const place = (entries: ReadonlyArray<Entry>, buckets: number, seed: number): Int32Array | null => {
  const held: Array<Entry | undefined> = Array.from({ length: buckets * SLOTS_PER_BUCKET }, () => undefined)
  const random = makeRandom(seed + 1)
  const settle = (entry: Entry): boolean => {
    for (const start of [entry.one * SLOTS_PER_BUCKET, entry.two * SLOTS_PER_BUCKET]) {
      for (let slot = start; slot < start + SLOTS_PER_BUCKET; slot++) {
        if (held[slot] === undefined) {
          held[slot] = entry
          return true
        }
      }
    }
    return false
  }
  for (const first of entries) {
    let entry = first
    let pushes = 0
    while (!settle(entry)) {
      if (++pushes > MAX_PUSHES) return null
      const slot = (random() % 2 === 0 ? entry.one : entry.two) * SLOTS_PER_BUCKET + (random() % SLOTS_PER_BUCKET)
      const pushed = held[slot] ?? entry
      held[slot] = entry
      entry = pushed
    }
  }
  return Int32Array.from({ length: held.length }, (_, slot) => held[slot]?.word ?? 0)
}

const packOwners = (
  keys: ReadonlyArray<Key>,
  seed: number
): { readonly count: number; readonly bytes: Uint8Array; readonly names: Uint8Array } | null => {
  const names = Array.from(new Set(keys.flatMap(({ owner }) => owner ?? []))).sort()
  const index = new Map(names.map((name, at) => [name, at]))
  const filed = new Map<number, number>()
  const unowned: Array<number> = []
  for (const { domain, owner } of keys) {
    const { a, b } = hashDomain(domain, seed)
    const key = ownerKey(a, b)
    if (owner === null) unowned.push(key)
    else if (filed.has(key)) return null
    else filed.set(key, index.get(owner) ?? 0)
  }
  if (unowned.some((key) => filed.has(key))) return null
  const sorted = Array.from(filed).sort(([a], [b]) => a - b)
  const bytes = new Uint8Array(ownerBytes(sorted.length))
  const view = new DataView(bytes.buffer)
  sorted.forEach(([key, name], at) => {
    view.setInt32(at * 4, key, true)
    view.setUint16(sorted.length * 4 + at * 2, name, true)
  })
  return { count: sorted.length, bytes, names: new TextEncoder().encode(names.join("\n")) }
}

const attempt = (keys: ReadonlyArray<Key>, buckets: number, seed: number, revision: number): Uint8Array | null => {
  const identities = new Set<string>()
  const entries: Array<Entry> = []
  for (const { domain, value } of keys) {
    const { a, b } = hashDomain(domain, seed)
    const print = fingerprint(a, b)
    const one = bucket(a, buckets)
    const two = bucket(b, buckets)
    // Two keys with equal fingerprints in one bucket could not be distinguished, and a fingerprint of zero would stand
    // for an empty slot.
    for (const at of new Set([one, two])) {
      const identity = `${print}/${at}`
      if (print === 0 || identities.has(identity)) return null
      identities.add(identity)
    }
    entries.push({ word: print | value, one, two })
  }
  const slots = place(entries, buckets, seed)
  const owners = packOwners(keys, seed)
  if (slots === null || owners === null) return null
  const bytes = new Uint8Array(HEADER_WORDS * 4 + slotBytes(buckets) + owners.bytes.length + owners.names.length)
  const view = new DataView(bytes.buffer)
  slots.forEach((word, slot) => view.setInt32(HEADER_WORDS * 4 + slot * 4, word, true))
  bytes.set(owners.bytes, HEADER_WORDS * 4 + slotBytes(buckets))
  bytes.set(owners.names, bytes.length - owners.names.length)
  const header: Record<keyof typeof HEADER, number> = {
    magic: MAGIC,
    format: FORMAT,
    buckets,
    seed,
    revision,
    owners: owners.count,
    nameBytes: owners.names.length,
    checksum: 0,
    rules: keys.filter(({ value }) => value === VALUE.confirmed || value === VALUE.reported).length,
    confirmed: keys.filter(({ value }) => value === VALUE.confirmed).length,
    keys: keys.length
  }
  for (const name of Object.keys(HEADER) as ReadonlyArray<keyof typeof HEADER>)
    view.setInt32(HEADER[name] * 4, header[name] | 0, true)
  view.setInt32(HEADER.checksum * 4, crc32(bytes.subarray(TABLE_START)) | 0, true)
  return bytes
}

/** Returns the table for the smallest seed with which every key has its own slot and `clean` accepts the result. */
export const pack = (
  keys: ReadonlyArray<Key>,
  revision: number,
  clean: (bytes: Uint8Array) => boolean = () => true
): Packed => {
  const buckets = Math.max(2, Math.ceil(keys.length / SLOTS_PER_BUCKET / LOAD))
  if (buckets >= MAX_BUCKETS)
    throw new Error(`${keys.length} keys need ${buckets} buckets; the hash is made for fewer than ${MAX_BUCKETS}.`)
  for (let seed = 0; seed < MAX_SEEDS; seed++) {
    const bytes = attempt(keys, buckets, seed, revision)
    if (bytes !== null && clean(bytes)) return { bytes, buckets, seed, keys: keys.length }
  }
  throw new Error(`None of ${MAX_SEEDS} seeds gave a table without a clash.`)
}
