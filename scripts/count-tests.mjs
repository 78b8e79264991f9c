// Prints "<passed> <failed>", the numbers of tests in the reports of all packages together. Prints the name of each
// failed test to standard error.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const folders = ["packages", "apps"].flatMap((place) =>
  readdirSync(`${root}${place}`).map((name) => `${root}${place}/${name}`)
)
const firstLine = (text = "") => text.trim().split("\n")[0].slice(0, 300)
let passed = 0
let failed = 0
for (const folder of [...folders, `${root}bench`, `${root}examples`, `${root}tooling`]) {
  const report = `${folder}/.turbo/tests.json`
  if (!existsSync(report)) continue
  const { numFailedTests, numPassedTests, testResults = [] } = JSON.parse(readFileSync(report, "utf8"))
  passed += numPassedTests
  failed += numFailedTests
  for (const { assertionResults = [], message, name, status } of testResults) {
    const file = relative(root, name)
    const tests = assertionResults.filter((test) => test.status === "failed")
    if (tests.length === 0 && status === "failed") console.error(`FAILED ${file}: ${firstLine(message)}`)
    for (const { failureMessages, fullName } of tests)
      console.error(`FAILED ${file}, ${fullName}: ${firstLine(failureMessages[0])}`)
  }
}
console.log(`${passed} ${failed}`)
