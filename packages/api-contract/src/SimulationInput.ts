import { field, simulationLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
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
    `Domains that send, 1 to ${limits.senders}. Public mailbox domains are left out.`,
    ["example.com"]
  ),
  prospectEntries: list(
    messages.prospectEntriesRequired,
    messages.prospectEntriesTooMany(limits.prospects),
    limits.prospects,
    `Email addresses or domains of the recipients, 1 to ${limits.prospects}; each is a row of the CSV, duplicates included.`,
    ["ann@example.org", "example.net"]
  ),
  name: Schema.optionalKey(
    field.text("name", {
      about: "Its name; a generated one when omitted.",
      example: "Spring campaign",
      maximum: limits.nameLength
    }).input
  )
}).annotate({ identifier: "StartSimulation", title: "StartSimulation", description: "A campaign to simulate." })
export type StartSimulation = typeof StartSimulation.Type
