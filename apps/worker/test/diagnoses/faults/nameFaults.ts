import type { CauseClass } from "@mon/diagnosis"
import type { Behaviour } from "@mon/tooling/testbed"
import { type Bench, type LoopbackFault, NAME_SERVERS, RECORDS, SHOP } from "../Laboratory.ts"
import { type Build, changed, PARKED_BODY, QUICK_MS, registered, SHOP_TEXT, START_PAGE, undelegate } from "./Build.ts"

type Rest = Omit<LoopbackFault, "class" | "built">

/**
 * Returns the fault of a name that the registry removed from its zone. `seen` is the response that visitors get after
 * the removal.
 */
const withoutDelegation = (
  seen: string,
  register: (bench: Bench) => Promise<unknown>,
  rest: Partial<Rest> = {}
): Rest => {
  const meets: Readonly<Record<string, Rest>> = {
    parking_page: { expect: SHOP_TEXT, inject: ({ site }) => site.behave({ body: PARKED_BODY }) },
    silent: { timeoutMs: QUICK_MS, inject: ({ speak }) => speak("silent") },
    servfail: {
      inject: (bench) => {
        undelegate(bench)
        bench.resolver.zone.fail(bench.host, "SERVFAIL")
      }
    }
  }
  const fault = meets[seen] ?? { inject: undelegate }
  return {
    ...rest,
    ...fault,
    inject: async (bench) => {
      await register(bench)
      await fault.inject(bench)
    }
  }
}

/** Makes a name server of the delegation fail for the whole domain. */
const failing = (
  { domain, host }: Bench,
  zone: Bench["zones"][number],
  how: "REFUSED" | "SERVFAIL" | "DROP" | "NODATA"
) => {
  for (const name of [domain, host, `ns1.${domain}`, `ns2.${domain}`]) zone.zone.fail(name, how)
}

const delegationChanged: Build = ({ ago, newServers, replaced }) => ({
  ...(newServers === "parking" ? { expect: SHOP_TEXT } : {}),
  inject: async (bench) => {
    const { domain, registry, resolver, site, zones } = bench
    const [, second] = zones
    const old = replaced === "all" ? {} : { [`ns1.${domain}`]: [NAME_SERVERS[0]] }
    registry.zone.delegate(domain, { ...old, [`ns9.${domain}`]: [NAME_SERVERS[1]] })
    const removed = replaced === "all" ? [`ns1.${domain}.`] : []
    await changed("NS", [`ns9.${domain}.`], removed, ago === "minutes" ? 15 : 600)(bench)
    if (newServers === "other_addresses") {
      for (const server of [resolver, second]) server.zone.set(bench.host, { A: ["127.0.0.8"] })
      await changed("A", ["127.0.0.8"], ["127.0.0.1"])(bench)
    } else if (newServers === "parking") site.behave({ body: PARKED_BODY })
    else if (newServers === "empty_zone") {
      for (const server of [resolver, second]) server.zone.delete(bench.host)
    } else {
      failing(bench, second, newServers === "refused" ? "REFUSED" : "SERVFAIL")
      resolver.zone.fail(bench.host, "SERVFAIL")
    }
  }
})

const TWO = ({ domain, registry }: Bench) =>
  registry.zone.delegate(domain, { [`ns1.${domain}`]: [NAME_SERVERS[0]], [`ns2.${domain}`]: [NAME_SERVERS[1]] })

const delegationLame: Build = ({ answer, servers }) => ({
  observed: true,
  prepare: TWO,
  inject: (bench) => {
    const { domain, resolver, zones } = bench
    const [first, second] = zones
    const lame = servers === "all" || servers === "all_new" ? [first, second] : [first]
    for (const zone of lame) {
      if (answer === "upward_referral" || answer === "not_authoritative")
        zone.zone.delegate(
          domain,
          answer === "upward_referral" ? { "a.nic.com": ["127.0.1.1"] } : { "ns1.old.com": [] }
        )
      else failing(bench, zone, answer === "refused" ? "REFUSED" : answer === "servfail" ? "SERVFAIL" : "NODATA")
    }
    if (servers === "all_but_a_silent_one") failing(bench, second, "DROP")
    resolver.zone.fail(bench.host, "SERVFAIL")
  }
})

const nameServersSilent: Build = ({ how, servers }) => {
  const count = Number(servers)
  const addresses =
    // Packets to an unroutable address are lost, like packets that a filter drops.
    how === "drop" || how === "udp_only" || how === "address_unroutable"
      ? NAME_SERVERS
      : ["127.0.1.21", "127.0.1.22", "127.0.1.23", "127.0.1.24"]
  const delegation = (domain: string, list: ReadonlyArray<string>) =>
    Object.fromEntries(list.slice(0, count).map((address, index) => [`ns${index + 1}.${domain}`, [address]]))
  return {
    observed: true,
    prepare: ({ domain, registry }) => registry.zone.delegate(domain, delegation(domain, NAME_SERVERS)),
    inject: (bench) => {
      const { domain, host, registry, resolver, zones } = bench
      registry.zone.delegate(domain, delegation(domain, addresses))
      for (const zone of zones) failing(bench, zone, "DROP")
      // Unbound and BIND answer this way if no server of a zone answers.
      resolver.zone.fail(host, "SERVFAIL")
    }
  }
}

const dnssecBroken: Build = () => ({
  observed: true,
  prepare: ({ domain, registry }) =>
    registry.zone.set(domain, { DS: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "ab".repeat(32) }] }),
  inject: ({ host, resolver }) => resolver.zone.fail(host, "SERVFAIL")
})

const addressRemoved: Build = ({ answer, host: place, watched }) => ({
  ...(place === "apex" ? { label: "" } : {}),
  observed: true,
  inject: async (bench) => {
    const { domain, host, resolver, zones } = bench
    const servers = [resolver, ...zones]
    const soa = {
      SOA: [{ mname: "ns1.lab.com", rname: "root.lab.com", serial: 2, minimum: 60 }],
      NS: [`ns1.${domain}`]
    }
    for (const { zone } of servers) {
      if (host === domain) zone.set(host, { ...soa, TXT: ["token"] })
      else if (String(answer).startsWith("nxdomain")) zone.delete(host)
      else if (answer === "nodata_but_mx") zone.set(host, { MX: [{ preference: 10, exchange: "mx.lab.com" }] })
      else zone.set(host, { TXT: ["token"] })
      if (host === domain && answer === "nxdomain") zone.fail(host, "NXDOMAIN", "A")
    }
    if (watched === true) await changed("A", [], ["127.0.0.1"])(bench)
  }
})

/** Starts another server, which does not serve the site, at its own address. */
const elsewhere = async ({ authority, serve }: Bench, address: string, kind: string) => {
  const answers: Readonly<Record<string, Behaviour>> = {
    not_found: { status: 404, body: "<title>404</title>Not Found" },
    default_page: { body: START_PAGE }
  }
  if (kind === "refuses") return
  if (kind === "silent") return serve(address, "silent")
  if (kind === "other_certificate")
    return serve(
      address,
      SHOP,
      await authority.issue({ names: ["panel.hoster.example"], notBefore: new Date(Date.now() - 80 * 86_400_000) })
    )
  return serve(address, answers[kind] ?? {})
}

const restOf = (kind: string): Partial<Rest> => ({
  ...(kind === "silent" ? { timeoutMs: QUICK_MS } : {}),
  ...(kind === "default_page" ? { expect: SHOP_TEXT } : {}),
  ...(kind === "other_certificate" ? { scheme: "https" as const, expect: [{ certificate: "valid" }] as const } : {})
})

const addressChanged: Build = ({ family, newServer, replaced }) => {
  const [type, address] = family === 6 ? (["AAAA", "::1"] as const) : (["A", "127.0.0.8"] as const)
  const kind = String(newServer)
  const isOneOfTwo = replaced === "one_of_two"
  // Like a browser, a check tries the other address only if it cannot connect to the first address.
  const isHarmless = isOneOfTwo && (kind === "refuses" || kind === "silent")
  if (isOneOfTwo && !isHarmless) return "which of two addresses a check uses is random"
  return {
    ...restOf(kind),
    ...(isHarmless ? { isHarmless, timeoutMs: 5_000 } : {}),
    inject: async (bench) => {
      await elsewhere(bench, address, kind)
      const both = type === "A" ? { A: ["127.0.0.1", address] } : { A: ["127.0.0.1"], AAAA: [address] }
      bench.point(isOneOfTwo ? both : { [type]: [address] })
      await changed(type, [address], ["127.0.0.1"])(bench)
    }
  }
}

const cnameChanged: Build = ({ before, newTarget }) => {
  const kind = String(newTarget)
  return {
    ...restOf(kind),
    prepare: (bench) => {
      const { domain, point, resolver, site } = bench
      if (before === "addresses") return
      resolver.zone.set(`old.${domain}`, { A: [site.host] })
      resolver.zone.set(`first.${domain}`, { CNAME: [`old.${domain}`] })
      point({ CNAME: [before === "alias" ? `old.${domain}` : `first.${domain}`] })
    },
    inject: async (bench) => {
      const { domain, point, resolver } = bench
      await elsewhere(bench, "127.0.0.8", kind)
      resolver.zone.set(`new.${domain}`, { A: ["127.0.0.8"] })
      point({ CNAME: [`new.${domain}`] })
      const was = before === "addresses" ? [] : [before === "alias" ? `old.${domain}.` : `first.${domain}.`]
      await changed("CNAME", [`new.${domain}.`], was)(bench)
    }
  }
}

const PLATFORMS: Readonly<Record<string, string>> = {
  github_pages: "<title>Site not found</title><p>There isn't a GitHub Pages site here.</p>",
  heroku: '<title>No such app</title><iframe src="//www.herokucdn.com/error-pages/no-such-app.html"></iframe>',
  s3: "<Error><Code>NoSuchBucket</Code></Error>"
}

const cnameDangling: Build = ({ host, target }) => {
  const label = host === "deep" ? "a.shop" : host === "apex_flattened" ? "" : String(host)
  const body = PLATFORMS[String(target)]
  const isFlat = host === "apex_flattened"
  if (body !== undefined)
    return {
      label,
      prepare: ({ point, resolver, site }) => {
        resolver.zone.set("shops.platform.example", { A: [site.host] })
        if (!isFlat) point({ CNAME: ["shops.platform.example"] })
      },
      inject: ({ site }) => site.behave({ status: 404, body })
    }
  if (isFlat) return "a flattened alias is an address, so its removal is address_removed"
  return {
    label,
    observed: true,
    prepare: ({ domain, point, resolver, site }) => {
      resolver.zone.set(`shop-${domain}.platform.example`.replace(".com.", "."), { A: [site.host] })
      point({ CNAME: [`shop-${domain}.platform.example`.replace(".com.", ".")] })
    },
    inject: ({ domain, resolver }) => {
      const name = `shop-${domain}.platform.example`.replace(".com.", ".")
      if (target === "nxdomain") resolver.zone.delete(name)
      else resolver.zone.set(name, { TXT: ["gone"] })
    }
  }
}

const addressNotPublic: Build = ({ address, before }) => {
  // The laboratory allows 127.0.0.0/16, so this fault uses a loopback address outside of it.
  const shown = address === "127.0.0.1" ? "127.99.0.1" : String(address)
  const type = shown.includes(":") ? "AAAA" : "A"
  return {
    inject: async (bench) => {
      bench.point({ [type]: [shown] })
      if (before === "public") await changed(type, [shown], ["127.0.0.1"])(bench)
    }
  }
}

const nameServersDiffer: Build = ({ behind, servers }) => {
  const count = servers === "one_of_two" ? 2 : servers === "one_of_three" ? 3 : 4
  const stale = servers === "two_of_four" ? 2 : 1
  return {
    observed: true,
    prepare: ({ domain, registry }) =>
      registry.zone.delegate(
        domain,
        Object.fromEntries(
          NAME_SERVERS.slice(0, count).map((address, index) => [`ns${index + 1}.${domain}`, [address]])
        )
      ),
    inject: (bench) => {
      const { domain, host, resolver, zones } = bench
      // The current servers have loaded the new version of the zone.
      for (const { zone } of zones.slice(0, count - stale))
        zone.set(domain, { SOA: [{ ...RECORDS, serial: RECORDS.serial + 1 }], NS: [`ns1.${domain}`] })
      for (const { zone } of [resolver, ...zones.slice(count - stale, count)]) {
        if (behind === "old_address") zone.set(host, { A: ["127.0.0.8"] })
        else if (behind === "old_alias") zone.set(host, { CNAME: [`old.${domain}`] })
        else if (behind === "nodata") zone.set(host, { TXT: ["token"] })
        else if (behind === "expired_zone") zone.fail(host, "SERVFAIL")
        else zone.delete(host)
      }
      resolver.zone.set(`old.${domain}`, { A: ["127.0.0.8"] })
    }
  }
}

export const nameFaults = {
  registration_expired: ({ daysAgo, seen }) =>
    withoutDelegation(String(seen), registered({ daysLeft: -Number(daysAgo) })),
  registration_on_hold: ({ seen, status }) =>
    withoutDelegation(String(seen), registered({ statuses: String(status).split("+") }), {
      label: seen === "nxdomain_subdomain" ? "a.shop" : "www"
    }),
  registration_deleted: ({ host, registry }) =>
    withoutDelegation(
      "nxdomain",
      registry === "not_registered"
        ? registered({ outcome: "NotRegistered" })
        : registered({
            daysLeft: -50,
            statuses: String(registry).replace("redemption+", "redemptionPeriod+").split("+")
          }),
      { label: host === "apex" ? "" : host === "deep" ? "a.shop" : "www" }
    ),
  delegation_changed: delegationChanged,
  delegation_lame: delegationLame,
  name_servers_silent: nameServersSilent,
  dnssec_broken: dnssecBroken,
  address_removed: addressRemoved,
  address_changed: addressChanged,
  cname_changed: cnameChanged,
  cname_dangling: cnameDangling,
  address_not_public: addressNotPublic,
  name_servers_differ: nameServersDiffer
} as const satisfies Partial<Record<CauseClass, Build>>
