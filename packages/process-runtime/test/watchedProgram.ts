import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync } from "node:child_process"
import process from "node:process"
import { layerWatchdog } from "../src/watchdog/Watchdog.ts"

const [, , deed = "", limit = "1000", logFormat = "json"] = process.argv

const spinForEver = () => {
  for (;;) Math.random()
}

const spin = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

const deeds: Readonly<Record<string, () => unknown>> = {
  spin: spinForEver,
  native: () => execFileSync("sleep", ["60"]),
  // Blocks for twice the limit in all, but each time for much less than the limit.
  busy: async () => {
    for (let count = 0; count < 10; count += 1) {
      spin(Number(limit) / 5)
      await pause()
    }
  },
  wait: () => new Promise((resolve) => process.stdin.once("data", resolve).once("end", resolve))
}

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      yield* Layer.build(layerWatchdog({ limitMs: Number(limit), logFormat: logFormat === "json" ? "json" : "pretty" }))
      yield* Effect.promise(pause)
      process.stdout.write("watched\n")
      yield* Effect.promise(async () => deeds[deed]?.())
    })
  )
)
process.stdout.write("done\n")
process.stdin.destroy()
