import type { TestResult } from "./runTests.ts"

// oxlint-disable-next-line no-control-regex -- XML 1.0 has no such characters, not even as references (section 2.2)
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\n", "&#10;"]
])

const escaped = (text: string): string =>
  text.replaceAll(NOT_IN_XML, "\u{fffd}").replaceAll(/[&<>"\n]/gu, (character) => ENTITIES.get(character) ?? "")

const seconds = (ms: number | null): string => ((ms ?? 0) / 1_000).toFixed(3)

const outcomeOf = ({ code, message, verdict }: TestResult): string => {
  const attributes = `message="${escaped(message ?? "")}" type="${escaped(code ?? "")}"`
  if (verdict === "down") return `<failure ${attributes}/>`
  if (verdict === "unknown") return `<error ${attributes}/>`
  return verdict === "skipped" ? `<skipped message="${escaped(message ?? "")}"/>` : ""
}

export const junitText = (file: string, results: ReadonlyArray<TestResult>): string => {
  const count = (verdict: TestResult["verdict"]) => results.filter((result) => result.verdict === verdict).length
  const total = results.reduce((sum, { responseMs }) => sum + (responseMs ?? 0), 0)
  const numbers = `tests="${results.length}" failures="${count("down")}" errors="${count("unknown")}" skipped="${count("skipped")}" time="${seconds(total)}"`
  const cases = results.map(
    (result) =>
      `    <testcase name="${escaped(`${result.key}: ${result.url ?? result.name}`)}" classname="${escaped(result.section)}" file="${escaped(file)}" line="${result.line}" time="${seconds(result.responseMs)}">${outcomeOf(result)}</testcase>`
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${numbers}>\n  <testsuite name="mon test" ${numbers}>\n${cases.join("\n")}\n  </testsuite>\n</testsuites>\n`
}
