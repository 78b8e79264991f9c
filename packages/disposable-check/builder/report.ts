import type { Packed } from "./pack.ts"
import type { Rules } from "./rules.ts"

const tally = <A>(items: ReadonlyArray<A>, name: (item: A) => string): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const item of items) counted[name(item)] = (counted[name(item)] ?? 0) + 1
  return counted
}

export const writeReport = (rules: Rules, packed: Packed): string => {
  const report = {
    rules: { total: rules.deny.length, ...tally(rules.deny, ({ tier }) => tier) },
    named: tally(rules.allow, ({ group }) => rules.groups[group]?.class ?? ""),
    table: { bytes: packed.bytes.length, keys: packed.keys, buckets: packed.buckets, seed: packed.seed },
    owners: {
      rules: rules.deny.filter(({ provider }) => provider !== null).length,
      namedButNotListed: rules.idleProviders
    },
    sources: rules.counts.map(({ dropped, hosts, lines, only, rules: ruleCount, source }) => ({
      name: source.spec.name,
      what: source.spec.note,
      package: source.spec.package === null ? "lists/additions.txt" : `${source.spec.package}@${source.version}`,
      licence: source.licence,
      lineage: source.spec.lineage,
      role: source.spec.confirms
        ? "gives rules, and confirms them"
        : source.spec.gives
          ? "gives rules"
          : "second witness only",
      lines,
      validHosts: hosts,
      rules: ruleCount,
      rulesOfNoOtherSource: only,
      dropped
    })),
    takenOffByTheAllowList: rules.droppedByAllow
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
