import * as Schema from "effect/Schema"
import { BadRequest, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const text = (description: string, example: string) =>
  Schema.optionalKey(
    Schema.String.annotate({ message: messages.emailOrDomainRequired, description, examples: [example] })
  )

/** The request of a disposable address check. */
export const CheckDisposableEmail = Schema.Struct({
  email: text(
    "An email address, also in the form `Name <local@domain>`, or a bare domain. One of `email` and `domain` is required.",
    "ada@mailinator.com"
  ),
  domain: text("The same under another name; `email` wins when both are given.", "mailinator.com")
}).annotate({
  identifier: "CheckDisposableEmail",
  title: "CheckDisposableEmail",
  description: "An email address or a domain."
})
export type CheckDisposableEmail = typeof CheckDisposableEmail.Type

/** What is known of the mail domain of an address. */
export const DisposableEmailRecord = Schema.Struct({
  input: Schema.String.annotate({
    description: "The request, as given.",
    examples: ["ada@x.mailinator.com"]
  }),
  domain: Schema.String.annotate({
    description: "The mail domain in lower-case IDNA ASCII, without a trailing dot.",
    examples: ["x.mailinator.com"]
  }),
  isDisposable: Schema.Boolean.annotate({
    description: "Whether it belongs to a provider of disposable addresses: true only for the class `disposable`.",
    examples: [true]
  }),
  class: Schema.Literals(["disposable", "alias", "privacy", "free", "none"]).annotate({
    description:
      "`disposable`: used for a short time; `alias`: forwards to a permanent mailbox; `privacy`, `free`: permanent mailboxes of private people; `none`: everything else.",
    examples: ["disposable"]
  }),
  tier: Schema.NullOr(Schema.Literals(["confirmed", "reported"])).annotate({
    description:
      "Evidence for a disposable domain: `confirmed` by a maintained list or two independent ones, `reported` by one. Null for other classes.",
    examples: ["confirmed"]
  }),
  provider: Schema.NullOr(Schema.String).annotate({
    description: "The service behind the domain, or null when it is not known.",
    examples: ["Mailinator"]
  })
}).annotate({
  identifier: "DisposableEmail",
  title: "DisposableEmail",
  description: "What is known of the mail domain of an address."
})
export type DisposableEmailRecord = typeof DisposableEmailRecord.Type

const check = HttpApiEndpoint.post("check", "/check-disposable-email", {
  payload: CheckDisposableEmail,
  success: ok(DisposableEmailRecord),
  error: [BadRequest, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Check for a disposable address",
    description:
      "Checks whether an address or a domain belongs to a provider of disposable addresses, by a list of over 72,000 domains that covers their subdomains too. Privacy and alias services are never disposable. Costs no credits. What is neither an address nor a domain is refused."
  })
)

/** The disposable address check. */
export class DisposableEmailApi extends HttpApiGroup.make("disposableEmail")
  .add(check)
  .annotateMerge(
    OpenApi.annotations({
      title: "Disposable email",
      description: "Checks whether an address is disposable. Free of charge."
    })
  ) {}
