import { timeOf, type View } from "../facts/View.ts"
import { outside } from "../words/Text.ts"
import { inWindow, listed, outcomeIn, sharedByOthers, sharedFeature, statusIs } from "./commonSignals.ts"
import { rule, signal, when, worth } from "./Rule.ts"

/** The time after an edit in which a failure may be caused by it, in milliseconds. */
const EDIT_MS = 1_800_000
/** The number of failing monitors that leaves little doubt about a shared cause. */
const MANY = 5

/**
 * The fields of a monitor, and the groups of outcomes that a wrong value can cause. An edit of a field cannot cause any
 * other outcome.
 */
const EDITABLE: ReadonlyArray<{ readonly field: RegExp; readonly groups: ReadonlyArray<string> }> = [
  { field: /^url$/u, groups: ["dns", "connect", "tls", "status", "expectation", "answer", "redirect", "address"] },
  { field: /^expect|expectation|keyword/u, groups: ["expectation"] },
  { field: /^timeout/u, groups: ["answer", "connect", "tls", "dns"] },
  {
    field: /^(?:request|method|body|headers?|auth|cookies?|accept|userAgent)$/u,
    groups: ["status", "expectation", "redirect"]
  },
  { field: /^(?:followRedirects|family|port)$/u, groups: ["status", "expectation", "connect", "tls", "redirect"] }
]

const fitting = ({ facts, group, since }: View) =>
  (facts.edits ?? []).flatMap(({ at, fields }) => {
    const time = timeOf(at)
    if (time === null || since === null || time > since || since - time > EDIT_MS || group === null) return []
    const found = fields.filter((name) =>
      EDITABLE.some(({ field, groups }) => field.test(name) && groups.includes(group))
    )
    return found.length === 0 ? [] : [{ time, at, fields: found }]
  })

const edited = signal("edited", "edits", 75, (view) => {
  const [last] = fitting(view).toSorted((a, b) => b.time - a.time)
  return last === undefined ? null : { fields: listed(last.fields), at: outside(last.at) }
})

const goodBeforeEdit = signal("good_before_edit", "lastGood.outcome", 10, (view) => {
  const [last] = fitting(view).toSorted((a, b) => b.time - a.time)
  const good = timeOf(view.facts.lastGood?.at)
  return when(last !== undefined && view.facts.lastGood?.outcome === "ok" && (good === null || good <= last.time))
})

const goodAfterEdit = signal("good_after_edit", "lastGood.at", 60, (view) => {
  const [last] = fitting(view).toSorted((a, b) => b.time - a.time)
  const good = timeOf(view.facts.lastGood?.at)
  return when(last !== undefined && good !== null && good > last.time)
})

const manyFail = signal("many_fail", "sharedWith", 15, (view) => {
  const feature = sharedFeature(view)
  return feature === undefined || feature.failing < MANY ? null : { failing: feature.failing }
})

export const sharedRules = [
  rule("shared_cause", {
    grounds: [sharedByOthers],
    supports: [manyFail],
    against: [outcomeIn(60, "good", "expectation"), statusIs(40, 401, 403, 404, 410, 429)]
  }),
  rule("monitor_edited", {
    grounds: [edited],
    supports: [goodBeforeEdit],
    against: [worth(60, goodAfterEdit), worth(30, sharedByOthers)]
  }),
  rule("planned_maintenance", {
    grounds: [inWindow],
    supports: [outcomeIn(5, "connect", "status", "answer")],
    against: [outcomeIn(60, "good")]
  })
]
