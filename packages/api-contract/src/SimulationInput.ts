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
    `The 1 to ${limits.senders} domains that send the campaign. Mon ignores public mailbox domains.`,
    ["example.com"]
  ),
  prospectEntries: list(
    messages.prospectEntriesRequired,
    messages.prospectEntriesTooMany(limits.prospects),
    limits.prospects,
    `Email addresses or domains of the recipients, 1 to ${limits.prospects}. Each entry, including each duplicate, is one row of the CSV.`,
    ["ann@example.org", "example.net"]
  ),
  name: Schema.optionalKey(
    field.text("name", {
      about: "Name of the campaign. If the name is absent, Mon generates one.",
      example: "Spring campaign",
      maximum: limits.nameLength
    }).input
  )
}).annotate({ identifier: "StartSimulation", title: "StartSimulation", description: "A campaign to simulate." })
export type StartSimulation = typeof StartSimulation.Type
