import type { ReceiverProvider } from "./ReceiverProvider.ts"

/**
 * The hosts that do not reveal a mailbox provider: hosts for forwarding, aliases, applications, disposable email and
 * parked names.
 */
export const PASSING_HOSTS: ReadonlyArray<ReceiverProvider> = [
  {
    id: "anonaddy",
    name: "addy.io (AnonAddy)",
    kind: "alias",
    gatewayClass: null,
    hosts: { "mail.anonaddy.me": "TMP", "mail2.anonaddy.me": "TMP" }
  },
  {
    id: "cloudflare-routing",
    name: "Cloudflare Email Routing",
    kind: "forwarding",
    gatewayClass: null,
    hosts: { "mx.cloudflare.net": "DS MXI" }
  },
  {
    id: "disposable",
    name: "Disposable mail",
    kind: "disposable",
    gatewayClass: null,
    hosts: {
      "emailfake.com": "TMP",
      "generator.email": "TMP",
      "in.mail.tm": "TMP",
      "mail.mailinator.com": "TMP",
      "mail2.mailinator.com": "TMP",
      "mailnesia.com": "TMP",
      "mx.1secmail.com": "TMP",
      "mx.discard.email": "TMP",
      "mx.moakt.com": "TMP",
      "prd-smtp.10minutemail.com": "TMP",
      "smtp.yopmail.com": "TMP"
    }
  },
  {
    id: "forwardemail",
    name: "Forward Email",
    kind: "forwarding",
    gatewayClass: null,
    hosts: { "forwardemail.net": "DS PD TOP" }
  },
  { id: "improvmx", name: "ImprovMX", kind: "forwarding", gatewayClass: null, hosts: { "improvmx.com": "DS PD TOP" } },
  {
    id: "mailgun",
    name: "Mailgun inbound",
    kind: "application",
    gatewayClass: null,
    hosts: { "mailgun.org": "DS TOP" }
  },
  {
    id: "namecheap-forwarding",
    name: "Namecheap free forwarding",
    kind: "forwarding",
    gatewayClass: null,
    hosts: { "registrar-servers.com": "TOP PD" }
  },
  {
    id: "parked",
    name: "Parked domain",
    kind: "parking",
    gatewayClass: null,
    hosts: { "b-io.co": "INT TOP", "h-email.net": "TOP INT", "mxproc.com": "INT TOP" }
  },
  {
    id: "postmark",
    name: "Postmark inbound",
    kind: "application",
    gatewayClass: null,
    hosts: { "inbound.postmarkapp.com": "DOC" }
  },
  {
    id: "sendgrid",
    name: "SendGrid inbound parse",
    kind: "application",
    gatewayClass: null,
    hosts: { "sendgrid.net": "PHP PD TOP" }
  },
  {
    id: "simplelogin",
    name: "SimpleLogin",
    kind: "alias",
    gatewayClass: null,
    hosts: { "mx1.simplelogin.co": "TMP", "mx2.simplelogin.co": "TMP" }
  }
]
