import { field, hasControlCharacters, MemberRole, teamLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"

/** The longest email address: the limit of RFC 5321 section 4.5.3.1.3 without the angle brackets. */
const EMAIL_LENGTH = 254
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/u

const example = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

const listMessage = (name: string, id: string, most: number) =>
  `${name} must be a list of at most ${most} objects {${id}, canWrite}.`

const idOf = (thing: string, message: string) =>
  Schema.String.annotate({
    message,
    description: `Id of a ${thing} of the account.`,
    examples: [example]
  }).pipe(Schema.annotateKey({ messageMissingKey: message }))

const mayWrite = (about: string) =>
  field
    .flag("canWrite", { about, example: false })
    .input.pipe(Schema.annotateKey({ messageMissingKey: "canWrite must be true or false." }))

const domainsMessage = listMessage("domainAccess", "domainId", teamLimits.sharedDomains)
const urlsMessage = listMessage("urlAccess", "urlId", teamLimits.sharedUrls)
const tagsMessage = listMessage("tagAccess", "tagId", teamLimits.sharedTags)

const SharedDomain = Schema.Struct({
  domainId: idOf("domain", domainsMessage),
  canWrite: mayWrite(
    "Whether the member may change, pause, resume and check the domain. If false, the member can only see the domain."
  )
}).annotate({
  identifier: "SharedDomain",
  title: "SharedDomain",
  message: domainsMessage,
  description: "A domain to share with the member."
})

const SharedPage = Schema.Struct({
  urlId: idOf("page (URL monitor)", urlsMessage),
  canWrite: mayWrite(
    "Whether the member may change, pause, resume and check the page. If false, the member can only see the page."
  )
}).annotate({
  identifier: "SharedPage",
  title: "SharedPage",
  message: urlsMessage,
  description: "A page (URL monitor) to share with the member."
})

const SharedTag = Schema.Struct({
  tagId: idOf("tag", tagsMessage),
  canWrite: mayWrite(
    "Whether the member may change, pause, resume and check the domains and pages of the tag. If false, the member can only see them."
  )
}).annotate({
  identifier: "SharedTag",
  title: "SharedTag",
  message: tagsMessage,
  description: "A tag whose domains and pages are all shared with the member."
})

const domainList = (ifAbsent: string) =>
  Schema.Array(SharedDomain)
    .annotate({
      message: domainsMessage,
      description: `The domains that the member can see, at most ${teamLimits.sharedDomains}.${ifAbsent} If a domain occurs twice, the last entry applies.`,
      examples: [[{ domainId: example, canWrite: true }]]
    })
    .check(Schema.isMaxLength(teamLimits.sharedDomains, { message: domainsMessage }))

const urlList = (ifAbsent: string) =>
  Schema.Array(SharedPage)
    .annotate({
      message: urlsMessage,
      description: `The pages (URL monitors) that the member can see, at most ${teamLimits.sharedUrls}.${ifAbsent} If a page occurs twice, the last entry applies.`,
      examples: [[{ urlId: example, canWrite: false }]]
    })
    .check(Schema.isMaxLength(teamLimits.sharedUrls, { message: urlsMessage }))

const tagList = (ifAbsent: string) =>
  Schema.Array(SharedTag)
    .annotate({
      message: tagsMessage,
      description: `The tags whose domains and pages the member can see, at most ${teamLimits.sharedTags}.${ifAbsent} If a tag occurs twice, the last entry applies.`,
      examples: [[{ tagId: example, canWrite: false }]]
    })
    .check(Schema.isMaxLength(teamLimits.sharedTags, { message: tagsMessage }))

const memberRole = (description: string) =>
  MemberRole.annotate({
    message: `memberRole must be one of: ${MemberRole.literals.join(", ")}.`,
    description,
    examples: ["editor"]
  })

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
  domainAccess: Schema.optionalKey(domainList(" If the list is absent, no individual domains are shared.")),
  urlAccess: Schema.optionalKey(urlList(" If the list is absent, no individual pages are shared.")),
  tagAccess: Schema.optionalKey(tagList(" If the list is absent, no tags are shared.")),
  memberRole: Schema.optionalKey(
    memberRole(
      "The person's rights. `viewer`: see what is shared. `editor`: also change what is shared with them for writing (`canWrite`). `admin`: everything except the team, billing, deleting the account and other people's keys. Default: editor."
    )
  )
}).annotate({
  identifier: "InviteMember",
  title: "InviteMember",
  description: "The person to invite and what to share."
})
export type InviteMember = typeof InviteMember.Type

/** The body of `PATCH /team/:membershipId`. */
export const UpdateMember = Schema.Struct({
  domainAccess: Schema.optionalKey(domainList(" If the list is absent, the shared domains stay the same.")),
  urlAccess: Schema.optionalKey(urlList(" If the list is absent, the shared pages stay the same.")),
  tagAccess: Schema.optionalKey(tagList(" If the list is absent, the shared tags stay the same.")),
  memberRole: Schema.optionalKey(
    memberRole(
      "The member's rights. If the field is absent, the role stays the same. A member who becomes an admin keeps what was shared with them."
    )
  )
})
  // An annotation after a check describes that check, not the schema.
  .annotate({
    title: "UpdateMember",
    description: "The new role of the member, what to share with the member, or both."
  })
  .check(
    Schema.makeFilter(
      ({ domainAccess, memberRole: role, tagAccess, urlAccess }) =>
        [domainAccess, role, tagAccess, urlAccess].some((value) => value !== undefined) || messages.memberChange
    )
  )
  .annotate({ identifier: "UpdateMember" })
export type UpdateMember = typeof UpdateMember.Type
