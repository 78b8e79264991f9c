import { EmailHealthPoint, EmailHealthStanding } from "@mon/api-contract"
import { mailDomainOf } from "@mon/checks"
import { EmailHealthChecks } from "@mon/core-store"
import { WEIGHTS } from "@mon/email-health"
import { domainLimits } from "@mon/model"
import { Effect, Schema } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"

type Components = EmailHealthPoint["components"]
type StoredComponents = Readonly<
  Record<string, { readonly status: string; readonly score: number | null; readonly finding?: string }>
>

const isGrade = Schema.is(EmailHealthPoint.fields.grade)
const statuses = ["ok", "warn", "fail"] as const

const componentOf = (stored: StoredComponents, name: keyof Components): Components[typeof name] => {
  const { finding = null, score = null, status = "unknown" } = stored[name] ?? {}
  return { status: statuses.find((one) => one === status) ?? "unknown", score, weight: WEIGHTS[name], finding }
}

const shownComponents = (stored: StoredComponents): Components => ({
  mx: componentOf(stored, "mx"),
  spf: componentOf(stored, "spf"),
  dkim: componentOf(stored, "dkim"),
  dmarc: componentOf(stored, "dmarc"),
  blacklist: componentOf(stored, "blacklist")
})

const gradeOf = (grade: string | null): EmailHealthPoint["grade"] => (isGrade(grade) ? grade : null)

export const emailHealthStandings = Effect.fn("emailHealthStandings")(function* (caller: Caller) {
  const standings = yield* (yield* EmailHealthChecks).standings(caller.viewer)
  return standings.map(
    ({
      checkedAt,
      components,
      domainId,
      emailHealthEnabled,
      grade,
      hostname,
      incomplete,
      name,
      score
    }): EmailHealthStanding => ({
      domainId,
      name,
      domain: mailDomainOf(hostname),
      emailHealthEnabled,
      score,
      grade: gradeOf(grade),
      incomplete,
      checkedAt: checkedAt?.toISOString() ?? null,
      components: checkedAt === null ? null : shownComponents(components)
    })
  )
})

export const emailHealthHistory = Effect.fn("emailHealthHistory")(function* (
  caller: Caller,
  id: string,
  limit: number = domainLimits.emailHealthResults.default
) {
  yield* domainMonitors.get(caller, id)
  const points = (yield* (yield* EmailHealthChecks).history(caller.viewer, id, limit)) ?? []
  return points.map(({ checkedAt, components, grade, incomplete, rubricVersion, score }): EmailHealthPoint => ({
    checkedAt: checkedAt.toISOString(),
    score,
    grade: gradeOf(grade),
    incomplete,
    rubricVersion,
    components: shownComponents(components)
  }))
})
