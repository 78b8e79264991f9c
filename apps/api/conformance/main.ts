import {
  command,
  CommandError,
  ExitCode,
  optional,
  required,
  runProcess,
  text,
  type ValueType
} from "@mon/command-line"
import { runConformance, type Verdict } from "./run.ts"

const marks: Record<Verdict["outcome"], string> = { conforms: "ok     ", differs: "DIFFERS", "not judged": "skipped" }

const line = ({ outcome, reason, row }: Verdict): string =>
  `${marks[outcome]} ${row.section.padEnd(5)} ${row.endpoint}: ${row.says}${reason === null ? "" : `\n        ${reason}`}`

const webUrl: ValueType<string> = {
  placeholder: "url",
  takes: "an http or https URL",
  read: (given) => (/^https?:$/u.test(URL.parse(given)?.protocol ?? "") ? given : undefined)
}

const conformance = command({
  name: "npm run conformance --",
  description:
    "Checks the responses of a running service against the interface, row by row. Sends no email and spends no credits.",
  options: {
    "base-url": required(webUrl, "The URL of the service, with or without /api/v1"),
    key: required(
      text("key", "an API key"),
      "The API key of an account owner, preferably of a new account, on any plan"
    ),
    section: optional(
      text("number", "the number of a section, such as 4.3"),
      "Check only this section of the interface"
    )
  },
  arguments: {},
  exitCodes: {
    ok: "All responses conform",
    finding: "A response differs from the interface",
    couldNot: "The service could not be reached"
  },
  run: async ({ "base-url": baseUrl, key, section }, { out }) => {
    const verdicts = await runConformance(
      { baseUrl, key },
      (verdict) => out(`${line(verdict)}\n`),
      (row) => section === null || row.section === section || row.section.startsWith(`${section}.`)
    ).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    })
    const count = (outcome: Verdict["outcome"]) => verdicts.filter((verdict) => verdict.outcome === outcome).length
    out(`\n${count("conforms")} rows conform, ${count("differs")} differ, ${count("not judged")} were skipped.\n`)
    return count("differs") === 0 ? ExitCode.ok : ExitCode.finding
  }
})

await runProcess(conformance, new URL("../package.json", import.meta.url))
