// Writes the text that src/ExactList.ts reads: one line of JSON about sources and groups, then sections of names by
// origin and ending.
import type { Rules } from "./rules.ts"

const split = (domain: string): readonly [name: string, ending: string] => {
  const dot = domain.lastIndexOf(".")
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** Sorts the sections by ending, so that similar texts are close together and compress well. */
export const writeExactList = ({ allow, deny, groups, sources }: Rules): string => {
  const owners = Array.from(new Set(deny.flatMap(({ provider }) => provider ?? []))).sort()
  const ownerIndex = new Map(owners.map((name, index) => [name, index]))
  const sections = new Map<string, Array<string>>()
  const put = (ending: string, origin: string, name: string): void => {
    const section = `=${ending} ${origin}`
    const names = sections.get(section)
    if (names === undefined) sections.set(section, [name])
    else names.push(name)
  }
  for (const { domain, provider, sources: mask, tier } of deny) {
    const [name, ending] = split(domain)
    put(
      ending,
      `${tier === "confirmed" ? "c" : "r"}${mask.toString(16)}${provider === null ? "" : `.${ownerIndex.get(provider)}`}`,
      name
    )
  }
  for (const { domain, group } of allow) {
    const [name, ending] = split(domain)
    put(ending, `a${group}`, name)
  }
  const head = JSON.stringify({
    sources: sources.map(({ licence, spec, version }) => ({ name: spec.name, version, licence })),
    groups: groups.map(({ class: kind, provider, reason }) => ({ class: kind, provider, reason })),
    owners
  })
  const body = Array.from(sections)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([section, names]) => `${section}\n${names.join(" ")}`)
  return `${head}\n${body.join("\n")}\n`
}
