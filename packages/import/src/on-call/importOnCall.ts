import { anything, argumentsOf, oneOf, optional, optionsOf, whole } from "@mon/bundled/arguments"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { importGrafana } from "./grafana/importGrafana.ts"
import { type ImportedOnCall, type OnCallSource, onCallSources } from "./ImportedOnCall.ts"
import { OnCallDraft } from "./OnCallDraft.ts"
import { importOpsgenie } from "./opsgenie/importOpsgenie.ts"
import { importPagerDuty } from "./pagerduty/importPagerDuty.ts"

/** Options of an import of on-call schedules. */
export interface OnCallImportOptions {
  /**
   * The current time, as Unix time in milliseconds. If a schedule has too many layers or overrides, those that have
   * ended are left out. Default: the time of the system.
   */
  readonly now?: number
}

const accept = /* @__PURE__ */ argumentsOf("importOnCall", () => ({
  source: oneOf(...onCallSources),
  files: anything,
  options: optional(optionsOf<OnCallImportOptions>({ now: optional(whole(0, 8.64e15)) }))
}))

const importers: Readonly<Record<OnCallSource, (files: ReadonlyMap<string, string>, draft: OnCallDraft) => void>> = {
  pagerduty: importPagerDuty,
  opsgenie: importOpsgenie,
  "grafana-oncall": importGrafana
}

const isTexts = (files: unknown): files is ReadonlyMap<string, string> =>
  files instanceof Map && [...files].every(([name, text]) => typeof name === "string" && typeof text === "string")

const NOTHING = "The files contain no schedule and no escalation that can be imported."

/**
 * Converts the on-call schedules and escalations of another tool to schedules and routes of Mon, and reports the
 * outcome of every field. Opens no files and no connections. If the input cannot be read, the result contains a
 * message.
 *
 * @param source The tool: `pagerduty`, `opsgenie` (also for Jira Service Management) or `grafana-oncall`.
 *
 * @param files The texts of JSON files by their names: responses of the tool's API, or the files of the configuration
 *   backup of Opsgenie.
 *
 * @throws TypeError if an argument is wrong.
 *
 * @example
 * ```ts
 * const layer = {
 *   name: "Week",
 *   start: "2026-01-05T08:00:00Z",
 *   rotation_virtual_start: "2026-01-05T08:00:00Z",
 *   rotation_turn_length_seconds: 604800,
 *   users: [{ user: { id: "P1" } }]
 * }
 * const schedules = [{ id: "S1", name: "Web", time_zone: "Europe/Berlin", schedule_layers: [layer] }]
 * const users = [{ id: "P1", name: "Ann", email: "ann@example.org" }]
 * const imported = importOnCall("pagerduty", new Map([["all.json", JSON.stringify({ schedules, users })]]))
 * imported.ok && imported.schedules[0].layers[0].groups // => [["ann@example.org"]]
 * imported.ok && imported.schedules[0].layers[0].handOff // => { every: 1, unit: "weeks", start: "2026-01-05T09:00" }
 * ```
 */
export const importOnCall = (
  source: OnCallSource,
  files: ReadonlyMap<string, string>,
  options: OnCallImportOptions = {}
): ImportedOnCall => {
  accept(source, files, options)
  if (!isTexts(files))
    throw Object.assign(new TypeError("importOnCall: files must be a Map from names to texts."), {
      code: "ERR_INVALID_ARG_VALUE"
    })
  const draft = new OnCallDraft(source, options.now ?? Date.now())
  try {
    importers[source](files, draft)
  } catch (error) {
    if (error instanceof UnreadableSource) return { ok: false, message: error.message }
    throw error
  }
  const imported = draft.finish()
  const isEmpty = imported.ok && imported.report.counts.every(({ kind }) => kind !== "schedule" && kind !== "route")
  return isEmpty ? { ok: false, message: NOTHING } : imported
}
