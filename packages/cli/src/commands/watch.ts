import { command, ExitCode, flag, positiveNumber, withDefault } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { agoText } from "../screen/ago.ts"
import { liveScreen } from "../screen/liveScreen.ts"
import { monitorTable, reasonText } from "../screen/monitorTable.ts"
import { paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { isFailing, isRefused, type Monitor } from "../service/monitors.ts"
import { type Sight, watchMonitors } from "../service/watchMonitors.ts"

const LONGEST_SECONDS = 3_600

interface StateChange {
  readonly at: string
  readonly id: string
  readonly name: string
  readonly url: string
  readonly from: string | null
  readonly to: Monitor["state"]
  readonly reason: string | null
  /** The reason why browsers refuse the certificate of a site that is up. Null if browsers accept the certificate. */
  readonly certificateProblem: string | null
}

const refusalOf = (monitor: Monitor | undefined): string | null =>
  monitor !== undefined && isRefused(monitor) ? monitor.certificateProblem : null

const changesOf = (before: ReadonlyMap<string, Monitor>, monitors: ReadonlyArray<Monitor>, now: number) =>
  monitors.flatMap((monitor): ReadonlyArray<StateChange> => {
    const { id, name, reason, state, url } = monitor
    const last = before.get(id)
    const from = last?.state ?? null
    const certificateProblem = refusalOf(monitor)
    if (from === state && refusalOf(last) === certificateProblem) return []
    return [{ at: new Date(now).toISOString(), id, name, url, from, to: state, reason, certificateProblem }]
  })

const printChanges = (terminal: CliTerminal, json: boolean) => {
  let before: ReadonlyMap<string, Monitor> = new Map()
  return ({ monitors }: Sight): void => {
    for (const change of changesOf(before, monitors, terminal.now())) {
      const reason = reasonText({ ...change, state: change.to })
      terminal.out(
        json
          ? jsonText(change)
          : `${change.at}  ${change.to.padEnd(8)}  ${shownText(change.name)}  ${shownText(change.url)}${reason === "" ? "" : `  ${shownText(reason)}`}\n`
      )
    }
    before = new Map(monitors.map((monitor) => [monitor.id, monitor]))
  }
}

const screenLines = (terminal: CliTerminal, url: string, { isLive, monitors, readAt, trouble }: Sight) => {
  const paint = paintFor(terminal)
  const failing = monitors.filter(isFailing).length
  const refused = monitors.filter(isRefused).length
  const rows = terminal.size()?.rows ?? 24
  const table = monitorTable(terminal, monitors)
  const shown = table.slice(0, Math.max(2, rows - 3))
  const left = table.length - shown.length
  return [
    `${paint("bold", url)}  ${failing === 0 ? paint("green", "nothing failing") : paint("red", `${failing} failing`)}${refused === 0 ? "" : `  ${paint("magenta", `${refused} with a refused certificate`)}`}  ${paint("gray", trouble === null ? (isLive ? "live" : "polling") : shownText(trouble))}  ${paint("gray", `read ${agoText(readAt / 1_000, terminal.now())}, Ctrl-C to stop`)}`,
    ...shown,
    ...(left > 0 ? [paint("gray", `and ${left} more`)] : [])
  ]
}

export const watch = command({
  name: "mon watch",
  description:
    "Shows all monitors, failing ones first, until you press Ctrl-C. In a pipe, it prints a line for each change.",
  options: {
    every: withDefault(
      positiveNumber("seconds", "seconds", LONGEST_SECONDS),
      30,
      "Seconds between two requests while live events are not available"
    ),
    json: flag("Print each change as one line of JSON")
  },
  arguments: {},
  notes: "The first lines are the initial states: their `from` is null.",
  examples: [
    ["mon watch", "a live table"],
    ["mon watch --json | jq -r 'select(.to == \"down\") | .name'", "names of domains that go down"]
  ],
  exitCodes: { ok: "Ctrl-C or SIGTERM ended the command", couldNot: "The service cannot be reached" },
  run: async ({ every, json }, terminal: CliTerminal) =>
    withService(terminal, async ({ client, url }) => {
      const isScreen = !json && terminal.size() !== null
      const screen = isScreen ? liveScreen(terminal) : null
      const print = printChanges(terminal, json)
      try {
        for await (const sight of watchMonitors(client, { everyMs: every * 1_000, ...terminal }))
          if (screen === null) print(sight)
          else screen.show(() => screenLines(terminal, url, sight))
      } finally {
        screen?.end()
      }
      return ExitCode.ok
    })
})
