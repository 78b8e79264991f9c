import { MAX_VOID_LOOKUPS } from "./SpfLimits.ts"
import { networksOfTerm, type ResolvedNode } from "./SpfTree.ts"
import type { VoidTerm } from "./SpfAnalysis.ts"

/**
 * Returns the terms without records that receivers query before they reach a term that allows an IPv6 client; empty if
 * the record allows no IPv6 client after such a term.
 */
const beforeIpv6 = (root: ResolvedNode): ReadonlySet<string> => {
  const queried: Array<string> = []
  let needed = 0
  const walk = (node: ResolvedNode): void => {
    const mechanisms = node.parsed?.mechanisms ?? []
    const all = mechanisms.findIndex(({ name }) => name === "all")
    for (const mechanism of all < 0 ? mechanisms : mechanisms.slice(0, all)) {
      const resolved = node.resolved.find(({ term }) => term === mechanism)
      if (resolved?.child != null) {
        walk(resolved.child)
        continue
      }
      const passes = networksOfTerm(node, mechanism).some(({ address }) => address.family === 6)
      if (passes) needed = queried.length
      else if (resolved?.name != null && resolved.void[6]) queried.push(`${node.domain} ${resolved.text}`)
    }
    const target = node.resolved.find(({ term }) => term === node.parsed?.redirect)?.child
    if (target != null) walk(target)
  }
  walk(root)
  return new Set(queried.slice(0, needed))
}

/**
 * Returns the terms without records that count towards the limit for IPv4 clients, or towards the limit for IPv6
 * clients that the record allows, if there are more such terms for IPv6. Receivers query only addresses of the client's
 * family (RFC 7208 section 5).
 */
export const lostNames = (root: ResolvedNode, voids: ReadonlyArray<VoidTerm>): ReadonlyArray<VoidTerm> => {
  const four = voids.filter(({ families }) => families.includes(4))
  const before = beforeIpv6(root)
  const six = voids.filter(({ domain, families, term }) => families.includes(6) && before.has(`${domain} ${term}`))
  return four.length > MAX_VOID_LOOKUPS || four.length >= six.length ? four : six
}
