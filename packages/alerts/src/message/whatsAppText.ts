import { aBoolean, argumentsOf, aString, nullable, optional, optionsOf } from "@mon/bundled/arguments"
import { renderableFact } from "../argumentKinds.ts"
import type { WhatsAppText } from "../whatsapp/WhatsAppTemplate.ts"
import { nameOf } from "./ForeignText.ts"
import type { RenderableFact } from "./RenderableFact.ts"
import { renderFact, type RenderOptions } from "./renderFact.ts"
import { causeText } from "./rendering/diagnosis.ts"
import { downtimeText } from "./rendering/domainState.ts"
import { reasonText } from "./rendering/responseText.ts"
import { durationText, timeText } from "./TimeText.ts"
import { en } from "./words/en.ts"

const acceptWhatsAppText = /* @__PURE__ */ argumentsOf("whatsAppText", () => ({
  fact: renderableFact(),
  options: optionsOf<WhatsAppTextOptions>({
    timeZone: aString,
    link: optional(nullable(aString)),
    reminder: optional(aBoolean)
  })
}))

/** The values that a WhatsApp text depends on, beside its fact. */
export interface WhatsAppTextOptions extends Omit<RenderOptions, "language"> {
  /** Whether the recipient got the same fact before; it then takes the `notice` template. Default: false. */
  readonly reminder?: boolean
}

/**
 * The parameters of a WhatsApp template: `down` takes name, reason, time and link; `up` takes name, downtime, time and
 * link; `notice` takes title, text and link. Null for a weekly report, which is not sent by WhatsApp. In English,
 * because the approved templates of a service have one language.
 */
export const whatsAppText = (fact: RenderableFact, options: WhatsAppTextOptions): WhatsAppText | null => {
  acceptWhatsAppText(fact, options)
  const { link = null, reminder = false, timeZone } = options
  if (fact.kind === "weekly_report") return null
  const page = link ?? ""
  if (fact.kind === "down" && !reminder) {
    const { startedAt, triggerError, triggerStatusCode } = fact.incident
    return {
      kind: "down",
      parameters: [
        nameOf(fact.monitor),
        `${reasonText(triggerError, triggerStatusCode, en)}${causeText(fact.incident.diagnosis, { words: en })}`,
        timeText(startedAt, timeZone),
        page
      ]
    }
  }
  if (fact.kind === "up" && !reminder) {
    const { resolvedAt, startedAt } = fact.incident
    return {
      kind: "up",
      parameters: [
        nameOf(fact.monitor),
        downtimeText(fact.incident, durationText) ?? en.unknown,
        timeText(resolvedAt ?? startedAt, timeZone),
        page
      ]
    }
  }
  const { subject, lead } = renderFact(fact, { timeZone })
  return { kind: "notice", parameters: [reminder ? en.reminder(subject) : subject, lead, page] }
}
