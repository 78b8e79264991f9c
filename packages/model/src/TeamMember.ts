import * as Schema from "effect/Schema"
import { MemberRole } from "./Account.ts"
import { described } from "./Described.ts"
import { fieldsByKind, type MonitorKind, monitorKinds } from "./monitorKinds.ts"

const { flag, id, idOrNull, list, record, text, textOrNull, time, timeOrNull, value } = described

/** The role of a new member if the invitation names no role. */
export const defaultMemberRole: MemberRole = "editor"

/** The state of an invite: pending, accepted, or expired. */
export const InviteStatus = Schema.Literals(["pending", "accepted", "expired"])
export type InviteStatus = typeof InviteStatus.Type

/** A monitor that is shared with a member, such as `{ domainId, canWrite }`. */
export type MonitorAccess<Kind extends MonitorKind = MonitorKind> = {
  readonly [One in Kind as `${One}Id`]: string
} & { readonly canWrite: boolean }

/** The monitors that are shared with a member, by kind: `domainAccess`, `urlAccess` and so on. */
export type SharedMonitors = {
  readonly [Kind in MonitorKind as `${Kind}Access`]: ReadonlyArray<MonitorAccess<Kind>>
}

const accessTo = (kind: MonitorKind) => {
  const { noun, nouns } = monitorKinds[kind]
  const title = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}Access`
  return list(
    record(title, `A ${noun} that is shared with a member.`, {
      [`${kind}Id`]: id(`Id of the ${noun}.`),
      canWrite: flag(`Whether the member may change the ${noun}. If false, the member can only see the ${noun}.`, false)
    }),
    `The ${nouns} that are shared with the person, not including deleted ones. A viewer can only see them. An admin sees all monitors.`
  )
}

const accessByKind = fieldsByKind<"Access", Schema.Top>("Access", accessTo) as {
  readonly [Field in keyof SharedMonitors]: Schema.Codec<SharedMonitors[Field]>
}

/** A tag whose monitors are shared with a member. */
export const TagAccess = record("TagAccess", "A tag whose monitors are shared with a member.", {
  tagId: id("Id of the tag."),
  canWrite: flag(
    "Whether the member may change the monitors with the tag. If false, the member can only see them.",
    false
  )
})
export interface TagAccess extends Schema.Schema.Type<typeof TagAccess> {}

/** A member of an account or an invite to become one. */
export const TeamMember = record("TeamMember", "A member of the team or an invited person.", {
  membershipId: id("Opaque id of the membership. The id stays the same when the person accepts the invitation."),
  email: text("Email address of the person.", "ann@example.com"),
  name: textOrNull("Name of the person. Null if no name is set or the invitation is not yet accepted.", "Ann"),
  status: value(
    InviteStatus,
    "Status of the membership. `pending`: the person is invited. `accepted`: the person is a member. `expired`: the invitation was not accepted in time.",
    "pending"
  ),
  memberRole: value(
    MemberRole,
    "The person's rights. `viewer`: see what is shared. `editor`: also change what is shared with them for writing (`canWrite`). `admin`: everything except the team, billing, deleting the account and other people's keys, regardless of what is shared.",
    "editor"
  ),
  ...accessByKind,
  tagAccess: list(
    TagAccess,
    "The tags whose monitors are all shared with the person. A monitor is shared while it has the tag. The widest access applies."
  ),
  invitedAt: time("The time when the person was first invited, ISO 8601 UTC."),
  expiresAt: timeOrNull("Expiry of the invitation, ISO 8601 UTC, or null if it was accepted."),
  acceptedAt: timeOrNull("The time when the invitation was accepted, ISO 8601 UTC, or null if it is not accepted yet.")
})
export interface TeamMember extends Schema.Schema.Type<typeof TeamMember> {}

/**
 * The API keys, channels and similar objects that a member had added and that ended when the membership ended or the
 * member's access changed. Otherwise, they would continue to act or to receive data for the former member.
 */
export const EndedAdditions = record(
  "EndedAdditions",
  "The API keys, webhooks, alert channels and email addresses that were removed because the membership or access ended.",
  {
    apiKeys: list(
      record("EndedApiKey", "A deleted API key of the member.", {
        id: id("Opaque id of the key."),
        shown: text("First and last characters of the key.", "mon_0123…BnzHq")
      }),
      "The API keys of the member. They are deleted."
    ),
    webhooks: list(
      record("EndedWebhook", "A deleted webhook that the member had added.", {
        id: id("Opaque id of the webhook."),
        ...fieldsByKind("Id", (kind) => idOrNull(`Id of the webhook's ${monitorKinds[kind].noun}, or null.`)),
        label: text("Display label.", "Chat"),
        url: text("URL of the receiver.", "https://hooks.example.com/mon")
      }),
      "The webhooks that the member had added. They are deleted. To keep using one, add it again."
    ),
    channels: list(
      record("EndedChannel", "A deleted alert channel that the member had added.", {
        id: id("Opaque id of the channel."),
        name: text("Name of the channel.", "On call")
      }),
      "The alert channels that the member had added. They are deleted. To keep using one, add it again."
    ),
    ccEmails: list(
      record("EndedCcEmail", "An email address that the member had added to a domain.", {
        domainId: id("Id of the domain."),
        email: text("The removed address.", "ops@example.com")
      }),
      "The email addresses that the member had added to `ccEmails` of domains. They are removed from the domains."
    )
  }
)
export interface EndedAdditions extends Schema.Schema.Type<typeof EndedAdditions> {}

/** A member after a change to the role or access. */
export const ChangedTeamMember = record("ChangedTeamMember", "A member after a change to their role or access.", {
  ...TeamMember.fields,
  ended: EndedAdditions.pipe(
    Schema.annotateKey({
      description:
        "The webhooks, alert channels and email addresses that the member had added and that were removed because the member can no longer see their monitors, or could add them only as an admin. API keys are not removed."
    })
  )
})
export interface ChangedTeamMember extends Schema.Schema.Type<typeof ChangedTeamMember> {}

/** A link to accept an invitation, which the inviter may pass on. */
export const InvitationLink = record("InvitationLink", "A link that accepts an invitation.", {
  url: text(
    "The link. It works once. Only this response contains it.",
    "https://mon.example.com/invite/MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo"
  ),
  expiresAt: time("Expiry of the link, ISO 8601 UTC.")
})
export interface InvitationLink extends Schema.Schema.Type<typeof InvitationLink> {}

/**
 * The limits of teams: the number of days until an invite expires, and the maximum numbers of monitors of one kind and
 * of tags in one invite.
 */
export const teamLimits = { inviteDays: 7, sharedMonitors: 5_000, sharedTags: 1_000 } as const
