import { createClient } from "@mon/api-contract/plain"

/** The names of all tags of an account, in order. */
export const tagNames = async (baseUrl: string, apiKey: string): Promise<ReadonlyArray<string>> =>
  (await createClient({ baseUrl, apiKey }).tags.list()).map(({ name }) => name)
