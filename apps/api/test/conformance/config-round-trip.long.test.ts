// A plan from an export changes nothing, whatever the account contains.
import { Secrets } from "@mon/core-store"
import { makeZoneResolver } from "@mon/dns/effect"
import { SEED as DEFAULT_SEED } from "@mon/tooling/seed"
import { type Context, Effect } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient } from "../ConfigFile.ts"
import { anyConfigFile } from "../anyConfigFile.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

/** `npm run round-trip` sets both variables. Without MON_MINUTES, the test must check all accounts. */
const ACCOUNTS = Number(process.env["MON_ACCOUNTS"] ?? 300)
const MINUTES = process.env["MON_MINUTES"] === undefined ? null : Number(process.env["MON_MINUTES"])
const MINUTE_MS = 60_000
/** To repeat accounts that had a difference, set MON_SEED to their seed. */
const SEED = Number(process.env["MON_SEED"] ?? DEFAULT_SEED)
/** The number of the first account, a multiple of `BATCH`. Several runs with one seed can be parts of a larger run. */
const FIRST = Number(process.env["MON_FIRST"] ?? 0)
const LONGEST_MINUTES = 60
/**
 * The number of accounts that are tested at the same time. An account spends most of its time waiting for the database.
 */
const LANES = 8
/** The number of accounts that are generated at the same time. */
const BATCH = 100
/**
 * If there are more accounts than this, only every tenth account is also planned from its source and applied from its
 * export.
 */
const ALL_CHECKED = 1_000
const CHECKED_EVERY = ACCOUNTS > ALL_CHECKED ? 10 : 1

const ANALYZED_EVERY = 500

/** Returns the number of objects in a file. */
const objectsOf = (document: object): number =>
  Object.entries(document)
    .filter(([section]) => section !== "defaults")
    .reduce((sum, [, objects]) => sum + (typeof objects === "object" ? Object.keys(objects as object).length : 0), 0)

const anyAccount = fc.tuple(anyConfigFile, fc.boolean())

/** Generates random accounts. An account depends only on the seed and on its number. */
function* randomAccounts() {
  const end = FIRST + ACCOUNTS
  for (let first = FIRST; first < end; first += BATCH) {
    const accounts = fc.sample(anyAccount, { seed: SEED + first, numRuns: Math.min(BATCH, end - first) })
    for (const [index, [document, isManual]] of accounts.entries()) yield { number: first + index, document, isManual }
  }
}

describe("the configuration file of any account", () => {
  let world: World
  let api: TestApi
  let secrets: Context.Service.Shape<typeof Secrets>
  const owners = new Set<string>()
  /** Contains a proof of every host name for every account under test. */
  const proven: Pick<ReturnType<typeof makeZoneResolver>, "query"> = {
    query: (name, type) => {
      const host = name.replace(/^_mon\./u, "")
      return makeZoneResolver(
        host === name
          ? {}
          : { [name]: { TXT: [...owners].map((id) => `mon-proof=${secrets.sign("host proof", `${id} ${host}`)}`) } }
      ).query(name, type)
    }
  }
  beforeAll(async () => {
    world = await openWorld()
    secrets = await world.run(Effect.service(Secrets))
    api = await world.startApi({ zone: proven })
  })
  afterAll(() => world.close())

  const makeRoundTrip = async (document: object, isManual: boolean, isChecked: boolean) => {
    const client = configClient(api)
    const owner = await world.account("agency")
    owners.add(owner.id)
    const slug = `s${owner.id.slice(-12)}`
    const source = JSON.stringify(document).replaceAll("SLUG", slug).replaceAll("OWNER", owner.email)
    await client.applyFile(owner, source)
    if (isChecked) expect(await client.planAs(owner, source)).toMatchObject({ changes: 0, refused: [], drift: [] })
    // Without these rows, the account is the same as if people had created all objects by hand.
    if (isManual)
      await world.sql(
        "delete from config_key where account_id = (select id from account where public_id = $1::uuid)",
        owner.id
      )
    const exported = await client.fileOf(owner)
    const again = await client.planAs(owner, exported)
    expect(again).toMatchObject({ changes: 0, refused: [], create: [], update: [], delete: [], unmanaged: [] })
    expect(again.adopt).toHaveLength(isManual ? objectsOf(document) : 0)
    if (isChecked) {
      expect(await client.applyAs(owner, again)).toMatchObject({ status: 200 })
      expect(await client.fileOf(owner)).toBe(exported)
    }
    owners.delete(owner.id)
    await world.sql(
      "delete from status_page where account_id = (select id from account where public_id = $1::uuid)",
      owner.id
    )
  }

  it(
    `is exported and planned again without a change, for ${ACCOUNTS} accounts`,
    async () => {
      const endsAt = performance.now() + (MINUTES ?? LONGEST_MINUTES) * MINUTE_MS
      const accounts = randomAccounts()
      let made = 0
      const lane = async () => {
        // All lanes take accounts from one generator, which must not end when one lane ends.
        for (let next = accounts.next(); next.done !== true; next = accounts.next()) {
          if (performance.now() > endsAt) return
          const { document, isManual, number } = next.value
          await makeRoundTrip(document, isManual, number % CHECKED_EVERY === 0).catch((error: unknown) => {
            const account = `account ${number} of seed ${SEED}, ${isManual ? "made by hand" : "from a file"}`
            throw new Error(`${account}: ${String(error)}\n${JSON.stringify(document)}`, { cause: error })
          })
          made++
          // Autovacuum is off in test databases. Without statistics, statements read whole tables.
          if (made % ANALYZED_EVERY === 0) await world.sql("analyze")
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      expect(made).toBeGreaterThanOrEqual(MINUTES === null ? ACCOUNTS : 1)
      if (MINUTES !== null) console.log(`${made} accounts from number ${FIRST}, seed ${SEED}: no differences`)
    },
    2 * (MINUTES ?? LONGEST_MINUTES) * MINUTE_MS
  )
})
