import { monitorKindNames, monitorKinds } from "@mon/model"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dashboardPaths } from "../../src/web/page/dashboardPaths.ts"

const APP = join(import.meta.dirname, "../../../dashboard/src/App.tsx")

/** `/domains/:id/:tab?` stands for two paths: one with the last segment and one without it. */
const pathsOf = (pattern: string): ReadonlyArray<string> =>
  pattern.endsWith("?") ? [pattern.slice(0, -1), pattern.slice(0, pattern.lastIndexOf("/"))] : [pattern]

const answers = (path: string) => (pattern: string) => {
  const segments = path.split("/")
  const expected = pattern.split("/")
  return (
    segments.length === expected.length &&
    expected.every((segment, index) => segment.startsWith(":") || segment === segments[index])
  )
}

describe("the address of a screen", () => {
  it("is answered by the service, so that it can be opened, reloaded and sent to others", () => {
    const screens = [...readFileSync(APP, "utf8").matchAll(/<Route path="(?<path>[^"]+)"/gu)]
    // The screens of some kinds of monitors come from the list of kinds.
    const ofKinds = monitorKindNames
      .map((kind) => `/${monitorKinds[kind].screens}`)
      .flatMap((path) => [path, `${path}/new`, `${path}/:id/:tab?`])
    const paths = [...screens.map(({ groups }) => groups?.["path"] ?? ""), ...ofKinds].flatMap(pathsOf)
    expect(paths.length).toBeGreaterThan(20)
    const unanswered = paths.filter((path) => !dashboardPaths.some(answers(path === "/" ? "/app" : `/app${path}`)))
    expect(unanswered).toEqual([])
  })
})
