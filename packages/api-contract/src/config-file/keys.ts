import { configLimits } from "./sections.ts"

/** A key begins with a letter: JavaScript would move keys that are numbers to the front of an object. */
export const KEY = new RegExp(String.raw`^[A-Za-z][A-Za-z0-9._-]{0,${configLimits.keyLength - 1}}$`, "u")

/** A key of this file, or the name of another project, a slash and a key of that project. */
export const REFERENCE = new RegExp(`^(?:${KEY.source.slice(1, -1)}/)?${KEY.source.slice(1, -1)}$`, "u")

export const keyMessage = `must start with a letter, contain only letters, digits, dots, underscores and hyphens, and have at most ${configLimits.keyLength} characters.`

/** Converts a name to the form of a key: "Büro (Köln)" becomes "buro-koln". */
const keyLike = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9.]+/gu, "-")
    .slice(0, configLimits.keyLength - 8)
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/gu, "")
  if (plain === "") return "unnamed"
  return /^[a-z]/u.test(plain) ? plain : `n-${plain}`
}

/**
 * Returns a key for an object that only has a name: the name in the form of a key, followed by a number if that key is
 * in `taken`. Adds the key to `taken`.
 *
 * @example
 * ```ts
 * keyFor("Büro (Köln)", new Set()) // => "buro-koln"
 * keyFor("Shop", new Set(["shop"])) // => "shop-2"
 * ```
 */
export const keyFor = (name: string, taken: Set<string>): string => {
  const base = keyLike(name)
  let key = base
  for (let number = 2; taken.has(key); number++) key = `${base}-${number}`
  taken.add(key)
  return key
}
