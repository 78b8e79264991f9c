import {
  choice,
  command,
  CommandError,
  ExitCode,
  filePath,
  flag,
  list,
  optional,
  required,
  text,
  UsageError,
  withDefault
} from "@mon/bundled/command-line"
import { sections } from "@mon/api-contract/config-file"
import { PlanName } from "@mon/model"
import { type ImportReport, importSources, onCallReportText, reportText } from "@mon/import"
import {
  accountSources,
  importAccount,
  type ImportedFiles,
  importFiles,
  importOnCallConfig,
  importStatusPage,
  type OnCallConfig
} from "@mon/import/node"
import type { CliTerminal } from "../CliTerminal.ts"
import { writeNewFiles } from "../local/writeNewFiles.ts"
import { jsonText } from "../screen/shownText.ts"
import { jsonFlag } from "./jsonFlag.ts"

const STANDARD_OUTPUT = "-"

const ON_CALL = "on-call"

/** Everything that the command imports: monitors of a tool, or the on-call schedules of a tool. */
const allSources = [
  ...importSources,
  {
    name: ON_CALL,
    about: "On-call schedules and escalations of PagerDuty, Opsgenie, Jira or Grafana OnCall: API responses (JSON)"
  }
] as const

const source = choice(
  "source",
  allSources.map(({ name }) => name)
)

const longest = Math.max(...allSources.map(({ name }) => name.length))
const sourceLines = allSources.map(({ about, name }) => `  ${name.padEnd(longest)}  ${about}`).join("\n")

const titleWidth = Math.max(...accountSources.map(({ name }) => name.length))
const accountLines = accountSources.map(({ key, name }) => `  ${name.padEnd(titleWidth)}  ${key}`).join("\n")
const accountNames = accountSources.map(({ name }) => name).join(", ")

interface Given {
  readonly source: (typeof allSources)[number]["name"]
  readonly file: ReadonlyArray<string>
  readonly "api-key-env": string | null
  readonly "api-url": string | null
  readonly project: string | null
  readonly plan: PlanName
  readonly "proven-hosts": boolean
}

/**
 * Returns the origin of an API's URL. An unencrypted connection is allowed only to this machine, because the API key is
 * sent over it.
 */
const originOf = (given: string): string => {
  const url = URL.parse(given)
  const isHere = url?.protocol === "http:" && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/u.test(url.hostname)
  if (url === null || (url.protocol !== "https:" && !isHere)) throw new UsageError("--api-url must be an https URL.")
  return url.origin
}

const WEB_ADDRESS = /^https?:\/\//iu

const imported = async (given: Given, terminal: CliTerminal): Promise<ImportedFiles | OnCallConfig> => {
  const { "api-key-env": variable, "api-url": apiUrl, file, plan, project, "proven-hosts": provenHosts } = given
  const { source: name } = given
  const options = { plan, provenHosts, ...(project === null ? {} : { project }) }
  if (variable === null) {
    if (apiUrl !== null) throw new UsageError("--api-url works only with --api-key-env.")
    if (file.length === 0)
      throw new UsageError(`<file> is missing. With --api-key-env, ${accountNames} do not need one.`)
    if (name === ON_CALL) return importOnCallConfig(file, { plan, ...(project === null ? {} : { project }) })
    const [address, ...others] = file.filter((one) => WEB_ADDRESS.test(one))
    if (address === undefined) return importFiles(name, file, options)
    if (name !== "statuspage" || others.length > 0 || file.length > 1)
      throw new UsageError("Only the statuspage source takes an address, and only one.")
    return importStatusPage(address, { ...options, ...waiting(terminal, URL.parse(address)?.host ?? address) })
  }
  if (file.length > 0) throw new UsageError("Pass either files or --api-key-env, not both.")
  const account = accountSources.find((one) => one.name === name)
  if (account === undefined) throw new UsageError(`--api-key-env works with these sources: ${accountNames}.`)
  const apiKey = (Object.hasOwn(terminal.env, variable) ? terminal.env[variable] : undefined) ?? ""
  if (apiKey.trim() === "") throw new CommandError(`The environment variable ${variable} is not set.`)
  return importAccount(account.name, apiKey, {
    ...options,
    ...(apiUrl === null ? {} : { origin: originOf(apiUrl) }),
    ...waiting(terminal, account.title)
  })
}

/**
 * Returns the `signal` and `pause` options of an import. The terminal's signal stops the import, and each pause prints
 * its reason.
 */
const waiting = ({ err, pause, signal }: CliTerminal, title: string) => ({
  signal,
  pause: async (milliseconds: number, ends: AbortSignal) => {
    err(`Waiting ${Math.round(milliseconds / 1_000)} s before the next request to ${title}.\n`)
    await pause(milliseconds, ends)
    ends.throwIfAborted()
  }
})

type Succeeded = Extract<ImportedFiles | OnCallConfig, { readonly ok: true }>

/** The files to write, and what became of the input. An export of on-call schedules has no secrets. */
type Result = Pick<Succeeded, "config" | "document" | "report"> & {
  readonly env: string | null
  readonly missingVariables: ReadonlyArray<string>
}

const resultOf = (found: Succeeded): Result => ({ env: null, missingVariables: [], ...found })

const isOfMonitors = (report: Result["report"]): report is ImportReport => "missingKinds" in report

const textOf = ({ report }: Result, isFull: boolean): string =>
  isOfMonitors(report) ? reportText(report, { isFull }) : onCallReportText(report, { isFull })

/** Returns whether the file contains objects other than tags. A file with only tags monitors nothing. */
const hasObjects = ({ document }: Result): boolean =>
  sections.some((section) => section !== "tags" && Object.keys(document[section] ?? {}).length > 0)

interface Places {
  readonly output: string
  readonly envFile: string
  readonly isForced: boolean
}

const write = async (result: Result, { envFile, isForced, output }: Places): Promise<ReadonlyArray<string>> => {
  const files = [
    ...(result.env === null ? [] : [{ path: envFile, text: result.env, isSecret: true }]),
    ...(output === STANDARD_OUTPUT ? [] : [{ path: output, text: result.config, isSecret: false }])
  ]
  await writeNewFiles(files, isForced)
  return files.map(({ path }) => path)
}

const optionsOf = (files: ReadonlyArray<string>, output: string, envFile: string): string =>
  `--file ${output}${files.includes(envFile) ? ` --env-file ${envFile}` : ""}`

const nextSteps = ({ missingVariables }: Result, { envFile, output }: Places, files: ReadonlyArray<string>): string => {
  const lines = files.map((file) =>
    file === envFile ? `Wrote ${file}: only you can read it. Do not commit it.` : `Wrote ${file}.`
  )
  if (files.length > 0 && missingVariables.length > 0)
    lines.push(`Pass these secrets with --env, because a .env file cannot hold them: ${missingVariables.join(", ")}.`)
  if (files.includes(output))
    lines.push(
      `The file only adds what the account does not have. Review the file, and see what it would add: mon plan ${optionsOf(files, output, envFile)}`
    )
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`
}

export const importCommand = command({
  name: "mon import",
  description:
    "Turns an export from another monitoring tool into a configuration file. It does not change anything in the service.",
  options: {
    output: {
      ...withDefault(filePath(), "mon.yaml", "The configuration file to write. - is standard output"),
      short: "o"
    },
    "env-file": withDefault(filePath(), ".env", "The file for secrets found in the import. Only you can read it"),
    "api-key-env": optional(
      text("name", "the name of an environment variable"),
      "Read the account through the tool's API, with the key in this environment variable"
    ),
    "api-url": optional(
      text("url", "an https URL"),
      "The URL of the API, for example of a proxy. Default: the tool's own URL"
    ),
    project: optional(text("name", "a name"), "The configuration file's project. Default: the name of the source"),
    plan: withDefault(
      choice("plan", PlanName.literals),
      "agency",
      "The account's plan. The file has nothing that the plan does not allow"
    ),
    "proven-hosts": flag("Keep POST, PUT and PATCH: you have proved that the hosts are yours"),
    full: flag("Also list the fields that were carried over"),
    "dry-run": flag("Print the report without writing any files"),
    force: flag("Replace the files if they exist"),
    json: jsonFlag
  },
  arguments: {
    source: required(source, "The tool"),
    file: list(filePath(), "The exported files, a folder, or a status page's address. Not with --api-key-env")
  },
  notes: `Sources:
${sourceLines}

With --api-key-env, you need one of these keys. It is only sent to the tool, and is never written anywhere:
${accountLines}

The report first counts the kinds of checks that Mon does not have. Then it says what changed, and what was left out and
why, field by field. Secrets are written to the --env-file file, and the configuration file has \${env:NAME}.`,
  examples: [
    ["mon import uptime-kuma kuma.db", "writes mon.yaml, and .env if there are secrets"],
    ["mon import uptimerobot --api-key-env UPTIMEROBOT_KEY", "reads the account"],
    ["mon import blackbox blackbox.yml prometheus.yml targets/", "several files"],
    ["mon import statuspage https://status.example.com", "reads the page's public JSON"],
    ["mon import on-call schedules.json users.json", "on-call schedules and escalations"],
    ["mon import gatus config.yaml --dry-run --full", "only the report, with every field"]
  ],
  exitCodes: {
    ok: "Something was imported. The report says what was left out",
    finding: "Nothing in the file can be imported. Nothing was written",
    couldNot: "A file cannot be read or written, or the tool rejects the key"
  },
  run: async (values, terminal: CliTerminal) => {
    const { "dry-run": isDry, "env-file": envFile, force, full, json, output } = values
    const found = await imported(values, terminal)
    if (!found.ok) throw new CommandError(found.message)
    const result = resultOf(found)
    const places = { output, envFile, isForced: force }
    const isWritten = !isDry && hasObjects(result)
    const files = isWritten ? await write(result, places) : []
    const isShown = isWritten && output === STANDARD_OUTPUT
    if (json) {
      const { document, missingVariables, report } = result
      terminal.out(jsonText({ files, missingVariables, report, document }, 2))
    } else if (isShown) {
      terminal.out(result.config)
      terminal.err(textOf(result, full) + nextSteps(result, places, files))
    } else terminal.out(textOf(result, full) + nextSteps(result, places, files))
    return hasObjects(result) ? ExitCode.ok : ExitCode.finding
  }
})
