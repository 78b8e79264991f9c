import type { MonitorPatch } from "@mon/core-store"
import type { CauseClass } from "@mon/diagnosis"
import type { Behaviour } from "@mon/tooling/testbed"
import { type Bench, SHOP } from "../Laboratory.ts"
import { type Build, page, QUICK_MS } from "./Build.ts"

const LISTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  one: ["127.0.0.1"],
  two: ["127.0.0.1", "127.0.0.11"],
  all_of_four: ["127.0.0.1", "127.0.0.11", "127.0.0.12", "127.0.0.13"],
  loopback_alias: ["127.0.0.1"],
  dual_stack: ["127.0.0.1"]
}

/** Gives the host these addresses. The first address serves the site until the fault. */
const withAddresses =
  (kind: string) =>
  ({ point }: Bench) =>
    point({ A: LISTS[kind] ?? ["127.0.0.1"], ...(kind === "dual_stack" ? { AAAA: ["::1"] } : {}) })

const refused: Build = ({ addresses }) => ({
  prepare: withAddresses(String(addresses)),
  inject: ({ stop }) => stop()
})

/** The faults for which a check sees silence. For a check, an unroutable address is like a host that is off. */
const SILENT_ON_LOOPBACK: ReadonlySet<string> = new Set(["off", "hangs_before_accept", "unroutable"])
const NO_ICMP = "loopback sends no ICMP errors"

const silent: Build = ({ addresses, how }) => {
  if (!SILENT_ON_LOOPBACK.has(String(how))) return NO_ICMP
  return {
    timeoutMs: QUICK_MS,
    observed: true,
    inject: async (bench) => {
      await bench.speak("silent")
      const [, second] = LISTS[String(addresses)] ?? []
      if (second !== undefined) await bench.serve(second, "silent")
      if (addresses === "dual_stack") await bench.serve("::1", "silent")
      withAddresses(String(addresses))(bench)
    }
  }
}

const reset: Build = ({ share, when }) => {
  if (when === "before_accept_queue_full") return "Linux drops connections to a full queue, which looks like silence"
  const stages = {
    after_accept: "connect",
    after_hello: "tls",
    after_request: "before-headers",
    during_body: "in-body"
  }
  const stage = stages[when as keyof typeof stages] as "connect"
  return {
    ...(when === "after_hello" ? { scheme: "https" as const } : {}),
    inject: async (bench) => {
      if (when === "after_hello") await bench.speak("reset")
      else bench.site.behave({ reset: stage })
      if (share === "every_address" && when === "after_accept") await bench.serve("127.0.0.11", { reset: "connect" })
      if (share === "every_address" && when === "after_accept") withAddresses("two")(bench)
    }
  }
}

const filtered: Build = ({ filter, open }) => {
  if (filter === "reject_admin_prohibited") return NO_ICMP
  const isTls = filter === "drop_tls_only"
  return {
    timeoutMs: QUICK_MS,
    observed: true,
    hasOtherPort: open !== "icmp",
    ...(isTls ? { scheme: "https" as const } : {}),
    inject: ({ speak }) => speak(isTls ? "nothing" : "silent")
  }
}

/** A fallback to IPv4 takes 250 ms and more (RFC 8305 section 8). */
const SLOW_MS = 150

/**
 * The servers at the IPv6 address of the site, by outcome. Like a browser, a check that has a connection does not try
 * IPv4.
 */
const brokenIpv6: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  refused: async () => {},
  silent: ({ serve }) => serve("::1", "silent"),
  reset: ({ serve }) => serve("::1", { reset: "before-headers" }),
  wrong_certificate: async ({ authority, serve }) =>
    serve("::1", SHOP, await authority.issue({ names: ["panel.hoster.example"] }))
}

const ipv6Broken: Build = ({ check, outcome }) => {
  const broken = brokenIpv6[String(outcome)]
  if (broken === undefined) return NO_ICMP
  const isSlow = check === "slow_fallback"
  const isTls = outcome === "wrong_certificate"
  const isConnected = outcome === "reset" || isTls
  if (isSlow && isConnected) return "a check that has a connection over IPv6 does not fall back"
  // Like a browser, a check then uses IPv4. The check is not slower if IPv6 refuses at once.
  const isHarmless = !isConnected && (check === "both" || (isSlow && outcome === "refused"))
  return {
    isHarmless,
    observed: isConnected,
    ...(isTls ? { scheme: "https" as const } : {}),
    expect: [
      ...(isTls ? [{ certificate: "valid" } as const] : []),
      ...(isHarmless || check === "both" ? [] : [isSlow ? { responseTimeMs: SLOW_MS } : { ipVersion: 6 as const }])
    ],
    prepare: async (bench) => {
      const tls = isTls ? await bench.authority.issue({ names: [bench.host] }) : undefined
      if (!isSlow) await bench.serve("::1", SHOP, tls)
      withAddresses("dual_stack")(bench)
    },
    inject: async (bench) => {
      await bench.unserve()
      await broken(bench)
      if (check === "two_of_two_addresses") bench.point({ A: ["127.0.0.1"], AAAA: ["::1", "::1"] })
    }
  }
}

const MINUTES: Readonly<Record<string, readonly [number, number]>> = {
  just_begun: [1, 59],
  middle: [30, 30],
  overrun: [59, 1]
}

const maintenance: Build = ({ outcome, window }) => {
  const [since, left] = MINUTES[String(window)] ?? [1, 59]
  return {
    ...(outcome === "silent" ? { timeoutMs: QUICK_MS } : {}),
    inject: async ({ execute, host, resolver, site, speak, stop, zones }) => {
      await execute(`
        with made as (
          insert into maintenance_window (public_id, account_id, name, starts_at, minutes, timezone, expanded_until)
          select gen_random_uuid(), account_id, 'Update', mon_now() - interval '${since} minutes', ${since + left}, 'UTC',
            mon_now() + interval '1 day'
          from monitor where id = $1::bigint returning id, account_id, starts_at, minutes
        ), covered as (
          insert into maintenance_monitor (window_id, monitor_id) select id, $1::bigint from made
        )
        insert into maintenance_occurrence (window_id, account_id, starts_at, ends_at)
        select id, account_id, starts_at, starts_at + minutes * interval '1 minute' from made`)
      if (outcome === "refused") return stop()
      if (outcome === "silent") return speak("silent")
      if (outcome === "dns_nodata") {
        for (const { zone } of [resolver, ...zones]) zone.set(host, { TXT: ["token"] })
        return
      }
      const status = outcome === "status_502" ? 502 : 503
      site.behave({ status, body: page(`${status}`, "<hr><center>nginx/1.27</center>") })
    }
  }
}

/**
 * Edits of the monitor. Each edit has its patch, and a response that passes the old settings and fails the new
 * settings.
 */
const EDITS: Readonly<Record<string, { readonly good: Behaviour; readonly patch: MonitorPatch<"domain"> }>> = {
  expect: { good: SHOP, patch: { expect: [{ text: "Our store" }] } },
  timeout: { good: { ...SHOP, delayMs: 3_500 }, patch: { timeoutSeconds: 3 } },
  method: {
    good: ({ method }) => (method === "GET" ? SHOP : { status: 405, body: page("405 Not Allowed") }),
    patch: { request: { method: "HEAD" } }
  },
  headers: {
    good: ({ headers }) => (headers["x-tenant"] === undefined ? SHOP : { status: 404, body: page("No such tenant") }),
    patch: { request: { headers: { "X-Tenant": "shop" } } }
  }
}

const edited: Build = ({ edited: what, minutesAgo }) => {
  const found = EDITS[String(what)]
  if (found === undefined) return "the URL of a domain monitor cannot be edited"
  return {
    good: found.good,
    // This long interval ensures that no check uses the new settings before the edit is recorded.
    intervalMs: 60_000,
    inject: async ({ ageChecks, edit }) => {
      await ageChecks()
      await edit(found.patch, Number(minutesAgo))
    }
  }
}

/** The addresses at which other monitors fail: the address of this monitor, or other addresses in its network. */
const PLACES: Readonly<Record<string, string>> = {
  address: "host('127.0.0.1'::inet)",
  network: "host('127.0.0.20'::inet + (m.id % 200)::int)",
  name_servers: "null"
}

const SHARED_SERVERS = ["ns1.shared.com", "ns2.shared.com"]

const shared: Build = ({ failing, shared: feature }) => {
  const place = PLACES[String(feature)]
  if (place === undefined) return "it is not known which provider an address belongs to"
  const isDns = feature === "name_servers"
  return {
    inject: async ({ domain, execute, host, resolver, stop, zones }) => {
      // The other monitors of the account, which have already failed.
      await execute(`
        insert into monitor overriding system value
        select (jsonb_populate_record(null::monitor, to_jsonb(own) || jsonb_build_object(
          'id', own.id * 1000 + 1000000 + n, 'public_id', gen_random_uuid(), 'name', 'n' || n,
          'url', 'http://n' || n || '.' || hostname || '/', 'hostname', 'n' || n || '.' || hostname,
          'dedupe_key', 'n' || n || '.' || hostname))).*
        from monitor own, generate_series(1, ${Number(failing)}) as n where own.id = $1::bigint`)
      await execute(`
        insert into monitor_schedule
        select (jsonb_populate_record(null::monitor_schedule, to_jsonb(s) || jsonb_build_object('monitor_id', m.id, 'state', 2,
          'next_at', null, 'lease_until', null, 'lease_token', null, 'last_address', ${place}))).*
        from monitor_schedule s join monitor own on own.id = s.monitor_id
        join monitor m on m.account_id = own.account_id and m.id <> own.id where own.id = $1::bigint`)
      if (!isDns) return stop()
      await execute(`
        with found as (
          insert into registration (domain, outcome, registration, checked_at)
          values ('${domain}', 'Registered', jsonb_build_object('expiresAt', mon_iso(mon_now() + interval '200 days'),
            'statuses', '[]'::jsonb, 'nameServers', '${JSON.stringify(SHARED_SERVERS)}'::jsonb), mon_now())
          on conflict (domain) do update set registration = excluded.registration
        )
        insert into monitor_registration (monitor_id, domain) values ($1::bigint, '${domain}')
        on conflict (monitor_id) do update set domain = excluded.domain`)
      await execute(`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, name_servers)
        select gen_random_uuid(), m.account_id, m.id, mon_now(), mon_now(), '${SHARED_SERVERS.join(", ")}'
        from monitor own join monitor m on m.account_id = own.account_id and m.id <> own.id where own.id = $1::bigint`)
      for (const server of zones) for (const name of [domain, host, `ns1.${domain}`]) server.zone.fail(name, "DROP")
      resolver.zone.fail(host, "SERVFAIL")
    }
  }
}

export const networkFaults = {
  connection_refused: refused,
  connection_filtered: filtered,
  server_silent: silent,
  connection_reset: reset,
  ipv6_broken: ipv6Broken,
  own_network: () => "one of the worker's tests shows that no incident is opened",
  shared_cause: shared,
  monitor_edited: edited,
  planned_maintenance: maintenance
} as const satisfies Partial<Record<CauseClass, Build>>
