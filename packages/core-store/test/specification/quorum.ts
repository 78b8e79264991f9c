// This code is a specification, and production code does not use it. Property tests compare
// src/schedule/locationVotes.sql.ts with this specification.
import type { WatchedState } from "@mon/model"

/** The last verdict of each location since checks began to contradict the state. */
export type Votes = Readonly<Record<string, "up" | "down">>

/**
 * The decision of the votes. `change`: most votes contradict the state. `keep`: most votes confirm the state, or there
 * is a tie and no further location can vote. `ask`: there is a tie, and another location can still vote.
 */
export type Judgement = "change" | "keep" | "ask"

export const contraryOf = (state: WatchedState): "up" | "down" => (state === "down" ? "up" : "down")

/**
 * Returns the decision of the locations that checked, by majority. On a tie, a location that has not voted yet decides.
 * If there is no such location, the state stays.
 *
 * @example
 * ```ts
 * quorum("up", { fra: "down" }, true) // => "change"
 * quorum("up", { fra: "down", nyc: "up" }, false) // => "keep"
 * quorum("up", { fra: "down", nyc: "up" }, true) // => "ask"
 * quorum("up", { fra: "down", nyc: "up", sgp: "down" }, false) // => "change"
 * ```
 */
export const quorum = (state: WatchedState, votes: Votes, someUnasked: boolean): Judgement => {
  const verdicts = Object.values(votes)
  const contrary = verdicts.filter((verdict) => verdict === contraryOf(state)).length
  const agreeing = verdicts.length - contrary
  if (contrary > agreeing) return "change"
  return contrary === agreeing && someUnasked ? "ask" : "keep"
}
