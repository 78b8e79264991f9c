import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const bin = join(root, "node_modules", ".bin")

let copy: string

/** Copies the repository's rules and manifests without its code. The tests add bad imports to the copy. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "mon-layers-"))
  for (const file of ["package.json", "package-lock.json", "turbo.json", ".oxlintrc.json", ".gitignore"])
    cpSync(join(root, file), join(copy, file))
  for (const place of ["packages", "apps"]) {
    for (const name of readdirSync(join(root, place))) {
      mkdirSync(join(copy, place, name, "src"), { recursive: true })
      cpSync(join(root, place, name, "package.json"), join(copy, place, name, "package.json"))
    }
  }
  for (const name of ["tooling", "bench"]) {
    mkdirSync(join(copy, name))
    cpSync(join(root, name, "package.json"), join(copy, name, "package.json"))
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  mkdirSync(join(copy, "scripts"))
  cpSync(join(root, "scripts/check-layers.mjs"), join(copy, "scripts/check-layers.mjs"))
  cpSync(join(root, "scripts/layers.mjs"), join(copy, "scripts/table.mjs"))
  // The copy has no folders inside packages. inner-layers-refuse-upward-imports.test.ts checks the table of these
  // folders.
  writeFileSync(join(copy, "scripts/layers.mjs"), `export { packages } from "./table.mjs"\nexport default {}\n`)
  writeFileSync(
    join(copy, "packages/uptime-probe/src/Good.ts"),
    `export * from "@mon/dns/effect"\nexport * from "@mon/public-net"\n`
  )
  spawnSync("git", ["init", "--quiet"], { cwd: copy })
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

const run = (command: string, args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(join(bin, command), args, {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" }
  })
  return { status, text: stdout + stderr }
}
const lint = () => run("oxlint", ["--deny-warnings", "packages", "apps"])
const layers = () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/check-layers.mjs"], {
    cwd: copy,
    encoding: "utf8"
  })
  return { status, text: stdout + stderr }
}
const boundaries = () => run("turbo", ["boundaries"])

const withFile = (path: string, text: string, check: () => void) => {
  const file = join(copy, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  try {
    check()
  } finally {
    rmSync(file)
  }
}

describe("the layer rules", () => {
  it("pass a tree without a bad import", () => {
    expect(lint()).toMatchObject({ status: 0 })
    expect(layers()).toMatchObject({ status: 0 })
    expect(boundaries()).toMatchObject({ status: 0 })
  })

  it.each([
    ["an engine that imports the store", "packages/uptime-probe/src/Bad.ts", `export * from "@mon/core-store"\n`],
    ["the store that imports an engine", "packages/core-store/src/Bad.ts", `export * from "@mon/dns/effect"\n`],
    [
      "the embedded server that imports the store",
      "packages/embedded-postgres/src/Bad.ts",
      `export * from "@mon/core-store"\n`
    ],
    ["a lower package that imports a higher one", "packages/public-net/src/Bad.ts", `export * from "@mon/dns"\n`],
    ["the contract that imports the server", "packages/api-contract/src/Bad.ts", `export * from "@mon/api"\n`],
    ["the worker that imports the API", "apps/worker/src/Bad.ts", `export * from "@mon/api"\n`],
    ["checks that import notifications", "packages/checks/src/Bad.ts", `export * from "@mon/notifications"\n`],
    ["notifications that import checks", "packages/notifications/src/Bad.ts", `export * from "@mon/checks"\n`],
    ["the process runtime that imports checks", "packages/process-runtime/src/Bad.ts", `export * from "@mon/checks"\n`],
    ["code that imports the testbed", "packages/dns/src/Bad.ts", `export * from "@mon/tooling/testbed"\n`]
  ])("the check of layers refuses %s", (_, path, text) => {
    withFile(path, text, () => {
      const { status, text: printed } = layers()
      expect(status).toBe(1)
      expect(printed).toContain(`${path}: imports @mon/`)
    })
  })

  it("the check of layers refuses a package that its table does not name", () => {
    withFile("packages/new/src/Good.ts", "export const good = 1\n", () => {
      expect(layers().text).toContain("name the package new")
    })
  })

  it.each([
    [
      "an engine that imports a platform",
      "packages/dns/src/Bad.ts",
      `export * from "@effect/platform-node/NodeHttpServer"\n`
    ],
    ["a package that imports the barrel", "packages/dns/src/Bad.ts", `export { Effect } from "effect"\n`],
    ["a reach into a sibling by path", "packages/dns/src/Bad.ts", `export * from "../../public-net/src/index.ts"\n`]
  ])("oxlint refuses %s", (_, path, text) => {
    withFile(path, text, () => {
      const { status, text: printed } = lint()
      expect(status).not.toBe(0)
      expect(printed).toContain("no-restricted-imports")
    })
  })

  it("turbo refuses an import that the package does not declare", () => {
    withFile("packages/uptime-probe/src/Bad.ts", `export * from "@mon/core-store"\n`, () => {
      const { status, text } = boundaries()
      expect(status).not.toBe(0)
      expect(text).toContain("@mon/core-store")
    })
  })

  it("oxlint refuses a file of more than 500 lines", () => {
    withFile(
      "packages/dns/src/Long.ts",
      "export const one = 1\n".repeat(501).replaceAll(/one/gu, () => `n${Math.random().toString(36).slice(2)}`),
      () => {
        expect(lint().text).toContain("max-lines")
      }
    )
  })
})
