import { finding, type FindingData } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { DomainFacts, Assessment } from "./Assessment.ts"
import type { BlacklistFacts, Listing } from "../blacklist/BlacklistFacts.ts"

/**
 * The fewest lists that must answer for the result to count. If fewer lists were queried, because no addresses are
 * known, all of the queried lists must answer.
 */
const MIN_USABLE = 2

const codeOf = ({ kind, tier, shared }: Listing): FindingCode => {
  if (kind === "info") return "listed_info"
  if (kind === "policy") return shared ? "listed_policy_shared" : "listed_policy"
  return shared ? `listed_tier${tier}_shared` : `listed_tier${tier}`
}

const byList = (listings: ReadonlyArray<Listing>): ReadonlyArray<FindingData> => {
  const groups = Map.groupBy(listings, (listing) => `${listing.list} ${codeOf(listing)}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const detail = [...new Set(group.flatMap(({ meanings }) => meanings))].join(", ")
    return [finding(codeOf(first), { list: first.list, target: group.map(({ target }) => target).join(", "), detail })]
  })
}

const refusals = ({ checked }: BlacklistFacts): ReadonlyArray<FindingData> =>
  [
    ...new Map(
      checked
        .filter(({ status, detail }) => (status === "refused" || status === "unknown") && detail !== "Budget")
        .map((check) => [check.list, check])
    ).values()
  ].map(({ list, detail }) => finding("blacklist_refused", { list, detail }))

export const assessBlacklist = ({ blacklist, mx, spf }: Pick<DomainFacts, "blacklist" | "mx" | "spf">): Assessment => {
  const { listings, usable, asked, checked } = blacklist
  const addressesKnown = mx.unanswered.length === 0 && spf.tree.status !== "unknown"
  const budget = checked.some(({ detail }) => detail === "Budget") ? [finding("blacklist_budget")] : []
  if (asked === 0) return { findings: [finding("blacklist_nothing")], known: addressesKnown }
  const few =
    usable < Math.min(MIN_USABLE, asked) ? [finding("blacklist_too_few", { count: usable, total: asked })] : []
  return { findings: [...byList(listings), ...few, ...refusals(blacklist), ...budget], known: few.length === 0 }
}
