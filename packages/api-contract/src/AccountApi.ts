import { Account, Settings } from "@mon/model"
import { BadRequest, Forbidden, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { UpdateSettings } from "./SettingsInput.ts"

const get = HttpApiEndpoint.get("get", "/account", { success: ok(Account) }).annotateMerge(
  OpenApi.annotations({
    summary: "Account",
    description: "Returns the profile of the caller, and the plan, usage and limits of the account."
  })
)

/** The account. */
export class AccountApi extends HttpApiGroup.make("account")
  .add(get)
  .annotateMerge(
    OpenApi.annotations({ title: "Account", description: "The profile of the caller and the plan of the account." })
  ) {}

const show = HttpApiEndpoint.get("get", "/settings", { success: ok(Settings) }).annotateMerge(
  OpenApi.annotations({
    summary: "Settings",
    description: "Returns the time zone, the setting of the weekly report, and whether alerts are paused."
  })
)

const update = HttpApiEndpoint.patch("update", "/settings", {
  payload: UpdateSettings,
  success: ok(Settings),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({ summary: "Change settings", description: "Changes only the fields in the request." })
)

/** Settings. */
export class SettingsApi extends HttpApiGroup.make("settings")
  .add(show, update)
  .annotateMerge(
    OpenApi.annotations({ title: "Settings", description: "Settings of the caller and of the account." })
  ) {}
