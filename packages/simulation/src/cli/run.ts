import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { campaignCsv } from "../csv/campaignCsv.ts"
import { senderCsv } from "../csv/senderCsv.ts"
import { suggestionCsv } from "../csv/suggestionCsv.ts"
import { CampaignFacts } from "../effect/CampaignFacts.ts"
import { simulate, type Simulation, type SimulationProgress } from "../effect/simulate.ts"
import { SimulationError } from "../effect/SimulationError.ts"
import { type Command, HELP, parseArguments } from "./Arguments.ts"
import { readProspects } from "./readProspects.ts"
import { summaryPage } from "./Summary.ts"

/** The environment of a command. */
export interface World {
  readonly out: (text: string) => void
  /** Progress and errors. */
  readonly err: (text: string) => void
  /** Whether the output is a terminal. */
  readonly interactive: boolean
  readonly version: string
  readonly signal: AbortSignal
  /** The text of a file, "-" for standard input; rejects when it cannot be read, or is too large. */
  readonly read: (path: string) => Promise<string>
  /** Writes lines to a file in a folder, which is made when it is not there. */
  readonly write: (folder: string, name: string, lines: Iterable<string>) => Promise<void>
}

export const EXIT = { done: 0, usage: 2 } as const

type Simulate = Extract<Command, { readonly kind: "simulate" }>

const CLEAR_LINE = "\r\u001b[2K"
const BAR = 30

const bar = ({ done, phase, total }: SimulationProgress): string => {
  const filled = total === 0 ? BAR : Math.floor((done / total) * BAR)
  return `${CLEAR_LINE}[${"#".repeat(filled)}${".".repeat(BAR - filled)}] ${done}/${total} ${phase === "dns" ? "domains" : phase}`
}

const progressOf = ({ err, interactive }: World) => {
  let shown = ""
  return {
    onProgress: (progress: SimulationProgress): void => {
      const text = bar(progress)
      if (!interactive || text === shown) return
      shown = text
      err(text)
    },
    end: (): void => {
      if (interactive) err(CLEAR_LINE)
    }
  }
}

const writeAll = async (world: World, folder: string, { prospects, results }: Simulation): Promise<void> => {
  await world.write(folder, "campaign.csv", campaignCsv(prospects()))
  await world.write(folder, "sender.csv", senderCsv(results))
  await world.write(folder, "suggestion.csv", suggestionCsv(results))
}

const optionsOf = ({ days, mailboxes, perDay }: Simulate) => ({
  ...(days === null ? {} : { days }),
  ...(mailboxes === null ? {} : { mailboxesPerSender: mailboxes }),
  ...(perDay === null ? {} : { dailyPerMailbox: perDay })
})

const simulated = async (command: Simulate, world: World): Promise<number> => {
  let file: string
  try {
    file = await world.read(command.file)
  } catch (error) {
    world.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return EXIT.usage
  }
  const { end, onProgress } = progressOf(world)
  const layer = CampaignFacts.layer({
    dns: command.servers.length === 0 ? {} : { servers: command.servers },
    ...(command.lists ? {} : { lists: [] })
  })
  const program = simulate(
    { sendingDomains: command.sending, prospectEntries: readProspects(file) },
    { ...optionsOf(command), onProgress }
  ).pipe(Effect.provide(layer))
  const exit = await Effect.runPromiseExit(program, { signal: world.signal })
  end()
  if (Exit.isFailure(exit)) {
    const error = Cause.squash(exit.cause)
    if (!(error instanceof SimulationError)) throw error
    world.err(`${error.message}\n`)
    return EXIT.usage
  }
  const { plan, results } = exit.value
  if (command.out !== null) await writeAll(world, command.out, exit.value)
  world.out(
    command.json ? `${JSON.stringify(results, null, 2)}\n` : summaryPage(results, plan.credits, plan.rejectedSenders)
  )
  return EXIT.done
}

/** Runs the command line with the given arguments; the number is the exit code. */
export const run = async (args: ReadonlyArray<string>, world: World): Promise<number> => {
  const command = parseArguments(args)
  if (command.kind === "simulate") return simulated(command, world)
  if (command.kind === "usage") {
    world.err(`${command.message}\n\n${HELP}\n`)
    return EXIT.usage
  }
  world.out(command.kind === "help" ? `${HELP}\n` : `${world.version}\n`)
  return EXIT.done
}
