import type { MessageRule } from "./Rule.ts"

export const SPF_RULES = {
  spf_not_checked: {
    severity: "info",
    reference: "RFC 7208 section 2.4",
    message: "SPF was not checked, because {what} is unknown.",
    step: "Pass the IP address of the sending server and the MAIL FROM address."
  },
  spf_fail: {
    severity: "high",
    reference: "RFC 7208 section 8.4",
    message: "{domain} does not allow {ip} to send its email.",
    step: "If you use this server, add it to the SPF record for {domain}. Otherwise treat the message as forged."
  },
  spf_pass_all: {
    severity: "high",
    reference: "RFC 7208 section 5.1",
    message: "SPF passes only because {domain} allows every server to send its email ({term}).",
    step: "Replace the term with the servers that send for {domain}, and end the record with -all. Otherwise do not trust the result."
  },
  spf_softfail: {
    severity: "medium",
    reference: "RFC 7208 section 8.5",
    message: "{ip} is probably not allowed to send email for {domain}.",
    step: "If you use this server, add it to the SPF record for {domain}."
  },
  spf_neutral: {
    severity: "medium",
    reference: "RFC 7208 section 8.2",
    message: "The SPF record for {domain} does not say anything about {ip}.",
    step: "Add the server to the SPF record for {domain}, and end the record with ~all or -all."
  },
  spf_none: {
    severity: "medium",
    reference: "RFC 7208 section 8.1",
    message: "{domain} has no SPF record.",
    step: "Publish an SPF record that lists every server that sends for {domain}."
  },
  spf_permerror: {
    severity: "high",
    reference: "RFC 7208 section 8.7",
    message: "The SPF record for {domain} is not valid: {detail}",
    step: "Correct the record. Check the domain with @mon/email-health to get the corrected record."
  },
  spf_temperror: {
    severity: "info",
    reference: "RFC 7208 section 8.6",
    message: "The SPF result for {domain} is unknown: {detail}",
    step: "Check the message again later."
  }
} as const satisfies Readonly<Record<string, MessageRule>>

export const DKIM_RULES = {
  dkim_none: {
    severity: "high",
    reference: "RFC 6376 section 5",
    message: "The message has no DKIM signature.",
    step: "Turn on DKIM signing in the program or at the provider that sends your messages."
  },
  dkim_body_changed: {
    severity: "high",
    reference: "RFC 6376 section 3.7",
    message: "The body was changed after {domain} signed it.",
    step: "Find out what changes messages after they are signed, such as an added footer, a virus scanner or a mailing list."
  },
  dkim_headers_changed: {
    severity: "high",
    reference: "RFC 6376 section 6.1.3",
    message: "The signature from {domain} does not match: a signed header or the key was changed.",
    step: "Compare the key at {name} with the signing program's key, and sign after all header changes."
  },
  dkim_key_mismatch: {
    severity: "high",
    reference: "RFC 6376 section 6.1.3",
    message: "The signature from {domain} was not made with the key at {name}.",
    step: "Publish the signing program's key at {name}. An old message may use a key that was replaced."
  },
  dkim_expired: {
    severity: "high",
    reference: "RFC 6376 section 3.5",
    message: "The signature from {domain} has expired.",
    step: "If this is an old message, this is normal. Otherwise make signatures valid for at least a week."
  },
  dkim_key_missing: {
    severity: "high",
    reference: "RFC 6376 section 6.1.2",
    message: "No DKIM key is published at {name}.",
    step: "Publish the signing program's key at {name}. An old message may use a key that was removed."
  },
  dkim_key_revoked: {
    severity: "high",
    reference: "RFC 6376 section 3.6.1",
    message: "The DKIM key at {name} was revoked.",
    step: "Sign with a selector whose key is published."
  },
  dkim_key_invalid: {
    severity: "high",
    reference: "RFC 6376 section 3.6.1",
    message: "The DKIM key at {name} cannot be used: {detail}",
    step: "Publish the key again, exactly as the signing program shows it."
  },
  dkim_key_length: {
    severity: "high",
    reference: "RFC 8301 section 3.2",
    message: "The DKIM key at {name} has a length that verifiers reject: {detail}",
    step: "Replace the key with a 2048-bit RSA key under a new selector."
  },
  dkim_key_short: {
    severity: "low",
    reference: "RFC 8301 section 3.2",
    message: "The DKIM key at {name} has only {bits} bits.",
    step: "Replace the key with a 2048-bit RSA key under a new selector."
  },
  dkim_sha1: {
    severity: "high",
    reference: "RFC 8301 section 3.1",
    message: "The signature from {domain} uses SHA-1, so receivers ignore it.",
    step: "Set the signing program to rsa-sha256."
  },
  dkim_syntax: {
    severity: "high",
    reference: "RFC 6376 section 6.1.1",
    message: "A DKIM-Signature cannot be used: {detail}",
    step: "Update or correct the signing program."
  },
  dkim_from_not_signed: {
    severity: "high",
    reference: "RFC 6376 section 5.4",
    message: "The signature from {domain} does not cover the From header, so receivers ignore it.",
    step: "Add From to the signed headers."
  },
  dkim_unanswered: {
    severity: "info",
    reference: "RFC 6376 section 6.1.2",
    message: "The result for the signature from {domain} is unknown: {detail}",
    step: "Check the message again later."
  },
  dkim_partial_body: {
    severity: "medium",
    reference: "RFC 6376 section 8.2",
    message:
      "The signature from {domain} leaves {count} octets of the body unsigned, so anyone can replace the content.",
    step: "Sign without the body length limit (the tag l=)."
  },
  dkim_headers_unsigned: {
    severity: "low",
    reference: "RFC 6376 section 5.4.1",
    message: "None of the valid signatures covers {names}.",
    step: "Add these headers to the signed headers."
  },
  dkim_testing: {
    severity: "low",
    reference: "RFC 6376 section 3.6.1",
    message: "The key at {name} is marked as a test (t=y).",
    step: "Remove t=y from the key record when signing works."
  },
  dkim_several_keys: {
    severity: "medium",
    reference: "RFC 6376 section 3.6.2.2",
    message: "There are {count} key records at {name}, and receivers may use any of them.",
    step: "Remove all records at {name} except for the key in use."
  },
  dkim_too_many: {
    severity: "low",
    reference: "RFC 6376 section 8.4",
    message: "{count} more signatures were not verified.",
    step: "Remove signatures that no receiver needs."
  },
  dkim_header_limit: {
    severity: "high",
    reference: "RFC 6376 section 8.4",
    message: "The signature from {domain} was not verified, because the header section is too large.",
    step: "Remove headers until the section has fewer than 1,000 fields and 256 KiB."
  }
} as const satisfies Readonly<Record<string, MessageRule>>

export const DMARC_RULES = {
  dmarc_fail: {
    severity: "critical",
    reference: "RFC 9989 section 5.4",
    message: "The message fails DMARC, and {domain} asks receivers to {action} it.",
    step: "Sign with DKIM as {domain}, or send from a server in its SPF record with a MAIL FROM address at {domain}."
  },
  dmarc_none: {
    severity: "medium",
    reference: "RFC 9989 section 4.7",
    message: "{domain} has no DMARC record.",
    step: "Publish the record, then add an address for reports."
  },
  dmarc_policy_none: {
    severity: "info",
    reference: "RFC 9989 section 4.7",
    message: "The DMARC policy for {domain} is none, so receivers do not stop forged messages.",
    step: "When the reports show that all of your senders pass, change the policy to quarantine."
  },
  dmarc_unknown: {
    severity: "info",
    reference: "RFC 9989 section 5.4",
    message: "The DMARC result is unknown: {detail}",
    step: "Check again with the IP address of the sending server, or later if DNS did not respond."
  },
  dmarc_no_author: {
    severity: "high",
    reference: "RFC 9989 section 5.3.1",
    message:
      "DMARC does not apply, because there is not exactly one From header whose addresses all have the same domain.",
    step: "Write one From header with one address."
  },
  spf_not_aligned: {
    severity: "low",
    reference: "RFC 9989 section 4.4",
    message: "SPF passes for {other}, which is not the author's domain ({domain}).",
    step: "Have your provider use a MAIL FROM address under {domain} (a custom return path)."
  },
  dkim_not_aligned: {
    severity: "medium",
    reference: "RFC 9989 section 4.4",
    message: "DKIM passes for {other}, which is not the author's domain ({domain}).",
    step: "At your provider, set up signing with the domain {domain}."
  }
} as const satisfies Readonly<Record<string, MessageRule>>

export const ARC_RULES = {
  arc_fail: {
    severity: "low",
    reference: "RFC 8617 section 5.2",
    message: "The ARC chain is broken: {detail}",
    step: "Ask the forwarding service that sealed the message last to correct its seal."
  },
  arc_unknown: {
    severity: "info",
    reference: "RFC 8617 section 5.2",
    message: "The ARC chain was not verified: {detail}",
    step: null
  }
} as const satisfies Readonly<Record<string, MessageRule>>
