import type { FaultPlan } from "./Fault.ts"

/** The results that a visitor may get after the registry has removed a domain from its zone. */
const WITHOUT_DELEGATION = ["nxdomain", "parking_page", "silent", "servfail"]

/** Faults of registration, delegation and DNS records. */
export const nameFaults: ReadonlyArray<FaultPlan> = [
  {
    class: "registration_expired",
    built:
      "RDAP reports an expiration date in the past. The parent zone drops the name, or delegates it to a parking service.",
    vary: { daysAgo: [1, 3, 10, 29, 44], seen: WITHOUT_DELEGATION }
  },
  {
    class: "registration_on_hold",
    built: "RDAP reports clientHold or serverHold with a valid date. The parent zone drops the name.",
    vary: {
      status: ["clientHold", "serverHold", "client hold", "clientHold+serverHold", "serverHold+ok"],
      seen: ["nxdomain", "nxdomain_subdomain", "servfail", "cached_then_nxdomain"]
    }
  },
  {
    class: "registration_deleted",
    built: "RDAP reports redemption or pending delete, or no registration at all. The parent zone drops the name.",
    vary: {
      registry: ["redemptionPeriod", "pendingDelete", "pendingRestore", "not_registered", "redemption+pendingDelete"],
      host: ["apex", "www", "deep"]
    }
  },
  {
    class: "delegation_changed",
    built: "The parent zone delegates to other servers, which return different records or refuse to serve the zone.",
    vary: {
      newServers: ["other_addresses", "parking", "refused", "empty_zone", "servfail"],
      replaced: ["all", "all_but_one"],
      ago: ["minutes", "hours"]
    }
  },
  {
    class: "delegation_lame",
    built:
      "Some delegated servers return REFUSED, SERVFAIL or a non-authoritative answer, because the zone was removed from them.",
    vary: {
      answer: ["refused", "servfail", "not_authoritative", "upward_referral", "empty"],
      servers: ["all", "all_but_a_silent_one", "the_one_in_the_cache", "all_new"]
    }
  },
  {
    class: "name_servers_silent",
    built: "None of the delegated name servers respond over UDP or TCP.",
    vary: {
      how: ["drop", "icmp_unreachable", "udp_only", "host_gone", "address_unroutable"],
      servers: [1, 2, 4]
    }
  },
  {
    class: "dnssec_broken",
    built: "A validating resolver returns SERVFAIL, but the zone's own servers return records.",
    vary: {
      break: [
        "ds_without_key",
        "signature_expired",
        "signature_missing",
        "unknown_algorithm",
        "signature_not_yet_valid"
      ],
      names: ["zone", "host_only"],
      resolvers: ["all_validate", "one_does_not"]
    }
  },
  {
    class: "address_removed",
    built: "Somebody removes the host's address records. The rest of the zone works.",
    vary: {
      answer: ["nxdomain", "nodata", "nodata_but_txt", "nodata_but_mx", "nxdomain_of_parent_label"],
      watched: [true, false],
      host: ["apex", "www"]
    }
  },
  {
    class: "address_changed",
    built: "The address records change to a server that does not serve the site.",
    vary: {
      newServer: ["refuses", "silent", "other_certificate", "not_found", "default_page"],
      replaced: ["all", "one_of_two"],
      family: [4, 6]
    }
  },
  {
    class: "cname_changed",
    built: "The host's alias changes to a name that does not serve the site.",
    vary: {
      newTarget: ["refuses", "other_certificate", "not_found", "default_page", "silent"],
      before: ["alias", "addresses", "alias_of_alias"]
    }
  },
  {
    class: "cname_dangling",
    built:
      "The alias stays, but its target is deleted: the name does not exist, or the platform does not know the host.",
    vary: {
      target: ["nxdomain", "nodata", "github_pages", "heroku", "s3"],
      host: ["www", "shop", "deep", "apex_flattened"]
    }
  },
  {
    class: "address_not_public",
    built: "The host's record points to a private or reserved address.",
    vary: {
      address: ["10.0.0.5", "192.168.1.10", "127.0.0.1", "169.254.10.1", "fd00::5"],
      before: ["public", "public_and_private", "unknown"]
    }
  },
  {
    class: "name_servers_differ",
    built: "One of the zone's servers still has old or empty records, so some resolvers fail.",
    vary: {
      behind: ["old_address", "nxdomain", "nodata", "old_alias", "expired_zone"],
      servers: ["one_of_two", "two_of_four", "one_of_three"]
    }
  }
]
