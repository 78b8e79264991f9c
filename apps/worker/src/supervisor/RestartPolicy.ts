import * as Context from "effect/Context"
import { shutdownDeadlines } from "../gracefulShutdown/shutdownDeadlines.ts"

/** The rules for restarting workers that exit. All times are milliseconds. */
export interface RestartRules {
  /** The wait after the first crash. It doubles with each further crash in a row. */
  readonly firstMs: number
  readonly longestMs: number
  /**
   * The share by which waits vary in both directions, so that workers that crashed together do not restart together.
   */
  readonly jitter: number
  /** The time after which a worker has started successfully. A later crash begins a new count. */
  readonly steadyMs: number
  /** The number of early crashes in a row after which the supervisor gives up. */
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

/** The rules in force. */
export const RestartPolicy = Context.Reference<RestartRules>("@mon/worker/RestartPolicy", {
  defaultValue: () => restartRules
})

/** The decision after a crash: restart or give up. `crashes` counts early crashes in a row. */
export type RestartDecision =
  | { readonly _tag: "Restart"; readonly crashes: number; readonly waitMs: number }
  | { readonly _tag: "GiveUp"; readonly crashes: number }

/**
 * Decides what to do after a worker ran for `ranMs` and exited. `crashes` is the number of early crashes in a row
 * before. `random` is from 0 to 1.
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
