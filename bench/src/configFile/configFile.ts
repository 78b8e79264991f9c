import { createFixture, type Visitor } from "../api/Fixture.ts"
import type { MonProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import type { Report } from "../harness/Report.ts"
import { spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"

const CONNECTIONS = 5
const ROUNDS = 7
const SHORT = { rounds: 1, monitors: 20, largeFiles: 1 } as const
const MONITORS = 1_000
/** What a person waits for without losing the thread. In milliseconds. */
const LIMITS = { plan: 300, apply: 1_500 } as const
/** What hostile input may take of the event loop (docs/decisions/threads-for-hostile-input.md). In milliseconds. */
const LONGEST_TURN = 20
const ACCOUNT_OFFSET = 10

interface Plan {
  readonly planId: string
  readonly changes: number
  readonly refused: ReadonlyArray<unknown>
}

/** Every monitor has a tag, every tenth a header, an expectation and a parent. */
const fileOf = (monitors: number): string => {
  const lines = ["version: 1", "project: bench", "tags:", "  web: { name: Web }", "domains:"]
  for (let index = 0; index < monitors; index++) {
    const more =
      index % 10 === 5
        ? `, request: { headers: { x-probe: "value-${index}" } }, expect: [{ status: 200-299 }], dependsOn: [d${index - 1}]`
        : ""
    lines.push(`  d${index}: { url: "https://d${index}.example.org", checkInterval: 300, tags: [web]${more} }`)
  }
  return `${lines.join("\n")}\n`
}

const MIB = 1_024 * 1_024
/** Room for the lines around the values. */
const ROOM = 100
const TURN_PLANS = 10

/** Files of the largest size: monitors with long headers, and far more tags than an account may have. */
const largeFiles: Readonly<Record<string, string>> = {
  "changes all, 4 MiB": [
    "version: 1\nproject: bench\ndomains:",
    ...Array.from({ length: MONITORS }, (_, index) => {
      const text = "x".repeat((4 * MIB) / MONITORS - 2 * ROOM)
      return `  d${index}: { url: "https://d${index}.example.org", request: { headers: { x-long: "${text}" } } }`
    })
  ].join("\n"),
  "refuses 24,000 tags, 4 MiB": [
    "version: 1\nproject: bench\ntags:",
    ...Array.from({ length: 24_000 }, (_, index) => `  t${index}: { name: "${"x".repeat(ROOM)}${index}" }`)
  ].join("\n")
}

const timed = async <A>(work: () => Promise<A>): Promise<readonly [A, number]> => {
  const began = performance.now()
  const result = await work()
  return [result, performance.now() - began]
}

const post = async <A>(port: number, { key }: Visitor, path: string, type: string, body: string): Promise<A> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/config/${path}`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": type },
    body
  })
  const answer = (await response.json()) as { readonly data: A }
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer.data
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const database = await startPostgres(defer, "embedded")
  const server = await startChild<MonProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: "subject",
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  const count = rounds ?? (short ? SHORT.rounds : ROUNDS)
  const monitors = short ? SHORT.monitors : MONITORS
  progress("creating accounts")
  const visitors = await createFixture(database.url, count + 2, 1, ACCOUNT_OFFSET)
  const [first, second, ...others] = visitors
  if (first === undefined || second === undefined) throw new Error("There is no API user.")
  const { port } = await server.call("start", { url: database.url, connections: CONNECTIONS, visitor: first })
  const file = fileOf(monitors)
  const plans: Array<number> = []
  const cpu: Array<number> = []
  const applies: Array<number> = []
  const replans: Array<number> = []
  for (const [round, visitor] of [first, ...others].entries()) {
    progress(`round ${round}`)
    const plan = () => post<Plan>(port, visitor, "plan", "application/yaml", file)
    const cpuBefore = server.cpuMs()
    const [made, planMs] = await timed(plan)
    const cpuMs = server.cpuMs() - cpuBefore
    if (made.changes !== monitors + 1)
      throw new Error(`The plan has ${made.changes} changes: ${JSON.stringify(made.refused)}`)
    const apply = () => post(port, visitor, "apply", "application/json", JSON.stringify({ planId: made.planId }))
    const [, applyMs] = await timed(apply)
    const [again, againMs] = await timed(plan)
    if (again.changes !== 0) throw new Error(`The second plan has ${again.changes} changes.`)
    // The first round warms up.
    if (round === 0) continue
    plans.push(planMs)
    cpu.push(cpuMs)
    applies.push(applyMs)
    replans.push(againMs)
  }
  const longest: Array<readonly [name: string, ms: number]> = []
  const planned: ReadonlyArray<readonly [name: string, visitor: Visitor, source: string]> = [
    ["creates all", second, file],
    ["changes nothing", first, file],
    ...Object.entries(largeFiles)
      .slice(0, short ? SHORT.largeFiles : undefined)
      .map(([name, source]) => [name, first, source] as const)
  ]
  for (const [name, visitor, source] of planned) {
    progress(`plans: ${name}`)
    await server.call("measureTurns", true)
    for (let done = 0; done < (short ? 1 : TURN_PLANS); done++)
      await post<Plan>(port, visitor, "plan", "application/yaml", source)
    longest.push([name, await server.call("measureTurns", false)])
  }
  const [plan, apply, again] = [spread(plans), spread(applies), spread(replans)]
  return {
    sections: [
      {
        title: `A YAML file of ${monitors.toLocaleString("en-US")} monitors, ${Math.round(file.length / 1_024)} KiB`,
        columns: ["ms, median (range)"],
        rows: [
          { name: "plan that creates all", cells: [plan] },
          { name: "CPU of it, with threads", cells: [spread(cpu)] },
          { name: "apply that creates all", cells: [apply] },
          { name: "plan that changes nothing", cells: [again] }
        ]
      },
      {
        title: "The most CPU time of one turn of the event loop while a plan is made",
        columns: ["ms"],
        rows: longest.map(([name, ms]) => ({ name, cells: [ms] }))
      }
    ],
    targets: [
      { name: "plan that creates all", sense: "at most", limit: LIMITS.plan, unit: " ms", value: plan.median },
      { name: "plan that changes nothing", sense: "at most", limit: LIMITS.plan, unit: " ms", value: again.median },
      { name: "apply that creates all", sense: "at most", limit: LIMITS.apply, unit: " ms", value: apply.median },
      ...longest.map(([name, value]) => ({
        name: `longest turn, ${name}`,
        sense: "at most" as const,
        limit: LONGEST_TURN,
        unit: " ms",
        value
      }))
    ],
    notes: ["Every tenth monitor has a sealed header, an expectation and a parent."]
  }
}

/** Planning and applying a configuration file of 1,000 monitors. */
export const configFile: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
