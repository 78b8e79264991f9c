import type { ReceiverProvider } from "./ReceiverProvider.ts"

export const MAILBOXES: ReadonlyArray<ReceiverProvider> = [
  {
    id: "agenturserver",
    name: "agenturserver.de",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "agenturserver.de": "PHP TOP" }
  },
  { id: "allinkl", name: "all-inkl", kind: "mailbox", gatewayClass: null, hosts: { "kasserver.com": "PHP TOP PD" } },
  { id: "aruba", name: "aruba.it", kind: "mailbox", gatewayClass: null, hosts: { "aruba.it": "PHP MXI PD" } },
  {
    id: "aws",
    name: "Amazon WorkMail / SES inbound",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "inbound-smtp.*.amazonaws.com": "MXC PD TOP" }
  },
  { id: "beget", name: "beget.com", kind: "mailbox", gatewayClass: null, hosts: { "beget.com": "TOP PD" } },
  {
    id: "carrierzone",
    name: "carrierzone.com",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "carrierzone.com": "TOP PD" }
  },
  {
    id: "dreamhost",
    name: "DreamHost",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "dreamhost.com": "TOP JACE PD" }
  },
  {
    id: "fastmail",
    name: "Fastmail",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "messagingengine.com": "DS TOP PD" }
  },
  { id: "gandi", name: "Gandi", kind: "mailbox", gatewayClass: null, hosts: { "gandi.net": "DS MXI TOP PD" } },
  {
    id: "godaddy",
    name: "GoDaddy Workspace Email",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "secureserver.net": "DS TOP PD" }
  },
  {
    id: "google",
    name: "Google Workspace",
    kind: "mailbox",
    gatewayClass: null,
    hosts: {
      "aspmx.l.google.com": "MXC JACE MXI",
      "gmail-smtp-in.l.google.com": "JACE",
      "google.com": "MXI PS MXC PD TOP",
      "googlemail.com": "MXC TOP",
      "smtp.google.com": "MXC"
    }
  },
  {
    id: "hetzner",
    name: "Hetzner",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "your-server.de": "MXI PHP PD TOP" }
  },
  {
    id: "hosteurope-df",
    name: "DomainFactory/Host Europe",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "ispgateway.de": "PHP TOP PD" }
  },
  { id: "hostinger", name: "Hostinger", kind: "mailbox", gatewayClass: null, hosts: { "hostinger.com": "PHP PD TOP" } },
  { id: "hostnet", name: "hostnet.nl", kind: "mailbox", gatewayClass: null, hosts: { "hostnet.nl": "PHP TOP PD" } },
  {
    id: "hostpoint",
    name: "hostpoint.ch",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "hostpoint.ch": "PHP TOP PD" }
  },
  {
    id: "icloud",
    name: "iCloud Mail (custom domain)",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "mail.icloud.com": "DOC" }
  },
  {
    id: "infomaniak",
    name: "Infomaniak",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "ikmail.com": "MXC", "infomaniak.ch": "MXC PD TOP", "mxpool.infomaniak.com": "MXC" }
  },
  {
    id: "ionos",
    name: "IONOS",
    kind: "mailbox",
    gatewayClass: null,
    hosts: {
      "1and1.com": "TOP PHP",
      "ionos.com": "DS TOP PHP PD",
      "ionos.de": "TOP PHP PD",
      "kundenserver.de": "DS TOP PHP PD",
      "perfora.net": "DS PD",
      "schlund.de": "TOP PHP"
    }
  },
  { id: "jimdo", name: "jimdo.com", kind: "mailbox", gatewayClass: null, hosts: { "jimdo.com": "PHP TOP" } },
  { id: "locaweb", name: "locaweb.com.br", kind: "mailbox", gatewayClass: null, hosts: { "locaweb.com.br": "TOP PD" } },
  { id: "lolipop", name: "lolipop.jp", kind: "mailbox", gatewayClass: null, hosts: { "lolipop.jp": "TOP PD" } },
  { id: "mailbox", name: "mailbox.org", kind: "mailbox", gatewayClass: null, hosts: { "mailbox.org": "DS PD TOP" } },
  {
    id: "mailru",
    name: "Mail.ru / VK WorkSpace",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "mail.ru": "DS PD TOP" }
  },
  {
    id: "microsoft365",
    name: "Microsoft 365",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "mail.protection.outlook.com": "MXC MXI", "mail.protection.outlook.de": "MXI", "mx.microsoft": "MXC MXI" }
  },
  {
    id: "microsoft365-cn",
    name: "Microsoft 365 China",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "mail.protection.partner.outlook.cn": "DOC" }
  },
  {
    id: "microsoft365-gov",
    name: "Microsoft 365 GCC High",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "mail.protection.office365.us": "DOC" }
  },
  { id: "migadu", name: "migadu.com", kind: "mailbox", gatewayClass: null, hosts: { "migadu.com": "DS PD TOP" } },
  {
    id: "namecheap",
    name: "Namecheap Private Email",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "jellyfish.systems": "MXI PD", "privateemail.com": "DS TOP PD" }
  },
  {
    id: "namecheap-shared",
    name: "Namecheap shared hosting",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "web-hosting.com": "TOP PD" }
  },
  { id: "netcup", name: "netcup.net", kind: "mailbox", gatewayClass: null, hosts: { "netcup.net": "PHP TOP" } },
  { id: "netease", name: "NetEase Qiye", kind: "mailbox", gatewayClass: null, hosts: { "netease.com": "PD TOP" } },
  { id: "onecom", name: "one.com", kind: "mailbox", gatewayClass: null, hosts: { "one.com": "PHP TOP PD" } },
  {
    id: "opensrs",
    name: "OpenSRS/Tucows Hosted Email",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "hostedemail.com": "TOP PD" }
  },
  {
    id: "outlook-consumer",
    name: "Outlook.com consumer",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "olc.protection.outlook.com": "TMP" }
  },
  {
    id: "ovh",
    name: "OVHcloud",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "ovh.com": "MXI", "ovh.net": "MXI TOP PD" }
  },
  {
    id: "pdr",
    name: "PublicDomainRegistry Business Email",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "mailhostbox.com": "TOP PD" }
  },
  {
    id: "proton",
    name: "Proton Mail",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "proton.ch": "DS PD", "protonmail.ch": "DS INT PD TOP" }
  },
  {
    id: "rackspace",
    name: "Rackspace Email",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "emailsrvr.com": "DS TOP PD" }
  },
  {
    id: "register",
    name: "register.it",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "register.it": "PHP TOP MXI PD" }
  },
  {
    id: "secure-ne-jp",
    name: "secure.ne.jp",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "secure.ne.jp": "TOP PD" }
  },
  { id: "strato", name: "Strato", kind: "mailbox", gatewayClass: null, hosts: { "rzone.de": "PHP TOP PD" } },
  { id: "tencent", name: "Tencent Exmail / QQ", kind: "mailbox", gatewayClass: null, hosts: { "qq.com": "TOP PD" } },
  { id: "titan", name: "Titan Email", kind: "mailbox", gatewayClass: null, hosts: { "titan.email": "DS PD" } },
  { id: "tutanota", name: "tutanota.de", kind: "mailbox", gatewayClass: null, hosts: { "tutanota.de": "DS TOP" } },
  {
    id: "yahoo",
    name: "Yahoo / AOL / AT&T",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "yahoodns.net": "JACE TOP" }
  },
  {
    id: "yandex",
    name: "Yandex 360",
    kind: "mailbox",
    gatewayClass: null,
    hosts: { "yandex.net": "DS MXI TOP PD", "yandex.ru": "DS MXI TOP" }
  },
  {
    id: "zoho",
    name: "Zoho Mail",
    kind: "mailbox",
    gatewayClass: null,
    hosts: {
      "zoho.com": "DS MXI PD TOP",
      "zoho.com.au": "DS PD TOP",
      "zoho.eu": "DS MXI PD TOP",
      "zoho.in": "DS MXI PD TOP",
      "zoho.jp": "DS",
      "zohomail.com": "DS PD TOP"
    }
  }
]
