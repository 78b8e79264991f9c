import { makeHostTable } from "./HostTable.ts"

/**
 * The evidence from an SPF include: the service from which a domain's users send email, or the gateway in front of this
 * service.
 */
export interface SpfHint {
  readonly provider: string
  readonly kind: "mailbox" | "gateway" | "sender"
}

const MAILBOXES: Readonly<Record<string, string>> = {
  "_mailcust.gandi.net": "gandi",
  "_spf-eu.ionos.com": "ionos",
  "_spf-us.ionos.com": "ionos",
  "_spf.google.com": "google",
  "_spf.mail.ru": "mailru",
  "_spf.protonmail.ch": "proton",
  "_spf.yandex.net": "yandex",
  "emailsrvr.com": "rackspace",
  "icloud.com": "icloud",
  "messagingengine.com": "fastmail",
  "migadu.com": "migadu",
  "mx.ovh.com": "ovh",
  "privateemail.com": "namecheap",
  "secureserver.net": "godaddy",
  "spf.infomaniak.ch": "infomaniak",
  "_spf.mail.hostinger.com": "hostinger",
  "spf.protection.office365.us": "microsoft365-gov",
  "spf.protection.outlook.com": "microsoft365",
  "titan.email": "titan",
  "zoho.com": "zoho",
  "zoho.eu": "zoho",
  "zohomail.com": "zoho"
}

const GATEWAYS: Readonly<Record<string, string>> = {
  "_netblocks.mimecast.com": "mimecast",
  "_spf.fortimailcloud.com": "fortinet",
  "barracudanetworks.com": "barracuda",
  "hornetsecurity.com": "hornetsecurity",
  "hydra.sophos.com": "sophos",
  "iphmx.com": "cisco",
  "mailcontrol.com": "forcepoint",
  "ppe-hosted.com": "proofpoint-essentials",
  "pphosted.com": "proofpoint",
  "spf.messagelabs.com": "symantec",
  "tmes.trendmicro.com": "trendmicro"
}

const SENDERS: Readonly<Record<string, string>> = {
  "_spf.salesforce.com": "salesforce",
  "amazonses.com": "amazonses",
  "hubspotemail.net": "hubspot",
  "mail.zendesk.com": "zendesk",
  "mailgun.org": "mailgun",
  "mtasv.net": "postmark",
  "sendgrid.net": "sendgrid",
  "servers.mcsv.net": "mailchimp",
  "spf.brevo.com": "brevo",
  "spf.mandrillapp.com": "mandrill"
}

const rows = (kind: SpfHint["kind"], table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([name, provider]): readonly [string, SpfHint] => [name, { provider, kind }])

const INCLUDES = makeHostTable([
  ...rows("mailbox", MAILBOXES),
  ...rows("gateway", GATEWAYS),
  ...rows("sender", SENDERS)
])

/** Returns the evidence from the target of an include or redirect. Ignores the text up to the end of the last macro. */
export const spfHintOf = (target: string): SpfHint | null => {
  const macro = target.lastIndexOf("}")
  return INCLUDES.find(macro < 0 ? target : target.slice(macro + 1).replace(/^\./, ""))
}

const TERM = /^[+~?-]?(?:include:|redirect=)(.+)$/i

/**
 * Returns the targets of the includes and the redirect of an SPF record, in lower case, without targets that are only a
 * macro.
 */
export const spfTargets = (record: string): ReadonlyArray<string> =>
  record.split(/[ \t]+/).flatMap((term) => {
    const target = TERM.exec(term)?.[1]
    return target === undefined ? [] : [target.toLowerCase()]
  })
