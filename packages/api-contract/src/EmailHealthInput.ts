import { field } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** RFC 5321 section 4.5.3.1.3 has 256 octets for a path, and a URL may be longer. */
const DOMAIN_LENGTH = 2_048

/** The request of an email health check. */
export const CheckEmailHealth = Schema.Struct({
  domain: Schema.String.annotate({
    message: messages.mailDomainRequired,
    description:
      "A domain. A URL or an email address is accepted as well: protocol, user, `www.`, port, path and a trailing dot are left out, an international name is turned into IDNA ASCII.",
    examples: ["example.com"]
  })
    .check(Schema.isMaxLength(DOMAIN_LENGTH, { message: messages.mailDomainInvalid }))
    .pipe(Schema.annotateKey({ messageMissingKey: messages.mailDomainRequired })),
  fresh: Schema.optionalKey(
    field.flag("fresh", {
      about: "Makes a new check instead of using a cached report. Default: false.",
      example: false
    }).input
  )
}).annotate({ identifier: "CheckEmailHealth", title: "CheckEmailHealth", description: "Which domain to check." })
export type CheckEmailHealth = typeof CheckEmailHealth.Type
