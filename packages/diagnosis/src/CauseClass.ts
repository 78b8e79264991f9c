/** The areas of causes. */
export const causeAreas = [
  "registration",
  "delegation",
  "dns",
  "network",
  "tls",
  "http",
  "overload",
  "walls",
  "content",
  "shared",
  "service",
  "mail"
] as const

/** The area of a cause: one of {@link causeAreas}. */
export type CauseArea = (typeof causeAreas)[number]

/**
 * The role of the person who can repair a cause. In the order of the list, these people sign in at the registrar,
 * change DNS records, change the server or its software, change the program, contact the hosting provider, route
 * packets, change the mail setup, edit the monitor, and run the monitoring service.
 */
export type Responsible =
  | "domain_owner"
  | "dns_operator"
  | "site_operator"
  | "developer"
  | "hosting_customer"
  | "network_operator"
  | "mail_operator"
  | "monitor_owner"
  | "mon_operator"

/** The properties that all causes of a class share. */
export interface CauseClassFacts {
  readonly area: CauseArea
  readonly who: Responsible
}

const one = <Area extends CauseArea, Who extends Responsible>(area: Area, who: Who) => ({ area, who }) as const

/**
 * The single list of all classes of causes. `not_known` is not a class; it is the result of a diagnosis if no class is
 * likely enough.
 */
export const causeClasses = {
  /** The registration ended. The registry takes the name out of its zone, or the registrar parks it. */
  registration_expired: one("registration", "domain_owner"),
  /** `clientHold` or `serverHold`: the registry takes the name out of its zone. */
  registration_on_hold: one("registration", "domain_owner"),
  /** The registration is in redemption or pending deletion, or it no longer exists. */
  registration_deleted: one("registration", "domain_owner"),

  /** The parent zone lists other name servers than before. */
  delegation_changed: one("delegation", "domain_owner"),
  /** Name servers in the delegation respond, but not for this zone. */
  delegation_lame: one("delegation", "dns_operator"),
  /** No name server of the zone responds. */
  name_servers_silent: one("delegation", "dns_operator"),

  /** Validating resolvers refuse the zone: DS and DNSKEY do not match, or signatures are missing or have expired. */
  dnssec_broken: one("dns", "dns_operator"),
  /** The zone works, but the host no longer has a record. */
  address_removed: one("dns", "dns_operator"),
  /** The host has other addresses than before, and they do not serve the site. */
  address_changed: one("dns", "dns_operator"),
  /** The host is an alias of another name than before, and that name does not serve the site. */
  cname_changed: one("dns", "dns_operator"),
  /** The host is an alias of a name that does not exist, or of a service that does not know the host. */
  cname_dangling: one("dns", "dns_operator"),
  /** The published address is private or reserved. */
  address_not_public: one("dns", "dns_operator"),
  /** The name servers of a zone respond with different records. */
  name_servers_differ: one("dns", "dns_operator"),

  /** The host responds that no program listens on the port. */
  connection_refused: one("network", "site_operator"),
  /** The host is up, but something drops or rejects Mon's packets to the port. */
  connection_filtered: one("network", "site_operator"),
  /** The address does not respond at all. */
  server_silent: one("network", "hosting_customer"),
  /** The connection is accepted and then reset. */
  connection_reset: one("network", "site_operator"),
  /** Only the IPv6 addresses fail. */
  ipv6_broken: one("network", "site_operator"),
  /** The check fails at one location while the other locations reach the site. */
  one_location: one("network", "network_operator"),
  /** All failing locations are in one network, and the locations in other networks reach the site. */
  one_provider: one("network", "network_operator"),
  /** Mon's own network may have failed, so the diagnosis makes no statement about the site. */
  own_network: one("network", "mon_operator"),

  certificate_expired: one("tls", "site_operator"),
  /** The certificate was replaced, and the new one does not name the host. */
  certificate_for_other_name: one("tls", "site_operator"),
  /** The server responds as if it were another site. */
  wrong_virtual_host: one("tls", "site_operator"),
  chain_incomplete: one("tls", "site_operator"),
  /** The certificate is self-signed, or its root is one that browsers do not trust. */
  certificate_untrusted: one("tls", "site_operator"),
  /** The certificate is not valid yet, or the clock of the server is wrong. */
  clock_wrong: one("tls", "site_operator"),
  tls_too_old: one("tls", "site_operator"),
  /** The handshake fails for another reason: no common cipher, or the server demands a client certificate. */
  tls_handshake_failed: one("tls", "site_operator"),

  /** The server returns errors that began right after a deployment. */
  error_after_deployment: one("http", "developer"),
  /** 502: a proxy gets no valid response from the program behind it. */
  bad_gateway: one("http", "site_operator"),
  /** 503: the server, the load balancer or the program is unavailable. */
  service_unavailable: one("http", "site_operator"),
  /** 504: a proxy gets no response in time. */
  gateway_timeout: one("http", "site_operator"),
  /** The CDN responds, but it cannot reach the origin. */
  cdn_origin_error: one("http", "site_operator"),
  /** The hosting platform responds instead of the site. */
  host_error_page: one("http", "hosting_customer"),
  redirect_loop: one("http", "site_operator"),
  /** The site redirects to a host that it did not redirect to before. */
  redirect_to_other_host: one("http", "site_operator"),

  /** The waiting time grew before the site failed. */
  overload: one("overload", "site_operator"),

  /** A bot protection or a rate limit responds to Mon's checks. */
  bot_wall: one("walls", "site_operator"),
  /** The page now asks for a sign-in. */
  login_wall: one("walls", "site_operator"),

  /** The page is from a registrar or a domain seller. */
  parked_page: one("content", "domain_owner"),
  /** The hosting provider has suspended the account. */
  suspended_page: one("content", "hosting_customer"),
  /** The program responds with an error: the status 500, or an error text with any status. */
  application_error: one("content", "developer"),
  /** The page loads, but the expected text is not in it. */
  expected_text_gone: one("content", "developer"),
  /** The server responds to the page's URL with 404 or 410. */
  page_gone: one("content", "developer"),

  /** Several monitors with the same address, network or name servers fail at the same time. */
  shared_cause: one("shared", "hosting_customer"),
  /** The monitor was edited and has failed since then. */
  monitor_edited: one("shared", "monitor_owner"),
  /** A maintenance window is active. */
  planned_maintenance: one("shared", "site_operator"),

  /** The service gives no answer, or closes the connection without one. */
  service_silent: one("service", "site_operator"),
  /** The service answers that it does not serve anybody now: it is starting, shutting down or full. */
  service_refuses: one("service", "site_operator"),
  /** The service does not accept the login of the check. */
  login_refused: one("service", "monitor_owner"),
  /** The answer to a query or a message does not meet the condition of the monitor. */
  wrong_answer: one("service", "site_operator"),
  /** The port answers, but not in the protocol of the service. */
  other_protocol: one("service", "site_operator"),

  /** The MX records name other hosts than before, or no longer exist. */
  mx_moved: one("mail", "mail_operator"),
  /** An edit made the SPF record invalid, removed it, or dropped a sender. */
  spf_broken: one("mail", "mail_operator"),
  /** The SPF record needs more than ten lookups, usually because a vendor changed its own record. */
  spf_too_many_lookups: one("mail", "mail_operator"),
  /** The key of a selector in use no longer exists or is revoked. */
  dkim_key_gone: one("mail", "mail_operator"),
  /** Messages are signed with a new selector or key, but its record is missing or still has the old key. */
  dkim_key_rotated: one("mail", "mail_operator"),
  /** The DMARC policy is weaker than before, is invalid, or no longer exists. */
  dmarc_weakened: one("mail", "mail_operator"),
  /** A blacklist lists the domain or one of its mail servers. */
  new_listing: one("mail", "mail_operator"),
  /** A mail server no longer offers TLS, or presents a certificate that senders reject. */
  mx_tls_broken: one("mail", "mail_operator")
} as const satisfies Readonly<Record<string, CauseClassFacts>>

/** The code of a class of causes. The codes are stable, but a minor version may add one. */
export type CauseClass = keyof typeof causeClasses

/** All classes, in the order of {@link causeClasses}. */
export const causeClassNames = Object.keys(causeClasses) as ReadonlyArray<CauseClass>
