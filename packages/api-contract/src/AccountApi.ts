import { Account, Branding, described, Settings, WhatsAppNumbers } from "@mon/model"
import * as Schema from "effect/Schema"
import { ChangePassword, ConfirmPassword, UpdateAccount } from "./AccountInput.ts"
import { BadRequest, Forbidden, PayloadTooLarge, TooManyRequests, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { RemovedMember } from "./TeamApi.ts"
import { UpdateBranding, UpdateSettings } from "./SettingsInput.ts"
import { ConfirmWhatsAppNumber, SetWhatsAppNumber } from "./WhatsAppInput.ts"

const get = HttpApiEndpoint.get("get", "/account", { success: ok(Account) }).annotateMerge(
  OpenApi.annotations({
    summary: "Account",
    description: "Returns the caller's profile and the account's plan, usage and limits."
  })
)

const updateProfile = HttpApiEndpoint.patch("update", "/account", {
  payload: UpdateAccount,
  success: ok(Account),
  error: [BadRequest, PayloadTooLarge]
}).annotateMerge(OpenApi.annotations({ summary: "Change the profile", description: "Sets the caller's name." }))

const Confirmed = described.record("Confirmed", "The password was correct.", {
  confirmed: Schema.tag(true).annotate({ description: "Always true." })
})

const BY_SESSION =
  "Requires a session. Requests with an API key are rejected. The response replaces the session cookie."

const changePassword = HttpApiEndpoint.post("changePassword", "/account/password", {
  payload: ChangePassword,
  success: ok(Confirmed),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Change the password",
    description: `Changes the signed-in person's password and ends all of the person's other sessions. ${BY_SESSION}`
  })
)

const confirm = HttpApiEndpoint.post("confirm", "/account/confirm", {
  payload: ConfirmPassword,
  success: ok(Confirmed),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Confirm the password",
    description: `Restarts the 15 minutes in which the person may create an API key. ${BY_SESSION}`
  })
)

const exportAll = HttpApiEndpoint.get("export", "/account/export", {
  success: Schema.Uint8Array.annotate({
    description:
      "A tar archive, compressed with gzip: the rows of each table as JSON Lines, screenshots, and a file complete.json, which is missing if the download was interrupted. It contains no secrets."
  }).pipe(HttpApiSchema.asUint8Array({ contentType: "application/gzip" })),
  error: [Forbidden, TooManyRequests]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Export the account",
    description:
      "Downloads everything in the account as one archive, which is streamed as it is created. Allowed once every 10 minutes per account. Only the account owner can do this. The response is not JSON."
  })
)

const leaveTeam = HttpApiEndpoint.post("leaveTeam", "/account/leave", {
  success: ok(RemovedMember),
  error: [BadRequest, Forbidden]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Leave the account",
    description:
      "Ends the signed-in person's own membership, as if the owner had removed the person: all sessions and all access end immediately, and the person's API keys and everything the person added are removed. The response lists what was removed. Requires a session that is less than 15 minutes old. The account owner cannot leave. This works on every plan."
  })
)

export class AccountApi extends HttpApiGroup.make("account")
  .add(get, updateProfile, changePassword, confirm, leaveTeam, exportAll)
  .annotateMerge(
    OpenApi.annotations({ title: "Account", description: "The caller's profile and the account's plan." })
  ) {}

const show = HttpApiEndpoint.get("get", "/settings", { success: ok(Settings) }).annotateMerge(
  OpenApi.annotations({
    summary: "Settings",
    description: "Returns the time zone, the language, the weekly report setting, and whether alerts are paused."
  })
)

const update = HttpApiEndpoint.patch("update", "/settings", {
  payload: UpdateSettings,
  success: ok(Settings),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({ summary: "Change settings", description: "Changes only the fields in the request." })
)

const branding = HttpApiEndpoint.get("branding", "/settings/branding", { success: ok(Branding) }).annotateMerge(
  OpenApi.annotations({
    summary: "The workspace's name and logo",
    description: "Returns the name and logo shown in the account's emails, reports and pages."
  })
)

const updateBranding = HttpApiEndpoint.patch("updateBranding", "/settings/branding", {
  payload: UpdateBranding,
  success: ok(Branding),
  error: [BadRequest, Forbidden, PayloadTooLarge, Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Change the workspace's name and logo",
    description: "Changes only the fields in the request. Only the account owner and admins can do this."
  })
)

const whatsApp = HttpApiEndpoint.get("whatsApp", "/settings/whatsapp", {
  success: ok(WhatsAppNumbers),
  error: Forbidden
}).annotateMerge(
  OpenApi.annotations({
    summary: "WhatsApp number",
    description: "Returns the number that alerts are sent to. Only the account owner and admins can do this."
  })
)

const setWhatsApp = HttpApiEndpoint.post("setWhatsApp", "/settings/whatsapp", {
  payload: SetWhatsAppNumber,
  success: ok(WhatsAppNumbers),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Set the WhatsApp number",
    description:
      "Sends the number a code, which is valid for 10 minutes. Once the number is confirmed with the code, alerts are sent to it. Only the account owner and admins can do this."
  })
)

const confirmWhatsApp = HttpApiEndpoint.post("confirmWhatsApp", "/settings/whatsapp/confirm", {
  payload: ConfirmWhatsAppNumber,
  success: ok(WhatsAppNumbers),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Confirm the WhatsApp number",
    description: "Confirms the number with the code that was sent to it. Only the account owner and admins can do this."
  })
)

const removeWhatsApp = HttpApiEndpoint.delete("removeWhatsApp", "/settings/whatsapp", {
  success: ok(WhatsAppNumbers),
  error: Forbidden
}).annotateMerge(
  OpenApi.annotations({
    summary: "Remove the WhatsApp number",
    description: "Stops sending alerts to WhatsApp. Only the account owner and admins can do this."
  })
)

export class SettingsApi extends HttpApiGroup.make("settings")
  .add(show, update, branding, updateBranding, whatsApp, setWhatsApp, confirmWhatsApp, removeWhatsApp)
  .annotateMerge(OpenApi.annotations({ title: "Settings", description: "Settings of the caller and the account." })) {}
