import { ApiProblem } from "./client.ts"
import { endpoints } from "./endpoints.ts"
import { keys, queryClient } from "./queries.ts"

/** Requests that run at the same time. */
const AT_ONCE = 4

/** What became of a change of many objects. */
export interface Outcome<A> {
  readonly done: ReadonlyArray<A>
  readonly failed: number
  /** The sentence of the first failure. */
  readonly reason: string
}

/** Runs a change for each item, a few at a time. One failure does not stop the others. */
export const forEachOf = async <A>(
  items: ReadonlyArray<A>,
  run: (item: A) => Promise<unknown>
): Promise<Outcome<A>> => {
  const done: Array<A> = []
  const problems: Array<string> = []
  const waiting = [...items]
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await run(item)
        done.push(item)
      } catch (error) {
        problems.push(error instanceof ApiProblem ? error.message : "")
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return { done, failed: problems.length, reason: problems[0] ?? "" }
}

/** Reads lists again after a change. */
export const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.monitors })

export const pauseAll = (ids: ReadonlyArray<string>) => forEachOf(ids, endpoints.pauseDomain)

export const undoPauses = (ids: ReadonlyArray<string>) => forEachOf(ids, endpoints.undoDomainPause)

export const resumeAll = (ids: ReadonlyArray<string>) => forEachOf(ids, endpoints.resumeDomain)
