import { readConfig, writeConfig } from "@mon/api-contract/config-file"
import { expect } from "vitest"
import type { Imported } from "../src/index.ts"

type Result = Extract<Imported, { readonly ok: true }>

/** Returns the result of a successful import, whose document the reader of configuration files accepts. */
export const worked = async (importing: Promise<Imported>): Promise<Result> => {
  const imported = await importing
  if (!imported.ok) throw new Error(imported.message)
  const reading = readConfig(writeConfig(imported.document))
  expect(reading.ok ? [] : reading.faults).toEqual([])
  return imported
}

/** Returns the lines of a report about the fields of one object. */
export const linesOf = ({ report }: Result, kind: string, id: string): ReadonlyArray<string> =>
  report.groups
    .filter((group) => group.kind === kind && group.id === id)
    .flatMap(({ lines }) =>
      lines.map(({ field, note, outcome, to }) => `${field}: ${outcome} ${to ?? "-"} ${note ?? ""}`.trim())
    )

/** Returns the paths of everything in a value. */
const pathsOf = (value: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return [path, ...value.flatMap((one, index) => pathsOf(one, `${path}[${index}]`))]
  if (typeof value !== "object" || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => pathsOf(one, path === "" ? name : `${path}.${name}`))]
}

const isInside = (path: string, other: string): boolean =>
  other === "" || path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`)

/**
 * Returns the paths of an object that its group does not mention. A path also counts as mentioned if the group mentions
 * a parent or a child of the path.
 */
export const silentPaths = (value: unknown, { report }: Result, kind: string, id: string): ReadonlyArray<string> => {
  const groups = report.groups.filter((group) => group.kind === kind && group.id === id)
  if (groups.length === 0) return ["(no group)"]
  const said = groups.flatMap(({ lines, unset }) => [...lines.map(({ field }) => field), ...unset])
  return pathsOf(value).filter((path) => path !== "" && !said.some((one) => isInside(path, one) || isInside(one, path)))
}
