import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import type { CheckResult } from "../CheckResult.ts"
import { makeProbe, type Probe, type ProbeOptions } from "../Probe.ts"
import type { Verdict } from "../Outcome.ts"
import { type Command, HELP, parseCommand } from "./Arguments.ts"
import { coloured, headline, plain, report, summary } from "./Report.ts"

/** The world around the command. */
export interface Surroundings {
  readonly write: (line: string) => void
  readonly complain: (line: string) => void
  readonly colours: boolean
  readonly version: () => string
  /** Ends watching. */
  readonly signal: AbortSignal
  readonly makeProbe: (options: ProbeOptions) => Probe
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const EXIT_CODES: Readonly<Record<Verdict, number>> = { up: 0, down: 1, unknown: 2 }
/** sysexits.h EX_USAGE */
const EX_USAGE = 64

/** Checks that a summary covers; the oldest are dropped first. */
const MAX_SUMMARISED = 10_000

const watch = async (
  command: Extract<Command, { kind: "check" }>,
  everyMs: number,
  probe: Probe,
  world: Surroundings
): Promise<number> => {
  const paint = world.colours ? coloured : plain
  const checks: Array<CheckResult> = []
  while (!world.signal.aborted) {
    const result = await probe.check(command.request, world.signal).catch((error: unknown) => {
      if (world.signal.aborted) return null
      throw error
    })
    if (result === null) break
    checks.push(result)
    if (checks.length > MAX_SUMMARISED) checks.shift()
    world.write(
      command.json ? JSON.stringify(result) : `${new Date(result.startedAt).toISOString()}  ${headline(result, paint)}`
    )
    await world.pause(everyMs, world.signal)
  }
  if (!command.json) world.write(summary(checks))
  return EXIT_CODES[checks.at(-1)?.verdict ?? "unknown"]
}

/** Runs the command and gives its exit code. */
export const run = async (argv: ReadonlyArray<string>, world: Surroundings): Promise<number> => {
  const command = parseCommand(argv)
  if (command.kind === "help") {
    world.write(HELP)
    return 0
  }
  if (command.kind === "version") {
    world.write(world.version())
    return 0
  }
  if (command.kind === "usage") {
    world.complain(`mon-uptime-probe: ${command.message}. See --help.`)
    return EX_USAGE
  }
  try {
    const probe = world.makeProbe(command.options)
    if (command.watchMs !== null) return await watch(command, command.watchMs, probe, world)
    const result = await probe.check(command.request, world.signal)
    world.write(command.json ? JSON.stringify(result, null, 2) : report(result, world.colours ? coloured : plain))
    return EXIT_CODES[result.verdict]
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    world.complain(`mon-uptime-probe: ${error.message}. See --help.`)
    return EX_USAGE
  }
}

/** The real surroundings of a process. */
export const processWorld = (packageJson: URL, signal: AbortSignal): Surroundings => ({
  write: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  colours: process.stdout.hasColors?.() === true,
  version: () => (JSON.parse(readFileSync(packageJson, "utf8")) as { readonly version: string }).version,
  signal,
  makeProbe,
  pause: (milliseconds, stop) => setTimeout(milliseconds, undefined, { signal: stop }).catch(() => undefined)
})
