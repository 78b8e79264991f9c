import { teamLimits, TeamMember } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { InviteMember } from "./TeamInput.ts"
import { Deleted } from "./Outcome.ts"

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
  about("List the team", "Members and invites that were not accepted yet, oldest first. The owner is not listed.")
)

const invite = HttpApiEndpoint.post("invite", "/team/invite", {
  payload: InviteMember,
  success: created(TeamMember),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Invite somebody",
    `Sends an invitation that works for ${teamLimits.inviteDays} days. Members and pending invites take a seat each; needs a Pro or Agency plan.`
  )
)

const remove = HttpApiEndpoint.delete("remove", "/team/:membershipId", {
  params,
  success: ok(Deleted),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Remove a member",
    "Ends the membership or the invite at once: API key, sessions and access to all domains. Works on every plan."
  )
)

const resend = HttpApiEndpoint.post("resend", "/team/:membershipId/resend", {
  params,
  success: ok(TeamMember),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Send an invitation again",
    `Sends a new link that works for ${teamLimits.inviteDays} days; the one before stops working. An expired invite needs a free seat again.`
  )
)

/** Team members: for the owner of the account. */
export class TeamApi extends HttpApiGroup.make("team")
  .add(list, invite, remove, resend)
  .annotateMerge(
    OpenApi.annotations({ title: "Team", description: "People who share domains of the account. For its owner only." })
  ) {}
