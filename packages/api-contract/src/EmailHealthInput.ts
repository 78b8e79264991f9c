import { field } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/**
 * The maximum length of the `domain` parameter. RFC 5321 section 4.5.3.1.3 allows 256 octets for a path, but a URL can
 * be longer.
 */
const DOMAIN_LENGTH = 2_048

/** The largest number of DKIM selectors in a request. The engine has the same limit. */
const SELECTORS = 20

const reportsReviewed = field.flag("reportsReviewed", {
  about:
    "Whether you have read the DMARC reports and all your own email passes. Only then does the repair plan propose a stricter DMARC policy. Default: false.",
  example: false
})

/** The body of a request for an email health check. */
export const CheckEmailHealth = Schema.Struct({
  domain: Schema.String.annotate({
    message: messages.mailDomainInvalid,
    description:
      "A domain, a URL or an email address. Mon removes the protocol, the user, `www.`, the port, the path and a trailing dot. Mon converts an international domain name to IDNA ASCII.",
    examples: ["example.com"]
  })
    .check(
      Schema.isMaxCodePoints(DOMAIN_LENGTH, {
        message: `domain must be a string of at most ${DOMAIN_LENGTH} characters.`
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.mailDomainRequired })),
  fresh: Schema.optionalKey(
    field.flag("fresh", {
      about: "Whether to run a new check instead of returning a cached report. Default: false.",
      example: false
    }).input
  ),
  selectors: Schema.optionalKey(
    field.dkimSelectors("selectors", {
      about: "DKIM selectors to check in addition to the common ones. Default: the selectors of your monitored domain.",
      example: ["s2026"],
      maximum: SELECTORS
    }).input
  ),
  reportsReviewed: Schema.optionalKey(reportsReviewed.input)
}).annotate({ identifier: "CheckEmailHealth", title: "CheckEmailHealth", description: "The domain to check." })
export type CheckEmailHealth = typeof CheckEmailHealth.Type
