// The cost of importing an entry point: milliseconds (median of cold processes) and MiB of heap after a garbage
// collection.
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const PROCESSES = 3

const measured = `
  const [specifier] = process.argv.slice(1)
  gc()
  const heap = process.memoryUsage()
  const began = performance.now()
  await import(specifier)
  const ms = performance.now() - began
  gc()
  const after = process.memoryUsage()
  console.log(JSON.stringify({ ms, mib: (after.heapUsed + after.external - heap.heapUsed - heap.external) / 2 ** 20 }))
`

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

/** The specifier is resolved from the folder of its package, which may import itself by name. */
export const importCost = async (specifier, folder) => {
  const seen = []
  for (let i = 0; i < PROCESSES; i++) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--expose-gc", "--input-type=module", "--eval", measured, specifier],
      { cwd: folder }
    )
    seen.push(JSON.parse(stdout))
  }
  return { ms: median(seen.map(({ ms }) => ms)), mib: median(seen.map(({ mib }) => mib)) }
}
