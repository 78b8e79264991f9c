import { argumentsOf, aString } from "@mon/bundled/arguments"
import { innerJson } from "../reading/readJson.ts"
import { isEntries } from "../reading/SourceObject.ts"
import type { OnCallSource } from "./ImportedOnCall.ts"

const accept = /* @__PURE__ */ argumentsOf("detectOnCallSource", () => ({ text: aString }))

/** The fields that only the objects of one tool have. */
const FIELDS: ReadonlyArray<readonly [source: OnCallSource, fields: ReadonlyArray<string>]> = [
  [
    "grafana-oncall",
    ["escalation_chain_id", "ical_url_primary", "rolling_users", "rotation_start", "on_call_now", "shift_start"]
  ],
  ["pagerduty", ["schedule_layers", "escalation_rules", "rotation_virtual_start", "rendered_schedule_entries"]],
  ["opsgenie", ["rotations", "participants", "scheduleOverrideList", "notifyType", "ownerTeam"]]
]

const MOST_VALUES = 2_000

/**
 * Returns the tool that exported a JSON text with on-call schedules or escalations, or null if it is no such text.
 *
 * @throws TypeError if the argument is not a string.
 *
 * @example
 * ```ts
 * detectOnCallSource('{"schedules": [{"schedule_layers": []}]}') // => "pagerduty"
 * detectOnCallSource("[]") // => null
 * ```
 */
export const detectOnCallSource = (text: string): OnCallSource | null => {
  accept(text)
  let level: ReadonlyArray<unknown> = [innerJson(text)]
  for (let seen = 0; level.length > 0 && seen < MOST_VALUES; seen += level.length) {
    for (const value of level)
      for (const [source, fields] of FIELDS)
        if (isEntries(value) && fields.some((field) => Object.hasOwn(value, field))) return source
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
  }
  return null
}
