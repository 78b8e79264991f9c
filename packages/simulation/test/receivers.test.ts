import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type DomainFacts,
  providerOfHost,
  RECEIVER_PROVIDERS,
  RECEIVER_SOURCES,
  recogniseReceiver,
  unknownFacts
} from "../src/index.ts"
import { spfHintOf, spfTargets } from "../src/receiver/spfIncludes.ts"

/** The mail hosts as they occur in published zones, in one line "provider: host host" for each provider. */
const KNOWN = `
google: aspmx.l.google.com alt1.aspmx.l.google.com alt4.aspmx.l.google.com aspmx2.googlemail.com aspmx5.googlemail.com smtp.google.com gmail-smtp-in.l.google.com ASPMX.L.GOOGLE.COM.
microsoft365: example-com.mail.protection.outlook.com example-de.mail.protection.outlook.de example-com.o-v1.mx.microsoft contoso.mail.protection.outlook.com
microsoft365-gov: agency-example.mail.protection.office365.us
microsoft365-cn: example-cn.mail.protection.partner.outlook.cn
outlook-consumer: outlook-com.olc.protection.outlook.com hotmail-com.olc.protection.outlook.com
yahoo: mta5.am0.yahoodns.net mx-biz.mail.am0.yahoodns.net
icloud: mx01.mail.icloud.com mx02.mail.icloud.com
proofpoint: mx0a-00123a01.pphosted.com mx0b-00123a01.pphosted.com mxa-00123a01.gslb.pphosted.com mxb-00123a01.gslb.pphosted.com
proofpoint-essentials: mx1-us1.ppe-hosted.com mx2-eu1.ppe-hosted.com
mimecast: us-smtp-inbound-1.mimecast.com eu-smtp-inbound-2.mimecast.com de-smtp-inbound-1.mimecast.com service-alpha-inbound-a.mimecast.co.za je-smtp-inbound-1.mimecast-offshore.com
cisco: mx1.hc1234-56.iphmx.com mx2.hc1234-56.eu.iphmx.com
barracuda: d12345a.ess.barracudanetworks.com d12345b.ess.de.barracudanetworks.com
symantec: cluster1.us.messagelabs.com cluster8a.eu.messagelabs.com
trellix: primary.us.email.fireeyecloud.com alt1.eu.email.fireeyecloud.com primary.email.fireeyegov.com
mailinblack: mx1.example.mailinblack.com
trendmicro: in.tmes.trendmicro.com in.tmes.trendmicro.eu in.hes.trendmicro.com
sophos: mx-01-eu-central-1.prod.hydra.sophos.com mx-02-us-west-2.prod.hydra.sophos.com
sophos-reflexion: mx1.reflexion.net
hornetsecurity: mx01.hornetsecurity.com mx02.antispameurope.com mx.everycloudtech.com mx.spamina.com
fortinet: mx1.fortimailcloud.com gwxx.fortimail.com
forcepoint: cust12345-1.in.mailcontrol.com
retarus: mx01.retarus.com mail.rmx.de
vade: mx1-eu.vadesecure.com
appriver: server-1.arsmtp.com mail.appriver.com mx.zixmail.net mx.zixsmbhosted.com
censornet: mx.scanscope.net
cloudflare-area1: mailstream-east.mxrecord.io mailstream-eu1.mxrecord.io mailstream-central.mxrecord.mx
cyren: mx.ctmail.com
duocircle: mx1.mailhop.org
eleven: mx.expurgate.net
exchangedefender: inbound30.exchangedefender.com
libraesva: mx.esvacloud.com
mailguard: filter.mailguard.com.au
mailprotector: inbound.emailservice.io
mailroute: mail.mailroute.net
nable: mx.spamexperts.com mx2.antispamcloud.com mx1.mtaroutes.com mx.spamexperts.eu
nospamproxy: mx.nospamproxy.com
secuserve: mx1.security-mail.net
seppmail: mx.seppmail.cloud
smx: mx.smxemail.com
spamhero: mx1.spamhero.com mx.mxthunder.com mx.mxthunder.net
titanhq: mx.spamtitan.com
vipre: mx1.mailanyone.net mx.electric.net mx.fusemail.net
cleanmail: mx.cleanmail.ch
iij: mx.securemx.jp
mailchannels: inbound.mailchannels.net
siteground: mx10.mailspamprotection.com mx30.mailspamprotection.com
combell: mx.mailprotect.be
transip: mx.premiumantispam.nl
zoho: mx.zoho.com mx2.zoho.eu mx.zoho.in mx.zoho.com.au mx.zohomail.com mx.zoho.jp
proton: mail.protonmail.ch mailsec.protonmail.ch mail.proton.ch
fastmail: in1-smtp.messagingengine.com in2-smtp.messagingengine.com
rackspace: mx1.emailsrvr.com mx2.emailsrvr.com
godaddy: mailstore1.secureserver.net smtp.secureserver.net
namecheap: mx1.privateemail.com mx2.privateemail.com mx1-hosting.jellyfish.systems
namecheap-forwarding: eforward1.registrar-servers.com
ionos: mx00.ionos.com mx01.ionos.de mx00.kundenserver.de mx01.1and1.com mx00.schlund.de mx00.perfora.net
strato: smtpin.rzone.de
ovh: mx1.mail.ovh.net mx0.mail.ovh.com
gandi: spool.mail.gandi.net fb.mail.gandi.net
hetzner: www123.your-server.de
hostinger: mx1.hostinger.com
infomaniak: mta-gw.infomaniak.ch mxpool.infomaniak.com
titan: mx1.titan.email
migadu: aspmx1.migadu.com
mailbox: mxext1.mailbox.org
yandex: mx.yandex.net mx.yandex.ru
mailru: emx.mail.ru
tencent: mxbiz1.qq.com
aws: inbound-smtp.us-east-1.amazonaws.com inbound-smtp.eu-west-1.amazonaws.com
dreamhost: mx1.dreamhost.com
onecom: mx1.pub.mailpod1-cph3.one.com
opensrs: mx.example.com.cust.hostedemail.com
tutanota: mail.tutanota.de
cloudflare-routing: route1.mx.cloudflare.net amir.mx.cloudflare.net
forwardemail: mx1.forwardemail.net
improvmx: mx1.improvmx.com
simplelogin: mx1.simplelogin.co
anonaddy: mail.anonaddy.me
mailgun: mxa.mailgun.org mxb.eu.mailgun.org
postmark: inbound.postmarkapp.com
sendgrid: mx.sendgrid.net
disposable: mail.mailinator.com in.mail.tm mx.moakt.com
parked: mx76.mb1p.h-email.net mx1.b-io.co
`
const SAMPLES = KNOWN.trim()
  .split("\n")
  .flatMap((line) => {
    const [id = "", hosts = ""] = line.split(": ")
    return hosts.split(" ").map((host) => ({ host, id }))
  })

const LOOK_ALIKES = [
  "google.com.evil.example",
  "aspmx.l.google.com.evil.example",
  "mail.evilgoogle.com",
  "notgoogle.com",
  "xgoogle.com",
  "google.com-mail.example",
  "google.co",
  "l-google.com",
  "mail.protection.outlook.com.evil.example",
  "outlook.com",
  "xmail.protection.outlook.com",
  "mailprotection.outlook.com",
  "protection.outlook.com",
  "mx.microsoft.com",
  "mx-microsoft",
  "pphosted.com.evil.example",
  "mypphosted.com",
  "hosted.com",
  "notmimecast.com",
  "mimecast.com.attacker.example",
  "mimecast.org",
  "messagelabs.com.example.net",
  "iphmx.com.example.org",
  "xiphmx.com",
  "barracudanetworks.com.example",
  "fakebarracudanetworks.com",
  "esvacloud.com.example.com",
  "esva.example.com",
  "mxrecord.io.example.com",
  "sophos.com",
  "zoho.com.evil.example",
  "evilzoho.com",
  "amazonaws.com",
  "ec2-198-51-100-1.compute-1.amazonaws.com",
  "inbound-smtp.amazonaws.com",
  "a.inbound-smtp.us-east-1.amazonaws.com.evil.example",
  "s3.us-east-1.amazonaws.com",
  "static.1.2.0.192.clients.your-server.de",
  "ip-192-0-2-1.ip.secureserver.net",
  "vps-123456.vps.ovh.net",
  "mail.example.com",
  "",
  ".",
  "com",
  "yahoodns.net.example.com",
  "protonmail.ch.example.org"
]

const facts = (mx: ReadonlyArray<string>, more: Partial<DomainFacts> = {}): DomainFacts => ({
  ...unknownFacts("example.com"),
  mail: "hosts",
  mx: mx.map((exchange, index) => ({ exchange, preference: 10 * (index + 1) })),
  ...more
})

describe("mail hosts", () => {
  test("the samples are numerous", () => expect(SAMPLES.length).toBeGreaterThanOrEqual(120))
  test.each(SAMPLES)("$host is of $id", ({ host, id }) => expect(providerOfHost(host)?.id).toBe(id))
  test.each(LOOK_ALIKES)("%j is of nobody", (host) => expect(providerOfHost(host)).toBeNull())

  test("no host of the table matches with a suffix or a prefix added", () => {
    for (const { hosts } of RECEIVER_PROVIDERS) {
      for (const host of Object.keys(hosts)) {
        const name = host.replace("*", "eu-west-1")
        expect(providerOfHost(`${name}.evil.example`)).toBeNull()
        if (name.split(".").length === 2) expect(providerOfHost(`x${name}`)).toBeNull()
        expect(providerOfHost(`deep.below.${name}`)?.hosts).toHaveProperty([host])
      }
    }
  })

  test("names are matched by whole labels", () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...SAMPLES),
        (labels, { host, id }) => {
          expect(providerOfHost(`${host}.${labels.join(".")}.example`)).toBeNull()
          if (id !== "aws") expect(providerOfHost(`${labels.join(".")}.${host}`)?.id).toBe(id)
        }
      )
    )
  })
})

describe("the table", () => {
  test("has a source for every row", () => {
    for (const { hosts } of RECEIVER_PROVIDERS) {
      for (const codes of Object.values(hosts)) {
        const found = codes.split(" ")
        expect(found.every((code) => code in RECEIVER_SOURCES)).toBe(true)
        expect(found).not.toEqual(["PD"])
      }
    }
  })
  test("has unique ids and hosts, and classes only for gateways", () => {
    const ids = RECEIVER_PROVIDERS.map(({ id }) => id)
    const hosts = RECEIVER_PROVIDERS.flatMap((provider) => Object.keys(provider.hosts))
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(hosts).size).toBe(hosts.length)
    expect(RECEIVER_PROVIDERS.every(({ kind, gatewayClass }) => (kind === "gateway") === (gatewayClass !== null))).toBe(
      true
    )
  })
})

describe("SPF", () => {
  test.each([
    ["v=spf1 include:spf.protection.outlook.com -all", ["microsoft365"]],
    ["v=spf1 include:_spf.google.com include:sendgrid.net ~all", ["google", "sendgrid"]],
    ["v=spf1 ip4:192.0.2.1 redirect=_spf.yandex.net", ["yandex"]],
    ["v=spf1 include:%{ir}.%{v}.%{d}.spf.has.pphosted.com -all", ["proofpoint"]],
    ["v=spf1 ?include:eu._netblocks.mimecast.com ~all", ["mimecast"]],
    ["v=spf1 include:_spf.google.com.evil.example -all", [undefined]],
    ["v=spf1 include:notspf.protection.outlook.com -all", [undefined]],
    ["v=spf1 mx -all", []]
  ])("%s", (record, ids) => expect(spfTargets(record).map((target) => spfHintOf(target)?.provider)).toEqual(ids))
})

describe("the receiver", () => {
  test("is a mailbox when its hosts are, whatever SPF says", () => {
    const found = recogniseReceiver(facts(["aspmx.l.google.com"], { spfTargets: ["spf.protection.outlook.com"] }))
    expect(found).toMatchObject({
      provider: "google",
      mailbox: "google",
      gateway: null,
      evidence: ["mx"],
      confidence: 0.8
    })
    expect(recogniseReceiver(facts(["aspmx.l.google.com"], { spfTargets: ["_spf.google.com"] }))).toMatchObject({
      evidence: ["mx", "spf"],
      confidence: 0.9
    })
  })
  test("is found behind a gateway by SPF, keys and clients, in this order of precedence", () => {
    const behind = (more: Partial<DomainFacts>) => recogniseReceiver(facts(["mxa-1.gslb.pphosted.com"], more))
    expect(behind({})).toMatchObject({
      gateway: "proofpoint",
      gatewayClass: "strict",
      mailbox: null,
      mailboxConfidence: 0
    })
    expect(behind({ spfTargets: ["_spf.google.com"] })).toMatchObject({
      mailbox: "google",
      mailboxConfidence: 0.7,
      evidence: ["spf"]
    })
    expect(
      behind({ spfTargets: ["_spf.google.com"], hints: [{ by: "dkim", provider: "microsoft365" }] })
    ).toMatchObject({ mailbox: "microsoft365", evidence: ["dkim"] })
    expect(
      behind({ spfTargets: ["spf.protection.outlook.com"], hints: [{ by: "autodiscover", provider: "microsoft365" }] })
    ).toMatchObject({ mailbox: "microsoft365", mailboxConfidence: 0.72 })
  })
  test("is unknown for own hosts with Microsoft's SPF", () =>
    expect(recogniseReceiver(facts(["mx.example.com"], { spfTargets: ["spf.protection.outlook.com"] }))).toMatchObject({
      provider: "own",
      kind: "own",
      mailbox: null
    }))
  test("is decided by the hosts of the lowest preference", () => {
    expect(recogniseReceiver(facts(["mxa-1.gslb.pphosted.com", "aspmx.l.google.com"])).provider).toBe("proofpoint")
    const mixed = facts([], {
      mx: [
        { exchange: "aspmx.l.google.com", preference: 5 },
        { exchange: "mx.example.com", preference: 5 }
      ]
    })
    expect(recogniseReceiver(mixed)).toMatchObject({ provider: "google", split: true, confidence: 0.5 })
  })
  test("reports possible API filters, and domains that accept no email", () => {
    expect(recogniseReceiver(facts(["x.mail.protection.outlook.com"])).hiddenFilterPossible).toBe(true)
    expect(recogniseReceiver({ ...unknownFacts("example.com"), mail: "null" }).kind).toBe("none")
    expect(recogniseReceiver(unknownFacts("example.com")).kind).toBe("unknown")
  })
})
