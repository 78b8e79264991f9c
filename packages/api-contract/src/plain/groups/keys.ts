// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { ApiKeyRecord, CreateKey, NewApiKey, UpdateKey } from "../records/keys.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about keys. */
export interface KeysRequests {
  /** List API keys */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<ApiKeyRecord>>
  /** Create an API key */
  readonly create: (body: CreateKey, options?: RequestOptions) => Promise<NewApiKey>
  /** Rename an API key */
  readonly update: (id: string, body: UpdateKey, options?: RequestOptions) => Promise<ApiKeyRecord>
  /** Delete an API key */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
}
