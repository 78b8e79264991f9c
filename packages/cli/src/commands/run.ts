import { command, flag, optional, requiredList, UsageError, type ValueType } from "@mon/bundled/command-line"
import { randomUUID } from "node:crypto"
import type { CliTerminal } from "../CliTerminal.ts"
import { runJob } from "../local/runJob.ts"
import { lastBytes, pingUrl, sendPing } from "../service/pings.ts"

/** The maximum time by which the last ping delays the end of `mon run`, in milliseconds. */
const END_WITHIN_MS = 5_000
/** The time limit for the ping that reports the start. The ping is sent while the job runs. */
const START_WITHIN_MS = 60_000

const readUrl = (text: string): URL | undefined => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/u.test(url.protocol) ? url : undefined
}

const TAKES = "the http or https URL of a heartbeat"

const pingUrlType: ValueType<URL> = { placeholder: "url", takes: TAKES, read: readUrl }

const word: ValueType<string> = {
  placeholder: "command",
  takes: "a program and its arguments",
  read: (text) => text
}

const urlOf = (given: URL | null, { env }: CliTerminal): URL => {
  if (given !== null) return given
  const text = env["MON_PING_URL"]
  if (text === undefined || text === "") throw new UsageError(`--url is missing. It must be ${TAKES}.`)
  const url = readUrl(text)
  if (url === undefined) throw new UsageError(`MON_PING_URL must be ${TAKES}.`)
  return url
}

export const run = command({
  name: "mon run",
  description: "Runs a job and reports its start, end, exit code and output to a heartbeat.",
  options: {
    url: optional(pingUrlType, "The ping URL of the heartbeat, instead of MON_PING_URL"),
    "no-output": flag("Do not send the output of the job")
  },
  arguments: { command: requiredList(word, "The program and its arguments, after --") },
  notes: `The URL is that of a heartbeat of Healthchecks, or of a service with the same addresses for pings. Other users
of the machine can read the arguments of a program, so set MON_PING_URL instead of --url.

If the heartbeat service does not answer, the job runs as usual: its exit code stays the same, and it is held up by at
most 5 seconds. Only a message on standard error says that the report was lost.`,
  examples: [
    ["mon run -- /usr/local/bin/backup.sh", "reports a backup to the heartbeat in MON_PING_URL"],
    ["mon run --no-output -- pg_dump --file=shop.sql shop", "reports only the run time and the exit code"]
  ],
  exitCodes: {
    ok: "The job succeeded",
    finding: "The exit code is that of the job; 126 or 127 if the job could not be started",
    couldNot: "The exit code is that of the job"
  },
  run: async ({ command: job, "no-output": isSilent, url: given }, terminal: CliTerminal) => {
    const base = urlOf(given, terminal)
    const id = randomUUID()
    const jobEnds = new AbortController()
    const start = sendPing(pingUrl(base, "start", id), new Uint8Array(), {
      within: START_WITHIN_MS,
      signal: jobEnds.signal
    })
    const { exitCode, output, problem } = await runJob(job, { isKept: !isSilent, signal: terminal.signal })
    jobEnds.abort()
    if (problem !== null) terminal.err(`mon run: ${problem}\n`)
    const { bodyBytes } = await start
    const body = problem === null ? lastBytes(output, bodyBytes) : new TextEncoder().encode(problem)
    const end = await sendPing(pingUrl(base, String(exitCode), id), body, { within: END_WITHIN_MS })
    if (end.problem !== null) terminal.err(`mon run: the heartbeat service did not accept the report: ${end.problem}\n`)
    return exitCode
  }
})
