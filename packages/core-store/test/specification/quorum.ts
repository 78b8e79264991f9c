// Specification only: nothing in production runs this. Property tests compare
// src/schedule/locationVotes.sql.ts with it.
import type { WatchedState } from "@mon/model"

/** The last verdict of each location since checks began to contradict the state. */
export type Votes = Readonly<Record<string, "up" | "down">>

/**
 * `change`: most of the votes contradict the state. `keep`: they do not. `ask`: a tie, and another location can still
 * vote.
 */
export type Judgement = "change" | "keep" | "ask"

/** The opposite of a state. */
export const contraryOf = (state: WatchedState): "up" | "down" => (state === "down" ? "up" : "down")

/**
 * The decision of the locations that checked, by majority. On a tie, a location that has not voted yet decides; when
 * there is none, the state stays.
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
