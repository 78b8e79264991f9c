import type { WhatsAppText } from "../whatsapp/WhatsAppTemplate.ts"
import { nameOf } from "./ForeignText.ts"
import type { RenderableFact } from "./RenderableFact.ts"
import { renderFact } from "./renderFact.ts"
import { downtimeText } from "./rendering/domainState.ts"
import { reasonText } from "./rendering/responseText.ts"
import { timeText } from "./TimeText.ts"

/**
 * The parameters of a WhatsApp template: `down` takes name, reason and time; `up` takes name, downtime and time;
 * `notice` takes title and text. Null for a weekly report, which is not sent by WhatsApp.
 */
export const whatsAppText = (fact: RenderableFact, timeZone: string): WhatsAppText | null => {
  if (fact.kind === "weekly_report") return null
  if (fact.kind === "down") {
    const { startedAt, triggerError, triggerStatusCode } = fact.incident
    return {
      kind: "down",
      parameters: [nameOf(fact.monitor), reasonText(triggerError, triggerStatusCode), timeText(startedAt, timeZone)]
    }
  }
  if (fact.kind === "up") {
    const { resolvedAt, startedAt } = fact.incident
    return {
      kind: "up",
      parameters: [
        nameOf(fact.monitor),
        downtimeText(fact.incident) ?? "unknown",
        timeText(resolvedAt ?? startedAt, timeZone)
      ]
    }
  }
  const { subject, lead } = renderFact(fact, { timeZone })
  return { kind: "notice", parameters: [subject, lead] }
}
