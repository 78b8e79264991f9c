import { simulationLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Field from "./Field.ts"
import { messages } from "./Message.ts"

const list = (
  message: string,
  tooMany: string,
  maximum: number,
  description: string,
  examples: ReadonlyArray<string>
) =>
  Schema.Array(Schema.String.annotate({ message }))
    .annotate({ message, description, examples: [examples] })
    .check(Schema.isMinLength(1, { message }), Schema.isMaxLength(maximum, { message: tooMany }))
    .pipe(Schema.annotateKey({ messageMissingKey: message }))

/** The body of `POST /campaign-simulate`. */
export const StartSimulation = Schema.Struct({
  sendingDomains: list(
    messages.sendingDomainsRequired,
    messages.sendingDomainsTooMany(limits.senders),
    limits.senders,
    `Domains that mail is sent from, 1 to ${limits.senders}. Public mailbox domains are left out.`,
    ["example.com"]
  ),
  prospectEntries: list(
    messages.prospectEntriesRequired,
    messages.prospectEntriesTooMany(limits.prospects),
    limits.prospects,
    `E-mail addresses or domains of those who are written to, 1 to ${limits.prospects}; each is a row of the CSV, duplicates included.`,
    ["ann@example.org", "example.net"]
  ),
  name: Schema.optionalKey(
    Field.text("name", limits.nameLength, {
      about: "What to call it; made up when omitted.",
      example: "Spring campaign"
    })
  )
}).annotate({ identifier: "StartSimulation", title: "StartSimulation", description: "A campaign to simulate." })
export type StartSimulation = typeof StartSimulation.Type
