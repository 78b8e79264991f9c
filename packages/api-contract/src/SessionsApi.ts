import { described, SessionRecord } from "@mon/model"
import * as Schema from "effect/Schema"
import { Forbidden, NotFound } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { Deleted } from "./Outcome.ts"

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const BY_SESSION = "Requires a session. Requests with an API key are rejected."

const params = {
  id: Schema.String.annotate({
    description: "Id of the session.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const list = HttpApiEndpoint.get("list", "/sessions", {
  success: ok(Schema.Array(SessionRecord)),
  error: Forbidden
}).annotateMerge(
  about(
    "List sessions",
    `Returns the caller's sessions: the current one first, then the most recently used. ${BY_SESSION}`
  )
)

const remove = HttpApiEndpoint.delete("remove", "/sessions/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("End a session", `Signs out one of the caller's browsers. ${BY_SESSION}`))

const Ended = described.record("SessionsEnded", "The ended sessions.", {
  ended: described.count("Number of sessions that were ended.", 2)
})

const removeOthers = HttpApiEndpoint.delete("removeOthers", "/sessions", {
  success: ok(Ended),
  error: Forbidden
}).annotateMerge(about("End all other sessions", `Signs out all of the caller's other browsers. ${BY_SESSION}`))

export class SessionsApi extends HttpApiGroup.make("sessions")
  .add(list, remove, removeOthers)
  .annotateMerge(
    OpenApi.annotations({
      title: "Sessions",
      description: "Browsers that the person is signed in with. They are managed in the dashboard, not with an API key."
    })
  ) {}
