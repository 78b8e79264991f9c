import { OnCallRequest, onCallRequestLimits, onCallScheduleLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"

const required = <S extends Schema.Top>(schema: S, messageMissingKey: string) =>
  schema.pipe(Schema.annotateKey({ messageMissingKey }))

const { noteLength } = onCallScheduleLimits
const noteMessage = `note must be null or a string of at most ${noteLength} characters.`
const personMessage = "person must be null or a membershipId."

/** The body of `POST /on-call/schedules/:id/requests`. */
export const AskOnCallRequest = Schema.Struct({
  start: required(
    timeInput(messages.onCallTime("start"), {
      description: "The first instant, ISO 8601. If it has passed, the request is for the time from now on.",
      examples: ["2027-01-08T17:00:00Z"]
    }),
    messages.onCallTime("start")
  ),
  end: required(
    timeInput(messages.onCallTime("end"), {
      description: "The first instant after the range, ISO 8601.",
      examples: ["2027-01-11T08:00:00Z"]
    }),
    messages.onCallTime("end")
  ),
  person: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      message: personMessage,
      description:
        "`membershipId` of the person who is asked, from `GET /on-call/people`. Null, the default: everyone in the schedule. The first one to accept takes the shift.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d74"]
    })
  ),
  note: Schema.optionalKey(
    Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(noteLength, { message: noteMessage }))).annotate({
      message: noteMessage,
      description: "Note for the people who are asked. Default: none.",
      examples: ["I have a dentist's appointment."]
    })
  )
}).annotate({
  identifier: "AskOnCallRequest",
  title: "AskOnCallRequest",
  description: "A request that somebody else takes over a shift of the caller."
})
export type AskOnCallRequest = typeof AskOnCallRequest.Type

const idOf = (what: string) =>
  Schema.String.annotate({ description: `Id of the ${what}.`, examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d75"] })

const PATH = "/on-call/schedules/:id/requests"
const params = { id: idOf("schedule") }
const one = { ...params, requestId: idOf("request") }

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", PATH, {
  params,
  success: ok(Schema.Array(OnCallRequest)),
  error: NotFound
}).annotateMerge(
  about(
    "List requests to take over shifts",
    "Returns up to 200 requests of a schedule that have not ended for more than 30 days, open ones first."
  )
)

const ask = HttpApiEndpoint.post("ask", PATH, {
  params,
  payload: AskOnCallRequest,
  success: created(OnCallRequest),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Ask somebody to take over a shift",
    `Asks a person, or everyone in the schedule, to take over a shift of yours. They get an email. You stay on call until somebody accepts. A person can send ${onCallRequestLimits.perDay} requests in 24 hours.`
  )
)

const accept = HttpApiEndpoint.post("accept", `${PATH}/:requestId/accept`, {
  params: one,
  success: ok(OnCallRequest),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Take over a shift",
    "Puts you on call instead of the person who asked, with an override. If several people accept at once, the first one takes the shift. The person who asked gets an email."
  )
)

const decline = HttpApiEndpoint.post("decline", `${PATH}/:requestId/decline`, {
  params: one,
  success: ok(OnCallRequest),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Decline to take over a shift",
    "Declines a request. Only the person who was asked can do this. The person who asked stays on call and gets an email."
  )
)

const withdraw = HttpApiEndpoint.delete("withdraw", `${PATH}/:requestId`, {
  params: one,
  success: ok(OnCallRequest),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Withdraw a request to take over a shift",
    "Takes back an open request. Only the person who asked, the account owner and admins can do this. To take back a shift that somebody has taken over, delete the override."
  )
)

export class OnCallRequestsApi extends HttpApiGroup.make("onCallRequests")
  .add(list, ask, accept, decline, withdraw)
  .annotateMerge(
    OpenApi.annotations({ title: "On-call requests", description: "Requests that somebody takes over a shift." })
  ) {}
