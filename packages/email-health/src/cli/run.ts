import { readFileSync } from "node:fs"
import { checkEmailHealth, checkSpf } from "../checkEmailHealth.ts"
import { EmailHealthError } from "../EmailHealthError.ts"
import type { EmailHealthReport } from "../EmailHealthReport.ts"
import type { CheckPart } from "../inspectDomain.ts"
import { type Command, HELP, parseArguments } from "./Arguments.ts"
import { coloured, plain, reportCard } from "./ReportCard.ts"

/** The process around the command. */
export interface World {
  readonly out: (text: string) => void
  /** Progress and error messages. */
  readonly err: (text: string) => void
  readonly colour: boolean
  /** Whether a person watches the terminal. */
  readonly interactive: boolean
  readonly version: string
  readonly signal: AbortSignal
}

export const EXIT = { healthy: 0, failed: 1, unknown: 2 } as const

const PARTS: ReadonlyArray<CheckPart> = ["mx", "spf", "dkim", "dmarc", "blacklist", "extras"]
const CLEAR_LINE = "\r\u001b[2K"

const progress = ({ err, interactive }: World, domain: string) => {
  const done = new Set<CheckPart>()
  const draw = (): void =>
    err(`${CLEAR_LINE}${domain}  ${PARTS.map((part) => (done.has(part) ? part : ".".repeat(part.length))).join("  ")}`)
  if (!interactive) return { onProgress: () => {}, end: () => {} }
  draw()
  return {
    onProgress: (part: CheckPart): void => {
      done.add(part)
      draw()
    },
    end: (): void => err(CLEAR_LINE)
  }
}

const exitOf = (report: EmailHealthReport): number => {
  const statuses = [report.mx, report.spf, report.dkim, report.dmarc, report.blacklist].map(({ status }) => status)
  if (statuses.includes("fail")) return EXIT.failed
  return statuses.includes("unknown") ? EXIT.unknown : EXIT.healthy
}

const check = async (command: Extract<Command, { readonly kind: "check" }>, world: World): Promise<number> => {
  const { domain, selectors, servers, ip, tree, json, lists } = command
  const choice = { ...(servers.length === 0 ? {} : { servers }), signal: world.signal }
  const shown = progress(world, domain)
  try {
    const report = await checkEmailHealth(domain, {
      ...choice,
      selectors,
      onProgress: shown.onProgress,
      ...(lists ? {} : { lists: [] })
    })
    const outcome =
      ip === null ? null : await checkSpf({ ip, sender: `postmaster@${report.domain}`, helo: report.domain }, choice)
    shown.end()
    const spf = ip === null || outcome === null ? null : { ip, outcome }
    world.out(
      json
        ? `${JSON.stringify(spf === null ? report : { ...report, spfFrom: spf }, null, 2)}\n`
        : `${reportCard(report, { paint: world.colour ? coloured : plain, tree, spf })}\n`
    )
    return exitOf(report)
  } catch (error) {
    shown.end()
    if (!(error instanceof EmailHealthError)) throw error
    world.err(`${error.message}\n`)
    return EXIT.unknown
  }
}

/** Runs the command and returns its exit code; rejects when the signal aborts. */
export const run = async (args: ReadonlyArray<string>, world: World): Promise<number> => {
  const command = parseArguments(args)
  switch (command.kind) {
    case "help":
      world.out(`${HELP}\n`)
      return EXIT.healthy
    case "version":
      world.out(`${world.version}\n`)
      return EXIT.healthy
    case "usage":
      world.err(`${command.message}\n\n${HELP}\n`)
      return EXIT.unknown
    default:
      return await check(command, world)
  }
}

/** The environment of the current process. */
export const processWorld = (manifest: URL, signal: AbortSignal): World => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colour: process.stdout.hasColors?.() ?? false,
  interactive: process.stderr.isTTY === true,
  version: String(JSON.parse(readFileSync(manifest, "utf8")).version),
  signal
})
