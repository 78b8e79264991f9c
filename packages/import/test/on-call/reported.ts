import { expect } from "vitest"
import { type ImportedOnCall, importOnCall, type OnCallSource } from "../../src/on-call.ts"

export type Result = Extract<ImportedOnCall, { readonly ok: true }>

/** The time of the tests. */
const NOW = Date.parse("2026-03-01T00:00Z")

/** Imports values as JSON files. */
export const worked = (source: OnCallSource, files: Readonly<Record<string, unknown>>): Result => {
  const texts = new Map(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]))
  const imported = importOnCall(source, texts, { now: NOW })
  if (!imported.ok) throw new Error(imported.message)
  return imported
}

const pathsOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return [path, ...value.flatMap((one, index) => pathsOf(one, `${path}[${index}]`))]
  if (typeof value !== "object" || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => pathsOf(one, path === "" ? name : `${path}.${name}`))]
}

const isInside = (path: string, other: string): boolean =>
  other === "" || path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`)

/** Expects that the report mentions each field of an object, or a parent or a child of the field. */
export const expectReported = ({ report }: Result, kind: string, id: string, value: unknown): void => {
  const groups = report.groups.filter((group) => group.kind === kind && group.id === id)
  expect(groups, `${kind} ${id}`).not.toEqual([])
  const said = groups.flatMap(({ lines, unset }) => [...lines.map(({ field }) => field), ...unset])
  const silent = pathsOf(value).filter(
    (path) => path !== "" && !said.some((one) => isInside(path, one) || isInside(one, path))
  )
  expect(silent, `${kind} ${id}`).toEqual([])
}

/** Returns the lines about fields of an object that were changed or left out. */
export const notesOf = ({ report }: Result, kind: string, id: string): ReadonlyArray<string> =>
  report.groups
    .filter((group) => group.kind === kind && group.id === id)
    .flatMap(({ lines }) => lines.filter(({ outcome }) => outcome !== "carried"))
    .map(({ field, note }) => `${field}: ${note}`)

/** A person on call in one hour, or null. */
type Hour = string | null

/** Joins the hours of a range to shifts. `whoAt` is the model of the source. */
export const renderedHours = (from: string, days: number, whoAt: (instant: number) => Hour) => {
  const shifts: Array<{ start: number; end: number; who: string }> = []
  const first = Date.parse(from)
  for (let at = first; at < first + days * 86_400_000; at += 3_600_000) {
    const who = whoAt(at)
    const last = shifts.at(-1)
    if (who === null) continue
    if (last !== undefined && last.who === who && last.end === at) last.end += 3_600_000
    else shifts.push({ start: at, end: at + 3_600_000, who })
  }
  return shifts
}

/** Returns the local date, the day of the week (1 is Monday) and the hour of an instant. */
export const clockIn = (zone: string) => {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    dateStyle: "short",
    timeStyle: "short"
  })
  return (instant: number) => {
    const [date = "", time = ""] = format.format(instant).split(", ")
    const day = Date.parse(`${date}T00:00Z`) / 86_400_000
    return { day, weekday: ((day + 3) % 7) + 1, hour: Number(time.slice(0, 2)) }
  }
}

export const dayOf = (date: string): number => Date.parse(`${date}T00:00Z`) / 86_400_000
