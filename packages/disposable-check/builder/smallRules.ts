import { checkHost, parents } from "./hosts.ts"
import type { Rules } from "./rules.ts"

/** The lists whose entries people review one by one. The small table contains only the domains on these lists. */
const REVIEWED: ReadonlySet<string> = new Set(["disposable-email-domains-js", "own additions"])

/**
 * Returns the rules of the small table: the rules that apply to a domain on a reviewed list, and the rules of all
 * manually maintained lists. The rule for a domain may be the rule of a parent domain from another list.
 */
export const smallRules = (rules: Rules): Rules => {
  const denied = new Set(rules.deny.map(({ domain }) => domain))
  const kept = new Set<string>()
  const lines = rules.sources.flatMap((source) => (REVIEWED.has(source.spec.name) ? source.lines : []))
  for (const line of lines) {
    const checked = checkHost(line)
    if (!checked.ok) continue
    const rule = [checked.host, ...parents(checked.host)].find((name) => denied.has(name))
    if (rule !== undefined) kept.add(rule)
  }
  return {
    ...rules,
    deny: rules.deny.filter(({ domain }) => kept.has(domain)).map((rule) => ({ ...rule, provider: null })),
    groups: rules.groups.map((group) => (group.class === "typo" ? group : { ...group, provider: null }))
  }
}
