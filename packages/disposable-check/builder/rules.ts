import { dirname } from "node:path"
import { type Group, type ProviderGroup, readGroups, readProviders } from "./Groups.ts"
import { checkHost, type HostProblem, parents } from "./hosts.ts"
import { withUsualTypos } from "./usualTypos.ts"
import { fakefilterProviders, readSources, resolveManifest, type Source } from "./sources.ts"

type Tier = "confirmed" | "reported"

interface DenyRule {
  readonly domain: string
  readonly tier: Tier
  /** A bit mask of the sources that list the domain. Bit n stands for entry n of SOURCES. */
  readonly sources: number
  readonly provider: string | null
}

interface AllowRule {
  readonly domain: string
  /** The index of the rule's group in `groups`. */
  readonly group: number
}

/** The reason why a line of a list gave no rule. Lines of lists that only confirm other lists are not counted. */
type DropReason = HostProblem | "allowed" | "below_allowed" | "covered"

interface SourceCount {
  readonly source: Source
  readonly lines: number
  readonly hosts: number
  readonly rules: number
  readonly only: number
  readonly dropped: Readonly<Record<DropReason, number>>
}

export interface Rules {
  readonly sources: ReadonlyArray<Source>
  /** In the small table, the groups have no provider names. */
  readonly groups: ReadonlyArray<Omit<Group, "provider"> & { readonly provider: string | null }>
  readonly deny: ReadonlyArray<DenyRule>
  readonly allow: ReadonlyArray<AllowRule>
  readonly counts: ReadonlyArray<SourceCount>
  readonly droppedByAllow: ReadonlyArray<string>
  readonly idleProviders: ReadonlyArray<string>
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

interface Heard {
  readonly masks: ReadonlyMap<string, number>
  readonly problems: ReadonlyArray<Record<HostProblem, number>>
}

const hear = (sources: ReadonlyArray<Source>): Heard => {
  const masks = new Map<string, number>()
  const known = new Map<string, ReturnType<typeof checkHost>>()
  const problems = sources.map(({ lines }, index) => {
    const counted = { malformed: 0, unknown_tld: 0, public_suffix: 0 }
    for (const line of lines) {
      if (line.trim() === "") continue
      let checked = known.get(line)
      if (checked === undefined) {
        checked = checkHost(line)
        known.set(line, checked)
      }
      if (checked.ok) masks.set(checked.host, (masks.get(checked.host) ?? 0) | (1 << index))
      else counted[checked.reason]++
    }
    return counted
  })
  return { masks, problems }
}

const tierOf = (mask: number, sources: ReadonlyArray<Source>): Tier => {
  const witnesses = new Set<string>()
  for (const [index, { spec }] of sources.entries()) {
    if ((mask & (1 << index)) === 0) continue
    if (spec.confirms) return "confirmed"
    witnesses.add(spec.lineage)
  }
  return witnesses.size > 1 ? "confirmed" : "reported"
}

const nearest = <A>(domain: string, named: ReadonlyMap<string, A>): A | undefined => {
  for (const name of [domain, ...parents(domain)]) {
    const found = named.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Combines the lists into rules. The function is pure: the same sources and groups give the same rules in the same
 * order.
 */
export const assemble = (
  sources: ReadonlyArray<Source>,
  groups: ReadonlyArray<Group>,
  providers: ReadonlyArray<ProviderGroup>,
  seenWith: ReadonlyMap<string, string>
): Rules => {
  const { masks, problems } = hear(sources)
  const giving = sources.reduce((mask, { spec }, index) => (spec.gives ? mask | (1 << index) : mask), 0)
  const groupOf = new Map(groups.flatMap((group, index) => group.domains.map((domain) => [domain, index] as const)))
  const shields = (domain: string): boolean => groups[groupOf.get(domain) ?? -1]?.class !== "none"

  const fate = new Map<string, DropReason | "rule">()
  for (const [host, mask] of masks) {
    if ((mask & giving) === 0) continue
    if (groupOf.has(host)) fate.set(host, "allowed")
    else if (parents(host).some((parent) => groupOf.has(parent) && shields(parent))) fate.set(host, "below_allowed")
    else fate.set(host, "rule")
  }
  const denied = new Set(
    Array.from(fate)
      .filter(([, what]) => what === "rule")
      .map(([host]) => host)
  )
  // If there is an allowed name between a rule and a rule further up, the upper rule does not cover the lower rule.
  const covered = (host: string): boolean => {
    for (const parent of parents(host)) {
      if (groupOf.has(parent)) return false
      if (denied.has(parent)) return true
    }
    return false
  }
  for (const host of denied) if (covered(host)) fate.set(host, "covered")

  const named = new Map<string, string>()
  for (const { provider, domains } of providers) for (const domain of domains) named.set(domain, provider)
  const deny = Array.from(fate)
    .filter(([, what]) => what === "rule")
    .map(([domain]): DenyRule => {
      const mask = masks.get(domain) ?? 0
      return {
        domain,
        tier: tierOf(mask, sources),
        sources: mask,
        provider: nearest(domain, named) ?? seenWith.get(domain) ?? null
      }
    })
    .sort((a, b) => compare(a.domain, b.domain))
  const ruled = new Set(deny.map(({ domain }) => domain))

  // A name of class none needs an entry only if a rule for a parent domain would apply to it.
  const allow = Array.from(groupOf, ([domain, group]): AllowRule => ({ domain, group }))
    .filter(
      ({ domain, group }) => groups[group]?.class !== "none" || parents(domain).some((parent) => ruled.has(parent))
    )
    .sort((a, b) => compare(a.domain, b.domain))

  const counts = sources.map((source, index): SourceCount => {
    const bit = 1 << index
    const dropped = {
      ...(problems[index] ?? { malformed: 0, unknown_tld: 0, public_suffix: 0 }),
      allowed: 0,
      below_allowed: 0,
      covered: 0
    }
    let hosts = 0
    let rules = 0
    let only = 0
    for (const [host, mask] of masks) {
      if ((mask & bit) === 0) continue
      hosts++
      const what = fate.get(host)
      if (what === undefined) continue
      if (what !== "rule") dropped[what]++
      else {
        rules++
        if ((mask & giving) === bit) only++
      }
    }
    return { source, lines: source.lines.filter((line) => line.trim() !== "").length, hosts, rules, only, dropped }
  })

  return {
    sources,
    groups,
    deny,
    allow,
    counts,
    droppedByAllow: Array.from(fate)
      .filter(([, what]) => what === "allowed")
      .map(([host]) => host)
      .sort(compare),
    idleProviders: Array.from(named.keys())
      .filter((domain) => ![domain, ...parents(domain)].some((name) => ruled.has(name)))
      .sort(compare)
  }
}

export const readRules = (): Rules => {
  const sources = readSources()
  const checked = sources.filter(({ spec }) => spec.confirms).flatMap(({ lines }) => lines)
  return assemble(
    sources,
    withUsualTypos(readGroups(), new Set(checked.map((line) => line.trim().toLowerCase()))),
    readProviders(),
    fakefilterProviders(dirname(resolveManifest("fakefilter")))
  )
}

/** Returns each rule as a text of the form `class domain`, in the order of the domains. */
export const ruleLines = ({ allow, deny, groups }: Rules): ReadonlyArray<string> =>
  [
    ...deny.map(({ domain }) => `disposable ${domain}`),
    ...allow.map(({ domain, group }) => `${groups[group]?.class ?? ""} ${domain}`)
  ].toSorted()
