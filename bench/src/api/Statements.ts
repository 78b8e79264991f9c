import { Credentials, Domains } from "@mon/core-store"
import { Effect } from "effect"
import type postgres from "postgres"
import type { Store } from "../postgres/Store.ts"

type Value = string | number | Uint8Array

/** A statement of Mon's repositories, and where its parameters go. */
export interface Statement {
  readonly text: string
  /** The parameters of a call whose values are known by their place. */
  readonly parameters: (...values: ReadonlyArray<Value>) => Array<never>
}

interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** What work sends to the server, in order. */
const listen = async (sql: postgres.Sql, work: () => Promise<unknown>): Promise<ReadonlyArray<Sent>> => {
  const sent: Array<Sent> = []
  const { unsafe } = sql
  sql.unsafe = (text: string, values, options) => {
    sent.push({ text, values: values ?? [] })
    return unsafe.call(sql, text, values, options) as never
  }
  try {
    await work()
  } finally {
    sql.unsafe = unsafe
  }
  return sent
}

const isSame = (value: Value, known: unknown): boolean =>
  value instanceof Uint8Array ? known instanceof Uint8Array && Buffer.compare(value, known) === 0 : String(known) === String(value)

/** The one statement that was sent; each of the values that it was made with must be among its parameters. */
const statementOf = (sent: ReadonlyArray<Sent>, made: ReadonlyArray<Value>): Statement => {
  const [only, second] = sent
  if (only === undefined || second !== undefined) throw new Error(`Not one statement, but ${sent.length}.`)
  const places = only.values.map((value) => made.findIndex((one) => isSame(one, value)))
  if (places.includes(-1)) throw new Error(`A parameter of unknown origin in ${only.text}`)
  // The driver's type for parameters names fewer than it takes.
  return { text: only.text, parameters: (...values) => places.map((place) => values[place]) as Array<never> }
}

/** The two statements of `GET /api/v1/domains/:id`, taken from Mon itself, so that the peer always runs the same. */
export const readStatements = async (store: Store, keyHash: Uint8Array, domain: string) => {
  const window = 1_234
  const take = await listen(store.sql, () => store.run(Effect.flatMap(Credentials, (keys) => keys.take(keyHash, window))))
  const credential = await store.run(Effect.flatMap(Credentials, (keys) => keys.take(keyHash, window)))
  if (credential === null) throw new Error("The key is not known.")
  const { viewer } = credential
  const find = await listen(store.sql, () => store.run(Effect.flatMap(Domains, (domains) => domains.find(viewer, domain))))
  return {
    /** By key hash and window. */
    take: statementOf(take, [keyHash, window]),
    /** By account key and id, for an owner. */
    find: statementOf(find, [viewer.accountKey, domain])
  }
}
