import { ChangedTeamMember, described, EndedAdditions, InvitationLink, teamLimits, TeamMember } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { InviteMember, UpdateMember } from "./TeamInput.ts"
import { Deleted } from "./Outcome.ts"

/** The response to a request that removes a member. */
export const RemovedMember = described.record("RemovedMember", "The removed member.", {
  ...Deleted.fields,
  ended: EndedAdditions.pipe(
    Schema.annotateKey({
      description:
        "The API keys, webhooks, alert channels and email addresses that were removed with the member. The lists are empty for an invitation."
    })
  )
})

const params = {
  membershipId: Schema.String.annotate({
    description: "Id of the membership.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/team", {
  success: ok(Schema.Array(TeamMember)),
  error: Forbidden
}).annotateMerge(
  about(
    "List the team",
    "Returns the members and the invitations that are not yet accepted, oldest first. The list does not contain the owner."
  )
)

const invite = HttpApiEndpoint.post("invite", "/team/invite", {
  payload: InviteMember,
  success: created(TeamMember),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Invite someone",
    `Sends an invitation that is valid for ${teamLimits.inviteDays} days. Each member and each pending invitation uses one seat. A Pro or Agency plan is required.`
  )
)

const update = HttpApiEndpoint.patch("update", "/team/:membershipId", {
  params,
  payload: UpdateMember,
  success: ok(ChangedTeamMember),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change a member's role and access",
    "Changes the member's role, and replaces the domains, pages and tags that are shared with the member. This also works before the invitation is accepted. At least one field is required. Fields that are absent stay unchanged. A change takes effect immediately, including for the member's API keys. If the member can no longer see a monitor, the webhooks and the `ccEmails` addresses that the member added to it are removed. If the member is no longer an admin, the channels and the account-wide webhooks that the member added are removed, too. The response lists everything that was removed."
  )
)

const link = HttpApiEndpoint.post("link", "/team/:membershipId/link", {
  params,
  success: ok(InvitationLink),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Get an invitation link",
    `Returns a new link for an invitation, so that you can pass it on yourself. It is valid for ${teamLimits.inviteDays} days, and the link in the email stops working. A link from this endpoint does not confirm the person's email address. Somebody who already belongs to an account but has no password needs the emailed link.`
  )
)

const remove = HttpApiEndpoint.delete("remove", "/team/:membershipId", {
  params,
  success: ok(RemovedMember),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Remove a member",
    "Ends the membership or the invitation immediately. The person loses all sessions and all access. The person's API keys, and the webhooks and `ccEmails` addresses that the person added, are removed as well. The response lists them. This works on every plan."
  )
)

const resend = HttpApiEndpoint.post("resend", "/team/:membershipId/resend", {
  params,
  success: ok(TeamMember),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Send an invitation again",
    `Sends a new link that is valid for ${teamLimits.inviteDays} days. The previous link stops working. If the invitation has expired, a free seat is required.`
  )
)

/** Only the owner of the account can use these endpoints. */
export class TeamApi extends HttpApiGroup.make("team")
  .add(list, invite, update, remove, resend, link)
  .annotateMerge(
    OpenApi.annotations({
      title: "Team",
      description: "People who can access domains in the account. Only the account owner can manage the team."
    })
  ) {}
