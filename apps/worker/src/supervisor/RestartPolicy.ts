import * as Context from "effect/Context"

/** How processes that end are started again. All times are milliseconds. */
export interface RestartRules {
  /** The wait after the first death; doubled with each further one in a row. */
  readonly firstMs: number
  readonly longestMs: number
  /** Waits differ by this share either way, so that processes that died together do not start together. */
  readonly jitter: number
  /** Whoever ran this long did not die at once. */
  readonly steadyMs: number
  /** So many deaths at once in a row are too many: trying again would not help. */
  readonly deaths: number
  /** How long a process may take to end when it is asked to; then it is killed. A worker takes up to 10 s by itself. */
  readonly stopMs: number
}

export const restartRules: RestartRules = {
  firstMs: 500,
  longestMs: 30_000,
  jitter: 0.2,
  steadyMs: 60_000,
  deaths: 6,
  stopMs: 15_000
}

/** The rules in force. */
export const RestartPolicy = Context.Reference<RestartRules>("@mon/worker/RestartPolicy", {
  defaultValue: () => restartRules
})

/** What follows a death: another start after a wait, or none. `deaths` counts those at once in a row. */
export type Verdict =
  | { readonly _tag: "Again"; readonly deaths: number; readonly waitMs: number }
  | { readonly _tag: "GiveUp"; readonly deaths: number }

/**
 * What follows when a process has ended after `ranMs`; `deaths` are those at once before it, `random` is from 0 to 1.
 *
 * @example
 * ```ts
 * afterDeath({ deaths: 1, ranMs: 10, random: 0.5 }, restartRules) // => { _tag: "Again", deaths: 2, waitMs: 1000 }
 * afterDeath({ deaths: 5, ranMs: 10, random: 0.5 }, restartRules) // => { _tag: "GiveUp", deaths: 6 }
 * afterDeath({ deaths: 5, ranMs: 90_000, random: 0.5 }, restartRules) // => { _tag: "Again", deaths: 0, waitMs: 500 }
 * ```
 */
export const afterDeath = (
  { deaths, random, ranMs }: { readonly deaths: number; readonly ranMs: number; readonly random: number },
  rules: RestartRules
): Verdict => {
  const now = ranMs >= rules.steadyMs ? 0 : deaths + 1
  if (now >= rules.deaths) return { _tag: "GiveUp", deaths: now }
  const waitMs = Math.min(rules.firstMs * 2 ** Math.max(now - 1, 0), rules.longestMs)
  return { _tag: "Again", deaths: now, waitMs: Math.round(waitMs * (1 + rules.jitter * (2 * random - 1))) }
}
