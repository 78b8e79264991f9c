import { addDomain, openWorld } from "../World.ts"

/** Records three requests to `POST /domains`. An earlier request is not recorded, because it also fills caches. */
export const take = async (record: (work: () => Promise<unknown>) => Promise<void>): Promise<void> => {
  const world = await openWorld()
  try {
    const api = await world.startApi()
    const account = await world.account("pro")
    await addDomain(api, account)
    for (let taken = 0; taken < 3; taken += 1) await record(() => addDomain(api, account))
  } finally {
    await world.close()
  }
}
