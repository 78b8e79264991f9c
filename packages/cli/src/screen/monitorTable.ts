import type { CliTerminal } from "../CliTerminal.ts"
import { isRefused, type Monitor, type MonitorState } from "../service/monitors.ts"
import { durationText } from "./ago.ts"
import { type Cell, type Column, tableLines } from "./table.ts"

const STYLES: Readonly<Record<MonitorState, "red" | "green" | "yellow" | "cyan" | "gray">> = {
  down: "red",
  error: "red",
  degraded: "yellow",
  changed: "cyan",
  unknown: "yellow",
  up: "green",
  active: "green",
  paused: "gray"
}

const columns: ReadonlyArray<Column> = [
  { title: "STATE" },
  { title: "NAME", yields: 2 },
  { title: "URL", yields: 3, drops: 1 },
  { title: "SINCE", align: "right" },
  { title: "RESPONSE", align: "right", drops: 3 },
  { title: "30 DAYS", align: "right", drops: 2 },
  { title: "REASON", yields: 1 }
]

const stateCell = (monitor: Monitor): Cell => [
  monitor.state,
  isRefused(monitor) ? "magenta" : (STYLES[monitor.state] ?? "yellow")
]

export const reasonText = (monitor: Pick<Monitor, "certificateProblem" | "reason" | "state">): string =>
  isRefused(monitor) ? `browsers refuse the certificate: ${monitor.certificateProblem}` : (monitor.reason ?? "")

const cellsOf = (monitor: Monitor, now: number): ReadonlyArray<Cell> => {
  const { name, responseMs, since, uptime30d, url } = monitor
  return [
    stateCell(monitor),
    name,
    url,
    since === null ? "" : durationText(now / 1_000 - since),
    responseMs === null ? "" : `${responseMs} ms`,
    uptime30d === null ? "" : `${uptime30d} %`,
    reasonText(monitor)
  ]
}

export const monitorTable = (
  terminal: Pick<CliTerminal, "colour" | "now" | "size">,
  monitors: ReadonlyArray<Monitor>
): ReadonlyArray<string> =>
  tableLines(
    terminal,
    columns,
    monitors.map((monitor) => cellsOf(monitor, terminal.now()))
  )
