import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { generalKinds, screensOf } from "../src/api/generalKinds.ts"
import { screens } from "./screenTable.ts"

const app = readFileSync(new URL("../src/App.tsx", import.meta.url), "utf8")
const routes = [
  ...[...app.matchAll(/\bpath[=:]\s*"(\/[^"]*)"/gu)].map(([, path = ""]) => path),
  ...generalKinds.map(screensOf).flatMap((path) => [path, `${path}/new`, `${path}/:id/:tab?`])
]

/** Returns a pattern for the paths that a route matches. A part with a question mark is optional. */
const patternOf = (route: string): RegExp => {
  const parts = route.split("/").filter((part) => part !== "")
  const pattern = parts.map((part) =>
    part.startsWith(":") ? (part.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+") : `/${part}`
  )
  return new RegExp(`^/app${pattern.join("")}$`, "u")
}

describe("the table of screens", () => {
  it("has a row for each route of the dashboard", () => {
    expect(routes.length).toBeGreaterThan(5)
    const paths = screens.map(([, path]) => path.split("?")[0] ?? "")
    expect(routes.filter((route) => !paths.some((path) => patternOf(route).test(path)))).toEqual([])
  })

  it("has each name and each path once", () => {
    expect(new Set(screens.map(([name]) => name)).size).toBe(screens.length)
    expect(new Set(screens.map(([, path]) => path)).size).toBe(screens.length)
  })
})
