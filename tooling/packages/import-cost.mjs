// The cost of importing an entry point: milliseconds of user CPU time, which other programs on the machine affect less
// than elapsed time, and MiB of heap after a garbage collection.
import { execFile } from "node:child_process"
import { promisify } from "node:util"

/**
 * The number of cold processes. Only the smallest value counts, because disturbances can only add to the time of a
 * process.
 */
const PROCESSES = 7

/** The longest time that the import of an engine should take. */
export const LONGEST_IMPORT_MS = 40

const measured = `
  const [specifier] = process.argv.slice(1)
  gc()
  const heap = process.memoryUsage()
  const began = process.cpuUsage()
  await import(specifier)
  const ms = process.cpuUsage(began).user / 1000
  gc()
  const after = process.memoryUsage()
  console.log(JSON.stringify({ ms, mib: (after.heapUsed + after.external - heap.heapUsed - heap.external) / 2 ** 20 }))
`

/**
 * Returns the cost of importing a specifier. The specifier is resolved from the folder of its package, because a
 * package can import itself by name.
 */
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
  return { ms: Math.min(...seen.map(({ ms }) => ms)), mib: Math.min(...seen.map(({ mib }) => mib)) }
}

/** Returns the time that a command takes to print its version, from the start of its process, in milliseconds. */
export const startCost = async (file) => {
  const seen = []
  for (let i = 0; i < PROCESSES; i++) {
    const began = performance.now()
    await promisify(execFile)(process.execPath, [file, "--version"])
    seen.push(performance.now() - began)
  }
  return Math.min(...seen)
}
