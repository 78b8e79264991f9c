/** The key of an object in the file, with a hyphen, so that no key equals the name of a member of Object.prototype. */
export type Key = `${string}-${string}`

const LONGEST = 40

/** Returns the 32-bit FNV-1a hash of an id, so that equal ids always get equal keys. */
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
 * Returns a key made from the source and the object's id in the source, so that an object always gets the same key.
 * Appends a hash for long ids, and for ids that differ only in punctuation. Adds the key to `taken`.
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
