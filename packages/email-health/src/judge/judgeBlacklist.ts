import type { BlacklistFacts, Listing } from "../blacklist/examineBlacklists.ts"
import { observe, type Observation } from "../rubric/Finding.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { DomainFacts, Judgement } from "./Judgement.ts"

/** Lists that must answer before their silence means anything. */
const MIN_USABLE = 2

const codeOf = ({ kind, tier, shared }: Listing): FindingCode => {
  if (kind === "info") return "listed_info"
  if (kind === "policy") return shared ? "listed_policy_shared" : "listed_policy"
  return shared ? `listed_tier${tier}_shared` : `listed_tier${tier}`
}

const byList = (listings: ReadonlyArray<Listing>): ReadonlyArray<Observation> => {
  const groups = Map.groupBy(listings, (listing) => `${listing.list} ${codeOf(listing)}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const detail = [...new Set(group.flatMap(({ meanings }) => meanings))].join(", ")
    return [observe(codeOf(first), { list: first.list, target: group.map(({ target }) => target).join(", "), detail })]
  })
}

const refusals = ({ checked }: BlacklistFacts): ReadonlyArray<Observation> =>
  [
    ...new Map(
      checked
        .filter(({ status, detail }) => (status === "refused" || status === "unknown") && detail !== "Budget")
        .map((check) => [check.list, check])
    ).values()
  ].map(({ list, detail }) => observe("blacklist_refused", { list, detail }))

/** Judges what the lists say. */
export const judgeBlacklist = ({ blacklist, mx, spf }: Pick<DomainFacts, "blacklist" | "mx" | "spf">): Judgement => {
  const { listings, usable, asked, checked } = blacklist
  const addressesKnown = mx.unanswered.length === 0 && spf.tree.status !== "unknown"
  const budget = checked.some(({ detail }) => detail === "Budget") ? [observe("blacklist_budget")] : []
  if (asked === 0) return { observations: [observe("blacklist_nothing")], known: addressesKnown }
  const few = usable < MIN_USABLE ? [observe("blacklist_too_few", { count: usable, total: asked })] : []
  return { observations: [...byList(listings), ...few, ...refusals(blacklist), ...budget], known: few.length === 0 }
}
