import type { Records } from "@mon/api-contract/plain"
import {
  choice,
  command,
  commandGroup,
  ExitCode,
  optional,
  required,
  text,
  wholeNumber,
  withDefault
} from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { agoText, durationText } from "../screen/ago.ts"
import { diagnosisLines } from "../screen/diagnosisLines.ts"
import { type Paint, paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { type Column, tableLines } from "../screen/table.ts"
import { withService } from "../service/connection.ts"
import { jsonFlag } from "./jsonFlag.ts"

type Incident = Records["Incident"]

const MOST = 100
const couldNot = "The service cannot be reached, or it rejects the request"
const which = { id: required(text("id", "an incident id"), "The incident's id") }

const columns: ReadonlyArray<Column> = [
  { title: "STATUS" },
  { title: "DOMAIN", yields: 2 },
  { title: "BEGAN", align: "right" },
  { title: "LASTED", align: "right", drops: 1 },
  { title: "CAUSE", yields: 1 },
  { title: "ACKNOWLEDGED", yields: 3, drops: 2 },
  { title: "ID" }
]

const causeOf = ({ triggerError }: Incident): string => triggerError?.code ?? ""

const listCommand = command({
  name: "mon incidents list",
  description: "Lists incidents, newest first.",
  options: {
    state: optional(choice("state", ["open", "resolved"]), "Only open or only resolved incidents"),
    limit: withDefault(wholeNumber("n", 1, MOST), 20, "The maximum number of incidents"),
    json: jsonFlag
  },
  arguments: {},
  examples: [
    ["mon incidents --state open", "what is going on"],
    ["mon incidents --limit 100 --json", "the last hundred as JSON"]
  ],
  exitCodes: { ok: "The incidents are listed", couldNot },
  run: async ({ json, limit, state }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const found = await client.dashboard.incidents(
        { limit, ...(state === null ? {} : { state }) },
        { signal: terminal.signal }
      )
      if (json) terminal.out(jsonText({ incidents: found }, 2))
      else if (found.length === 0) terminal.err("No incidents.\n")
      else {
        const rows = found.map((one) => [
          [one.status, one.status === "open" ? "red" : "green"] as const,
          one.domainName,
          agoText(one.startedAt, terminal.now()),
          durationText(one.durationSeconds),
          causeOf(one),
          one.acknowledgement === null ? "" : (one.acknowledgement.by ?? one.acknowledgement.via),
          one.id
        ])
        terminal.out(`${tableLines(terminal, columns, rows).join("\n")}\n`)
      }
      return ExitCode.ok
    })
})

const detailLines = (incident: Records["IncidentDetails"], paint: Paint, now: number): ReadonlyArray<string> => {
  const { acknowledgement, deliveries, evidence, sharedCause, silence, suppressedBy, triggerError } = incident
  const facts: ReadonlyArray<readonly [name: string, value: string | null]> = [
    ["Domain", incident.domainUrl],
    ["Began", `${incident.startedAt} (${agoText(incident.startedAt, now)})`],
    ["Ended", incident.resolvedAt === null ? null : `${incident.resolvedAt} (${incident.resolution ?? ""})`],
    ["Lasted", durationText(incident.durationSeconds)],
    ["Cause", triggerError === null ? null : `${triggerError.code}: ${triggerError.message}`],
    ["Shared cause", sharedCause === null ? null : `${sharedCause.value}, with ${sharedCause.others} others`],
    ["While down", suppressedBy?.name ?? null],
    ["No alert", silence],
    [
      "Acknowledged",
      acknowledgement === null
        ? null
        : `${acknowledgement.at} by ${acknowledgement.by ?? acknowledgement.via}${acknowledgement.note === null ? "" : `: ${acknowledgement.note}`}`
    ]
  ]
  return [
    `${paint(incident.status === "open" ? "red" : "green", shownText(incident.status))}  ${paint("bold", shownText(incident.domainName))}  ${shownText(incident.id)}`,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${`${name}:`.padEnd(14)} ${shownText(value)}`])),
    ...(evidence.length === 0 ? [] : ["", "  Checks:"]),
    ...evidence.map(
      ({ checkedAt, error, location, status, statusCode }) =>
        `    ${shownText(checkedAt)}  ${shownText(status)}  ${statusCode ?? "---"}  ${shownText(location)}${error === null ? "" : `  ${shownText(error.message)}`}`
    ),
    ...diagnosisLines(incident.diagnosis, paint, "the service").map((line) => (line === "" ? "" : `  ${line}`)),
    ...(deliveries.length === 0 ? [] : ["", "  Alerts:"]),
    ...deliveries.map(
      ({ channel, createdAt, kind, name, outcome, reason, recipient }) =>
        `    ${shownText(createdAt)}  ${shownText(kind ?? channel)}  ${shownText(name ?? recipient ?? "")}  ${shownText(outcome)}${reason === null ? "" : `: ${shownText(reason)}`}`
    )
  ]
}

const showCommand = command({
  name: "mon incidents show",
  description: "Shows an incident with its checks, likely causes and alerts.",
  options: { json: jsonFlag },
  arguments: which,
  examples: [["mon incidents show 01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", "one incident"]],
  exitCodes: { ok: "The incident is shown", couldNot },
  run: async ({ id, json }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const incident = await client.incidents.get(id, { signal: terminal.signal })
      terminal.out(
        json ? jsonText(incident, 2) : `${detailLines(incident, paintFor(terminal), terminal.now()).join("\n")}\n`
      )
      return ExitCode.ok
    })
})

const acknowledgeCommand = command({
  name: "mon incidents acknowledge",
  description: "Shows others that you are handling an incident. This stops its reminders and any further steps.",
  options: { note: optional(text("text", "text"), "A note for others"), json: jsonFlag },
  arguments: which,
  examples: [
    ['mon incidents acknowledge 01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e --note "new disk is coming"', "with a note"]
  ],
  exitCodes: { ok: "The incident is acknowledged", couldNot },
  run: async ({ id, json, note }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const incident = await client.incidents.acknowledge(id, note === null ? {} : { note }, {
        signal: terminal.signal
      })
      const name = shownText(incident.domainName)
      terminal.out(json ? jsonText(incident, 2) : `The incident of ${name} is acknowledged.\n`)
      // If the incident was already acknowledged, the service keeps the first acknowledgement.
      const { acknowledgement } = incident
      if (note !== null && acknowledgement !== null && acknowledgement.note !== note)
        terminal.err(
          `The note was not stored: ${shownText(acknowledgement.by ?? acknowledgement.via)} had already acknowledged the incident.\n`
        )
      return ExitCode.ok
    })
})

export const incidents = commandGroup({
  name: "mon incidents",
  description: "Lists, shows and acknowledges incidents.",
  fallback: "list",
  commands: { list: listCommand, show: showCommand, acknowledge: acknowledgeCommand }
})
