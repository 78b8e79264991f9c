import { ApiProblem } from "./client.ts"
import { keys, queryClient } from "./queries.ts"

/** The largest number of simultaneous requests. */
const AT_ONCE = 4

type Fields = Readonly<Record<string, unknown>>
interface Calls {
  readonly read: (id: string) => Promise<object>
  readonly update: (id: string, changes: Fields) => Promise<unknown>
}

export interface Outcome<A> {
  readonly done: ReadonlyArray<A>
  readonly failed: number
  /** The message of the first failure. It is empty if nothing failed, or if the failure has no message. */
  readonly reason: string
}

/** Runs a change for each item, a few at a time. A failed change does not stop the other changes. */
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

/**
 * Changes fields of many objects. The lists do not contain these fields, so this function first reads the old values,
 * which an undo needs.
 */
export const changeFields = async (ids: ReadonlyArray<string>, changes: Fields, { read, update }: Calls) => {
  const old = new Map<string, Fields>()
  const known = await forEachOf(ids, async (id) => {
    const entries = Object.entries(await read(id))
    old.set(id, Object.fromEntries(entries.filter(([name]) => Object.hasOwn(changes, name))))
  })
  const changed = await forEachOf(known.done, (id) => update(id, changes))
  return {
    outcome: { ...changed, failed: changed.failed + known.failed, reason: changed.reason || known.reason },
    undo: (done: ReadonlyArray<string>) => forEachOf(done, (id) => update(id, old.get(id) ?? {}))
  }
}

export const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.monitors })
