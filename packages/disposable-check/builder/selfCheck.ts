import { createChecker } from "../src/Checker.ts"
import type { Rules } from "./rules.ts"

/** Returns the domains for which the table gives another verdict than the rules from which it was built. */
export const mistakes = (bytes: Uint8Array, { allow, deny, groups }: Rules): ReadonlyArray<string> => {
  const checker = createChecker(bytes)
  const wrong: Array<string> = []
  const expect = (domain: string, kind: string, tier: string | null, owner: string | null): void => {
    const verdict = checker.check(domain)
    const rule = kind === "none" ? null : domain
    if (
      !verdict.valid ||
      verdict.rule !== rule ||
      verdict.class !== kind ||
      verdict.tier !== tier ||
      verdict.provider !== (kind === "typo" ? null : owner) ||
      verdict.suggestion !== (kind === "typo" ? owner : null)
    )
      wrong.push(domain)
  }
  for (const { domain, provider, tier } of deny) expect(domain, "disposable", tier, provider)
  const listed = new Set(allow.map(({ domain }) => domain))
  allow.forEach(({ domain, group }) => {
    const { class: kind = "none", provider = null } = groups[group] ?? {}
    expect(domain, kind, null, kind === "none" ? null : provider)
  })
  for (const group of groups)
    for (const domain of group.domains) if (!listed.has(domain)) expect(domain, "none", null, null)
  return wrong
}
