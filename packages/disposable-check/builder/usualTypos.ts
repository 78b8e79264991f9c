// The misspellings of large mailbox providers that people make most: a letter left out, doubled, exchanged with the
// next or replaced by a neighbour on the keyboard, and wrong endings. The first letter is usually right, and names that
// differ in it are often somebody else's (mail.com, cloud.com).
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
const ENDINGS: ReadonlyArray<string> = [
  "c0m",
  "cim",
  "cm",
  "cmo",
  "co",
  "comm",
  "con",
  "cpm",
  "ocm",
  "om",
  "vom",
  "xom"
]

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

/** The usual misspellings of a domain under com. */
export const usualTypos = (domain: string): ReadonlyArray<string> => {
  const name = domain.slice(0, domain.lastIndexOf("."))
  const found = new Set(ENDINGS.map((ending) => `${name}.${ending}`))
  for (let at = 1; at < name.length; at++) {
    const before = name.slice(0, at)
    const letter = name.charAt(at)
    const after = name.slice(at + 1)
    found.add(`${before}${after}.com`)
    found.add(`${before}${letter}${letter}${after}.com`)
    if (after !== "") found.add(`${before}${after.charAt(0)}${letter}${after.slice(1)}.com`)
    for (const key of neighbours(letter)) found.add(`${before}${key}${after}.com`)
  }
  found.delete(domain)
  return [...found]
}

/**
 * The groups with the usual misspellings of large providers. `kept`: what a list holds that is checked entry by entry;
 * it stays disposable unless a group names it.
 */
export const withUsualTypos = (groups: ReadonlyArray<Group>, kept: ReadonlySet<string>): ReadonlyArray<Group> => {
  const named = new Set(groups.flatMap(({ domains }) => domains))
  return groups.map((group) => {
    if (group.class !== "typo" || !PROVIDERS.includes(group.provider)) return group
    const more = usualTypos(group.provider).filter((domain) => !named.has(domain) && !kept.has(domain))
    return { ...group, domains: [...group.domains, ...more].toSorted() }
  })
}
