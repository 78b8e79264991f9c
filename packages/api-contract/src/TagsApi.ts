import { TagRecord } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { CreateTag, UpdateTag } from "./TagInput.ts"
import { Deleted } from "./Outcome.ts"

const params = {
  id: Schema.String.annotate({ description: "Id of the tag.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d70"] })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/tags", { success: ok(Schema.Array(TagRecord)) }).annotateMerge(
  about("List tags", "Returns all tags of the account with their counts, ordered by `sortOrder`.")
)

const create = HttpApiEndpoint.post("create", "/tags", {
  payload: CreateTag,
  success: created(TagRecord),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about("Create a tag", "Creates a tag at the end of the list. Only the account owner and admins can do this.")
)

const update = HttpApiEndpoint.patch("update", "/tags/:id", {
  params,
  payload: UpdateTag,
  success: ok(TagRecord),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about("Change a tag", "Changes only the fields in the request. Only the account owner and admins can do this.")
)

const remove = HttpApiEndpoint.delete("remove", "/tags/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Delete a tag",
    "Deletes the tag and removes it from all domains and URLs. The domains and URLs are not deleted. Only the account owner and admins can do this."
  )
)

export class TagsApi extends HttpApiGroup.make("tags")
  .add(list, create, update, remove)
  .annotateMerge(OpenApi.annotations({ title: "Tags", description: "Tags that group domains and URLs." })) {}
