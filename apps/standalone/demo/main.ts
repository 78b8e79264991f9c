import { command, ExitCode, optional, runProcess, text, wholeNumber, withDefault } from "@mon/bundled/command-line"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import process from "node:process"
import { startDemo } from "./startDemo.ts"

const PORT = 3_000

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener("abort", () => done(), { once: true })
  })

// Closing the terminal stops the demo, as Ctrl-C does, so that the database does not continue to run.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))

await runProcess(
  command({
    name: "npm run demo --",
    description:
      "Starts the whole service with a small internet on loopback and a month of history. Ctrl-C stops everything.",
    options: {
      keep: optional(
        text("folder", "the path of a folder"),
        "Keep the data in this folder, and continue with what it contains. Default: a temporary folder"
      ),
      port: withDefault(wholeNumber("port", 0, 65_535), PORT, "The port of the service; 0 takes any free port")
    },
    arguments: {},
    exitCodes: { ok: "The demo was stopped", couldNot: "The demo could not start" },
    run: async ({ keep, port }, { out, signal }) => {
      const dataDir = keep === null ? mkdtempSync(join(tmpdir(), "mon-demo-")) : resolve(keep)
      try {
        const startedAt = performance.now()
        const demo = await startDemo({ dataDir, port, report: (line) => out(`${line}\n`) })
        const seconds = Math.round((performance.now() - startedAt) / 1_000)
        out(
          `\nMon is alive after ${seconds} s.\n\n  Address   ${demo.baseUrl}\n  Email     ${demo.email}\n` +
            `  Password  ${demo.password}\n  API key   ${demo.apiKey}\n  Status    ${demo.baseUrl}/s/lighthouse/\n\n` +
            `To add a site, take any name of the small internet, such as ${demo.internet.spareUrl("shop")}\n` +
            "Press Ctrl-C to stop everything.\n"
        )
        await untilAborted(signal)
        await demo.close()
        if (keep !== null) out(`The data stays in ${dataDir}.\n`)
        return ExitCode.ok
      } finally {
        if (keep === null) rmSync(dataDir, { recursive: true, force: true })
      }
    }
  }),
  new URL("../package.json", import.meta.url)
)
