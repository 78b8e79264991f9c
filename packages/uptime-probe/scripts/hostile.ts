import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"

/**
 * The program that runs the checks, in a separate process that can trigger garbage collection and has only two malloc
 * arenas. By default, glibc makes an arena for each thread, and the memory that the decompressors' threads gradually
 * fill would hide the memory that a check leaks.
 */
const program = fileURLToPath(new URL("./hostileChecks.ts", import.meta.url))
const child = spawn(process.execPath, ["--expose-gc", "--conditions=@mon/source", program, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, MALLOC_ARENA_MAX: "2" }
})
const [code] = (await once(child, "exit")) as [number | null]
process.exitCode = code ?? 1
