// Specification only: nothing in production runs this. Property tests compare src/repositories/schedule/locationVotes.sql.ts with it.
import type { WatchedState } from "@mon/model"

/** The last verdict of each location that checked since the doubt began. */
export type Votes = Readonly<Record<string, "up" | "down">>

/** `change`: most of those that checked contradict the state; `keep`: they do not; `ask`: as many as not, and somebody can still be asked. */
export type Judgement = "change" | "keep" | "ask"

/** What contradicts a state. */
export const contraryOf = (state: WatchedState): "up" | "down" => (state === "down" ? "up" : "down")

/**
 * What the locations that checked decide about a state: the majority of them does. Where they are divided, one that was
 * not asked yet has the casting vote; when there is none, the state stays as it is.
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
