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

/** The values that a WhatsApp text needs, in addition to its fact. */
export interface WhatsAppTextOptions extends Omit<RenderOptions, "language"> {
  /**
   * Whether the recipient has already received this fact. The `notice` template is used in this case. Default: false.
   */
  readonly reminder?: boolean
}

/**
 * Returns the parameters of a WhatsApp template. `down` has name, reason, time and link. `up` has name, downtime, time
 * and link. `notice` has title, text and link. Null for a weekly report, which is not sent by WhatsApp. The text is in
 * English, because all approved templates of a service are in one language.
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
