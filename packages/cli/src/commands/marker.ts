import { command, CommandError, ExitCode, optional, required, text } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { findMonitor, listMonitors } from "../service/monitors.ts"
import { jsonFlag } from "./jsonFlag.ts"

export const marker = command({
  name: "mon marker",
  description: "Adds a marker to a domain's timeline, for example for a deployment.",
  options: {
    time: optional(text("time", "a time in ISO 8601"), "The time of the event. Default: now"),
    link: optional(
      text("url", "an http or https URL"),
      "The URL of a page about the event, such as the deployment's workflow run"
    ),
    key: optional(
      text("key", "text"),
      "Within 24 hours, repeating the command with the same key does not add a second marker"
    ),
    json: jsonFlag
  },
  arguments: {
    monitor: required(
      text("monitor", "the id, name, URL or host of a domain"),
      "The id, name, URL or host of the domain"
    ),
    text: required(text("text", "what happened"), "A description of the event, such as a version")
  },
  notes: "If the domain fails within an hour, alerts show the marker as a possible cause.",
  examples: [
    ['mon marker shop.example.com "Deployed 4.2.0"', "after a deployment"],
    [
      'mon marker Shop "$GITHUB_SHA" --key "$GITHUB_RUN_ID" --link "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"',
      "in a GitHub workflow"
    ]
  ],
  exitCodes: { ok: "The marker is added", couldNot: "The service cannot be reached, or it rejects the request" },
  run: async ({ json, key, link, monitor: wanted, text: what, time }, terminal: CliTerminal) =>
    withService(terminal, async ({ client }) => {
      const { signal } = terminal
      const { id, kind, name } = findMonitor(await listMonitors(client, signal), wanted)
      if (kind !== "domain") throw new CommandError(`${shownText(name)} is a page. Only domains have markers.`)
      const added = await client.markers.create(
        id,
        { text: what, ...(time === null ? {} : { time }), ...(link === null ? {} : { link }) },
        { signal, ...(key === null ? {} : { idempotencyKey: key }) }
      )
      terminal.out(json ? jsonText(added, 2) : `${shownText(name)} has the marker ${shownText(added.text)}.\n`)
      return ExitCode.ok
    })
})
