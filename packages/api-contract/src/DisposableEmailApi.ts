import * as Schema from "effect/Schema"
import { BadRequest, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const text = (description: string, example: string) =>
  Schema.optionalKey(
    Schema.String.annotate({ message: messages.emailOrDomainRequired, description, examples: [example] })
  )

/** The body of a request for a disposable address check. */
export const CheckDisposableEmail = Schema.Struct({
  email: text(
    "An email address or a domain. The form `Name <local@domain>` is also accepted. Either `email` or `domain` is required.",
    "ada@mailinator.com"
  ),
  domain: text("Alias of `email`. If both are present, Mon uses `email`.", "mailinator.com")
}).annotate({
  identifier: "CheckDisposableEmail",
  title: "CheckDisposableEmail",
  description: "An email address or a domain."
})
export type CheckDisposableEmail = typeof CheckDisposableEmail.Type

/** The classification of an address's email domain, with facts about the domain. */
export const DisposableEmailRecord = Schema.Struct({
  input: Schema.String.annotate({
    description: "The address or domain as it was in the request.",
    examples: ["ada@x.mailinator.com"]
  }),
  domain: Schema.String.annotate({
    description: "The email domain in lower-case IDNA ASCII, without a trailing dot.",
    examples: ["x.mailinator.com"]
  }),
  isDisposable: Schema.Boolean.annotate({
    description:
      "Whether the domain belongs to a provider of disposable addresses. True only for the class `disposable`.",
    examples: [true]
  }),
  class: Schema.Literals(["disposable", "alias", "privacy", "free", "typo", "none"]).annotate({
    description:
      "`disposable`: addresses for short-term use. `alias`: addresses that forward to a permanent mailbox. `privacy` and `free`: permanent mailboxes for individuals. `typo`: a misspelt mailbox provider; see `suggestion`. `none`: all other domains.",
    examples: ["disposable"]
  }),
  tier: Schema.NullOr(Schema.Literals(["confirmed", "reported"])).annotate({
    description:
      "Evidence that the domain is disposable. `confirmed`: a maintained list or two independent lists contain the domain. `reported`: one list contains the domain. Null for all other classes.",
    examples: ["confirmed"]
  }),
  provider: Schema.NullOr(Schema.String).annotate({
    description: "The service behind the domain, or null when it is not known.",
    examples: ["Mailinator"]
  }),
  suggestion: Schema.NullOr(Schema.String).annotate({
    description: "The domain that was probably meant, for the class `typo`; null for all other classes.",
    examples: ["gmail.com"]
  }),
  role: Schema.NullOr(Schema.Literals(["role", "noreply"])).annotate({
    description:
      "`role`: the part before the @ names a function, such as `info`. `noreply`: nobody reads the mailbox. Null: it is neither of these, or the input is a domain.",
    examples: ["role"]
  })
}).annotate({
  identifier: "DisposableEmail",
  title: "DisposableEmail",
  description: "The classification of an email address's domain."
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
      "Checks whether an address or a domain belongs to a provider of disposable addresses. The check uses a list of over 72,000 domains and also covers their subdomains. Privacy and alias services never count as disposable. The check costs no credits. If the input is neither an address nor a domain, the request is rejected."
  })
)

export class DisposableEmailApi extends HttpApiGroup.make("disposableEmail")
  .add(check)
  .annotateMerge(
    OpenApi.annotations({
      title: "Disposable email",
      description: "Checks whether an email address is disposable. These checks cost no credits."
    })
  ) {}
