import { readConfig, writeConfig } from "@mon/api-contract/config-file"
import { importMonitors, reportText } from "@mon/import"
import { accountSources, importAccount, importFiles, importOnCallConfig, importOnCallFiles } from "@mon/import/node"
import { compareShifts, detectOnCallSource, engineSchedule, importOnCall, onCallSources } from "@mon/import/on-call"
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

const schedules = { data: [{ id: "S", name: "Web", timezone: "UTC", rotations: [] }] }
const text = JSON.stringify(schedules)
const source = detectOnCallSource(text)
assert.equal(source, "opsgenie")
assert.equal(onCallSources.length, 3)
const onCall = importOnCall(source, new Map([["schedules.json", text]]))
assert.ok(onCall.ok)
const [schedule] = onCall.schedules
assert.ok(schedule !== undefined)
assert.deepEqual(engineSchedule(schedule), { zone: "UTC", mode: "together", layers: [], overrides: [] })
const range = { schedule: "Web", from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", shifts: [] }
assert.deepEqual(compareShifts(schedule, range), [])
assert.equal((await importOnCallFiles(source, [])).ok, false)
assert.equal((await importOnCallConfig([])).ok, false)
