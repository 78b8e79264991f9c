import { parseServerList } from "@mon/dns"
import { parseArgs } from "node:util"

/** What the command line asks for. */
export type Command =
  | {
      readonly kind: "simulate"
      readonly sending: ReadonlyArray<string>
      /** "-" is standard input. */
      readonly file: string
      readonly servers: ReadonlyArray<string>
      readonly out: string | null
      readonly json: boolean
      readonly lists: boolean
      readonly mailboxes: number | null
      readonly perDay: number | null
      readonly days: number | null
    }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "usage"; readonly message: string }

export const HELP = `Usage: mon-simulation --sending <domains> [options] <prospects.csv>

Predicts what happens to a campaign, from DNS and public benchmarks. No mail is sent.

  --sending <domains>     sending domains, comma list; may be repeated
  <prospects.csv>         a CSV with a column of addresses or domains, or one entry a line; "-" reads standard input
  --out <folder>          write campaign.csv, sender.csv and suggestion.csv there
  --json                  the results as JSON
  --dns <server>          ask this name server, "127.0.0.1:5353"; comma list
  --no-lists              ask no blacklist about the senders
  --mailboxes <n>         mailboxes of each sending domain (2)
  --per-day <n>           emails of one mailbox in a day (30)
  --days <n>              send everything in so many days; the fewest that suffice by default
  --help, --version

Exit code: 0 done, 2 wrong usage or nothing to simulate.`

const FLAGS = {
  sending: { type: "string", multiple: true },
  out: { type: "string" },
  json: { type: "boolean" },
  dns: { type: "string" },
  "no-lists": { type: "boolean" },
  mailboxes: { type: "string" },
  "per-day": { type: "string" },
  days: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" }
} as const

const MOST = 10_000

const usage = (message: string): Command => ({ kind: "usage", message })

const whole = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return null
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= MOST ? number : undefined
}

const read = (args: ReadonlyArray<string>): Command => {
  const { positionals, values } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  if (values.help) return { kind: "help" }
  if (values.version) return { kind: "version" }
  const sending = (values.sending ?? [])
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => text !== "")
  const [file, ...more] = positionals
  if (sending.length === 0) return usage("--sending is needed.")
  if (file === undefined || more.length > 0) return usage("One file of prospects is needed.")
  const list = parseServerList(values.dns ?? "")
  if (!list.ok) return usage(`--dns: ${list.message}`)
  const [mailboxes, perDay, days] = [whole(values.mailboxes), whole(values["per-day"]), whole(values.days)]
  if (mailboxes === undefined || perDay === undefined || days === undefined)
    return usage(`--mailboxes, --per-day and --days take a whole number from 1 to ${MOST}.`)
  return {
    kind: "simulate",
    sending,
    file,
    servers: list.servers,
    out: values.out ?? null,
    json: values.json ?? false,
    lists: !(values["no-lists"] ?? false),
    mailboxes,
    perDay,
    days
  }
}

/** Reads the command line; never throws. */
export const parseArguments = (args: ReadonlyArray<string>): Command => {
  try {
    return read(args)
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error))
  }
}
