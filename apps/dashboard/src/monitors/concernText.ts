import type { Catalogue } from "../words/catalogue.en.ts"
import type { Concern } from "./attention.ts"

const downText = (words: Catalogue, code: string | null): string =>
  words.contentFault[code ?? ""] ?? words.fault[code ?? ""] ?? code?.replaceAll("_", " ") ?? words.state.down

export const concernText = (words: Catalogue, concern: Concern): string => {
  switch (concern.kind) {
    case "down":
      return concern.acknowledgedBy === null
        ? downText(words, concern.code)
        : `${downText(words, concern.code)} · ${words.why.acknowledgedBy(concern.acknowledgedBy)}`
    case "error":
      return words.contentFault[concern.code ?? ""] ?? words.why.error
    case "content":
      return words.contentFault[concern.code] ?? concern.code.replaceAll("_", " ")
    case "flapping":
      return words.why.flapping(concern.changes)
    case "dns":
      return words.why.dns
    case "slow":
      return words.why.slow
    case "certProblem":
      return words.why.certificate(words.certProblem[concern.problem] ?? concern.problem.replaceAll("_", " "))
    case "certDays":
      return words.why.certificateDays(concern.days)
    case "regDays":
      return words.why.registrationDays(concern.days)
    case "mail":
      return words.why.mail(concern.grade)
    case "unseen":
      return words.why.unseen(concern.count)
  }
}
