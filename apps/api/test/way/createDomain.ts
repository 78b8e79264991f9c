import { addDomain, openWorld } from "../World.ts"

/** Takes the way of `POST /domains`: the second request, because the first one also fills what is kept in memory. */
export const take = async (record: (work: () => Promise<unknown>) => Promise<void>): Promise<void> => {
  const world = await openWorld()
  try {
    const api = await world.startApi()
    const account = await world.account("pro")
    await addDomain(api, account)
    await record(() => addDomain(api, account))
  } finally {
    await world.close()
  }
}
