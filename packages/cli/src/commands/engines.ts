import { type Command, command, CommandError, filePath, list } from "@mon/bundled/command-line"
import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { delimiter, join } from "node:path"
import type { CliTerminal } from "../CliTerminal.ts"

interface Engine {
  readonly package: string
  readonly description: string
  readonly example: readonly [args: string, effect: string]
}

const engines = {
  "uptime-probe": {
    package: "@mon/uptime-probe",
    description: "Checks URLs and services with @mon/uptime-probe, or serves probes to Prometheus.",
    example: ["https://example.com", "the phases, redirects and certificate of one request"]
  },
  "diff-engine": {
    package: "@mon/diff-engine",
    description: "Compares two versions of a page or file with @mon/diff-engine.",
    example: ["old.html new.html", "what a reader would see as changed"]
  },
  "disposable-check": {
    package: "@mon/disposable-check",
    description: "Checks whether email addresses are disposable with @mon/disposable-check.",
    example: ["someone@example.com", "whether the address is disposable"]
  },
  simulation: {
    package: "@mon/simulation",
    description: "Predicts where a campaign's messages arrive with @mon/simulation.",
    example: ["--sending shop.example prospects.csv", "the messages that would arrive, bounce or be filtered"]
  },
  "email-health": {
    package: "@mon/email-health",
    description: "Checks a domain's email records from this machine with @mon/email-health.",
    example: ["example.com", "grade, findings and the records to publish"]
  },
  "email-message": {
    package: "@mon/email-health",
    description: "Verifies SPF, DKIM and DMARC of a received message with @mon/email-health.",
    example: ["message.eml", "the verdict on a stored message"]
  }
} as const satisfies Readonly<Record<string, Engine>>

const pathOf = async (program: string, { env }: CliTerminal): Promise<string | null> => {
  const paths = (env["PATH"] ?? "").split(delimiter).flatMap((folder) => (folder === "" ? [] : [join(folder, program)]))
  for (const path of paths) {
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false
    )
    if (isProgram) return path
  }
  return null
}

/**
 * Makes the command that passes its arguments on to the program of an engine, as git does with programs in `PATH`. The
 * engines are not part of `mon`, so that installing `mon` stays fast. `name` is the command as users type it.
 */
export const engineCommand = (engine: keyof typeof engines, name = `mon ${engine}`): Command<CliTerminal> => {
  const { description, example, package: packageName } = engines[engine]
  const program = `mon-${engine}`
  const own = command({
    name,
    description,
    options: {},
    arguments: { arguments: list(filePath("argument"), `The arguments of ${program}`) },
    notes: `Runs the program ${program}. To install it, and to see its options:
  npm install --global ${packageName}
  ${program} --help`,
    examples: [[`${name} ${example[0]}`, example[1]]],
    exitCodes: { ok: `As in ${program}`, couldNot: `As in ${program}, or ${program} is not installed` },
    run: () => {
      throw new CommandError(
        `${name} needs the program ${program}, which is not installed. Install it with: npm install --global ${packageName}`
      )
    }
  })
  return {
    ...own,
    run: async (args, terminal) => {
      const path = await pathOf(program, terminal)
      if (path === null) return own.run(args, terminal)
      const { runJob } = await import("../local/runJob.ts")
      const { exitCode, problem } = await runJob([path, ...args], { isKept: false, signal: terminal.signal })
      if (problem !== null) terminal.err(`${name}: ${problem}\n`)
      return exitCode
    }
  }
}
