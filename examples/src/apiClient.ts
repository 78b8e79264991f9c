import { connect } from "@mon/api-contract/client"

/** The names of all tags of an account, in order. */
export const tagNames = async (baseUrl: string, apiKey: string): Promise<ReadonlyArray<string>> => {
  const mon = connect({ baseUrl, apiKey })
  try {
    return (await mon.tags.list()).map(({ name }) => name)
  } finally {
    await mon.close()
  }
}
