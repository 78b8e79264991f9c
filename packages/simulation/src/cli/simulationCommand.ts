import {
  command,
  CommandError,
  ExitCode,
  flag,
  list,
  optional,
  required,
  requiredList,
  type Terminal,
  text,
  type ValueType,
  wholeNumber
} from "@mon/bundled/command-line"
import { parseServerList } from "@mon/dns"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { campaignCsv } from "../csv/campaignCsv.ts"
import { senderCsv } from "../csv/senderCsv.ts"
import { suggestionCsv } from "../csv/suggestionCsv.ts"
import { CampaignFacts } from "../effect/CampaignFacts.ts"
import { simulate, type Simulation, type SimulationProgress } from "../effect/simulate.ts"
import { SimulationError } from "../effect/SimulationError.ts"
import type { CampaignFiles } from "./CampaignFiles.ts"
import { readProspects } from "./readProspects.ts"
import { summaryPage } from "./Summary.ts"

export interface SimulationTerminal extends Terminal {
  readonly files: CampaignFiles
}

const CLEAR_LINE = "\r\u001b[2K"
const BAR = 30
const MOST = 10_000

const count = wholeNumber("n", 1, MOST)

const splitList = (given: string): ReadonlyArray<string> =>
  given
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "")

const domains: ValueType<ReadonlyArray<string>> = {
  placeholder: "domains",
  takes: "domain names, separated by commas",
  read: (given) => {
    const names = splitList(given)
    return names.length === 0 ? undefined : names
  }
}

const nameServers: ValueType<ReadonlyArray<string>> = {
  placeholder: "servers",
  takes: "DNS servers such as 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53, separated by commas",
  read: (given) => {
    const parsed = parseServerList(given)
    return parsed.ok && parsed.servers.length > 0 ? parsed.servers : undefined
  }
}

const bar = ({ done, phase, total }: SimulationProgress): string => {
  const filled = total === 0 ? BAR : Math.floor((done / total) * BAR)
  return `${CLEAR_LINE}[${"#".repeat(filled)}${".".repeat(BAR - filled)}] ${done}/${total} ${phase === "dns" ? "domains" : phase}`
}

const progressOf = ({ err, interactive }: Terminal) => {
  let shown = ""
  return {
    onProgress: (progress: SimulationProgress): void => {
      const line = bar(progress)
      if (!interactive || line === shown) return
      shown = line
      err(line)
    },
    end: (): void => {
      if (interactive) err(CLEAR_LINE)
    }
  }
}

const asCommandError = (what: string) => (error: unknown) => {
  throw new CommandError(`${what}: ${error instanceof Error ? error.message : String(error)}`)
}

const writeAll = async (files: CampaignFiles, folder: string, { prospects, results }: Simulation): Promise<void> => {
  await files.write(folder, "campaign.csv", campaignCsv(prospects()))
  await files.write(folder, "sender.csv", senderCsv(results))
  await files.write(folder, "suggestion.csv", suggestionCsv(results))
}

export const simulationCommand = command({
  name: "mon-simulation",
  description:
    "Predicts the results of an email campaign from DNS and public benchmarks. The command does not send any email.",
  options: {
    sending: requiredList(domains, "The sending domains, separated by commas"),
    out: optional(
      text("folder", "the path of a folder"),
      "Write campaign.csv, sender.csv and suggestion.csv to this folder"
    ),
    json: flag("Print the results as JSON"),
    dns: list(nameServers, "Use these DNS servers instead of the system's"),
    "no-lists": flag("Do not look up the sending domains on blacklists"),
    mailboxes: optional(count, "Number of mailboxes per sending domain (default: 2)"),
    "per-day": optional(count, "Number of emails that each mailbox sends per day (default: 30)"),
    days: optional(count, "Number of days over which everything is sent (default: as few days as possible)")
  },
  arguments: {
    prospects: required(
      text("file", 'the path of a file, or "-" for standard input'),
      'A CSV file with a column of email addresses or domains, or a file with one address or domain per line. Use "-" for standard input'
    )
  },
  exitCodes: { ok: "The campaign was simulated", couldNot: "The campaign could not be simulated" },
  run: async (values, terminal: SimulationTerminal) => {
    const { days, json, mailboxes, out, "no-lists": skipLists, "per-day": perDay, prospects, sending } = values
    const file = await terminal.files.read(prospects).catch(asCommandError(`${prospects} cannot be read`))
    const servers = values.dns.flat()
    const { end, onProgress } = progressOf(terminal)
    const layer = CampaignFacts.layer({
      dns: servers.length === 0 ? {} : { servers },
      ...(skipLists ? { lists: [] } : {})
    })
    const program = simulate(
      { sendingDomains: sending.flat(), prospectEntries: readProspects(file) },
      {
        ...(days === null ? {} : { days }),
        ...(mailboxes === null ? {} : { mailboxesPerSender: mailboxes }),
        ...(perDay === null ? {} : { dailyPerMailbox: perDay }),
        onProgress
      }
    ).pipe(Effect.provide(layer))
    const exit = await Effect.runPromiseExit(program, { signal: terminal.signal })
    end()
    if (Exit.isFailure(exit)) {
      const error = Cause.squash(exit.cause)
      throw error instanceof SimulationError ? new CommandError(error.message) : error
    }
    const { plan, results } = exit.value
    if (out !== null) await writeAll(terminal.files, out, exit.value).catch(asCommandError(`${out} cannot be written`))
    terminal.out(
      json ? `${JSON.stringify(results, null, 2)}\n` : summaryPage(results, plan.credits, plan.rejectedSenders)
    )
    return ExitCode.ok
  }
})
