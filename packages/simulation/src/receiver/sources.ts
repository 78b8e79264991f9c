/**
 * The sources of the rows of the receiver table. Every row has a documented source, and no row is based only on reverse
 * DNS.
 */
export const RECEIVER_SOURCES: Readonly<Record<string, string>> = {
  CF: "Cloudflare's documentation of Email Security and Email Routing",
  DOC: "The operator's own documentation of the records to publish, read in November 2026",
  DS: "DomainScope, lib/senders.js, checked by its author in October 2026",
  INT: "covert-labs/mx-intel, email_security_providers.py at d553687 (2020, facts only)",
  JACE: "jace/mxsniff, mxsniffer/providers.py",
  LEAD: "A published script that cleans lead lists, deliverability.py",
  MXC: "davidhuser/mxmap, signatures.py at 1aa7738 (MIT)",
  MXI: "mxmap-it/mxmap.it, constants.py at 93bc7b8 (MIT)",
  PD: "domainaware/parsedmarc, base_reverse_dns_map.csv at 6358c36 (Apache-2.0); only beside another source",
  PHP: "A published EmailProviderVerifier.php",
  PS: "officegrip, tenantDetails (PowerShell)",
  TMP: "duhow/mail-checker, const.py",
  TOP: "covert-labs/mx-intel, top MX domains of the Alexa million (2020)"
}
