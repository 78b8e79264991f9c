import { configClient, wholeFile } from "./ConfigFile.ts"
import { type Cut, startFaultyDatabase } from "./FaultyDatabase.ts"
import type { TestAccount, World } from "./World.ts"

type State = "nothing" | "everything" | "partly"

/** The number of objects in `wholeFile`. */
const OBJECTS = 12

const COUNT = `
  select ((select count(*) from tag where account_id = a.id)
    + (select count(*) from monitor where account_id = a.id)
    + (select count(*) from alert_channel where account_id = a.id)
    + (select count(*) from alert_route where account_id = a.id)
    + (select count(*) from maintenance_window where account_id = a.id)
    + (select count(*) from status_page where account_id = a.id)
    + (select count(*) from scheduled_report where account_id = a.id))::int as objects,
    (select count(*)::int from config_key where account_id = a.id) as keys
  from account a where a.public_id = $1::uuid`

/** Returns how much of `wholeFile` an account contains. */
export const stateOf = async (world: World, { id }: TestAccount): Promise<State> => {
  const [found] = (await world.sql(COUNT, id)) as ReadonlyArray<{ readonly objects: number; readonly keys: number }>
  if (found?.objects === 0 && found.keys === 0) return "nothing"
  return found?.objects === OBJECTS && found.keys === OBJECTS ? "everything" : "partly"
}

/**
 * Applies a file to new accounts until no statement is cut. The cut moves forward by `step` statements each time. At
 * the cut, the statement fails, or the connection to the database ends.
 */
export const cutApplies = async (world: World, step: number, when: Cut["when"] = "inFlight") => {
  const outcomes = new Map<State, number>()
  let cuts = 0
  for (let statement = 1; ; statement += step) {
    const database = await startFaultyDatabase(world.databaseUrl)
    const api = await world.startApi({ databaseUrl: database.url })
    const client = configClient(api)
    const owner = await world.account("agency")
    const plan = await client.planAs(owner, wholeFile(owner))
    database.arm({ statement, when, forAll: true })
    const answer = await client.applyAs(owner, plan).catch(() => null)
    // A statement of other work, such as the removal of old plans, may fail without the apply.
    const wasCut = answer?.status !== 200 || (when === "failing" && database.statements() > statement)
    await api.close()
    await database.close()
    const state = await stateOf(world, owner)
    outcomes.set(state, (outcomes.get(state) ?? 0) + 1)
    if (!wasCut) return { cuts, outcomes }
    cuts += 1
  }
}
