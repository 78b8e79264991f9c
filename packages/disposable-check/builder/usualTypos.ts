// Generates the most common misspellings of large mailbox providers: a letter that is left out, doubled, swapped with
// the next letter or replaced by a neighbouring key, and wrong endings. The first letter is usually right, and names
// that differ in the first letter often belong to somebody else (mail.com, cloud.com).
import type { Group } from "./Groups.ts"

const PROVIDERS: ReadonlyArray<string> = [
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "outlook.com",
  "protonmail.com",
  "yahoo.com"
]

/** The country domains of these providers. They have the same misspellings, except for wrong keys. */
const COUNTRIES: ReadonlyArray<string> = [
  "hotmail.co.uk",
  "hotmail.de",
  "hotmail.es",
  "hotmail.fr",
  "hotmail.it",
  "outlook.com.br",
  "outlook.de",
  "outlook.es",
  "outlook.fr",
  "yahoo.co.in",
  "yahoo.co.uk",
  "yahoo.com.br",
  "yahoo.de",
  "yahoo.es",
  "yahoo.fr",
  "yahoo.it"
]

/** Misspelt endings that do not result from one wrong letter. */
const OTHER_ENDINGS: Readonly<Record<string, ReadonlyArray<string>>> = {
  com: ["c0m"],
  "co.uk": ["uk", "com.uk"]
}

const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

const neighbours = (letter: string): ReadonlyArray<string> => {
  const row = KEYBOARD.findIndex((keys) => keys.includes(letter))
  const column = KEYBOARD[row]?.indexOf(letter) ?? -1
  const at = (r: number, c: number) => KEYBOARD[r]?.[c] ?? ""
  return [
    at(row, column - 1),
    at(row, column + 1),
    at(row - 1, column),
    at(row - 1, column + 1),
    at(row + 1, column - 1),
    at(row + 1, column)
  ].filter((key) => key !== "")
}

/** Misspelt domains whose addresses a disposable service hands out or has handed out. */
const HANDED_OUT: ReadonlySet<string> = new Set(["homail.co.uk"])
const WITH_TYPOS: ReadonlySet<string> = new Set([...PROVIDERS, ...COUNTRIES])
const REASON = "one letter away from it"
const ALPHABET = "abcdefghijklmnopqrstuvwxyz"
/**
 * The minimum length of an ending that is misspelt. A wrong letter in a shorter ending would give the ending of another
 * country.
 */
const LONG_ENDING = 3

/**
 * Returns the variants of a text in which one letter from an index on is left out, doubled, or swapped with the next
 * letter.
 */
const slips = (text: string, from: number): ReadonlyArray<string> =>
  Array.from({ length: text.length - from }, (_, index) => {
    const at = from + index
    const [before, letter, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
    const exchanged = after === "" ? [] : [`${before}${after.charAt(0)}${letter}${after.slice(1)}`]
    return [`${before}${after}`, `${before}${letter}${letter}${after}`, ...exchanged]
  }).flat()

/**
 * Returns the variants of a text in which one letter from an index on is replaced by the letter of a neighbouring key.
 */
const wrongKeys = (text: string, from: number): ReadonlyArray<string> =>
  Array.from({ length: text.length - from }, (_, index) => {
    const at = from + index
    return neighbours(text.charAt(at)).map((key) => `${text.slice(0, at)}${key}${text.slice(at + 1)}`)
  }).flat()

export const usualTypos = (domain: string): ReadonlyArray<string> => {
  const dot = domain.indexOf(".")
  const [name, ending] = [domain.slice(0, dot), domain.slice(dot + 1)]
  const isMain = PROVIDERS.includes(domain)
  const names = [
    ...slips(name, 1),
    ...(isMain ? [...wrongKeys(name, 1), ...Array.from(ALPHABET, (letter) => `${name}${letter}`)] : [])
  ]
  const endings =
    ending.length < LONG_ENDING
      ? []
      : [...slips(ending, 0), ...(isMain ? wrongKeys(ending, 0) : []), ...(OTHER_ENDINGS[ending] ?? [])]
  const found = new Set([...names.map((one) => `${one}.${ending}`), ...endings.map((one) => `${name}.${one}`)])
  found.delete(domain)
  return [...found].filter((one) => !/\.\.|\.$/u.test(one))
}

/**
 * Returns the groups, extended by the common misspellings of large providers. `kept`: the domains of the lists that are
 * checked entry by entry. These domains stay disposable unless a group names them.
 */
export const withUsualTypos = (groups: ReadonlyArray<Group>, kept: ReadonlySet<string>): ReadonlyArray<Group> => {
  const named = new Set(groups.flatMap(({ domains }) => domains))
  const usual = (domain: string) =>
    usualTypos(domain).filter((one) => !named.has(one) && !kept.has(one) && !HANDED_OUT.has(one))
  const covered = new Set(groups.flatMap((group) => (group.class === "typo" ? [group.provider] : [])))
  return [
    ...groups.map((group) =>
      group.class === "typo" && WITH_TYPOS.has(group.provider)
        ? { ...group, domains: [...group.domains, ...usual(group.provider)].toSorted() }
        : group
    ),
    ...[...WITH_TYPOS]
      .filter((provider) => !covered.has(provider))
      .map((provider): Group => ({ class: "typo", provider, reason: REASON, domains: usual(provider).toSorted() }))
  ]
}
