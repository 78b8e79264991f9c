import { unmadeCheck } from "@mon/uptime-probe"
import { serveChecks } from "../../src/isolation/serveChecks.ts"
import type { CheckRequest } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import process from "node:process"

/** The effects of the checks of these paths on their process. */
const effects: Readonly<Record<string, () => void>> = {
  "/abort": () => process.abort(),
  "/throw": () => {
    setImmediate(() => {
      throw new Error("an error that nobody catches")
    })
  },
  "/exit": () => process.exit(3),
  "/after": () => void setImmediate(() => process.abort()),
  "/killed": () => void process.kill(process.pid, "SIGKILL"),
  "/ended": () => void process.kill(process.pid, "SIGTERM")
}

/** Checks of these paths never end by themselves. */
const withoutAnswer = new Set(["/throw", "/killed", "/silent"])

const check = (request: CheckRequest) =>
  Effect.suspend(() => {
    const { pathname } = new URL(request.url)
    effects[pathname]?.()
    return withoutAnswer.has(pathname)
      ? Effect.never
      : Effect.succeed({ ...unmadeCheck(request.url, 0, `by ${process.pid}`), bytesReceived: request.timeoutMs ?? 0 })
  })

// The test passes the behaviour of the process in place of the trust anchors.
serveChecks(({ extraCa: [behaviour] }) => {
  if (behaviour === "does not start") process.exit(1)
  if (behaviour === "ends after a while") setTimeout(() => process.abort(), 1_000)
  return Layer.succeed(UptimeProbe, { check })
})
