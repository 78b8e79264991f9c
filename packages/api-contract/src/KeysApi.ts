import { ApiKeyRecord, NewApiKeyRecord } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { CreateKey, UpdateKey } from "./KeyInput.ts"
import { Deleted } from "./Outcome.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the API key.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const BY_SESSION = "Requires a session. Requests with an API key are rejected."

const list = HttpApiEndpoint.get("list", "/keys", {
  success: ok(Schema.Array(ApiKeyRecord)),
  error: Forbidden
}).annotateMerge(
  about("List API keys", `Returns the caller's API keys, including expired ones, oldest first. ${BY_SESSION}`)
)

const create = HttpApiEndpoint.post("create", "/keys", {
  payload: CreateKey,
  success: created(NewApiKeyRecord),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Create an API key",
    `Creates an API key. Only this response contains the key. For a write key, the person must have signed in or entered the password within the last 15 minutes. The plan limits how many working keys each person can have. ${BY_SESSION}`
  )
)

const update = HttpApiEndpoint.patch("update", "/keys/:id", {
  params,
  payload: UpdateKey,
  success: ok(ApiKeyRecord),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about("Rename an API key", `You cannot change a key's scope or expiry. Create another key instead. ${BY_SESSION}`)
)

const remove = HttpApiEndpoint.delete("remove", "/keys/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete an API key", `Programs that use the key stop working immediately. ${BY_SESSION}`))

export class KeysApi extends HttpApiGroup.make("keys")
  .add(list, create, update, remove)
  .annotateMerge(
    OpenApi.annotations({
      title: "API keys",
      description: "The signed-in person's API keys. They are managed in the dashboard, not with an API key."
    })
  ) {}
