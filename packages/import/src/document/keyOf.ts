/** A key of an object in the file. It has a hyphen, so that it is the name of no member of Object.prototype. */
export type Key = `${string}-${string}`

/** Most characters of the part of a key that comes from the id. */
const LONGEST = 40

/** FNV-1a with 32 bits: the same id always has the same key. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, "0")
}

const slugOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-+|-+$/gu, "")

/**
 * A key of the source and the id that an object has there, so that the same object always has the same key. Ids that
 * differ only in signs, or that are long, get a hash. The key is added to `taken`.
 */
export const keyOf = (source: string, id: string, taken: Set<string>): Key => {
  const slug = slugOf(id)
  const short: Key = `${source}-${slug}`
  const stem = slug.slice(0, LONGEST).replace(/-$/u, "")
  const hashed: Key = stem === "" ? `${source}-${hashOf(id)}` : `${source}-${stem}-${hashOf(id)}`
  let key: Key = slug === "" || slug.length > LONGEST || taken.has(short) ? hashed : short
  for (let number = 2; taken.has(key); number++) key = `${hashed}-${number}`
  taken.add(key)
  return key
}
