import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** The rules for restarting workers that exit. All times are milliseconds. */
export interface RestartRules {
  /** The wait after the first crash; doubled with each further one in a row. */
  readonly firstMs: number
  readonly longestMs: number
  /** Waits vary by this share either way, so that workers that crashed together do not restart together. */
  readonly jitter: number
  /** A worker that ran this long has started successfully: its crash starts a new count. */
  readonly steadyMs: number
  /** After this many early crashes in a row, the supervisor gives up. */
  readonly maxCrashes: number
  /** The longest time that a worker may take to shut down before it is killed. */
  readonly stopMs: number
}

export const restartRules: RestartRules = {
  firstMs: 500,
  longestMs: 30_000,
  jitter: 0.2,
  steadyMs: 60_000,
  maxCrashes: 6,
  stopMs: shutdownDeadlines.killMs
}

/** The current rules. */
export const RestartPolicy = Context.Reference<RestartRules>("@mon/worker/RestartPolicy", {
  defaultValue: () => restartRules
})

/** The decision after a crash: restart or give up. `crashes` counts early crashes in a row. */
export type RestartDecision =
  | { readonly _tag: "Restart"; readonly crashes: number; readonly waitMs: number }
  | { readonly _tag: "GiveUp"; readonly crashes: number }

/**
 * Decides after a worker exited after `ranMs`; `crashes` are the early ones before it, `random` is from 0 to 1.
 *
 * @example
 * ```ts
 * afterCrash({ crashes: 1, ranMs: 10, random: 0.5 }, restartRules) // => { _tag: "Restart", crashes: 2, waitMs: 1000 }
 * afterCrash({ crashes: 5, ranMs: 10, random: 0.5 }, restartRules) // => { _tag: "GiveUp", crashes: 6 }
 * afterCrash({ crashes: 5, ranMs: 90_000, random: 0 }, restartRules)._tag // => "Restart"
 * ```
 */
export const afterCrash = (
  { crashes, random, ranMs }: { readonly crashes: number; readonly ranMs: number; readonly random: number },
  rules: RestartRules
): RestartDecision => {
  const now = ranMs >= rules.steadyMs ? 0 : crashes + 1
  if (now >= rules.maxCrashes) return { _tag: "GiveUp", crashes: now }
  const waitMs = Math.min(rules.firstMs * 2 ** Math.max(now - 1, 0), rules.longestMs)
  return { _tag: "Restart", crashes: now, waitMs: Math.round(waitMs * (1 + rules.jitter * (2 * random - 1))) }
}
