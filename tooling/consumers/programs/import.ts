import { readConfig, writeConfig } from "@mon/api-contract/config-file"
import { importMonitors, reportText } from "@mon/import"
import { accountSources, importAccount, importFiles } from "@mon/import/node"
import assert from "node:assert/strict"

const imported = await importMonitors("list", "https://shop.example.org web")
assert.ok(imported.ok)
assert.ok(readConfig(writeConfig(imported.document)).ok)
assert.match(reportText(imported.report), /^1 monitor imported\.$/mu)
const file = await importFiles("uptime-kuma", [import.meta.filename])
assert.equal(file.ok, false)
assert.deepEqual(
  accountSources.map(({ name }) => name),
  ["uptimerobot", "better-stack", "updown", "healthchecks"]
)
const account = await importAccount("updown", "")
assert.equal(account.ok, false)
