import { createClient } from "@mon/api-contract/plain"

/** Returns the names of all tags of an account, in the order in which the API lists them. */
export const tagNames = async (baseUrl: string, apiKey: string): Promise<ReadonlyArray<string>> =>
  (await createClient({ baseUrl, apiKey }).tags.list()).map(({ name }) => name)
