import type { FaultPlan } from "./Fault.ts"

export const tlsFaults: ReadonlyArray<FaultPlan> = [
  {
    class: "certificate_expired",
    built: "The server's certificate expires, or one above it in the chain does.",
    vary: {
      expired: ["leaf", "intermediate", "leaf_and_intermediate", "old_after_restart", "one_of_two_servers"],
      daysAgo: [0, 1, 30, 400]
    }
  },
  {
    class: "certificate_for_other_name",
    built: "A renewal replaces the certificate with one that is not for the host.",
    vary: {
      names: ["apex_only", "www_only", "other_domain", "wildcard_one_level", "old_name"],
      issuer: ["same", "other"],
      days: [0, 7]
    }
  },
  {
    class: "wrong_virtual_host",
    built: "The server no longer has a configuration for the host, and responds as another site.",
    vary: {
      shown: ["other_site", "panel", "default_certificate", "snakeoil", "start_page"],
      server: ["nginx", "apache", "iis"]
    }
  },
  {
    class: "chain_incomplete",
    built: "The server stops sending the intermediate certificate.",
    vary: {
      sent: ["leaf_only", "leaf_and_root", "leaf_and_wrong_intermediate", "leaf_twice", "unordered"],
      since: ["renewal", "restart", "always"]
    }
  },
  {
    class: "certificate_untrusted",
    built: "The server presents a certificate that does not chain to a root that browsers trust.",
    vary: {
      kind: ["self_signed", "private_root", "distrusted_root", "staging_authority", "self_signed_authority"],
      before: ["trusted", "trusted_other_issuer", "unknown"]
    }
  },
  {
    class: "clock_wrong",
    built: "The certificate is not valid yet, or the server's clock is wrong.",
    vary: {
      offset: ["hour_back", "day_back", "year_back", "day_ahead", "epoch"],
      seen: ["not_yet_valid", "date_header", "both"]
    }
  },
  {
    class: "tls_too_old",
    built: "The server only offers TLS 1.0 or 1.1.",
    vary: {
      protocol: ["TLSv1", "TLSv1.1", "SSLv3"],
      seen: [
        "alert_protocol_version",
        "unsupported_protocol",
        "handshake_with_warning",
        "closed_after_hello",
        "reset_after_hello"
      ]
    }
  },
  {
    class: "tls_handshake_failed",
    built: "The handshake fails, although the protocol versions match.",
    vary: {
      alert: ["handshake_failure", "unrecognized_name", "certificate_required", "internal_error", "plain_http_on_port"],
      since: ["deployment", "restart", "always"]
    }
  }
]
