import { creationEntry, Credentials, Domains, type Repositories } from "@mon/core-store"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Store } from "../postgres/Store.ts"
import { newDomain } from "./Fixture.ts"

type Value = string | number | Uint8Array

/** A statement of Mon's repositories, and where its parameters go. */
export interface Statement {
  readonly text: string
  /** The parameters of a call; what the call does not name stays as it was taken. */
  readonly parameters: (values: Readonly<Record<string, Value>>) => Array<never>
}

interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

type Work = Effect.Effect<unknown, unknown, Repositories | SqlClient.SqlClient>

/** What work sends to the server, in order. */
const listen = async ({ connections, run }: Store, work: Work): Promise<ReadonlyArray<Sent>> => {
  const sent: Array<Sent> = []
  const originals = connections.map((sql) => ({ sql, unsafe: sql.unsafe }))
  for (const { sql, unsafe } of originals)
    sql.unsafe = (text: string, values, options) => {
      sent.push({ text, values: values ?? [] })
      return unsafe.call(sql, text, values, options) as never
    }
  try {
    await run(work)
  } finally {
    for (const { sql, unsafe } of originals) sql.unsafe = unsafe
  }
  return sent
}

const isSame = (value: Value, known: unknown): boolean =>
  value instanceof Uint8Array
    ? known instanceof Uint8Array && Buffer.compare(value, known) === 0
    : String(known) === String(value)

/** A statement whose parameters are named by the values that it was made with. */
const template = ({ text, values }: Sent, made: Readonly<Record<string, Value>>): Statement => {
  const places = values.map((value) => ({
    value,
    name: Object.keys(made).find((name) => isSame(made[name] ?? "", value))
  }))
  // The driver's type for parameters names fewer than it takes.
  return {
    text,
    parameters: (given) => places.map(({ name, value }) => (name === undefined ? value : given[name])) as Array<never>
  }
}

/** Like {@link template}, for what is one statement. */
const only = ([first, second]: ReadonlyArray<Sent>, made: Readonly<Record<string, Value>>): Statement => {
  if (first === undefined || second !== undefined) throw new Error(`Not one statement: ${first?.text} ${second?.text}`)
  return template(first, made)
}

const decodeEntry = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** The last six bytes of an id, which spread due times. */
export const phaseOf = (id: string): number => Number.parseInt(id.slice(-12), 16)

/** The statements of get, list and create, taken from Mon itself, so that the peer always runs the same. */
export const readStatements = async (store: Store, keyHash: Uint8Array, domain: string) => {
  const window = 1_234
  const take = await listen(
    store,
    Effect.flatMap(Credentials, (keys) => keys.authenticateAndCount(keyHash, window))
  )
  const credential = await store.run(Effect.flatMap(Credentials, (keys) => keys.authenticateAndCount(keyHash, window)))
  if (credential === null) throw new Error("The key is not known.")
  const { principal, viewer } = credential
  const { accountKey } = viewer
  const wanted = newDomain("taken-by-the-peer.example.com")
  const find = await listen(
    store,
    Effect.flatMap(Domains, (domains) => domains.find(viewer, domain))
  )
  const list = await listen(
    store,
    Effect.flatMap(Domains, (domains) => domains.list(viewer, { page: 1, limit: 10 }))
  )
  let id = ""
  const changes = Object.entries(wanted).map(([field, value]) => ({
    field,
    before: null,
    after: JSON.stringify(value)
  }))
  const entryOf = () =>
    creationEntry(
      {
        action: "domains.create",
        actor: "key",
        userId: principal.userId,
        keyHash,
        client: { address: "127.0.0.1", userAgent: "" }
      },
      changes
    )
  const create = await listen(
    store,
    Effect.flatMap(Domains, (domains) => domains.create(viewer, wanted, 1_000, entryOf)).pipe(
      Effect.tap((made) =>
        Effect.sync(() => {
          id = made._tag === "Created" ? made.monitor.id : ""
        })
      )
    )
  )
  if (id === "") throw new Error("The peer's domain could not be made.")
  const { hostname, url } = wanted
  const entry = String(create[0]?.values.at(-1))
  const made = { accountKey, url, hostname, id, phase: phaseOf(id), domain: JSON.stringify(wanted), entry }
  return {
    /** By `keyHash` and `window`. */
    take: only(take, { keyHash, window }),
    /** By `accountKey` and `id`, for an owner. */
    find: only(find, { accountKey, id: domain }),
    /** By `accountKey`: the page, each row with the count. */
    list: only(list, { accountKey }),
    /**
     * By `accountKey`, `url`, `hostname`, `id`, `phase`, `domain` and `entry` (both JSON). Returns the domain, or an id
     * of null if it was refused.
     */
    create: only(create, made),
    /** An entry of the audit log, whose `keyHash` (in hexadecimal form) and `userId` belong to the request. */
    entry: decodeEntry(entry)
  }
}

export type Statements = Awaited<ReturnType<typeof readStatements>>
