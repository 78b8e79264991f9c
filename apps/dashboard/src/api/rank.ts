import type { Account } from "@mon/model"
import { useAccount } from "./queries.ts"

/** The rank of a person in the account. `member`: a viewer or editor, whose rights depend on the monitor. */
export type Rank = "owner" | "admin" | "member"

const rankOf = ({ memberRole, role }: Pick<Account, "memberRole" | "role">): Rank =>
  memberRole === "admin" ? "admin" : role

export const useRank = (): Rank | undefined => {
  const account = useAccount().data
  return account === undefined ? undefined : rankOf(account)
}

export const useManages = (): boolean => {
  const rank = useRank()
  return rank === "owner" || rank === "admin"
}
