import { availableParallelism } from "node:os"

/** Does the work for each item, as many at once as there are cores. */
export const inParallel = async (items, work) => {
  const waiting = [...items]
  const turns = Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  })
  await Promise.all(turns)
}
