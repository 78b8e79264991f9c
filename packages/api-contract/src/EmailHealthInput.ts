import { field } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** RFC 5321 section 4.5.3.1.3 has 256 octets for a path, and a URL may be longer. */
const DOMAIN_LENGTH = 2_048

/** The request of an email health check. */
export const CheckEmailHealth = Schema.Struct({
  domain: Schema.String.annotate({
    message: messages.mailDomainInvalid,
    description:
      "A domain, a URL or an email address. Mon removes the protocol, the user, `www.`, the port, the path and a trailing dot. Mon converts an international domain name to IDNA ASCII.",
    examples: ["example.com"]
  })
    .check(
      Schema.isMaxCodePoints(DOMAIN_LENGTH, {
        message: `domain must be a text of at most ${DOMAIN_LENGTH} characters.`
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.mailDomainRequired })),
  fresh: Schema.optionalKey(
    field.flag("fresh", {
      about: "Whether to make a new check instead of returning a cached report. Default: false.",
      example: false
    }).input
  )
}).annotate({ identifier: "CheckEmailHealth", title: "CheckEmailHealth", description: "The domain to check." })
export type CheckEmailHealth = typeof CheckEmailHealth.Type
