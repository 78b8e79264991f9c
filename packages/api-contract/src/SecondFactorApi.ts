import { described, RecoveryCodes, SecondFactorRecord, SecondFactorSetup } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { ConfirmSecondFactor, RequireSecondFactor } from "./SecondFactorInput.ts"

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const BY_SESSION = "Requires a session. Requests with an API key are rejected."
const CONFIRMED = "The person must have confirmed the email address."
const RECENT = "The person must have signed in or entered the password within the last 15 minutes."

const get = HttpApiEndpoint.get("get", "/second-factor", {
  success: ok(SecondFactorRecord),
  error: Forbidden
}).annotateMerge(about("Second factor", `Returns whether the caller has a second factor. ${BY_SESSION}`))

const setUp = HttpApiEndpoint.post("setUp", "/second-factor/setup", {
  success: ok(SecondFactorSetup),
  error: Forbidden
}).annotateMerge(
  about(
    "Start setting up a second factor",
    `Returns a new secret for an authenticator app (TOTP). Nothing changes until a code generated with the secret is sent. ${CONFIRMED} ${RECENT} ${BY_SESSION}`
  )
)

const confirm = HttpApiEndpoint.post("confirm", "/second-factor", {
  payload: ConfirmSecondFactor,
  success: ok(RecoveryCodes),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Switch on or replace the second factor",
    `Stores the secret if the code is correct, and returns new recovery codes, which are shown only now. Ends all of the person's other sessions. The response replaces the session cookie. ${CONFIRMED} ${RECENT} ${BY_SESSION}`
  )
)

const renewCodes = HttpApiEndpoint.post("renewCodes", "/second-factor/recovery-codes", {
  success: ok(RecoveryCodes),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Replace the recovery codes",
    `Returns new recovery codes, which are shown only now. The earlier ones stop working. ${RECENT} ${BY_SESSION}`
  )
)

const Removed = described.record("SecondFactorRemoved", "The second factor was removed.", {
  removed: Schema.tag(true).annotate({ description: "Always true." })
})

const remove = HttpApiEndpoint.delete("remove", "/second-factor", {
  success: ok(Removed),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Switch off the second factor",
    `The request is rejected if one of the person's accounts requires a second factor. ${RECENT} ${BY_SESSION}`
  )
)

const require = HttpApiEndpoint.patch("require", "/second-factor/requirement", {
  payload: RequireSecondFactor,
  success: ok(SecondFactorRecord),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Require a second factor in the account",
    `People without a second factor must then set it up before they can use their session. Their API keys continue to work. Only an account owner with a second factor can do this. ${RECENT} ${BY_SESSION}`
  )
)

export class SecondFactorApi extends HttpApiGroup.make("secondFactor")
  .add(get, setUp, confirm, renewCodes, remove, require)
  .annotateMerge(
    OpenApi.annotations({
      title: "Second factor",
      description: "Two-factor sign-in for the signed-in person. It is managed in the dashboard, not with an API key."
    })
  ) {}
