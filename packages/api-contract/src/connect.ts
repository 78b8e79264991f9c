import type { Account, CheckRecord, Domain, Incident, ServiceStatus, Settings } from "@mon/model"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { DisposableEmailRecord } from "./DisposableEmailApi.ts"
import type { BulkDeleted, BulkUpdated } from "./DomainRecord.ts"
import type { CreateDomain, UpdateDomain } from "./DomainInput.ts"
import type { EmailHealthRecord } from "./EmailHealthRecord.ts"
import type { Pagination } from "./Envelope.ts"
import { type ClientOptions, MonClient } from "./MonClient.ts"
import type { UpdateSettings } from "./SettingsInput.ts"

/** Which page of a list. */
export interface PageRequest {
  readonly page?: number
  /** 1 to 50, default 10. */
  readonly limit?: number
}

/** Whether what is remembered may answer. */
export interface FreshOption {
  readonly fresh?: boolean
}

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination: Pagination
}

/** The service as promises of `data`; they reject with the errors of the contract. */
export interface MonConnection {
  readonly status: () => Promise<ServiceStatus>
  /** `limit` 1 to 50, default 10. */
  readonly incidents: (limit?: number) => Promise<ReadonlyArray<Incident>>
  readonly account: () => Promise<Account>
  readonly settings: () => Promise<Settings>
  readonly updateSettings: (changes: UpdateSettings) => Promise<Settings>
  readonly domains: {
    readonly list: (page?: PageRequest) => Promise<Page<Domain>>
    readonly get: (id: string) => Promise<Domain>
    readonly create: (domain: CreateDomain) => Promise<Domain>
    readonly update: (id: string, changes: UpdateDomain) => Promise<Domain>
    readonly remove: (id: string) => Promise<void>
    readonly pause: (id: string) => Promise<Domain>
    readonly resume: (id: string) => Promise<Domain>
    readonly incidents: (id: string) => Promise<ReadonlyArray<Incident>>
    /** `fresh` makes a new check whatever is remembered. */
    readonly emailHealth: (id: string, options?: FreshOption) => Promise<EmailHealthRecord>
    /** `hours` 1 to 720, default 24. */
    readonly history: (id: string, hours?: number) => Promise<ReadonlyArray<CheckRecord>>
    readonly bulkUpdate: (ids: ReadonlyArray<string>, changes: UpdateDomain) => Promise<typeof BulkUpdated.Type>
    readonly bulkRemove: (ids: ReadonlyArray<string>) => Promise<typeof BulkDeleted.Type>
  }
  /** The e-mail health of any domain; `fresh` makes a new check whatever is remembered. */
  readonly emailHealth: (domain: string, options?: FreshOption) => Promise<EmailHealthRecord>
  /** Whether an address or a domain is a throw-away one. */
  readonly checkDisposableEmail: (email: string) => Promise<DisposableEmailRecord>
  /** Releases what the connection holds. */
  readonly close: () => Promise<void>
}

const byId = (id: string) => ({ params: { id } })

const dataOf = <A>({ data }: { readonly data: A }): A => data

/**
 * Connects to a service without Effect.
 *
 * @example
 * ```ts
 * const mon = connect({ baseUrl: "http://127.0.0.1:3000", apiKey })
 * const { id } = await mon.domains.create({ url: "example.com" })
 * await mon.close()
 * ```
 */
export const connect = (options: ClientOptions): MonConnection => {
  const runtime = ManagedRuntime.make(MonClient.layer(options))
  const ask = <A, E>(send: (client: MonClient["Service"]) => Effect.Effect<{ readonly data: A }, E>): Promise<A> =>
    runtime.runPromise(Effect.map(Effect.flatMap(MonClient, send), dataOf))

  return {
    status: () => ask(({ dashboard }) => dashboard.status()),
    incidents: (limit) => ask(({ dashboard }) => dashboard.incidents({ query: limit === undefined ? {} : { limit } })),
    account: () => ask(({ account }) => account.get()),
    settings: () => ask(({ settings }) => settings.get()),
    updateSettings: (payload) => ask(({ settings }) => settings.update({ payload })),
    domains: {
      list: (query = {}) =>
        runtime.runPromise(
          Effect.map(
            Effect.flatMap(MonClient, ({ domains }) => domains.list({ query })),
            ({ data, pagination }) => ({ items: data, pagination })
          )
        ),
      get: (id) => ask(({ domains }) => domains.get(byId(id))),
      create: (payload) => ask(({ domains }) => domains.create({ payload })),
      update: (id, payload) => ask(({ domains }) => domains.update({ ...byId(id), payload })),
      remove: async (id) => {
        await ask(({ domains }) => domains.remove(byId(id)))
      },
      pause: (id) => ask(({ domains }) => domains.pause(byId(id))),
      resume: (id) => ask(({ domains }) => domains.resume(byId(id))),
      incidents: (id) => ask(({ domains }) => domains.incidents(byId(id))),
      emailHealth: (id, query = {}) => ask(({ emailHealth }) => emailHealth.ofDomain({ ...byId(id), query })),
      history: (id, hours) =>
        ask(({ domains }) => domains.history({ ...byId(id), query: hours === undefined ? {} : { hours } })),
      bulkUpdate: (domainIds, updates) => ask(({ domains }) => domains.bulkUpdate({ payload: { domainIds, updates } })),
      bulkRemove: (domainIds) =>
        ask(({ domains }) => domains.bulkRemove({ payload: { domainIds, confirmation: "DELETE" } }))
    },
    emailHealth: (domain, how = {}) => ask(({ emailHealth }) => emailHealth.check({ payload: { ...how, domain } })),
    checkDisposableEmail: (email) => ask(({ disposableEmail }) => disposableEmail.check({ payload: { email } })),
    close: () => runtime.dispose()
  }
}
