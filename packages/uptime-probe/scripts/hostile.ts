import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"

/**
 * Runs the checks in a process of its own that can collect garbage, and with two arenas of malloc: glibc makes one for
 * each thread, and how the decompressors' threads fill theirs gradually would hide what a check leaves behind.
 */
const program = fileURLToPath(new URL("./hostileChecks.ts", import.meta.url))
const child = spawn(process.execPath, ["--expose-gc", "--conditions=@mon/source", program, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, MALLOC_ARENA_MAX: "2" }
})
const [code] = (await once(child, "exit")) as [number | null]
process.exitCode = code ?? 1
