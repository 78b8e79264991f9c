import type { ExpectationResult } from "../expect/Expectation.ts"
import type { CheckResult } from "../CheckResult.ts"
import { outcomes } from "../Outcome.ts"

// oxlint-disable-next-line no-control-regex -- characters that XML 1.0 does not allow (section 2.2)
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\t", "&#9;"],
  ["\n", "&#10;"],
  ["\r", "&#13;"]
])

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, "?")
    .replaceAll(/[&<>"\t\n\r]/gu, (character) => ENTITIES.get(character) ?? character)

const element = (name: string, attributes: Readonly<Record<string, number | string>>, inside = ""): string => {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(
    " "
  )
  return inside === "" ? `<${start}/>` : `<${start}>${inside}</${name}>`
}

interface Problem {
  readonly kind: "error" | "failure"
  readonly type: string
  readonly message: string
}

interface TestCase {
  readonly name: string
  readonly problem: Problem | null
}

type ReportedResult = Pick<CheckResult, "message" | "outcome" | "startedAt" | "totalUs" | "url" | "verdict"> & {
  readonly expectations?: ReadonlyArray<Pick<ExpectationResult, "expected" | "holds" | "message">>
}

/**
 * Returns one test case for the check, and one for each expectation. If there is no verdict, the case is an error, not
 * a failure.
 */
const casesOf = ({ expectations = [], message, outcome, verdict }: ReportedResult): ReadonlyArray<TestCase> => {
  const isUp = verdict === "up" || outcome === "expectation_failed"
  const kind: Problem["kind"] = verdict === "unknown" ? "error" : "failure"
  return [
    { name: "check", problem: isUp ? null : { kind, type: outcome, message: message ?? outcomes[outcome].title } },
    ...expectations.map((expectation) => ({
      name: expectation.expected,
      problem: expectation.holds ? null : { kind, type: "expectation_failed", message: expectation.message }
    }))
  ]
}

export const junitReport = (result: ReportedResult): string => {
  const cases = casesOf(result)
  const count = (kind: Problem["kind"]) => cases.filter(({ problem }) => problem?.kind === kind).length
  const seconds = ((result.totalUs ?? 0) / 1_000_000).toFixed(6)
  const suite = {
    name: result.url,
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    time: seconds,
    timestamp: new Date(result.startedAt).toISOString()
  }
  const bodies = cases.map(({ name, problem }, index) =>
    element(
      "testcase",
      { classname: result.url, name, time: index === 0 ? seconds : 0 },
      problem === null ? "" : element(problem.kind, { type: problem.type, message: problem.message })
    )
  )
  const text = element("testsuites", {}, `\n${element("testsuite", suite, `\n${bodies.join("\n")}\n`)}\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
}
