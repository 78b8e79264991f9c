import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = <A>(file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as A

interface Task {
  readonly dependsOn?: ReadonlyArray<string>
  readonly inputs?: ReadonlyArray<string>
}
type Tasks = Readonly<Record<string, Task>>
type Scripts = Readonly<Record<string, string>>

const listModule: string = new URL("../../scripts/proof-list.mjs", import.meta.url).href
const { NIGHTLY, PROOFS } = (await import(listModule)) as {
  readonly PROOFS: ReadonlyMap<string, unknown>
  readonly NIGHTLY: ReadonlyMap<string, string>
}
const inputsModule: string = new URL("../../scripts/bench-inputs.mjs", import.meta.url).href

/**
 * Runs `benchTasks` in a separate process: it reads the source of functions, which Vite changes, and Node.js caches
 * imported modules.
 */
const benchTasks = (folder: string): Tasks => {
  const program = `import { benchTasks } from ${JSON.stringify(inputsModule)}
    console.log(JSON.stringify(await benchTasks(${JSON.stringify(folder)})))`
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8"
  })
  if (stdout === "") throw new Error(stderr)
  return JSON.parse(stdout) as Tasks
}

const { scripts } = read<{ readonly scripts: Scripts }>("package.json")
const { scripts: benchScripts } = read<{ readonly scripts: Scripts }>("bench/package.json")
const { tasks } = read<{ readonly tasks: Tasks }>("turbo.json")
const { tasks: written } = read<{ readonly tasks: Tasks }>("bench/turbo.json")

it("each proof is in the gate, or runs every night for a reason", () => {
  const asked = (scripts["proofs:changed"] ?? "").split(" ")
  expect(readFileSync(join(root, ".ci/run"), "utf8")).toContain("npm run --silent proofs:changed")
  expect(asked).toContain("--concurrency=1")
  expect(asked).toContain("benches")
  const inGate = asked.flatMap((task) => (task.startsWith("//#proof:") ? [task.slice("//#proof:".length)] : []))
  const benches = (written["benches"]?.dependsOn ?? []).map(String)
  expect([...inGate, ...benches, ...NIGHTLY.keys()].toSorted()).toEqual([...PROOFS.keys()].toSorted())
  expect(Object.keys(tasks).filter((task) => task.startsWith("//#proof:"))).toHaveLength(inGate.length)
  for (const name of inGate) {
    expect(tasks).toHaveProperty([`//#proof:${name}`])
    expect(scripts[`proof:${name}`]).toBe(`node scripts/proofs.mjs ${name}`)
  }
  for (const name of benches) expect(benchScripts[name]).toBe(`node ../scripts/proofs.mjs ${name}`)
})

it("the inputs of the benchmarks are those that `npm run bench-tasks` finds", () => {
  const { benches: _benches, ...each } = written
  expect(each).toEqual(benchTasks(root))
})

/** Files that a proof reads. A change of one of these files must let the proof run again. */
const READ: Readonly<Record<string, ReadonlyArray<string>>> = {
  examples: ["examples/src/main.ts", "packages/dns/src/index.ts", "packages/disposable-check/builder/main.ts"],
  size: [
    "packages/dns/src/index.ts",
    "packages/dns/tsup.config.ts",
    "tooling/build/tsup.ts",
    "tooling/packages/size-budgets.json"
  ],
  packages: [
    "packages/dns/src/index.ts",
    "packages/dns/README.md",
    "packages/dns/LICENSE",
    "packages/dns/package.json",
    "packages/dns/tsconfig.build.json",
    "packages/dns/tsup.config.ts",
    "packages/disposable-check/THIRD_PARTY_NOTICES.md",
    "packages/disposable-check/table/disposable.bin",
    "tooling/consumers/programs/dns.ts",
    "tooling/packages/pack-check.mjs",
    "tooling/build/embedEffect.ts"
  ],
  upgrade: [
    "apps/standalone/upgrade/baseline",
    "apps/standalone/src/main.ts",
    "apps/api/src/main.ts",
    "apps/worker/src/index.ts",
    "packages/core-store/src/migrations/index.ts"
  ],
  rolling: [
    "apps/standalone/upgrade/rolling.ts",
    "apps/api/src/main.ts",
    "apps/worker/src/index.ts",
    "tooling/testbed/index.ts",
    "packages/core-store/src/migrations/index.ts"
  ],
  "postgres-15": [
    "packages/core-store/src/migrations/index.ts",
    "packages/core-store/test/BackupWorld.ts",
    "packages/core-store/vitest.config.ts",
    "packages/embedded-postgres/src/index.ts"
  ]
}
/** Every proof installs or links third-party packages. */
const ALL = ["package.json", "package-lock.json", "scripts/proofs.mjs"]

it("the inputs of the other proofs contain what they read", () => {
  const names = Object.keys(READ)
  const { stdout } = spawnSync(
    process.execPath,
    ["scripts/turbo.mjs", "run", ...names.map((name) => `//#proof:${name}`), "--dry=json"],
    { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }
  )
  const { tasks: planned } = JSON.parse(stdout) as {
    readonly tasks: ReadonlyArray<{ readonly taskId: string; readonly inputs: Readonly<Record<string, string>> }>
  }
  const missing = names.flatMap((name) => {
    const inputs = planned.find(({ taskId }) => taskId === `//#proof:${name}`)?.inputs ?? {}
    return [...ALL, ...(READ[name] ?? [])].flatMap((file) => (file in inputs ? [] : [`${name}: ${file}`]))
  })
  expect(missing).toEqual([])
  expect(Object.keys(tasks).filter((task) => task.startsWith("//#proof:"))).toHaveLength(names.length)
})

describe("the inputs of a benchmark", () => {
  let copy: string
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), content)
  }
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "mon-bench-inputs-"))
    write("scripts/layers.mjs", `export const packages = { low: [], high: ["low"], app: ["high"], other: [] }`)
    for (const name of ["low", "high", "other"]) write(`packages/${name}/src/index.ts`, "")
    write("packages/low/data/names.json", "[]")
    write("tooling/package.json", `{ "exports": { "./servers": "./loopback/index.ts" } }`)
    write("packages/other/turbo.json", `{ "tasks": { "build:js": { "outputs": ["dist/**", "data/made.js"] } } }`)
    write("packages/other/bench/speed.ts", `import { makeWorld } from "../test/world.ts"`)
    write("packages/other/test/world.ts", "")
    write("apps/app/src/index.ts", "")
    write("bench/src/own/own.ts", `import "@mon/high"\nstartChild(new URL("../programs/child.ts", import.meta.url))`)
    write("bench/src/programs/child.ts", "")
    write("bench/src/far/far.ts", `run(new URL("../../../packages/other/bench/speed.ts", import.meta.url))`)
    write("bench/src/servers/servers.ts", `import "@mon/tooling/servers"`)
    write("bench/src/built/built.ts", `run(new URL("../../../apps/app/dist/main.js", import.meta.url))`)
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const tasksOf = (file: string): Task | undefined => {
    write("bench/src/benchmarks.ts", `export const benchmarks = { one: { load: () => import("${file}") } }`)
    return benchTasks(copy)["bench:one"]
  }

  it("are its own files, those of its programs, and the packages that they import, with those below", () => {
    const task = tasksOf("./own/own.ts")
    expect(task?.inputs).toEqual(
      expect.arrayContaining([
        "src/own/**",
        "src/programs/**",
        "$TURBO_ROOT$/packages/{high,low}/{package.json,src/**}",
        "$TURBO_ROOT$/packages/low/data/**"
      ])
    )
    expect(JSON.stringify(task?.inputs)).not.toContain("other")
  })

  it("contain the programs and fixtures of a package that it runs, but not what a build writes", () => {
    const task = tasksOf("./far/far.ts")
    expect(task).toMatchObject({
      dependsOn: ["@mon/other#build"],
      inputs: expect.arrayContaining([
        "$TURBO_ROOT$/packages/other/bench/**",
        "$TURBO_ROOT$/packages/other/test/**",
        "!$TURBO_ROOT$/packages/other/data/made.js"
      ])
    })
  })

  it("contain the folders of tooling that they import", () => {
    expect(tasksOf("./servers/servers.ts")?.inputs).toContain("$TURBO_ROOT$/tooling/loopback/**")
  })

  it("follow from the build of a program that is built", () => {
    expect(tasksOf("./built/built.ts")).toMatchObject({ dependsOn: ["@mon/app#build"] })
  })

  it.each([
    ["run(new URL(`../${name}.ts`, import.meta.url))", "name files with"],
    ["await import(name)", "name files with"],
    [`readFile(join(import.meta.dirname, "pages.json"))`, "name files with"],
    [`import { no } from "@mon/none"`, "imports @mon/none"],
    [`import { no } from "@mon/tooling/none"`, "imports @mon/tooling/none"]
  ])("cannot be found for %s", (source, message) => {
    write("bench/src/bad/bad.ts", source)
    expect(() => tasksOf("./bad/bad.ts")).toThrow(message)
  })
})
