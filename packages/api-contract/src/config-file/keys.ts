import { configLimits } from "./sections.ts"

/** A key begins with a letter, so that JSON does not change the order of keys. */
export const KEY = new RegExp(String.raw`^[A-Za-z][A-Za-z0-9._-]{0,${configLimits.keyLength - 1}}$`, "u")

/** A key of this file, or a key of another project after its name and a slash. */
export const REFERENCE = new RegExp(`^(?:${KEY.source.slice(1, -1)}/)?${KEY.source.slice(1, -1)}$`, "u")

/** The sentence about a name that is no key. */
export const keyMessage = `must start with a letter and have at most ${configLimits.keyLength} letters, digits, dots, underscores and hyphens.`

/** A name as a key: "Büro (Köln)" becomes "buro-koln". */
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
 * A key for something that has only a name: the name as a key, with a number after it if the key is taken. The key is
 * added to `taken`.
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
