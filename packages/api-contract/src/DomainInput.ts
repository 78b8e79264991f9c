import { domainLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Field from "./Field.ts"
import { messages } from "./Message.ts"

const urlTooLong = `url must be a text of at most ${limits.urlLength} characters.`

const url = Schema.String.annotate({
  message: messages.urlRequired,
  description:
    "The domain to watch: a host name or an http(s) URL with a public name. `https://` is put in front when no scheme is given; user info is refused, query and fragment are dropped.",
  examples: ["example.com"]
})
  .check(
    Schema.makeFilter((value) => value.trim() !== "" || messages.urlRequired),
    Schema.isMaxLength(limits.urlLength, { message: urlTooLong })
  )
  .pipe(Schema.annotateKey({ messageMissingKey: messages.urlRequired }))

const checkInterval = Field.seconds("checkInterval", limits.checkIntervalSeconds, {
  about: "Time between two checks; at least the minimum of the plan.",
  example: 900
})
const timeoutSeconds = Field.seconds("timeoutSeconds", limits.timeoutSeconds, {
  about: "How long a check may take in all; less than checkInterval.",
  example: 30
})
const timeout = Field.seconds("timeout", limits.timeoutSeconds, {
  about: "The same as timeoutSeconds, which wins when both are given.",
  example: 30
})

const settable = {
  name: Field.text("name", limits.nameLength, { about: "Friendly display name.", example: "Shop" }),
  checkInterval,
  timeoutSeconds,
  timeout,
  ccEmails: Field.emails("ccEmails", limits.ccEmails, {
    about: "Addresses that get a copy of each alert.",
    example: ["ops@example.com"]
  }),
  screenshotOnFailure: Field.flag("screenshotOnFailure", {
    about: "Whether to take a screenshot when the domain goes down.",
    example: true
  }),
  emailHealthInterval: Field.seconds("emailHealthInterval", limits.emailHealthIntervalSeconds, {
    about: "Time between two e-mail health checks.",
    example: 86_400
  }),
  cardColor: Field.color("cardColor", { about: "Colour of the domain's card, as hex.", example: limits.cardColor })
}

const optional = Struct.map(settable, Schema.optionalKey)

/** The body of `POST /domains`. Defaults are applied by the service. */
export const CreateDomain = Schema.Struct({ url, ...optional }).annotate({
  identifier: "CreateDomain",
  title: "CreateDomain",
  description: "A domain to watch."
})
export type CreateDomain = typeof CreateDomain.Type

/** The body of `PATCH /domains/:id`: only the fields that are there change. */
export const UpdateDomain = Schema.Struct(optional).annotate({
  identifier: "UpdateDomain",
  title: "UpdateDomain",
  description: "What to change; only the fields that are there change."
})
export type UpdateDomain = typeof UpdateDomain.Type

const updatesMessage = "updates is required (object of domain fields)"
const noUpdateMessage = `updates must hold at least one of: ${Object.keys(settable).join(", ")}.`

const domainIds = Field.ids("domainIds", "domain", limits.bulkIds, {
  about: "Which domains.",
  example: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
})

/** The body of `PATCH /domains/bulk`. */
export const BulkUpdateDomains = Schema.Struct({
  domainIds,
  updates: Schema.Struct(optional)
    .annotate({
      message: updatesMessage,
      description: "What to change in each of them; at least one field."
    })
    .check(Schema.makeFilter((updates) => Object.keys(updates).length > 0 || noUpdateMessage))
    .pipe(Schema.annotateKey({ messageMissingKey: updatesMessage }))
}).annotate({
  identifier: "BulkUpdateDomains",
  title: "BulkUpdateDomains",
  description: "One change for many domains."
})
export type BulkUpdateDomains = typeof BulkUpdateDomains.Type

const CONFIRMATION = "DELETE"

/** The body of `DELETE /domains/bulk`. */
export const BulkDeleteDomains = Schema.Struct({
  domainIds,
  // A Literal would make the struct a member of a discriminated union and hide the message.
  confirmation: Schema.String.annotate({
    message: messages.confirmation,
    description: "Exactly `DELETE`.",
    examples: [CONFIRMATION]
  })
    .check(Schema.makeFilter((value) => value === CONFIRMATION || messages.confirmation))
    .pipe(Schema.annotateKey({ messageMissingKey: messages.confirmation }))
}).annotate({ identifier: "BulkDeleteDomains", title: "BulkDeleteDomains", description: "Which domains to delete." })
export type BulkDeleteDomains = typeof BulkDeleteDomains.Type
