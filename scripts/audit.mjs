// Asks the registry whether what is shipped has known holes; one that is high or critical fails. Without a registry that
// answers, there is nothing to be told.
import { spawnSync } from "node:child_process"
import process from "node:process"

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  encoding: "utf8",
  shell: process.platform === "win32"
})

const counts = () => {
  try {
    return JSON.parse(stdout).metadata?.vulnerabilities
  } catch {
    return undefined
  }
}

const found = counts()
if (found === undefined) {
  console.log("No registry answers audits here: not audited.")
} else {
  console.log(
    `Known holes: ${found.critical} critical, ${found.high} high, ${found.moderate} moderate, ${found.low} low.`
  )
  process.exitCode = found.critical + found.high > 0 ? 1 : 0
}
