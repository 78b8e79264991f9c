import type { FaultPlan } from "./Fault.ts"

export const mailFaults: ReadonlyArray<FaultPlan> = [
  {
    class: "mx_moved",
    built: "The MX records are replaced, removed or replaced by a null MX.",
    vary: {
      now: ["other_provider", "none", "null_mx", "host_without_address", "lower_preference_only"],
      before: ["one", "two", "provider"]
    }
  },
  {
    class: "spf_broken",
    built: "An edit makes the SPF record invalid, removes it, or drops one of its senders.",
    vary: {
      edit: ["typo_mechanism", "second_record", "removed", "include_dropped", "missing_space"],
      all: ["-all", "~all", "?all", "redirect"]
    }
  },
  {
    class: "spf_too_many_lookups",
    built:
      "Either a vendor's included record grew while your own record stayed the same, or an include was added to your record.",
    vary: {
      lookups: [11, 12, 14, 19, 30],
      because: ["vendor_grew", "include_added", "vendor_nested", "redirect_added"]
    }
  },
  {
    class: "dkim_key_gone",
    built: "The record for a selector that is in use is removed, revoked or damaged.",
    vary: {
      now: ["nxdomain", "revoked", "alias_dangling", "truncated", "other_text"],
      selectors: ["only_one", "one_of_two", "one_of_three"]
    }
  },
  {
    class: "dkim_key_rotated",
    built: "The sender signs with a new selector or key, and the record is missing or has the old key.",
    vary: {
      sign: ["new_selector", "new_key_same_selector", "new_provider"],
      record: ["missing", "old_key", "old_selector_only", "alias_to_old", "wrong_name"]
    }
  },
  {
    class: "dmarc_weakened",
    built: "The DMARC policy becomes weaker or invalid, or is removed.",
    vary: {
      now: ["none", "removed", "invalid", "testing", "subdomains_none"],
      before: ["reject", "quarantine", "reject_with_reports"]
    }
  },
  {
    class: "new_listing",
    built: "A blacklist lists the domain, or an address of its mail servers.",
    vary: {
      list: ["spamhaus_zen", "spamhaus_dbl", "spamcop", "psbl", "uceprotect_1"],
      what: ["mx_address", "domain", "sending_address", "two_lists"]
    }
  },
  {
    class: "mx_tls_broken",
    built: "A mail server stops offering STARTTLS, or presents a certificate that MTA-STS or DANE rejects.",
    vary: {
      now: ["no_starttls", "expired", "wrong_name", "tlsa_mismatch", "untrusted"],
      policy: ["mta_sts_enforce", "dane", "none", "mta_sts_testing"]
    }
  }
]
