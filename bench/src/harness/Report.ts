import type { Spread } from "./Statistics.ts"

/** What a claim says, and whether it holds. */
export interface Target {
  readonly name: string
  readonly sense: "at most" | "at least"
  readonly limit: number
  readonly unit: string
  /** Null: it could not be measured. */
  readonly value: number | null
  /** Hoped for; missing it is no failure. */
  readonly stretch?: boolean
}

export type Cell = Spread | number | string | null

/** Things measured side by side, one a row. */
export interface Section {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<{ readonly name: string; readonly cells: ReadonlyArray<Cell> }>
}

/** What a benchmark found. */
export interface Report {
  readonly sections: ReadonlyArray<Section>
  readonly targets: ReadonlyArray<Target>
  /** What a reader must know to judge the figures. */
  readonly notes: ReadonlyArray<string>
}

/** Null when it could not be measured. */
export const isMet = ({ limit, sense, value }: Target): boolean | null =>
  value === null || Number.isNaN(value) ? null : sense === "at most" ? value <= limit : value >= limit

/** Every target that is no stretch is met; one that could not be measured is not. */
export const allMet = ({ targets }: Report): boolean =>
  targets.every((target) => target.stretch === true || isMet(target) === true)

const FIGURES = 4

/** Four significant figures, whole from a thousand on. */
export const figure = (value: number): string => {
  if (!Number.isFinite(value)) return "-"
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString("en-US")
  return String(Number(value.toPrecision(FIGURES)))
}

const cellText = (cell: Cell): string => {
  if (cell === null) return "-"
  if (typeof cell === "string") return cell
  return typeof cell === "number" ? figure(cell) : `${figure(cell.median)} (${figure(cell.min)}..${figure(cell.max)})`
}

/** Names to the left, figures to the right. */
export const formatSection = ({ columns, rows, title }: Section): string => {
  const lines = [["", ...columns], ...rows.map(({ cells, name }) => [name, ...cells.map(cellText)])]
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)))
  const text = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  )
  return [title, ...text].join("\n")
}

export const formatTarget = (target: Target): string => {
  const { limit, name, sense, stretch, unit, value } = target
  const met = isMet(target)
  const verdict = met === null ? "NOT MEASURED" : met ? "met" : "MISSED"
  const measured = value === null ? "" : `: ${figure(value)}${unit}`
  return `${stretch === true ? "stretch" : "target "}  ${name} ${sense} ${figure(limit)}${unit}${measured}  ${verdict}`
}

/** The whole report for a reader. */
export const formatReport = (report: Report): string =>
  [
    ...report.sections.map(formatSection),
    ...(report.notes.length === 0 ? [] : [report.notes.map((note) => `- ${note}`).join("\n")]),
    report.targets.map(formatTarget).join("\n")
  ].join("\n\n")
