import type { Account } from "@mon/model"
import { useAccount } from "./queries.ts"

/** The rank of a person in the account. `member`: viewers and editors, whose rights depend on the domain. */
export type Rank = "owner" | "admin" | "member"

const rankOf = ({ memberRole, role }: Pick<Account, "memberRole" | "role">): Rank =>
  memberRole === "admin" ? "admin" : role

/** Undefined: not known yet. */
export const useRank = (): Rank | undefined => {
  const account = useAccount().data
  return account === undefined ? undefined : rankOf(account)
}

/** Whether the person manages what belongs to the account. False while it is not known. */
export const useManages = (): boolean => {
  const rank = useRank()
  return rank === "owner" || rank === "admin"
}
