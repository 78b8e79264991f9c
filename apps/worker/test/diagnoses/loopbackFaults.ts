import type { Bench, LoopbackFault } from "./Laboratory.ts"

const VALID = [{ certificate: "valid" }] as const

/** Returns a function that makes the server use another certificate or protocol from now on. */
const shows =
  (name: Parameters<Bench["replace"]>[0]) =>
  ({ replace }: Bench) =>
    replace(name)

/** Returns a function that makes the server give another answer from now on. */
const answers =
  (status: number, body = "", headers: Readonly<Record<string, string>> = {}) =>
  ({ site }: Bench) =>
    site.behave({ status, body, headers })

const page = (title: string, rest = "") =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1>${rest}</body></html>`

const NGINX = "<hr><center>nginx/1.27.3</center>"
const CANNED = "<p>The proxy server received an invalid\r\nresponse from an upstream server.<br />\r\n</p>"

const httpFaults: ReadonlyArray<LoopbackFault> = [
  { class: "bad_gateway", built: "nginx answers 502", inject: answers(502, page("502 Bad Gateway", NGINX)) },
  { class: "bad_gateway", built: "Apache answers 502", inject: answers(502, page("502 Bad Gateway", CANNED)) },
  {
    class: "service_unavailable",
    built: "HAProxy has no backend",
    inject: answers(503, page("503 Service Unavailable", "No server is available to handle this request."))
  },
  { class: "service_unavailable", built: "503 with Retry-After", inject: answers(503, "", { "retry-after": "120" }) },
  { class: "gateway_timeout", built: "nginx answers 504", inject: answers(504, page("504 Gateway Time-out", NGINX)) },
  {
    class: "cdn_origin_error",
    built: "Cloudflare answers 522",
    inject: answers(522, "error code: 522", { server: "cloudflare" })
  },
  {
    class: "host_error_page",
    built: "Vercel does not know the deployment",
    inject: answers(404, "The deployment could not be found", { "x-vercel-error": "DEPLOYMENT_NOT_FOUND" })
  },
  {
    class: "redirect_loop",
    built: "two pages redirect to each other",
    inject: ({ site }) => site.behave(({ path }) => ({ redirectTo: path === "/a" ? "/" : "/a" }))
  },
  {
    class: "bot_wall",
    built: "Cloudflare challenges the check",
    inject: answers(403, page("Just a moment..."), { "cf-mitigated": "challenge" })
  },
  { class: "bot_wall", built: "429 for too many requests", inject: answers(429, "", { "retry-after": "60" }) },
  {
    class: "login_wall",
    built: "the page demands a password",
    inject: answers(401, page("401"), { "www-authenticate": 'Basic realm="staff"' })
  },
  {
    class: "suspended_page",
    built: "cPanel shows that the account is suspended",
    inject: answers(403, page("Account Suspended", "This Account has been suspended."))
  },
  {
    class: "parked_page",
    built: "a seller of domains shows its page",
    expect: [{ text: "Our shop" }],
    inject: answers(200, page("lab.com", '<script src="//img.sedoparking.com/a.js"></script>'))
  },
  {
    class: "application_error",
    built: "WordPress has no database",
    inject: answers(500, page("Database Error", "Error establishing a database connection"))
  },
  {
    class: "expected_text_gone",
    built: "the page has another text",
    expect: [{ text: "Our shop" }],
    inject: answers(200, page("Store", "<p>We sell things.</p>"))
  },
  { class: "page_gone", built: "404", inject: answers(404, page("404 Not Found")) },
  {
    class: "overload",
    built: "the server takes longer and longer, then fails",
    goodChecks: 3,
    intervalMs: 100,
    inject: ({ site }) => {
      let count = 0
      site.behave(() => {
        count += 1
        return count < 12 ? { delayMs: count * 40 } : { status: 503, delayMs: 500 }
      })
    }
  }
]

const networkFaults: ReadonlyArray<LoopbackFault> = [
  { class: "connection_refused", built: "the web server stops", inject: ({ stop }) => stop() },
  {
    class: "connection_reset",
    built: "connections are reset",
    inject: ({ site }) => site.behave({ reset: "connect" })
  },
  {
    class: "ipv6_broken",
    built: "only the server at the IPv6 address resets connections",
    observed: true,
    prepare: async ({ host, resolver, serve, site }) => {
      await serve("::1", {})
      resolver.zone.set(host, { A: [site.host], AAAA: ["::1"] })
    },
    inject: async ({ serve, unserve }) => {
      await unserve()
      await serve("::1", { reset: "before-headers" })
    }
  },
  {
    class: "address_not_public",
    built: "the record leads to a private address",
    inject: ({ host, resolver, zones: [zone] }) => {
      for (const server of [resolver, zone]) server.zone.set(host, { A: ["10.0.0.5"] })
    }
  },
  {
    class: "planned_maintenance",
    built: "a maintenance window is active",
    inject: async ({ execute, stop }) => {
      await execute(`
        with made as (
          insert into maintenance_window (public_id, account_id, name, starts_at, minutes, timezone, expanded_until)
          select gen_random_uuid(), account_id, 'Update', mon_now() - interval '1 minute', 60, 'UTC', mon_now() + interval '1 day'
          from monitor where id = $1::bigint returning id, account_id, starts_at
        ), covered as (
          insert into maintenance_monitor (window_id, monitor_id) select id, $1::bigint from made
        )
        insert into maintenance_occurrence (window_id, account_id, starts_at, ends_at)
        select id, account_id, starts_at, starts_at + interval '1 hour' from made`)
      await stop()
    }
  }
]

const tlsFaults: ReadonlyArray<LoopbackFault> = [
  { class: "certificate_expired", built: "the certificate expired", inject: shows("expired") },
  { class: "certificate_expired", built: "the intermediate expired", inject: shows("expired intermediate") },
  { class: "certificate_for_other_name", built: "a renewal names another host", inject: shows("wrong host") },
  { class: "certificate_untrusted", built: "a self-signed certificate", inject: shows("self-signed") },
  { class: "certificate_untrusted", built: "an unknown authority", inject: shows("unknown authority, root sent too") },
  { class: "clock_wrong", built: "the certificate is not valid yet", inject: shows("not yet") },
  { class: "tls_too_old", built: "the server speaks TLS 1.0 only", inject: shows("TLS 1.0") },
  {
    class: "tls_handshake_failed",
    built: "the server demands a client certificate",
    inject: shows("client certificate")
  },
  { class: "tls_handshake_failed", built: "plain HTTP on the port", inject: shows(null) }
].map((fault) => ({ ...fault, scheme: "https", expect: VALID }) as LoopbackFault)

const nameFaults: ReadonlyArray<LoopbackFault> = [
  {
    class: "address_removed",
    built: "the record of the host is deleted",
    observed: true,
    inject: ({ host, resolver, zones: [zone] }) => {
      for (const server of [resolver, zone]) server.zone.delete(host)
    }
  },
  {
    class: "delegation_lame",
    built: "the name server refuses the zone",
    observed: true,
    inject: ({ domain, host, resolver, zones: [zone] }) => {
      resolver.zone.fail(host, "SERVFAIL")
      for (const name of [domain, host, `ns1.${domain}`]) zone.zone.fail(name, "REFUSED")
    }
  },
  {
    class: "name_servers_silent",
    built: "the name server does not answer",
    observed: true,
    inject: ({ domain, host, resolver, zones: [zone] }) => {
      resolver.zone.fail(host, "SERVFAIL")
      for (const name of [domain, host, `ns1.${domain}`]) zone.zone.fail(name, "DROP")
    }
  },
  {
    class: "registration_expired",
    built: "the registration ended, and the name is gone",
    inject: async ({ domain, execute, host, resolver }) => {
      await execute(`
        with found as (
          insert into registration (domain, outcome, registration, checked_at)
          values ('${domain}', 'Registered', jsonb_build_object('expiresAt', mon_iso(mon_now() - interval '3 days'),
            'registrar', 'Names Inc.', 'statuses', '[]'::jsonb), mon_now())
          on conflict (domain) do update set registration = excluded.registration
        )
        insert into monitor_registration (monitor_id, domain) values ($1::bigint, '${domain}')
        on conflict (monitor_id) do update set domain = excluded.domain`)
      resolver.zone.delete(host)
    }
  },
  {
    class: "address_changed",
    built: "the record moves to a server that does not serve the site",
    inject: async ({ execute, host, site, stop }) => {
      await execute(`
        insert into dns_change (public_id, monitor_id, detected_at, changes) values (gen_random_uuid(), $1::bigint, mon_now(),
          '[{"type":"A","name":"${host}","added":["203.0.113.9"],"removed":["${site.host}"],"firstSeenAt":"2026-11-23T00:00:00.000Z"}]')`)
      await stop()
    }
  }
]

/** Faults of the most frequent classes, each built on loopback. None of them is a reserved fault. */
export const loopbackFaults: ReadonlyArray<LoopbackFault> = [
  ...httpFaults,
  ...networkFaults,
  ...tlsFaults,
  ...nameFaults
]
