import { field, hasControlCharacters, teamLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** RFC 5321 section 4.5.3.1.3, without the angle brackets. */
const EMAIL_LENGTH = 254
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u

const accessMessage = `domainAccess must be a list of at most ${teamLimits.sharedDomains} objects {domainId, canWrite}.`

const Access = Schema.Struct({
  domainId: Schema.String.annotate({
    message: accessMessage,
    description: "Id of a domain of the account.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  }).pipe(Schema.annotateKey({ messageMissingKey: accessMessage })),
  canWrite: field
    .flag("canWrite", {
      about:
        "Whether the member may change, pause, resume and check the domain. If false, the member can only see the domain.",
      example: false
    })
    .input.pipe(Schema.annotateKey({ messageMissingKey: "canWrite must be true or false." }))
}).annotate({
  identifier: "SharedDomain",
  title: "SharedDomain",
  message: accessMessage,
  description: "A domain to share with the member."
})

const accessList = (ifAbsent: string) =>
  Schema.Array(Access)
    .annotate({
      message: accessMessage,
      description: `The domains that the member can see, at most ${teamLimits.sharedDomains}.${ifAbsent} If a domain occurs twice, the last entry applies.`,
      examples: [[{ domainId: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", canWrite: true }]]
    })
    .check(Schema.isMaxLength(teamLimits.sharedDomains, { message: accessMessage }))

/** The body of `POST /team/invite`. */
export const InviteMember = Schema.Struct({
  email: Schema.String.annotate({
    message: messages.emailRequired,
    description: "Email address of the person. Mon sends the invitation to this address.",
    examples: ["ann@example.com"]
  })
    .check(
      Schema.makeFilter(
        (value) =>
          (value.length <= EMAIL_LENGTH &&
            value.isWellFormed() &&
            !hasControlCharacters(value) &&
            EMAIL.test(value.trim())) ||
          messages.emailInvalid
      )
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.emailRequired })),
  domainAccess: Schema.optionalKey(accessList(" If the list is absent, the member sees no domains."))
}).annotate({
  identifier: "InviteMember",
  title: "InviteMember",
  description: "The person to invite and the domains to share."
})
export type InviteMember = typeof InviteMember.Type

/** The body of `PATCH /team/:membershipId`. */
export const UpdateMember = Schema.Struct({
  domainAccess: accessList("").pipe(Schema.annotateKey({ messageMissingKey: accessMessage }))
}).annotate({ identifier: "UpdateMember", title: "UpdateMember", description: "The domains to share with the member." })
export type UpdateMember = typeof UpdateMember.Type
