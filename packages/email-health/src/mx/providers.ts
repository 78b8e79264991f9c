/**
 * The purpose of a provider's mail hosts: mailboxes, a filtering gateway, forwarding, an application that receives
 * email, or parked domains.
 */
export type ProviderKind = "mailbox" | "gateway" | "forwarding" | "application" | "parking"

/** A mail provider and the names of its hosts. */
export interface MailProvider {
  readonly id: string
  readonly name: string
  readonly kind: ProviderKind
  readonly suffixes: ReadonlyArray<string>
}

/** The providers by the names of their mail hosts, compiled from public signature lists in November 2026. */
export const MAIL_PROVIDERS: ReadonlyArray<MailProvider> = [
  { id: "123-reg", name: "123-reg.co.uk", kind: "mailbox", suffixes: ["123-reg.co.uk"] },
  { id: "agenturserver", name: "agenturserver.de", kind: "mailbox", suffixes: ["agenturserver.de"] },
  { id: "alibaba", name: "Alibaba Mail", kind: "mailbox", suffixes: ["mxhichina.com"] },
  { id: "allinkl", name: "all-inkl", kind: "mailbox", suffixes: ["kasserver.com"] },
  { id: "aruba", name: "aruba.it", kind: "mailbox", suffixes: ["aruba.it"] },
  { id: "aws", name: "Amazon WorkMail / SES inbound", kind: "mailbox", suffixes: ["amazonaws.com", "awsapps.com"] },
  { id: "beget", name: "beget.com", kind: "mailbox", suffixes: ["beget.com"] },
  { id: "carrierzone", name: "carrierzone.com", kind: "mailbox", suffixes: ["carrierzone.com"] },
  { id: "dreamhost", name: "DreamHost", kind: "mailbox", suffixes: ["dreamhost.com"] },
  { id: "fastmail", name: "Fastmail", kind: "mailbox", suffixes: ["messagingengine.com"] },
  { id: "gandi", name: "Gandi", kind: "mailbox", suffixes: ["gandi.net"] },
  { id: "godaddy", name: "GoDaddy Workspace Email", kind: "mailbox", suffixes: ["secureserver.net"] },
  { id: "google", name: "Google Workspace", kind: "mailbox", suffixes: ["google.com", "googlemail.com"] },
  { id: "hetzner", name: "Hetzner", kind: "mailbox", suffixes: ["your-server.de"] },
  { id: "hosteurope-df", name: "DomainFactory/Host Europe", kind: "mailbox", suffixes: ["ispgateway.de"] },
  { id: "hostinger", name: "Hostinger", kind: "mailbox", suffixes: ["hostinger.com"] },
  { id: "hostnet", name: "hostnet.nl", kind: "mailbox", suffixes: ["hostnet.nl"] },
  { id: "hostpoint", name: "hostpoint.ch", kind: "mailbox", suffixes: ["hostpoint.ch"] },
  { id: "icloud", name: "iCloud Mail", kind: "mailbox", suffixes: ["mail.icloud.com"] },
  {
    id: "infomaniak",
    name: "Infomaniak",
    kind: "mailbox",
    suffixes: ["ikmail.com", "infomaniak.ch", "mxpool.infomaniak.com"]
  },
  {
    id: "ionos",
    name: "IONOS",
    kind: "mailbox",
    suffixes: [
      "1and1.co.uk",
      "1and1.com",
      "1and1.es",
      "1and1.fr",
      "ionos.com",
      "ionos.de",
      "kundenserver.de",
      "perfora.net",
      "schlund.de"
    ]
  },
  { id: "jimdo", name: "jimdo.com", kind: "mailbox", suffixes: ["jimdo.com"] },
  { id: "jp-host", name: "Japanese hosting", kind: "mailbox", suffixes: ["lolipop.jp", "secure.ne.jp"] },
  { id: "locaweb", name: "locaweb.com.br", kind: "mailbox", suffixes: ["locaweb.com.br"] },
  { id: "mailbox", name: "mailbox.org", kind: "mailbox", suffixes: ["mailbox.org"] },
  { id: "mailru", name: "Mail.ru / VK WorkSpace", kind: "mailbox", suffixes: ["mail.ru"] },
  {
    id: "microsoft365",
    name: "Microsoft 365",
    kind: "mailbox",
    suffixes: ["mail.protection.outlook.com", "mail.protection.outlook.de", "mx.microsoft"]
  },
  {
    id: "microsoft365-cn",
    name: "Microsoft 365 China",
    kind: "mailbox",
    suffixes: ["mail.protection.partner.outlook.cn"]
  },
  {
    id: "microsoft365-gov",
    name: "Microsoft 365 GCC High",
    kind: "mailbox",
    suffixes: ["mail.protection.office365.us"]
  },
  { id: "migadu", name: "migadu.com", kind: "mailbox", suffixes: ["migadu.com"] },
  {
    id: "namecheap",
    name: "Namecheap Private Email / forwarding",
    kind: "mailbox",
    suffixes: ["jellyfish.systems", "privateemail.com", "registrar-servers.com"]
  },
  { id: "namecheap-shared", name: "Namecheap shared hosting", kind: "mailbox", suffixes: ["web-hosting.com"] },
  { id: "netcup", name: "netcup.net", kind: "mailbox", suffixes: ["netcup.net"] },
  { id: "netease", name: "NetEase Qiye", kind: "mailbox", suffixes: ["netease.com"] },
  { id: "netsol", name: "Network Solutions", kind: "mailbox", suffixes: ["netsolmail.net"] },
  { id: "onecom", name: "one.com", kind: "mailbox", suffixes: ["one.com"] },
  { id: "opensrs", name: "OpenSRS/Tucows Hosted Email", kind: "mailbox", suffixes: ["hostedemail.com"] },
  { id: "outlook-consumer", name: "Outlook.com", kind: "mailbox", suffixes: ["olc.protection.outlook.com"] },
  { id: "ovh", name: "OVHcloud", kind: "mailbox", suffixes: ["ovh.com", "ovh.net"] },
  { id: "pdr", name: "PublicDomainRegistry Business Email", kind: "mailbox", suffixes: ["mailhostbox.com"] },
  { id: "proton", name: "Proton Mail", kind: "mailbox", suffixes: ["proton.ch", "protonmail.ch"] },
  { id: "rackspace", name: "Rackspace Email", kind: "mailbox", suffixes: ["emailsrvr.com"] },
  { id: "register", name: "register.it", kind: "mailbox", suffixes: ["register.it"] },
  { id: "strato", name: "Strato", kind: "mailbox", suffixes: ["rzone.de"] },
  { id: "tencent", name: "Tencent Exmail / QQ", kind: "mailbox", suffixes: ["qq.com"] },
  { id: "titan", name: "Titan Email", kind: "mailbox", suffixes: ["titan.email"] },
  { id: "transip", name: "transip.email", kind: "mailbox", suffixes: ["transip.email"] },
  { id: "tutanota", name: "tutanota.de", kind: "mailbox", suffixes: ["tutanota.de"] },
  { id: "yahoo", name: "Yahoo / AOL / AT&T", kind: "mailbox", suffixes: ["yahoodns.net"] },
  { id: "yandex", name: "Yandex 360", kind: "mailbox", suffixes: ["yandex.net", "yandex.ru"] },
  {
    id: "zoho",
    name: "Zoho Mail",
    kind: "mailbox",
    suffixes: ["zoho.com", "zoho.com.au", "zoho.eu", "zoho.in", "zoho.jp", "zohomail.com"]
  },
  { id: "abxsec", name: "abx security", kind: "gateway", suffixes: ["abxsec.com"] },
  { id: "activegate", name: "Active! gate SS", kind: "gateway", suffixes: ["activegate-ss.jp"] },
  {
    id: "appriver",
    name: "OpenText AppRiver/Zix",
    kind: "gateway",
    suffixes: ["appriver.com", "arsmtp.com", "zixmail.net", "zixsmbhosted.com"]
  },
  { id: "barracuda", name: "Barracuda", kind: "gateway", suffixes: ["barracuda.com", "barracudanetworks.com"] },
  { id: "censornet", name: "Censornet", kind: "gateway", suffixes: ["scanscope.net"] },
  { id: "cisco", name: "Cisco Secure Email", kind: "gateway", suffixes: ["iphmx.com"] },
  { id: "cleanmail", name: "Cleanmail", kind: "gateway", suffixes: ["cleanmail.ch"] },
  {
    id: "cloudflare-area1",
    name: "Cloudflare Email Security",
    kind: "gateway",
    suffixes: ["mxrecord.io", "mxrecord.mx"]
  },
  { id: "combell", name: "Combell", kind: "gateway", suffixes: ["mailprotect.be"] },
  { id: "cyren", name: "Cyren", kind: "gateway", suffixes: ["ctmail.com"] },
  { id: "duocircle", name: "DuoCircle", kind: "gateway", suffixes: ["mailhop.org"] },
  { id: "edgewave", name: "EdgeWave/GoSecure", kind: "gateway", suffixes: ["rcimx.com", "redcondor.net"] },
  { id: "eleven", name: "eXpurgate", kind: "gateway", suffixes: ["expurgate.net"] },
  { id: "exchangedefender", name: "ExchangeDefender", kind: "gateway", suffixes: ["exchangedefender.com"] },
  { id: "forcepoint", name: "Forcepoint Email Security", kind: "gateway", suffixes: ["mailcontrol.com"] },
  { id: "fortinet", name: "FortiMail", kind: "gateway", suffixes: ["fortimail.com", "fortimailcloud.com"] },
  {
    id: "hornetsecurity",
    name: "Hornetsecurity",
    kind: "gateway",
    suffixes: ["antispameurope.com", "everycloudtech.com", "hornetsecurity.com", "spamina.com"]
  },
  { id: "iij", name: "IIJ SecureMX", kind: "gateway", suffixes: ["securemx.jp"] },
  { id: "libraesva", name: "Libraesva", kind: "gateway", suffixes: ["esvacloud.com"] },
  { id: "mailchannels", name: "MailChannels", kind: "gateway", suffixes: ["mailchannels.net"] },
  { id: "mailguard", name: "MailGuard", kind: "gateway", suffixes: ["mailguard.com.au"] },
  { id: "mailinblack", name: "Mailinblack", kind: "gateway", suffixes: ["mailinblack.com"] },
  { id: "mailprotector", name: "Mailprotector", kind: "gateway", suffixes: ["emailservice.io"] },
  { id: "mailroute", name: "MailRoute", kind: "gateway", suffixes: ["mailroute.net"] },
  { id: "mcafee", name: "McAfee/MX Logic", kind: "gateway", suffixes: ["mxlogic.net"] },
  {
    id: "mimecast",
    name: "Mimecast",
    kind: "gateway",
    suffixes: ["mimecast-offshore.com", "mimecast.co.za", "mimecast.com"]
  },
  { id: "mxguarddog", name: "MX Guarddog/Spamflare", kind: "gateway", suffixes: ["ik2.com"] },
  {
    id: "nable",
    name: "N-able SpamExperts",
    kind: "gateway",
    suffixes: ["antispamcloud.com", "mtaroutes.com", "spamexperts.com", "spamexperts.eu", "spamexperts.net"]
  },
  { id: "nospamproxy", name: "NoSpamProxy Cloud", kind: "gateway", suffixes: ["nospamproxy.com"] },
  { id: "onlinespamfilter", name: "Onlinespamfilter", kind: "gateway", suffixes: ["onlinespamfilter.nl"] },
  { id: "proofpoint", name: "Proofpoint Enterprise", kind: "gateway", suffixes: ["pphosted.com"] },
  { id: "proofpoint-essentials", name: "Proofpoint Essentials", kind: "gateway", suffixes: ["ppe-hosted.com"] },
  { id: "retarus", name: "Retarus", kind: "gateway", suffixes: ["retarus.com", "rmx.de"] },
  { id: "securence", name: "Securence", kind: "gateway", suffixes: ["securence.com"] },
  { id: "secuserve", name: "Secuserve", kind: "gateway", suffixes: ["security-mail.net"] },
  { id: "seppmail", name: "SEPPmail", kind: "gateway", suffixes: ["seppmail.cloud"] },
  { id: "siteground", name: "SiteGround spam filter", kind: "gateway", suffixes: ["mailspamprotection.com"] },
  { id: "smx", name: "SMX", kind: "gateway", suffixes: ["smxemail.com"] },
  { id: "sonicwall", name: "SonicWall Hosted Email", kind: "gateway", suffixes: ["snwlhosted.com", "sonicwall.com"] },
  { id: "sophos", name: "Sophos Email", kind: "gateway", suffixes: ["hydra.sophos.com"] },
  { id: "sophos-reflexion", name: "Reflexion", kind: "gateway", suffixes: ["reflexion.net"] },
  { id: "spamhero", name: "SpamHero", kind: "gateway", suffixes: ["mxthunder.com", "mxthunder.net", "spamhero.com"] },
  { id: "symantec", name: "Symantec Email Security.cloud", kind: "gateway", suffixes: ["messagelabs.com"] },
  { id: "theemaillaundry", name: "The Email Laundry", kind: "gateway", suffixes: ["theemaillaundry.net"] },
  { id: "titanhq", name: "SpamTitan", kind: "gateway", suffixes: ["spamtitan.com"] },
  { id: "topsec", name: "Topsec", kind: "gateway", suffixes: ["topsec.com"] },
  { id: "transip", name: "TransIP premium antispam", kind: "gateway", suffixes: ["premiumantispam.nl"] },
  { id: "trellix", name: "Trellix", kind: "gateway", suffixes: ["fireeyecloud.com", "fireeyegov.com"] },
  {
    id: "trendmicro",
    name: "Trend Micro Hosted Email Security",
    kind: "gateway",
    suffixes: ["trendmicro.com", "trendmicro.eu"]
  },
  { id: "trustwave", name: "Trustwave SEG Cloud", kind: "gateway", suffixes: ["mxsmtp.com"] },
  { id: "vade", name: "Vade", kind: "gateway", suffixes: ["vadesecure.com"] },
  {
    id: "vipre",
    name: "VIPRE/FuseMail",
    kind: "gateway",
    suffixes: ["electric.net", "fusemail.net", "mailanyone.net"]
  },
  { id: "cloudflare-routing", name: "Cloudflare Email Routing", kind: "forwarding", suffixes: ["mx.cloudflare.net"] },
  { id: "forwardemail", name: "Forward Email", kind: "forwarding", suffixes: ["forwardemail.net"] },
  { id: "improvmx", name: "ImprovMX", kind: "forwarding", suffixes: ["improvmx.com"] },
  { id: "mailgun", name: "Mailgun inbound", kind: "application", suffixes: ["mailgun.org"] },
  { id: "postmark", name: "Postmark inbound", kind: "application", suffixes: ["inbound.postmarkapp.com"] },
  { id: "sendgrid", name: "SendGrid inbound parse", kind: "application", suffixes: ["sendgrid.net"] },
  {
    id: "parked",
    name: "Parked-domain mail sink",
    kind: "parking",
    suffixes: [
      "above.com",
      "b-io.co",
      "h-email.net",
      "hostedmxserver.com",
      "mxproc.com",
      "namebrightmail.com",
      "pickelhost.com"
    ]
  }
]
