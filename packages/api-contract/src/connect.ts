import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Pagination } from "./Envelope.ts"
import { type ClientOptions, MonClient } from "./MonClient.ts"
import { readEvents } from "./readEvents.ts"
import type { Page, MonConnection } from "./MonConnection.ts"

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
  const page = <A, E>(
    send: (
      client: MonClient["Service"]
    ) => Effect.Effect<{ readonly data: ReadonlyArray<A>; readonly pagination: Pagination }, E>
  ): Promise<Page<A>> =>
    runtime.runPromise(
      Effect.map(Effect.flatMap(MonClient, send), ({ data, pagination }) => ({ items: data, pagination }))
    )

  return {
    status: () => ask(({ dashboard }) => dashboard.status()),
    incidents: (query = {}) =>
      ask(({ dashboard }) => dashboard.incidents({ query: typeof query === "number" ? { limit: query } : query })),
    incident: (id) => ask(({ incidents }) => incidents.get(byId(id))),
    acknowledgeIncident: (id, note = null) =>
      ask(({ incidents }) => incidents.acknowledge({ ...byId(id), payload: { note } })),
    verifyIncident: (id) => ask(({ incidents }) => incidents.verify(byId(id))),
    unacknowledgeIncident: (id) => ask(({ incidents }) => incidents.unacknowledge(byId(id))),
    monitors: () => ask(({ monitors }) => monitors.list()),
    events: (signal) => readEvents(options, signal),
    account: () => ask(({ account }) => account.get()),
    updateAccount: (payload) => ask(({ account }) => account.update({ payload })),
    settings: () => ask(({ settings }) => settings.get()),
    updateSettings: (payload) => ask(({ settings }) => settings.update({ payload })),
    whatsApp: {
      get: () => ask(({ settings }) => settings.whatsApp()),
      set: (number) => ask(({ settings }) => settings.setWhatsApp({ payload: { number } })),
      confirm: (code) => ask(({ settings }) => settings.confirmWhatsApp({ payload: { code } })),
      remove: () => ask(({ settings }) => settings.removeWhatsApp())
    },
    domains: {
      list: (query = {}) => page(({ domains }) => domains.list({ query })),
      get: (id) => ask(({ domains }) => domains.get(byId(id))),
      create: (payload) => ask(({ domains }) => domains.create({ payload })),
      update: (id, payload) => ask(({ domains }) => domains.update({ ...byId(id), payload })),
      tryNew: (payload) => ask(({ domains }) => domains.tryNew({ payload })),
      tryChange: (id, payload) => ask(({ domains }) => domains.tryChange({ ...byId(id), payload })),
      remove: async (id) => {
        await ask(({ domains }) => domains.remove(byId(id)))
      },
      pause: (id) => ask(({ domains }) => domains.pause(byId(id))),
      resume: (id) => ask(({ domains }) => domains.resume({ ...byId(id), query: {} })),
      incidents: (id) => ask(({ domains }) => domains.incidents(byId(id))),
      emailHealthHistory: (id, limit) =>
        ask(({ emailHealth }) => emailHealth.history({ ...byId(id), query: limit === undefined ? {} : { limit } })),
      emailHealth: (id, query = {}) => ask(({ emailHealth }) => emailHealth.ofDomain({ ...byId(id), query })),
      verifyRepair: (id) => ask(({ emailHealth }) => emailHealth.verify({ ...byId(id), query: {} })),
      history: (id, hours) =>
        ask(({ domains }) => domains.history({ ...byId(id), query: hours === undefined ? {} : { hours } })),
      timeline: (id, range) =>
        ask(({ domains }) => domains.timeline({ ...byId(id), query: range === undefined ? {} : { range } })),
      dns: (id) => ask(({ domains }) => domains.dns(byId(id))),
      advisories: (id) => ask(({ domains }) => domains.advisories(byId(id))),
      setTags: (id, tagIds) => ask(({ domains }) => domains.setTags({ ...byId(id), payload: { tagIds } })),
      bulkUpdate: (domainIds, updates) => ask(({ domains }) => domains.bulkUpdate({ payload: { domainIds, updates } })),
      bulkRemove: (domainIds) =>
        ask(({ domains }) => domains.bulkRemove({ payload: { domainIds, confirmation: "DELETE" } }))
    },
    urls: {
      list: (query = {}) => page(({ urls }) => urls.list({ query })),
      get: (id) => ask(({ urls }) => urls.get(byId(id))),
      create: (payload) => ask(({ urls }) => urls.create({ payload })),
      update: (id, payload) => ask(({ urls }) => urls.update({ ...byId(id), payload })),
      remove: async (id) => {
        await ask(({ urls }) => urls.remove(byId(id)))
      },
      pause: (id) => ask(({ urls }) => urls.pause(byId(id))),
      resume: (id) => ask(({ urls }) => urls.resume({ ...byId(id), query: {} })),
      checkNow: (id) => ask(({ urls }) => urls.checkNow(byId(id))),
      preview: (payload) => ask(({ urls }) => urls.preview({ payload })),
      previewChange: (id, payload) => ask(({ urls }) => urls.previewChange({ ...byId(id), payload })),
      changes: (id, query = {}) =>
        ask(({ urls }) => urls.changes({ ...byId(id), query: typeof query === "number" ? { limit: query } : query })),
      change: (id, changeId) => ask(({ urls }) => urls.change({ params: { id, changeId } })),
      markSeen: (id, changeId, isSeen = true) =>
        ask(({ urls }) => {
          if (changeId === undefined) return urls.markAllSeen(byId(id))
          const change = { params: { id, changeId } }
          return isSeen ? urls.markSeen(change) : urls.markUnseen(change)
        }),
      timeline: (id, range) =>
        ask(({ urls }) => urls.timeline({ ...byId(id), query: range === undefined ? {} : { range } })),
      screenshots: (id, limit) =>
        ask(({ urls }) => urls.screenshots({ ...byId(id), query: limit === undefined ? {} : { limit } })),
      setTags: (id, tagIds) => ask(({ urls }) => urls.setTags({ ...byId(id), payload: { tagIds } })),
      bulkUpdate: (urlIds, updates) => ask(({ urls }) => urls.bulkUpdate({ payload: { urlIds, updates } })),
      bulkRemove: (urlIds) => ask(({ urls }) => urls.bulkRemove({ payload: { urlIds, confirmation: "DELETE" } }))
    },
    billing: {
      get: () => ask(({ billing }) => billing.get()),
      history: () => ask(({ billing }) => billing.history()),
      prices: () => ask(({ billing }) => billing.prices()),
      checkout: (payload) => ask(({ billing }) => billing.checkout({ payload }))
    },
    team: {
      list: () => ask((mon) => mon.team.list()),
      invite: (payload) => ask((mon) => mon.team.invite({ payload })),
      resend: (membershipId) => ask((mon) => mon.team.resend({ params: { membershipId } })),
      update: (membershipId, payload) => ask((mon) => mon.team.update({ params: { membershipId }, payload })),
      link: (membershipId) => ask((mon) => mon.team.link({ params: { membershipId } })),
      remove: async (membershipId) => {
        const { ended } = await ask((mon) => mon.team.remove({ params: { membershipId } }))
        return ended
      }
    },
    tags: {
      list: () => ask(({ tags }) => tags.list()),
      create: (payload) => ask(({ tags }) => tags.create({ payload })),
      update: (id, payload) => ask(({ tags }) => tags.update({ ...byId(id), payload })),
      remove: async (id) => {
        await ask(({ tags }) => tags.remove(byId(id)))
      }
    },
    channels: {
      list: () => ask(({ channels }) => channels.list()),
      kinds: (language) => ask(({ channels }) => channels.kinds({ query: language === undefined ? {} : { language } })),
      get: (id) => ask(({ channels }) => channels.get(byId(id))),
      create: (payload) => ask(({ channels }) => channels.create({ payload })),
      fromUrl: (payload) => ask(({ channels }) => channels.fromUrl({ payload })),
      update: (id, payload) => ask(({ channels }) => channels.update({ ...byId(id), payload })),
      remove: async (id) => {
        await ask(({ channels }) => channels.remove(byId(id)))
      },
      test: (channel) =>
        ask(({ channels }) =>
          typeof channel === "string" ? channels.testSaved(byId(channel)) : channels.test({ payload: channel })
        ),
      deliveries: (id, limit) =>
        ask(({ channels }) => channels.deliveries({ ...byId(id), query: limit === undefined ? {} : { limit } }))
    },
    maintenance: {
      list: (query = {}) => page(({ maintenance }) => maintenance.list({ query })),
      get: (id) => ask(({ maintenance }) => maintenance.get(byId(id))),
      create: (payload) => ask(({ maintenance }) => maintenance.create({ payload })),
      update: (id, payload) => ask(({ maintenance }) => maintenance.update({ ...byId(id), payload })),
      end: (id) => ask(({ maintenance }) => maintenance.end(byId(id))),
      remove: async (id) => {
        await ask(({ maintenance }) => maintenance.remove(byId(id)))
      },
      preview: (query) => ask(({ maintenance }) => maintenance.preview({ query }))
    },
    routes: {
      list: () => ask(({ routes }) => routes.list()),
      people: () => ask(({ routes }) => routes.people()),
      create: (payload) => ask(({ routes }) => routes.create({ payload })),
      update: (id, payload) => ask(({ routes }) => routes.update({ ...byId(id), payload })),
      remove: (id) => ask(({ routes }) => routes.remove(byId(id))),
      tryNew: (payload) => ask(({ routes }) => routes.tryNew({ payload })),
      tryChange: (id, payload) => ask(({ routes }) => routes.tryChange({ ...byId(id), payload })),
      tryRemoval: (id) => ask(({ routes }) => routes.tryRemoval(byId(id))),
      simulate: (query) => ask(({ routes }) => routes.simulation({ query }))
    },
    statusPages: {
      list: () => ask(({ statusPages }) => statusPages.list()),
      get: (id) => ask(({ statusPages }) => statusPages.get(byId(id))),
      create: (payload) => ask(({ statusPages }) => statusPages.create({ payload })),
      update: (id, payload) => ask(({ statusPages }) => statusPages.update({ ...byId(id), payload })),
      remove: async (id) => {
        await ask(({ statusPages }) => statusPages.remove(byId(id)))
      },
      preview: (payload) => ask(({ statusPages }) => statusPages.preview({ payload })),
      override: (id, componentId, state) =>
        ask(({ statusPages }) => statusPages.override({ params: { id, componentId }, payload: { state } })),
      setHost: (id, hostname) => ask(({ statusHosts }) => statusHosts.set({ ...byId(id), payload: { hostname } })),
      removeHost: (id) => ask(({ statusHosts }) => statusHosts.remove(byId(id))),
      checkHost: (id) => ask(({ statusHosts }) => statusHosts.check(byId(id))),
      posts: (id, query = {}) => page(({ statusPosts }) => statusPosts.list({ ...byId(id), query })),
      post: (id, postId) => ask(({ statusPosts }) => statusPosts.get({ params: { id, postId } })),
      draftPosts: (id) => ask(({ statusPosts }) => statusPosts.drafts(byId(id))),
      createPost: (id, payload) => ask(({ statusPosts }) => statusPosts.create({ ...byId(id), payload })),
      updatePost: (id, postId, payload) =>
        ask(({ statusPosts }) => statusPosts.update({ params: { id, postId }, payload })),
      removePost: async (id, postId) => {
        await ask(({ statusPosts }) => statusPosts.remove({ params: { id, postId } }))
      },
      addUpdate: (id, postId, payload) =>
        ask(({ statusPosts }) => statusPosts.addUpdate({ params: { id, postId }, payload })),
      changeUpdate: (id, postId, updateId, payload) =>
        ask(({ statusPosts }) => statusPosts.changeUpdate({ params: { id, postId, updateId }, payload })),
      removeUpdate: (id, postId, updateId) =>
        ask(({ statusPosts }) => statusPosts.removeUpdate({ params: { id, postId, updateId } })),
      subscribers: (id, query = {}) => page(({ statusSubscribers }) => statusSubscribers.list({ ...byId(id), query })),
      removeSubscriber: async (id, subscriberId) => {
        await ask(({ statusSubscribers }) => statusSubscribers.remove({ params: { id, subscriberId } }))
      },
      downloadSubscribers: (id) =>
        runtime.runPromise(Effect.flatMap(MonClient, ({ statusSubscribers }) => statusSubscribers.download(byId(id)))),
      audience: (id, componentIds = []) =>
        ask(({ statusSubscribers }) =>
          statusSubscribers.audience({
            ...byId(id),
            query: componentIds.length === 0 ? {} : { componentIds: componentIds.join(",") }
          })
        )
    },
    webhooks: {
      list: (domainId) => ask(({ webhooks }) => webhooks.list({ query: domainId === undefined ? {} : { domainId } })),
      create: (payload) => ask(({ webhooks }) => webhooks.create({ payload })),
      remove: async (id) => {
        await ask(({ webhooks }) => webhooks.remove(byId(id)))
      },
      test: (id) => ask(({ webhooks }) => webhooks.test(byId(id))),
      deliveries: (id, limit) =>
        ask(({ webhooks }) => webhooks.deliveries({ ...byId(id), query: limit === undefined ? {} : { limit } }))
    },
    notifications: {
      list: (query = {}) => page(({ notifications }) => notifications.list({ query })),
      deliveries: (id) => ask(({ notifications }) => notifications.deliveries(byId(id))),
      pending: () => ask(({ notifications }) => notifications.unread()).then(({ count }) => count),
      pause: (until) =>
        ask(({ notifications }) => notifications.pause({ payload: until === undefined ? {} : { until } })),
      resume: () => ask(({ notifications }) => notifications.resume()),
      pauseState: () => ask(({ notifications }) => notifications.pauseStatus())
    },
    simulations: {
      start: (payload) => ask(({ simulations }) => simulations.start({ payload })),
      estimate: (payload) => ask(({ simulations }) => simulations.estimate({ payload })),
      get: (jobId) => ask(({ simulations }) => simulations.get({ params: { jobId } })),
      list: (query = {}) => page(({ simulations }) => simulations.list({ query })),
      credits: () => ask(({ simulations }) => simulations.credits()),
      csv: (jobId, type) =>
        runtime.runPromise(
          Effect.flatMap(MonClient, ({ simulations }) => simulations.download({ params: { jobId, type } }))
        ),
      shareUrl: (jobId) =>
        ask(({ simulations }) => simulations.shareInfo({ params: { jobId } })).then(({ shareUrl }) => shareUrl),
      renewShareUrl: (jobId) =>
        ask(({ simulations }) => simulations.revokeShare({ params: { jobId } })).then(({ shareUrl }) => shareUrl)
    },
    emailHealthOfAll: () => ask(({ emailHealth }) => emailHealth.list()),
    emailHealth: (domain, how = {}) => ask(({ emailHealth }) => emailHealth.check({ payload: { ...how, domain } })),
    checkEmailMessage: (payload) => ask(({ emailHealth }) => emailHealth.message({ payload })),
    checkDisposableEmail: (email) => ask(({ disposableEmail }) => disposableEmail.check({ payload: { email } })),
    close: () => runtime.dispose()
  }
}
