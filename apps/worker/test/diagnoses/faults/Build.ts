import type { Setting } from "@mon/diagnosis/faults"
import type { Bench, LoopbackFault } from "../Laboratory.ts"

/**
 * A function that returns the setup of a fault for the laboratory. A text is the reason why loopback cannot show the
 * fault, or why no check fails.
 */
export type Build = (settings: Readonly<Record<string, Setting>>) => Omit<LoopbackFault, "class" | "built"> | string

export const QUICK_MS = 400

/** An expectation that only the shop meets. */
export const SHOP_TEXT = [{ text: "Our shop" }] as const
export const VALID = [{ certificate: "valid" }] as const

export const page = (title: string, rest = "") =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1>${rest}</body></html>`

export const PARKED_BODY = page("example.com", '<script src="https://img.sedoparking.com/x.js"></script>')
export const START_PAGE = "<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>"

const remove = ({ host, resolver, zones }: Bench) => {
  for (const server of [resolver, ...zones]) server.zone.delete(host)
}

export const undelegate = (bench: Bench) => {
  bench.registry.zone.delegate(bench.domain, {})
  remove(bench)
}

/** Stores a confirmed change of watched records, as the DNS watch does. */
export const changed =
  (type: string, added: ReadonlyArray<string>, removed: ReadonlyArray<string>, minutesAgo = 20) =>
  ({ domain, execute, host }: Bench) =>
    execute(`
      insert into dns_change (public_id, monitor_id, detected_at, changes)
      values (gen_random_uuid(), $1::bigint, mon_now() - interval '${minutesAgo} minutes', jsonb_build_array(jsonb_build_object(
        'type', '${type}', 'name', '${type === "NS" ? domain : host}', 'added', '${JSON.stringify(added)}'::jsonb,
        'removed', '${JSON.stringify(removed)}'::jsonb, 'firstSeenAt', mon_iso(mon_now() - interval '${minutesAgo + 2} minutes'))))`)

/** Stores the answer of the registry, as the check of registrations does. */
export const registered =
  ({
    daysLeft,
    outcome = "Registered",
    statuses = []
  }: {
    readonly daysLeft?: number
    readonly outcome?: "Registered" | "NotRegistered"
    readonly statuses?: ReadonlyArray<string>
  }) =>
  ({ domain, execute }: Bench) =>
    execute(`
      with found as (
        insert into registration (domain, outcome, registration, checked_at)
        values ('${domain}', '${outcome}', ${
          outcome === "NotRegistered"
            ? "null"
            : `jsonb_build_object('expiresAt', mon_iso(mon_now() + interval '${daysLeft ?? 200} days'),
            'registrar', 'Names Inc.', 'statuses', '${JSON.stringify(statuses)}'::jsonb)`
        }, mon_now())
        on conflict (domain) do update set registration = excluded.registration, outcome = excluded.outcome
      )
      insert into monitor_registration (monitor_id, domain) values ($1::bigint, '${domain}')
      on conflict (monitor_id) do update set domain = excluded.domain`)
