import process from "node:process"
import { command, runProcess, text, required } from "../../src/command-line/index.ts"

const act = command({
  name: "act",
  description: "Ends in one of several ways.",
  options: {},
  arguments: { how: required(text("how", "a way to end"), "How to end") },
  exitCodes: { ok: "Done", finding: "Found", couldNot: "Not done" },
  run: async ({ how }, { out, signal }) => {
    if (how === "throw")
      setTimeout(() => {
        throw new Error("thrown later")
      }, 1)
    if (how === "import") await import(["node:zlib", "absent"].join("/"))
    if (how === "print") for (let line = 0; line < 100_000; line++) out(`line ${line}\n`)
    if (how !== "wait" && how !== "throw") return how === "find" ? 1 : 0
    const timer = setInterval(() => {}, 1_000)
    out("waiting\n")
    try {
      return await new Promise<number>((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)))
    } finally {
      clearInterval(timer)
    }
  }
})

const manifest = process.env["MANIFEST"] ?? "../../package.json"

await runProcess(act, new URL(manifest, import.meta.url))
