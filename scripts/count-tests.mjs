// Prints "<passed> <failed>": the sums over the reports of all packages.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const folders = ["packages", "apps"].flatMap((place) =>
  readdirSync(`${root}${place}`).map((name) => `${root}${place}/${name}`)
)
let passed = 0
let failed = 0
for (const folder of [...folders, `${root}bench`, `${root}examples`, `${root}tooling`]) {
  for (const report of [`${folder}/.turbo/tests.json`, `${folder}/.turbo/long-tests.json`]) {
    if (!existsSync(report)) continue
    const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, "utf8"))
    passed += numPassedTests
    failed += numFailedTests
  }
}
console.log(`${passed} ${failed}`)
