import {
  AlertChannel,
  ChannelDeliveryRecord,
  ChannelKindRecord,
  channelLimits,
  ChannelTest,
  Language,
  TranslatedChannel
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { CreateChannel, ImportChannels, TestChannel, UpdateChannel } from "./ChannelInput.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { Deleted } from "./Outcome.ts"
import { wholeNumber } from "./Query.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the channel.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/channels", {
  success: ok(Schema.Array(AlertChannel)),
  error: Forbidden
}).annotateMerge(about("List channels", "Returns the alert channels of the account, oldest first."))

const kinds = HttpApiEndpoint.get("kinds", "/channels/kinds", {
  query: {
    language: Schema.optionalKey(
      Language.annotate({
        message: messages.channelLanguage,
        description: "Language of the descriptions. Default: en.",
        examples: ["de"]
      })
    )
  },
  success: ok(Schema.Array(ChannelKindRecord)),
  error: [BadRequest, Forbidden]
}).annotateMerge(
  about("List kinds of channels", "Returns what each kind of channel needs, how to connect it, and what it can do.")
)

const get = HttpApiEndpoint.get("get", "/channels/:id", {
  params,
  success: ok(AlertChannel),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Get a channel", "Returns an alert channel. Secrets are shown as `***`."))

const create = HttpApiEndpoint.post("create", "/channels", {
  payload: CreateChannel,
  success: created(AlertChannel),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create a channel",
    "Creates an alert channel. The plan limits the number of channels. Unless the operator allows other addresses, channels reach only public https addresses."
  )
)

const importChannels = HttpApiEndpoint.post("fromUrl", "/channels/from-url", {
  payload: ImportChannels,
  success: created(Schema.Array(TranslatedChannel)),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create channels from an Apprise URL",
    "Translates an Apprise URL, and creates a channel for each destination. `ignored` lists the parts of the URL that Mon ignores."
  )
)

const test = HttpApiEndpoint.post("test", "/channels/test", {
  payload: TestChannel,
  success: ok(ChannelTest),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Test a channel's settings",
    "Sends a test message with settings that are not saved, immediately and without retries. The response contains the outcome."
  )
)

const testSaved = HttpApiEndpoint.post("testSaved", "/channels/:id/test", {
  params,
  success: ok(ChannelTest),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Test a channel",
    "Sends a test message to the channel, immediately and without retries. The response contains the outcome. A failed test never switches the channel off."
  )
)

const update = HttpApiEndpoint.patch("update", "/channels/:id", {
  params,
  payload: UpdateChannel,
  success: ok(AlertChannel),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change a channel",
    "Changes a channel. To change settings with a session, the person must have signed in or entered the password within the last 15 minutes."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/channels/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a channel", "Deletes the channel. Its pending messages are not sent."))

const deliveries = HttpApiEndpoint.get("deliveries", "/channels/:id/deliveries", {
  params,
  query: { limit: wholeNumber("limit", channelLimits.deliveriesListed, "Maximum number of deliveries to return.") },
  success: ok(Schema.Array(ChannelDeliveryRecord)),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Deliveries of a channel",
    "Returns the newest messages for the channel with their attempts, newest first. Test messages are not listed. Deliveries are stored for 30 days."
  )
)

export class ChannelsApi extends HttpApiGroup.make("channels")
  .add(list, kinds, get, create, importChannels, test, testSaved, update, remove, deliveries)
  .annotateMerge(
    OpenApi.annotations({
      title: "Alert channels",
      description:
        "Services that receive alerts, such as Slack or Telegram. Only the account owner and admins can manage them."
    })
  ) {}
