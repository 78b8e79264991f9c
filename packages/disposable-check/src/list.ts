export { loadList } from "./loadList.ts"
export type { ExactList, Explanation, ListSource, Rule } from "./ExactList.ts"
export type { InvalidReason, MailClass, Tier } from "./Verdict.ts"
