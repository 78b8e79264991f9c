import { EmailHealth, EmailHealthError, type EmailHealthReport } from "@mon/email-health/effect"
import { Effect, Layer } from "effect"

/** What is told to the double. */
export type Verdict = Pick<EmailHealthReport, "score" | "grade" | "incomplete">

const healthy: Verdict = { score: 97, grade: "A", incomplete: false }

/** The engine over an empty zone, with verdicts of a test's own, which counts what it is asked. */
export const emailHealthDouble = () => {
  const asked: Array<{ readonly domain: string; readonly fresh: boolean }> = []
  const verdicts = new Map<string, Verdict | "broken">()
  const layer = Layer.effect(
    EmailHealth,
    Effect.map(EmailHealth, ({ check, evaluateSpf }) => ({
      evaluateSpf,
      check: Effect.fnUntraced(function* (domain, options = {}) {
        asked.push({ domain, fresh: options.fresh ?? false })
        const verdict = verdicts.get(domain) ?? healthy
        if (verdict === "broken")
          return yield* new EmailHealthError({ reason: "InvalidDomain", detail: "The double is broken." })
        return { ...(yield* check(domain, options)), ...verdict }
      })
    }))
  ).pipe(Layer.provide(EmailHealth.layerMemory({}, { lists: [] })))
  return { asked, verdicts, layer }
}
