import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { parseQuery } from "./Promql.ts"

const file = (name: string) => new URL(`../../../docs/operations/${name}`, import.meta.url)
const read = (name: string) => readFileSync(file(name), "utf8")

// metrics.test.ts checks that the table of this page matches the metrics of the service.
const page = read("observability.md")
const documented = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\|/gmu)].map(
    ([, name = "", type = "", labels = ""]) =>
      [name, { type, labels: [...labels.matchAll(/`(\w+)`/gu)].map(([, label = ""]) => label) }] as const
  )
)
/** Prometheus adds these labels. */
const OF_TARGETS = ["job", "instance"]

const familyOf = (name: string) => {
  const base = name.replace(/_(?:bucket|sum|count)$/u, "")
  return documented.get(base)?.type === "histogram" && base !== name ? base : name
}

/** Returns the metrics and labels of a query that the service does not export. */
const problemsOf = (text: string): ReadonlyArray<string> => {
  const { grouping, selectors } = parseQuery(text)
  const found = selectors.flatMap(({ labels, name }) => {
    if (name === "up") return []
    const metric = documented.get(familyOf(name))
    if (metric === undefined) return [`no metric ${name}`]
    if (metric.type === "histogram" && !name.endsWith("_bucket")) return [`${name} is a histogram`]
    if (metric.type === "counter" && !new RegExp(`(?:rate|increase)\\(${name}\\b`, "u").test(text))
      return [`${name} is a counter`]
    return labels
      .filter((label) => ![...metric.labels, ...OF_TARGETS].includes(label))
      .map((label) => `no label ${label} of ${name}`)
  })
  const known = selectors.flatMap(({ name }) => [
    ...(documented.get(familyOf(name))?.labels ?? []),
    ...(name.endsWith("_bucket") ? ["le"] : []),
    ...OF_TARGETS
  ])
  return [...found, ...grouping.filter((label) => !known.includes(label)).map((label) => `no label ${label}`)]
}

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: ReadonlyArray<{
    readonly expr: string
    readonly legendFormat: string
    readonly datasource: { readonly uid: string }
  }>
}

const dashboard: {
  readonly uid: string
  readonly panels: ReadonlyArray<Panel>
  readonly templating: {
    readonly list: ReadonlyArray<{ readonly name: string; readonly query: string | { readonly query: string } }>
  }
} = JSON.parse(read("grafana-dashboard.json"))
const queries = dashboard.panels.flatMap(({ targets = [], title }) => targets.map((target) => ({ title, ...target })))

describe("the dashboard", () => {
  it.each(queries)("uses only exported metrics in $title: $expr", ({ datasource, expr, legendFormat }) => {
    expect(problemsOf(expr)).toEqual([])
    // eslint-disable-next-line no-template-curly-in-string -- Grafana's own variable.
    expect(datasource.uid).toBe("${datasource}")
    const { grouping } = parseQuery(expr)
    for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/gu)) expect(grouping).toContain(label)
  })

  it("shows every documented metric", () => {
    const shown = new Set(queries.flatMap(({ expr }) => parseQuery(expr).selectors.map(({ name }) => familyOf(name))))
    expect([...documented.keys()].filter((name) => !shown.has(name))).toEqual([])
  })

  it("has panels that do not overlap, with unique ids and titles", () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length)
    const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: w * h }, (_cell, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`)
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...cells.map((cell) => Number.parseInt(cell, 10)))).toBeLessThan(24)
  })

  it("defines its variables, among them the processes", () => {
    const names = dashboard.templating.list.map(({ name }) => name)
    const used = new Set([...read("grafana-dashboard.json").matchAll(/\$\{?(?!__)(\w+)\}?/gu)].map(([, name]) => name))
    expect([...used].toSorted()).toEqual(names.toSorted())
    expect(JSON.stringify(dashboard.templating.list)).toContain("label_values(process_start_time_seconds")
    expect(documented.has("process_start_time_seconds")).toBe(true)
  })
})

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly severity: string
  readonly summary: string
  readonly description: string
  readonly runbook: string
}

/** Parses the rules file strictly, in a fixed form in which order and indentation matter. */
const parseRules = (text: string): ReadonlyArray<Rule> => {
  const lines = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
  expect(lines.splice(0, 3)).toEqual(["groups:", "  - name: mon", "    rules:"])
  const next = (pattern: RegExp): string => {
    const line = lines.shift() ?? "the end"
    const [, value] = pattern.exec(line) ?? []
    if (value === undefined) throw new Error(`${line} is not ${pattern}`)
    return value.replaceAll("''", "'")
  }
  const rules: Array<Rule> = []
  while (lines.length > 0) {
    const alert = next(/^ {6}- alert: (\w+)$/u)
    const expr = next(/^ {8}expr: '((?:[^']|'')+)'$/u)
    const lasting = next(/^ {8}for: (\d+m)$/u)
    next(/^ {8}(labels):$/u)
    const severity = next(/^ {10}severity: (critical|warning|info)$/u)
    next(/^ {8}(annotations):$/u)
    const summary = next(/^ {10}summary: '((?:[^']|'')+)'$/u)
    const description = next(/^ {10}description: '((?:[^']|'')+)'$/u)
    const runbook = next(/^ {10}runbook: '(\S+)'$/u)
    rules.push({ alert, expr, for: lasting, severity, summary, description, runbook })
  }
  return rules
}

const rules = parseRules(read("alert-rules.yml"))

const promtool = (() => {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const series = (work: string, values: string) => ({
  series: `mon_internal_errors_total{instance="a", work="${work}"}`,
  values
})

describe("the alerting rules", () => {
  it.each(rules)("use only exported metrics in $alert", ({ description, expr }) => {
    expect(problemsOf(expr)).toEqual([])
    const { grouping, selectors } = parseQuery(expr)
    const remaining =
      grouping.length > 0
        ? grouping
        : selectors.some(({ name }) => name === "up" || expr.startsWith("changes("))
          ? OF_TARGETS
          : []
    for (const [, label = ""] of description.matchAll(/\$labels\.(\w+)/gu)) expect(remaining).toContain(label)
  })

  it("are each documented once, with what to do", () => {
    const described = [...page.matchAll(/^\| \[`(Mon\w+)`\]\(runbooks\.md#\w+\) \| \S/gmu)].map(([, name]) => name)
    expect(described.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
    expect(new Set(described).size).toBe(described.length)
  })

  it("each link to a runbook with steps", () => {
    const sections = new Map(
      read("runbooks.md")
        .split(/^## /mu)
        .slice(1)
        .map((section) => [section.split("\n", 1)[0] ?? "", section] as const)
    )
    for (const { alert, runbook } of rules) {
      expect(runbook).toBe(`runbooks.md#${alert.toLowerCase()}`)
      expect(sections.get(alert), alert).toMatch(/^1\. |\]\(#mon\w+\)/mu)
    }
    expect([...sections.keys()].filter((name) => name.startsWith("Mon"))).toHaveLength(rules.length)
  })

  it.skipIf(!promtool)("fire after one internal error", () => {
    const folder = mkdtempSync(join(tmpdir(), "mon-rules-"))
    const expected = {
      exp_labels: { instance: "a", work: "check", severity: "warning" },
      exp_annotations: rules
        .filter(({ alert }) => alert === "MonInternalErrors")
        .map(({ description, runbook, summary }) => ({
          summary,
          description: description.replace("{{ $labels.instance }}", "a").replace("{{ $labels.work }}", "check"),
          runbook
        }))[0]
    }
    const test = {
      rule_files: [fileURLToPath(file("alert-rules.yml"))],
      evaluation_interval: "1m",
      tests: [
        {
          interval: "1m",
          input_series: [series("check", "0x5 1x60"), series("request", "0x60")],
          alert_rule_test: [
            { eval_time: "5m", alertname: "MonInternalErrors", exp_alerts: [] },
            { eval_time: "10m", alertname: "MonInternalErrors", exp_alerts: [expected] },
            { eval_time: "40m", alertname: "MonInternalErrors", exp_alerts: [] }
          ]
        }
      ]
    }
    const path = join(folder, "test.yml")
    writeFileSync(path, JSON.stringify(test))
    const { status, stderr, stdout } = spawnSync("promtool", ["test", "rules", path], { encoding: "utf8" })
    rmSync(folder, { recursive: true })
    expect(`${stdout}${stderr}`).toContain("SUCCESS")
    expect(status).toBe(0)
  })

  it.skipIf(!promtool)("pass promtool", () => {
    expect(
      execFileSync("promtool", ["check", "rules", fileURLToPath(file("alert-rules.yml"))], { encoding: "utf8" })
    ).toContain("SUCCESS")
  })
})

describe("the query check", () => {
  it.each([
    ["rate(mon_check_total[5m])", "no metric mon_check_total"],
    ["sum by (host) (rate(mon_checks_total[5m]))", "no label host"],
    ['rate(mon_checks_total{kind="x"}[5m])', "no label kind of mon_checks_total"],
    ["max(mon_checks_total)", "mon_checks_total is a counter"],
    ["rate(mon_claim_seconds[5m])", "mon_claim_seconds is a histogram"]
  ])("finds what is wrong with %s", (expr, problem) => {
    expect(problemsOf(expr)).toContain(problem)
  })

  it.each([
    "sum(rate(mon_checks_total[5m])",
    "mon_checks_total{outcome=ok}",
    "mon_checks_in_flight; drop",
    "rate(mon_checks_total[five])"
  ])("refuses %s", (expr) => {
    expect(() => problemsOf(expr)).toThrow(/not balanced|no matcher|unknown/u)
  })
})
