#!/usr/bin/env node
import { processWorld, run } from "./cli/run.ts"

const stop = new AbortController()
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new Error(name)))
process.exitCode = await run(
  process.argv.slice(2),
  processWorld(new URL("../package.json", import.meta.url), stop.signal)
).catch((error: unknown) => {
  if (stop.signal.aborted) return 130
  throw error
})
