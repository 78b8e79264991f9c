import {
  byKind,
  field,
  fieldsByKind,
  hasControlCharacters,
  MemberRole,
  type MonitorKind,
  monitorKinds,
  type SharedMonitors,
  teamLimits
} from "@mon/model"
import * as Schema from "effect/Schema"
import { messages } from "./Message.ts"
import { capital } from "./MonitorInput.ts"

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

const tagsMessage = listMessage("tagAccess", "tagId", teamLimits.sharedTags)

const monitorsMessage = (kind: MonitorKind) => listMessage(`${kind}Access`, `${kind}Id`, teamLimits.sharedMonitors)

const sharedMonitors = byKind((kind) => {
  const { noun } = monitorKinds[kind]
  const message = monitorsMessage(kind)
  const title = `Shared${capital(kind)}`
  return Schema.Struct({
    [`${kind}Id`]: idOf(noun, message),
    canWrite: mayWrite(
      `Whether the member may change, pause, resume and check the ${noun}. If false, the member can only see the ${noun}.`
    )
  }).annotate({ identifier: title, title, message, description: `A ${noun} to share with the member.` })
})

/** Returns one list for each kind of monitor, such as `domainAccess`, with the monitors to share. */
const monitorLists = (ifAbsent: (nouns: string) => string) =>
  fieldsByKind("Access", (kind: MonitorKind) => {
    const { noun, nouns } = monitorKinds[kind]
    const message = monitorsMessage(kind)
    return Schema.optionalKey(
      Schema.Array(sharedMonitors[kind])
        .annotate({
          message,
          description: `The ${nouns} that the member can see, at most ${teamLimits.sharedMonitors}. ${ifAbsent(nouns)} If a ${noun} occurs twice, the last entry applies.`,
          examples: [[{ [`${kind}Id`]: example, canWrite: true }]]
        })
        .check(Schema.isMaxLength(teamLimits.sharedMonitors, { message }))
    )
  }) as unknown as {
    readonly [Field in keyof SharedMonitors]: Schema.optionalKey<Schema.Codec<SharedMonitors[Field]>>
  }

const SharedTag = Schema.Struct({
  tagId: idOf("tag", tagsMessage),
  canWrite: mayWrite(
    "Whether the member may change, pause, resume and check the monitors with the tag. If false, the member can only see them."
  )
}).annotate({
  identifier: "SharedTag",
  title: "SharedTag",
  message: tagsMessage,
  description: "A tag whose monitors are all shared with the member."
})

const tagList = (ifAbsent: string) =>
  Schema.Array(SharedTag)
    .annotate({
      message: tagsMessage,
      description: `The tags whose monitors the member can see, at most ${teamLimits.sharedTags}.${ifAbsent} If a tag occurs twice, the last entry applies.`,
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
  ...monitorLists((nouns) => `If the list is absent, no individual ${nouns} are shared.`),
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
  ...monitorLists((nouns) => `If the list is absent, the shared ${nouns} stay the same.`),
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
    Schema.makeFilter((change) => Object.values(change).some((value) => value !== undefined) || messages.memberChange)
  )
  .annotate({ identifier: "UpdateMember" })
export type UpdateMember = typeof UpdateMember.Type
