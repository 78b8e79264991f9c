import type { WhatsAppText } from "../whatsapp/WhatsAppTemplate.ts"
import type { Fact } from "./Fact.ts"
import { noticeOf } from "./notices/noticeOf.ts"
import { durationText, timeText } from "./TimeText.ts"
import { nameOf } from "./Words.ts"

/**
 * The words of a WhatsApp message about a fact, null when it is not for WhatsApp. The parameters are: `down` name, reason, time; `up` name, downtime,
 * time; `notice` title, text.
 */
export const whatsAppText = (fact: Fact, timeZone: string): WhatsAppText | null => {
  if (fact.type === "weekly_report") return null
  const { subject, lead } = noticeOf(fact, timeZone)
  if (fact.type === "status_change" && fact.change === "down") {
    const name = nameOf(fact.domain)
    return {
      kind: "down",
      parameters: [name, lead.slice(`${name} is down. `.length), timeText(fact.incident.startedAt, timeZone)]
    }
  }
  if (fact.type === "status_change" && fact.change === "up") {
    const { durationSeconds, resolvedAt, startedAt } = fact.incident
    return {
      kind: "up",
      parameters: [nameOf(fact.domain), durationText(durationSeconds), timeText(resolvedAt ?? startedAt, timeZone)]
    }
  }
  return { kind: "notice", parameters: [subject, lead] }
}
