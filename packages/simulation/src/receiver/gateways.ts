import type { ReceiverProvider } from "./ReceiverProvider.ts"

/**
 * The filters in front of mailboxes. The class is a judgement from practice of how much cold email such a filter
 * blocks.
 */
export const GATEWAYS: ReadonlyArray<ReceiverProvider> = [
  { id: "abxsec", name: "abx security", kind: "gateway", gatewayClass: "medium", hosts: { "abxsec.com": "MXC TOP" } },
  {
    id: "activegate",
    name: "Active! gate SS",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "activegate-ss.jp": "INT PD" }
  },
  {
    id: "appriver",
    name: "OpenText AppRiver/Zix",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "appriver.com": "INT PD TOP", "arsmtp.com": "INT TOP", "zixmail.net": "INT", "zixsmbhosted.com": "INT PD" }
  },
  {
    id: "barracuda",
    name: "Barracuda Email Gateway Defense",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "barracuda.com": "MXC PD MXI", "barracudanetworks.com": "MXC DS INT MXI TOP" }
  },
  {
    id: "censornet",
    name: "Censornet",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "scanscope.net": "INT TOP" }
  },
  {
    id: "cisco",
    name: "Cisco Secure Email (IronPort)",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: { "iphmx.com": "MXC DS INT PD MXI TOP" }
  },
  { id: "cleanmail", name: "Cleanmail", kind: "gateway", gatewayClass: "medium", hosts: { "cleanmail.ch": "MXC TOP" } },
  {
    id: "cloudflare-area1",
    name: "Cloudflare Email Security (Area 1)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mxrecord.io": "CF INT PD", "mxrecord.mx": "CF PD" }
  },
  { id: "combell", name: "Combell", kind: "gateway", gatewayClass: "light", hosts: { "mailprotect.be": "PS PD TOP" } },
  { id: "cyren", name: "Cyren", kind: "gateway", gatewayClass: "medium", hosts: { "ctmail.com": "INT TOP" } },
  {
    id: "duocircle",
    name: "DuoCircle",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mailhop.org": "INT PD TOP" }
  },
  {
    id: "edgewave",
    name: "EdgeWave/GoSecure",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "rcimx.com": "INT TOP", "redcondor.net": "PD TOP" }
  },
  {
    id: "eleven",
    name: "eXpurgate (Cyren/eleven)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "expurgate.net": "PHP TOP" }
  },
  {
    id: "exchangedefender",
    name: "ExchangeDefender",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "exchangedefender.com": "INT TOP" }
  },
  {
    id: "forcepoint",
    name: "Forcepoint Email Security",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mailcontrol.com": "INT MXI PD TOP" }
  },
  {
    id: "fortinet",
    name: "FortiMail Cloud",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "fortimail.com": "INT PD TOP", "fortimailcloud.com": "MXI PS PHP PD" }
  },
  {
    id: "hornetsecurity",
    name: "Hornetsecurity",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: {
      "antispameurope.com": "INT MXI PHP PD TOP",
      "everycloudtech.com": "INT TOP",
      "hornetsecurity.com": "MXC DS INT MXI PD TOP",
      "spamina.com": "INT TOP"
    }
  },
  { id: "iij", name: "IIJ SecureMX", kind: "gateway", gatewayClass: "medium", hosts: { "securemx.jp": "INT PD TOP" } },
  {
    id: "libraesva",
    name: "Libraesva",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "esvacloud.com": "MXI PD TOP" }
  },
  {
    id: "mailchannels",
    name: "MailChannels",
    kind: "gateway",
    gatewayClass: "light",
    hosts: { "mailchannels.net": "INT MXI PD TOP" }
  },
  {
    id: "mailguard",
    name: "MailGuard",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mailguard.com.au": "MXI TOP" }
  },
  {
    id: "mailinblack",
    name: "Mailinblack",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: { "mailinblack.com": "INT MXI PD TOP" }
  },
  {
    id: "mailprotector",
    name: "Mailprotector",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "emailservice.io": "INT PD TOP" }
  },
  { id: "mailroute", name: "MailRoute", kind: "gateway", gatewayClass: "medium", hosts: { "mailroute.net": "PD TOP" } },
  {
    id: "mcafee",
    name: "McAfee/MX Logic (retired)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mxlogic.net": "INT TOP" }
  },
  {
    id: "mimecast",
    name: "Mimecast",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: {
      "mimecast-offshore.com": "DS INT PD",
      "mimecast.co.za": "DS INT TOP",
      "mimecast.com": "MXC DS INT MXI PD TOP"
    }
  },
  {
    id: "mxguarddog",
    name: "MX Guarddog/Spamflare",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "ik2.com": "INT PD TOP" }
  },
  {
    id: "nable",
    name: "N-able SpamExperts / Mail Assure",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: {
      "antispamcloud.com": "PS INT PD TOP",
      "mtaroutes.com": "PS MXI PD TOP",
      "spamexperts.com": "PS MXI INT TOP",
      "spamexperts.eu": "PS MXI TOP",
      "spamexperts.net": "PS MXI TOP"
    }
  },
  {
    id: "nospamproxy",
    name: "NoSpamProxy Cloud",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "nospamproxy.com": "MXI PHP" }
  },
  {
    id: "onlinespamfilter",
    name: "Onlinespamfilter",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "onlinespamfilter.nl": "PS" }
  },
  {
    id: "proofpoint",
    name: "Proofpoint Enterprise",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: { "pphosted.com": "MXC DS INT LEAD MXI PD TOP" }
  },
  {
    id: "proofpoint-essentials",
    name: "Proofpoint Essentials (SMB)",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: { "ppe-hosted.com": "MXC DS LEAD MXI INT PD TOP" }
  },
  {
    id: "retarus",
    name: "Retarus",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "retarus.com": "INT MXI PD TOP", "rmx.de": "INT PD TOP" }
  },
  {
    id: "securence",
    name: "Securence (US Internet)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "securence.com": "INT LEAD PD TOP" }
  },
  {
    id: "secuserve",
    name: "Secuserve",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "security-mail.net": "MXI PD TOP" }
  },
  { id: "seppmail", name: "SEPPmail", kind: "gateway", gatewayClass: "medium", hosts: { "seppmail.cloud": "MXC MXI" } },
  {
    id: "siteground",
    name: "SiteGround spam filter",
    kind: "gateway",
    gatewayClass: "light",
    hosts: { "mailspamprotection.com": "MXI PHP TOP PD" }
  },
  { id: "smx", name: "SMX", kind: "gateway", gatewayClass: "medium", hosts: { "smxemail.com": "MXI TOP" } },
  {
    id: "sonicwall",
    name: "SonicWall Hosted Email",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "snwlhosted.com": "INT TOP", "sonicwall.com": "INT PD" }
  },
  {
    id: "sophos",
    name: "Sophos Email",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "hydra.sophos.com": "MXC DS PHP MXI" }
  },
  {
    id: "sophos-reflexion",
    name: "Reflexion (Sophos)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "reflexion.net": "INT TOP" }
  },
  {
    id: "spamhero",
    name: "SpamHero",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mxthunder.com": "INT LEAD TOP", "mxthunder.net": "INT MXI TOP", "spamhero.com": "INT MXI TOP" }
  },
  {
    id: "symantec",
    name: "Symantec Email Security.cloud (Broadcom)",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: { "messagelabs.com": "MXC DS INT PS MXI PD TOP" }
  },
  {
    id: "theemaillaundry",
    name: "The Email Laundry (FireEye)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "theemaillaundry.net": "INT TOP" }
  },
  {
    id: "titanhq",
    name: "SpamTitan",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "spamtitan.com": "INT PD TOP" }
  },
  { id: "topsec", name: "Topsec", kind: "gateway", gatewayClass: "medium", hosts: { "topsec.com": "MXI" } },
  {
    id: "transip",
    name: "TransIP premium antispam",
    kind: "gateway",
    gatewayClass: "light",
    hosts: { "premiumantispam.nl": "PS TOP" }
  },
  {
    id: "trellix",
    name: "Trellix (FireEye)",
    kind: "gateway",
    gatewayClass: "strict",
    hosts: { "fireeyecloud.com": "INT PD TOP", "fireeyegov.com": "INT PD" }
  },
  {
    id: "trendmicro",
    name: "Trend Micro Email Security",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: {
      "tmes.trendmicro.com": "MXC DS MXI",
      "tmes.trendmicro.eu": "MXC DS MXI",
      "trendmicro.com": "INT MXI PD TOP",
      "trendmicro.eu": "INT MXI PD TOP"
    }
  },
  {
    id: "trustwave",
    name: "Trustwave SEG Cloud",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "mxsmtp.com": "INT" }
  },
  {
    id: "vade",
    name: "Vade (Hornetsecurity group)",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "vadesecure.com": "INT MXI PD TOP" }
  },
  {
    id: "vipre",
    name: "VIPRE/FuseMail",
    kind: "gateway",
    gatewayClass: "medium",
    hosts: { "electric.net": "MXI PD TOP", "fusemail.net": "INT TOP", "mailanyone.net": "MXI INT TOP" }
  }
]
