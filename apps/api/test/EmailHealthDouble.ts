import type { Zone } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import { type CheckOptions, EmailHealth, EmailHealthError, type EmailHealthReport } from "@mon/email-health/effect"
import { Effect, Layer } from "effect"

export type Verdict = Pick<EmailHealthReport, "score" | "grade" | "incomplete">

const healthy: Verdict = { score: 97, grade: "A", incomplete: false }

/** Creates the engine over a zone. The engine returns the verdicts that a test sets, and records every check. */
export const emailHealthDouble = (zone: Zone | Resolver = {}) => {
  const checked: Array<{ readonly domain: string; readonly fresh: boolean; readonly options: CheckOptions }> = []
  const verdicts = new Map<string, Verdict | "broken">()
  const layer = Layer.effect(
    EmailHealth,
    Effect.map(EmailHealth, ({ check, evaluateSpf }) => ({
      evaluateSpf,
      check: Effect.fnUntraced(function* (domain, options = {}) {
        checked.push({ domain, fresh: options.fresh ?? false, options })
        const verdict = verdicts.get(domain) ?? healthy
        if (verdict === "broken")
          return yield* Effect.fail(new EmailHealthError({ reason: "InvalidDomain", detail: "The double is broken." }))
        return { ...(yield* check(domain, options)), ...verdict }
      })
    }))
  ).pipe(Layer.provide(EmailHealth.layerMemory(zone, { lists: [] })))
  return { checked, verdicts, layer }
}
