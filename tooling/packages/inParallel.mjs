import { availableParallelism } from "node:os"

/** Processes each item, with as many items at the same time as there are cores. */
export const inParallel = async (items, work) => {
  const waiting = [...items]
  const turns = Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  })
  await Promise.all(turns)
}
