import type { Spread } from "./Statistics.ts"

/** A limit that a measured value must meet. */
export interface Target {
  readonly name: string
  readonly sense: "at most" | "at least"
  readonly limit: number
  readonly unit: string
  /** Null: it could not be measured. */
  readonly value: number | null
  /** A stretch target: missing it is no failure. */
  readonly stretch?: boolean
}

type Cell = Spread | number | string | null

/** A table of compared programs, one for each row. */
export interface Section {
  readonly title: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<{ readonly name: string; readonly cells: ReadonlyArray<Cell> }>
}

/** The result of a benchmark. */
export interface Report {
  readonly sections: ReadonlyArray<Section>
  readonly targets: ReadonlyArray<Target>
  /** Notes that explain the figures. */
  readonly notes: ReadonlyArray<string>
}

/** Null when it could not be measured. */
export const isMet = ({ limit, sense, value }: Target): boolean | null =>
  value === null || Number.isNaN(value) ? null : sense === "at most" ? value <= limit : value >= limit

/** Whether every target except stretch targets is met. A target that could not be measured is not met. */
export const allMet = ({ targets }: Report): boolean =>
  targets.every((target) => target.stretch === true || isMet(target) === true)

const FIGURES = 4

/** Four significant figures; whole numbers from 1,000. */
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

/** Aligns names left and figures right. */
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

const formatTarget = (target: Target): string => {
  const { limit, name, sense, stretch, unit, value } = target
  const met = isMet(target)
  const verdict = met === null ? "NOT MEASURED" : met ? "met" : "MISSED"
  const measured = value === null ? "" : `: ${figure(value)}${unit}`
  return `${stretch === true ? "stretch" : "target "}  ${name} ${sense} ${figure(limit)}${unit}${measured}  ${verdict}`
}

/** The report as text. */
export const formatReport = (report: Report): string =>
  [
    ...report.sections.map(formatSection),
    ...(report.notes.length === 0 ? [] : [report.notes.map((note) => `- ${note}`).join("\n")]),
    report.targets.map(formatTarget).join("\n")
  ].join("\n\n")
