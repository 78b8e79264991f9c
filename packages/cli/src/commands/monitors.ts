import type { Client } from "@mon/api-contract/plain"
import {
  choice,
  command,
  commandGroup,
  CommandError,
  ExitCode,
  list,
  optional,
  required,
  text
} from "@mon/bundled/command-line"
import { monitorKindNames, monitorKinds } from "@mon/model"
import type { CliTerminal } from "../CliTerminal.ts"
import { diagnosisLines } from "../screen/diagnosisLines.ts"
import { monitorTable } from "../screen/monitorTable.ts"
import { paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { findMonitor, listMonitors, type Monitor, monitorStates } from "../service/monitors.ts"
import { jsonFlag } from "./jsonFlag.ts"

const couldNot = "The service cannot be reached, or it rejects the request"
const which = {
  monitor: required(
    text("monitor", "the id, name, URL or host of a monitor"),
    "The id, name, URL or host of the domain"
  )
}

const contains = (monitor: Monitor, part: string): boolean =>
  [monitor.name, monitor.url].some((field) => field.toLowerCase().includes(part.toLowerCase()))

const listCommand = command({
  name: "mon monitors list",
  description: "Lists monitors, failing ones first.",
  options: {
    state: list(choice("state", monitorStates), "Only monitors in this state"),
    kind: optional(choice("kind", monitorKindNames), "Only domains, or only pages"),
    tag: list(text("tag", "a tag name"), "Only monitors with this tag"),
    json: jsonFlag
  },
  arguments: {
    text: optional(text("text", "part of a name or URL"), "Only monitors with this in their name or URL")
  },
  examples: [
    ["mon monitors", "all monitors"],
    ["mon monitors --state down --state error", "what fails"],
    ["mon monitors list shop --json", "monitors with shop in their name or URL"]
  ],
  exitCodes: { ok: "The monitors are listed", couldNot },
  run: async ({ json, kind, state, tag, text: part }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const monitors = (await listMonitors(client, terminal.signal)).filter(
        (monitor) =>
          (state.length === 0 || state.includes(monitor.state)) &&
          (kind === null || monitor.kind === kind) &&
          tag.every((name) => monitor.tags.includes(name)) &&
          (part === null || contains(monitor, part))
      )
      if (json) terminal.out(jsonText({ monitors }, 2))
      else if (monitors.length === 0) terminal.err("No monitors.\n")
      else terminal.out(`${monitorTable(terminal, monitors).join("\n")}\n`)
      return ExitCode.ok
    })
})

const changeCommand = (verb: "pause" | "resume", done: string, description: string) =>
  command({
    name: `mon monitors ${verb}`,
    description,
    options: { json: jsonFlag },
    arguments: which,
    examples: [[`mon monitors ${verb} shop.example.com`, `${verb} by host`]],
    exitCodes: { ok: `The monitor is ${done}`, couldNot },
    run: async ({ json, monitor: wanted }, terminal: CliTerminal) =>
      withService(terminal, async ({ client }) => {
        const { signal } = terminal
        const { id, kind, name } = findMonitor(await listMonitors(client, signal), wanted)
        const group = client[monitorKinds[kind].plural]
        const changed = await (verb === "pause" ? group.pause(id, { signal }) : group.resume(id, {}, { signal }))
        terminal.out(json ? jsonText(changed, 2) : `${shownText(name)} is ${done}.\n`)
        return ExitCode.ok
      })
  })

const checkNow = async (client: Client, { id, kind, name, url }: Monitor, signal: AbortSignal) => {
  switch (kind) {
    case "domain":
      throw new CommandError(
        `Mon checks domains at their interval. To check ${shownText(name)} from this machine, run: mon check ${shownText(url)}`
      )
    case "heartbeat":
      throw new CommandError(`${shownText(name)} is a heartbeat, which waits for pings. Mon cannot check it.`)
    case "service":
      return { ...(await client.services.checkNow(id, { signal })), diagnosis: null }
    case "url":
      return await client.urls.checkNow(id, { signal })
  }
}

const FAILED: ReadonlySet<string> = new Set(["changed", "down", "error"])

const checkCommand = command({
  name: "mon monitors check",
  description: "Asks Mon to check a page or a service now, and shows what the check found.",
  options: { json: jsonFlag },
  arguments: which,
  examples: [
    ["mon monitors check pricing", "check the page named pricing"],
    ["mon monitors check orders", "check the service named orders"]
  ],
  exitCodes: {
    ok: "The page has not changed, or the service is up",
    finding: "The page has changed or cannot be read, or the service is down",
    couldNot
  },
  run: async ({ json, monitor: wanted }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const monitor = findMonitor(await listMonitors(client, terminal.signal), wanted)
      const checked = await checkNow(client, monitor, terminal.signal)
      const error = checked.lastError === null ? "" : `: ${shownText(checked.lastError.message)}`
      const lines = [
        `${shownText(checked.name)} is ${checked.status}${error}`,
        ...diagnosisLines(checked.diagnosis, paintFor(terminal), "the service")
      ]
      terminal.out(json ? jsonText(checked, 2) : `${lines.join("\n")}\n`)
      return FAILED.has(checked.status) ? ExitCode.finding : ExitCode.ok
    })
})

export const monitors = commandGroup({
  name: "mon monitors",
  description: "Lists, pauses, resumes and checks monitors.",
  fallback: "list",
  commands: {
    list: listCommand,
    pause: changeCommand("pause", "paused", "Stops a monitor's checks until you resume it."),
    resume: changeCommand("resume", "checked again", "Starts a paused monitor's checks again."),
    check: checkCommand
  }
})
