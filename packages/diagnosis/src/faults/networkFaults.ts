import type { FaultPlan } from "./Fault.ts"

/** Faults between Mon and the server, including Mon's own network. */
export const networkFaults: ReadonlyArray<FaultPlan> = [
  {
    class: "connection_refused",
    built:
      "The program that was listening on the port stops. The host responds with a reset or with ICMP port unreachable.",
    vary: {
      port: [443, 80, 8443],
      addresses: ["one", "two", "dual_stack", "all_of_four", "loopback_alias"]
    }
  },
  {
    class: "connection_filtered",
    built: "A packet filter drops or rejects packets to the port. Other ports on the host respond.",
    vary: {
      filter: ["drop", "reject_admin_prohibited", "drop_after_syn", "drop_tls_only", "drop_some_sources"],
      open: ["port_80", "icmp", "other_port", "other_location"]
    }
  },
  {
    class: "server_silent",
    built: "The host is off, or its address leads nowhere. None of its ports respond.",
    vary: {
      how: ["off", "unroutable", "host_unreachable", "network_unreachable", "hangs_before_accept"],
      addresses: ["one", "two", "dual_stack"]
    }
  },
  {
    class: "connection_reset",
    built: "The port accepts connections, then resets them.",
    vary: {
      when: ["after_accept", "after_hello", "after_request", "during_body", "before_accept_queue_full"],
      share: ["all", "most", "every_address"]
    }
  },
  {
    class: "ipv6_broken",
    built: "The IPv6 addresses fail, but the IPv4 addresses serve the site.",
    vary: {
      outcome: ["refused", "silent", "reset", "wrong_certificate", "no_route"],
      check: ["family_6_only", "both", "slow_fallback", "two_of_two_addresses"]
    }
  },
  {
    class: "one_location",
    built: "One location cannot reach the site. All other locations can.",
    vary: {
      outcome: ["silent", "refused", "reset", "status_403", "dns_timeout"],
      others: [2, 3, 5, 9]
    }
  },
  {
    class: "one_provider",
    built: "All locations in one network fail. Locations in other networks reach the site.",
    vary: {
      outcome: ["silent", "refused", "no_route", "tls_timeout", "dns_servfail"],
      failing: [2, 3, 4]
    }
  },
  {
    class: "own_network",
    built: "Our own worker loses its network or its resolver, or its packets are lost. The site works.",
    vary: {
      lost: ["all", "resolver", "most_packets", "ipv6", "outgoing_443"],
      site: ["silent", "dns_timeout", "dns_servfail", "no_route"]
    }
  },
  {
    class: "shared_cause",
    built: "Several monitors fail together because they share a server, a network or name servers.",
    vary: {
      shared: ["address", "network", "name_servers", "provider"],
      failing: [3, 5, 12, 40, 200]
    }
  },
  {
    class: "monitor_edited",
    built:
      "The site does not change, but the monitor is given a URL, an expectation or a time limit that the site does not meet.",
    vary: {
      edited: ["url", "expect", "timeout", "method", "headers"],
      minutesAgo: [1, 5, 20]
    }
  },
  {
    class: "planned_maintenance",
    built: "A maintenance window is active, and the site is taken down.",
    vary: {
      outcome: ["status_503", "refused", "silent", "status_502", "dns_nodata"],
      window: ["just_begun", "middle", "overrun"]
    }
  }
]
