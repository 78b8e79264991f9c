import { described } from "./Described.ts"

const { id, record, text, time } = described

/** The record of an API key, without the key itself. */
export const ApiKeyRecord = record("ApiKeyRecord", "An API key of the caller.", {
  id: id("Opaque id of the key."),
  shown: text("First and last characters of the key.", "mon_0123…BnzHq"),
  createdAt: time("Time of creation, ISO 8601 UTC.")
})
export type ApiKeyRecord = typeof ApiKeyRecord.Type

/** The same right after its creation, with the key, which is shown only then. */
export const NewApiKeyRecord = record("NewApiKey", "An API key right after its creation.", {
  ...ApiKeyRecord.fields,
  key: text("The key. Only this response contains it.", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq")
})
export type NewApiKeyRecord = typeof NewApiKeyRecord.Type
