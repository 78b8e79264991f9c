import type { Records } from "@mon/api-contract/plain"
import { command, ExitCode } from "@mon/bundled/command-line"
import type { CliTerminal } from "../CliTerminal.ts"
import { agoText } from "../screen/ago.ts"
import { monitorTable } from "../screen/monitorTable.ts"
import { type Paint, paintFor } from "../screen/paint.ts"
import { jsonText, shownText } from "../screen/shownText.ts"
import { withService } from "../service/connection.ts"
import { isFailing, isRefused, listMonitors } from "../service/monitors.ts"
import { jsonFlag } from "./jsonFlag.ts"

type Style = Parameters<Paint>[0]

const countsText = (
  counts: ReadonlyArray<readonly [count: number, state: string, style: Style]>,
  total: number,
  paint: Paint
): string => {
  const shown = counts.filter(([count]) => count > 0).map(([count, state, style]) => paint(style, `${count} ${state}`))
  return total === 0 ? "none" : shown.join(", ")
}

const linesOf = (
  { domains, notificationsPausedAt, notificationsPausedUntil, service, urls }: Records["Status"],
  paint: Paint,
  now: number
) => [
  `Domains  ${countsText(
    [
      [domains.down, "down", "red"],
      [domains.unknown, "unknown", "yellow"],
      [domains.up, "up", "green"],
      [domains.paused, "paused", "gray"]
    ],
    domains.total,
    paint
  )}`,
  `Pages    ${countsText(
    [
      [urls.error, "error", "red"],
      [urls.changed, "changed", "cyan"],
      [urls.unknown, "unknown", "yellow"],
      [urls.active, "active", "green"],
      [urls.paused, "paused", "gray"]
    ],
    urls.total,
    paint
  )}`,
  ...(notificationsPausedAt === null
    ? []
    : [
        paint(
          "yellow",
          `Notifications were paused ${agoText(notificationsPausedAt, now)}. They resume ${
            notificationsPausedUntil ?? "when somebody resumes them"
          }.`
        )
      ]),
  ...(service.networkInDoubt.length === 0
    ? []
    : [
        paint(
          "yellow",
          `The service's own network may be down: ${service.networkInDoubt.map(shownText).join(", ")}. Some checks have no verdict.`
        )
      ])
]

export const status = command({
  name: "mon status",
  description:
    "Shows the number of monitors by state, and each monitor that is failing or has a certificate that browsers reject.",
  options: { json: jsonFlag },
  arguments: {},
  examples: [
    ["mon status", "what is wrong now"],
    ["mon status --json | jq .failing[].name", "names of the failing monitors"]
  ],
  exitCodes: {
    ok: "No monitor is failing",
    finding: "A domain is down, or a page cannot be read",
    couldNot: "The service cannot be reached"
  },
  run: async ({ json }, terminal: CliTerminal) =>
    withService(terminal, async ({ client, url }) => {
      const { signal } = terminal
      const [overview, monitors] = await Promise.all([
        client.dashboard.status({ signal }),
        listMonitors(client, signal)
      ])
      const failing = monitors.filter(isFailing)
      const refused = monitors.filter(isRefused)
      const shown = [...failing, ...refused]
      const paint = paintFor(terminal)
      if (json) terminal.out(jsonText({ url, ...overview, failing }, 2))
      else
        terminal.out(
          `${[
            paint("bold", url),
            ...linesOf(overview, paint, terminal.now()),
            ...(refused.length === 0
              ? []
              : [paint("magenta", `${refused.length} of the domains that are up: certificate refused by browsers`)]),
            ...(shown.length === 0 ? [] : ["", ...monitorTable(terminal, shown)])
          ].join("\n")}\n`
        )
      return failing.length === 0 ? ExitCode.ok : ExitCode.finding
    })
})
