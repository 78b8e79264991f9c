// Runs the proofs that take too long for each commit, one after the other. Ends with one line per proof.
import { choice, command, ExitCode, list, runProcess } from "@mon/command-line"
import { spawnSync } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The command of each proof. CONTRIBUTING.md says which change needs which proof. */
const PROOFS = {
  // With --continue, one failing package does not hide what the others would have found.
  long: ["npm", "run", "--silent", "test:long", "--", "--continue"],
  "postgres-15": ["npm", "run", "--silent", "test:postgres-15", "--workspace", "@mon/core-store"],
  packages: ["npm", "run", "--silent", "packages"],
  size: ["npm", "run", "--silent", "size"],
  chaos: ["npm", "run", "--silent", "chaos", "--", "--seconds", "20"],
  upgrade: ["npm", "run", "--silent", "upgrade"],
  rolling: ["npm", "run", "--silent", "upgrade", "--", "--rolling"],
  benches: ["npm", "run", "--silent", "bench", "--", "--short"],
  examples: ["npm", "run", "--silent", "examples"],
  release: ["npm", "run", "--silent", "release:rehearse"],
  vulnerabilities: [process.execPath, "scripts/audit.mjs"],
  // Namespaces of Linux need root.
  ...(process.getuid?.() === 0 ? { image: ["npm", "run", "--silent", "image"] } : {})
}

const prove = ([program, ...args]) => {
  const { error, status } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  if (error) console.error(error.message)
  return status === 0
}

const proofs = command({
  name: "npm run proofs --",
  description: "Runs the checks that take too long for each commit, one after the other. Needs a build.",
  options: {},
  arguments: { proof: list(choice("proof", Object.keys(PROOFS)), "Run only these proofs (default: all)") },
  exitCodes: { ok: "All proofs passed", finding: "A proof failed", couldNot: "The proofs could not be run" },
  run: ({ proof: wanted }, { out }) => {
    const results = []
    for (const [name, proof] of Object.entries(PROOFS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      out(`\n== ${name}\n`)
      const started = performance.now()
      const passed = prove(proof)
      results.push({ name, passed, seconds: Math.round((performance.now() - started) / 1000) })
    }
    out("\n")
    for (const { name, passed, seconds } of results)
      out(`${name.padEnd(16)} ${passed ? "passed" : "FAILED"} ${String(seconds).padStart(6)} s\n`)
    const failed = results.filter(({ passed }) => !passed).length
    out(`\n${results.length - failed} passed, ${failed} failed\n`)
    return failed === 0 ? ExitCode.ok : ExitCode.finding
  }
})

await runProcess(proofs, new URL("../package.json", import.meta.url))
