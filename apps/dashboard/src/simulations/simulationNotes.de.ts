import { written } from "../words/checkMessages.de.ts"
import { patternsOf } from "../words/sentencePairs.ts"

const sentences = patternsOf([
  ["{} is not a sending domain.", "{} ist keine sendende Domain."],
  [
    "{} is a public mailbox domain. Campaigns cannot be sent from it.",
    "{} ist die Domain eines öffentlichen Postfachanbieters. Kampagnen lassen sich von ihr nicht senden."
  ],
  ["The DNS lookups did not finish within 30 minutes.", "Die DNS-Abfragen wurden in 30 Minuten nicht fertig."],
  ["The simulation was interrupted too often.", "Die Simulation wurde zu oft unterbrochen."],
  [
    "No domain could be looked up, because DNS did not respond.",
    "Keine Domain ließ sich abfragen, weil das DNS nicht geantwortet hat."
  ],
  ["This simulation's entries no longer exist.", "Die Einträge dieser Simulation gibt es nicht mehr."]
])

export const germanNote = (note: string): string => written(note, sentences) ?? note
