import {
  ChannelKindRecord,
  ChannelTest,
  contactLimits,
  ContactRules,
  ContactTest,
  Language,
  OwnChannel
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests } from "./ApiError.ts"
import {
  CreateOwnChannel,
  TestContactRules,
  UpdateContactRules,
  UpdateOwnChannel,
  VerifyOwnChannel
} from "./ContactInput.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { Deleted } from "./Outcome.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the caller's channel.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/own-channels", {
  success: ok(Schema.Array(OwnChannel))
}).annotateMerge(about("List own channels", "Returns the caller's own channels, oldest first. Nobody else sees them."))

const kinds = HttpApiEndpoint.get("kinds", "/own-channels/kinds", {
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
  error: BadRequest
}).annotateMerge(
  about("List kinds of own channels", "Returns what each kind of channel needs, how to connect it, and what it can do.")
)

const create = HttpApiEndpoint.post("create", "/own-channels", {
  payload: CreateOwnChannel,
  success: created(OwnChannel),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create an own channel",
    `Creates a channel that belongs to the caller alone. A person can have ${contactLimits.ownChannels} in an account. The channel gets no alerts until the caller has entered the code that was sent through it.`
  )
)

const update = HttpApiEndpoint.patch("update", "/own-channels/:id", {
  params,
  payload: UpdateOwnChannel,
  success: ok(OwnChannel),
  error: [BadRequest, NotFound, PayloadTooLarge]
}).annotateMerge(about("Change an own channel", "Renames the channel, or switches it on or off."))

const remove = HttpApiEndpoint.delete("remove", "/own-channels/:id", {
  params,
  success: ok(Deleted),
  error: NotFound
}).annotateMerge(
  about(
    "Delete an own channel",
    "Deletes the channel. Rules with the channel no longer apply. Its pending messages are sent by email."
  )
)

const sendCode = HttpApiEndpoint.post("sendCode", "/own-channels/:id/code", {
  params,
  success: ok(ChannelTest),
  error: [BadRequest, NotFound, TooManyRequests]
}).annotateMerge(
  about(
    "Send the code of an own channel",
    `Sends a code of ${contactLimits.codeDigits} digits through the channel, which is valid for ${contactLimits.codeMinutes} minutes and ${contactLimits.codeAttempts} attempts. Codes that were sent before stop working.`
  )
)

const verify = HttpApiEndpoint.post("verify", "/own-channels/:id/verify", {
  params,
  payload: VerifyOwnChannel,
  success: ok(OwnChannel),
  error: [BadRequest, NotFound, PayloadTooLarge]
}).annotateMerge(
  about("Verify an own channel", "Proves with the code that the channel reaches the caller, and switches it on.")
)

const rules = HttpApiEndpoint.get("rules", "/contact-rules", {
  success: ok(ContactRules)
}).annotateMerge(
  about(
    "Contact rules",
    "Returns how the caller is reached by alerts for the caller: on call, or as a person in a route. Without rules, the caller gets an email at once."
  )
)

const updateRules = HttpApiEndpoint.patch("updateRules", "/contact-rules", {
  payload: UpdateContactRules,
  success: ok(ContactRules),
  error: [BadRequest, PayloadTooLarge]
}).annotateMerge(about("Change contact rules", "Replaces the caller's rules for one or both urgencies."))

const testRules = HttpApiEndpoint.post("testRules", "/contact-rules/test", {
  payload: TestContactRules,
  success: ok(Schema.Array(ContactTest)),
  error: [BadRequest, PayloadTooLarge, TooManyRequests]
}).annotateMerge(
  about(
    "Send a test alert",
    "Sends a test alert by each of the caller's rules for an urgency. All test alerts are sent at once, and name the delay of their rule."
  )
)

export class ContactsApi extends HttpApiGroup.make("contacts")
  .add(list, kinds, create, update, remove, sendCode, verify, rules, updateRules, testRules)
  .annotateMerge(
    OpenApi.annotations({
      title: "Contact rules",
      description: "How the caller is reached by alerts: own channels, and rules with delays."
    })
  ) {}
