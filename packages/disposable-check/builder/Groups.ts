// Reads the manually maintained lists. A line `@ <class> <provider>: <reason>` starts a group, and the lines below it
// contain the group's domains.
import { readFileSync } from "node:fs"
import { checkHost } from "./hosts.ts"
import { readAdditions, readExceptions, readMailboxes } from "./sourcedLists.ts"

type AllowedClass = "alias" | "privacy" | "free" | "typo" | "none"

export interface Group {
  readonly class: AllowedClass
  /** The name of the provider. For the class `typo`, the domain that was probably meant. */
  readonly provider: string
  readonly reason: string
  readonly domains: ReadonlyArray<string>
}

export interface ProviderGroup {
  readonly provider: string
  readonly domains: ReadonlyArray<string>
}

const CLASSES: ReadonlySet<string> = new Set<AllowedClass>(["alias", "privacy", "free", "typo", "none"])
const isAllowedClass = (text: string): text is AllowedClass => CLASSES.has(text)

const sections = (
  text: string,
  file: string
): ReadonlyArray<{ readonly head: string; readonly domains: ReadonlyArray<string> }> => {
  const found: Array<{ head: string; domains: Array<string> }> = []
  const seen = new Map<string, string>()
  text.split("\n").forEach((line, index) => {
    const where = `${file}:${index + 1}`
    if (line.startsWith("#") || line.trim() === "") return
    if (line.startsWith("@")) {
      found.push({ head: line.slice(1).trim(), domains: [] })
      return
    }
    const group = found.at(-1)
    if (group === undefined) throw new Error(`${where}: a domain stands before the first group.`)
    for (const domain of line.trim().split(/\s+/)) {
      const checked = checkHost(domain)
      if (!checked.ok || checked.host !== domain)
        throw new Error(`${where}: ${domain} is ${checked.ok ? `written ${checked.host}` : checked.reason}.`)
      if (seen.has(domain)) throw new Error(`${where}: ${domain} stands in ${seen.get(domain)} already.`)
      seen.set(domain, where)
      group.domains.push(domain)
    }
  })
  return found
}

export const parseGroups = (text: string, file: string): ReadonlyArray<Group> =>
  sections(text, file).map(({ head, domains }) => {
    const match = /^(\w+) ([^:]+): (.+)$/.exec(head)
    const [, kind = "", provider = "", reason = ""] = match ?? []
    if (!isAllowedClass(kind)) throw new Error(`${file}: "@ ${head}" is not "@ <class> <provider>: <reason>".`)
    return { class: kind, provider, reason, domains }
  })

const parseProviders = (text: string, file: string): ReadonlyArray<ProviderGroup> =>
  sections(text, file).map(({ head, domains }) => ({ provider: head, domains }))

const read = (name: string): string => readFileSync(new URL(`../lists/${name}`, import.meta.url), "utf8")

const country = new Intl.DisplayNames("en", { type: "region" })

const sourcedGroups = (): ReadonlyArray<Group> => [
  ...readMailboxes().map(({ country: code, domains, provider, source }): Group => ({
    class: "free",
    provider,
    reason: `consumer mail in ${country.of(code) ?? code}; source: ${source}`,
    domains
  })),
  ...readExceptions().map(({ domain, reason, source }): Group => ({
    class: "none",
    provider: "Exceptions",
    reason: `${reason}; source: ${source}`,
    domains: [domain]
  }))
]

/** Throws an error if a domain occurs twice. */
export const readGroups = (): ReadonlyArray<Group> => {
  const groups = [
    ...["allow.txt", "free.txt", "typos.txt"].flatMap((file) => parseGroups(read(file), file)),
    ...sourcedGroups()
  ]
  const seen = new Map<string, string>()
  for (const group of groups) {
    for (const domain of group.domains) {
      const other = seen.get(domain)
      if (other !== undefined) throw new Error(`${domain} stands under "${other}" and under "${group.provider}".`)
      seen.set(domain, group.provider)
    }
  }
  return groups
}

/** Returns the services with their domains, from `providers.txt` and from the manually maintained additions. */
export const readProviders = (): ReadonlyArray<ProviderGroup> => [
  ...parseProviders(read("providers.txt"), "providers.txt"),
  ...readAdditions().map(({ domain, service }) => ({ provider: service, domains: [domain] }))
]
