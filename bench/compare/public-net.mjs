// Where each package lets a request go that a stranger chose. No packet leaves: the handle that connects is replaced,
// and records the address.
import { readFileSync } from "node:fs"
import { get } from "node:http"
import { Socket } from "node:net"
import { createAgent } from "@mon/public-net"
import { importFrom } from "./install.mjs"

const { version } = JSON.parse(readFileSync(new URL("../../packages/public-net/package.json", import.meta.url), "utf8"))

export const versions = { "request-filtering-agent": "3.2.1", "ssrf-req-filter": "1.1.1", "ipaddr.js": "2.5.0" }

const PUBLIC = "9.9.9.9"

/** Hosts in URLs, by what is the matter with them. Where a name stands, the addresses are its answer. */
const CASES = [
  [
    "loopback and private networks",
    "10.0.0.1 10.255.255.255 127.0.0.1 127.255.255.254 172.16.0.1 172.31.255.255 192.168.0.1 [::1] [fc00::1] [fd12:3456::1]"
  ],
  ["cloud metadata services, link-local", "169.254.169.254 169.254.170.2 [fe80::1] [fd00:ec2::254]"],
  [
    "shared, reserved, multicast, documentation",
    "0.0.0.0 0.1.2.3 100.64.0.1 100.127.255.254 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [::] [100::1] [2001:db8::1] [ff02::1] [fec0::1]"
  ],
  ["other notations for IPv4", "2130706433 0x7f.1 0177.0.0.1 127.1 0x7f000001 017700000001 0 0xa9fea9fe"],
  [
    "IPv4 embedded in IPv6",
    "[::ffff:127.0.0.1] [::ffff:a9fe:a9fe] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [2002:7f00:1::] [64:ff9b:1::a00:1] [2001:0:4136:e378:8000:63bf:80ff:fffe]"
  ],
  ["names with a private address", "a.example=10.0.0.1 b.example=127.0.0.1 c.example=::1 d.example=::ffff:10.0.0.1"],
  [
    "names with a public and a private address",
    `e.example=${PUBLIC},10.0.0.1 f.example=10.0.0.1,${PUBLIC} g.example=2620:fe::fe,127.0.0.1`
  ],
  [
    "public addresses, which must be allowed",
    `${PUBLIC} 1.1.1.1 8.8.8.8 192.0.0.9 192.31.196.1 [2620:fe::fe] [2606:4700:4700::1111] [64:ff9b::909:909] h.example=${PUBLIC} i.example=2620:fe::fe`
  ]
].map(([title, hosts]) => ({
  title,
  mustAllow: title.startsWith("public addresses"),
  targets: hosts.split(" ").map((text) => {
    const [host, addresses] = text.split("=")
    return { host, addresses: addresses?.split(",") ?? [] }
  })
}))

/** Replaces the system's connect, so that each attempt fails at once after it was recorded. */
const recordConnections = async () => {
  const attempts = []
  const refused = -111
  const socket = new Socket()
  socket.on("error", () => {})
  socket.connect({ host: "127.0.0.1", port: 1 })
  const handle = Object.getPrototypeOf(socket._handle)
  socket.destroy()
  const before = { connect: handle.connect, connect6: handle.connect6 }
  const record = (_request, address) => {
    attempts.push(address)
    return refused
  }
  handle.connect = record
  handle.connect6 = record
  return { attempts, restore: () => Object.assign(handle, before) }
}

const familyOf = (address) => (address.includes(":") ? 6 : 4)

/** As dns.lookup answers, for one address and for all. It never answers in the same turn. */
const lookupOf = (addresses) => (_hostname, options, callback) => {
  const all = addresses.map((address) => ({ address, family: familyOf(address) }))
  setImmediate(() => {
    if (all.length === 0) callback(Object.assign(new Error("not found"), { code: "ENOTFOUND" }))
    else if (options.all) callback(null, all)
    else callback(null, all[0].address, all[0].family)
  })
}

/** As the resolvers of this package answer. */
const resolverOf = (addresses) => async () =>
  addresses.length === 0 ? { status: "nxdomain" } : { status: "ok", addresses }

/** Asks for a page with an agent, and waits for the error. */
const ask = ({ addresses, host }, agent) =>
  new Promise((done) => {
    try {
      const url = new URL(`http://${host}/`)
      const hostname = url.hostname.replace(/^\[(.*)\]$/u, "$1")
      const request = get({ host: hostname, port: 80, agent, lookup: lookupOf(addresses) }, (response) => {
        response.destroy()
        done()
      })
      request.on("error", () => done())
    } catch {
      done()
    }
  })

/** How each package is used, as its README says. */
const CONTENDERS = {
  [`**@mon/public-net** ${version}`]: () => (target) =>
    ask(target, createAgent("http:", { resolve: resolverOf(target.addresses) })),
  [`request-filtering-agent ${versions["request-filtering-agent"]}`]:
    ({ filtering }) =>
    (target) =>
      ask(target, filtering.useAgent("http://a.example/")),
  [`ssrf-req-filter ${versions["ssrf-req-filter"]}`]:
    ({ ssrf }) =>
    (target) =>
      ask(target, ssrf("http://a.example/")),
  [`ipaddr.js ${versions["ipaddr.js"]}, \`range()\` of the name's first address`]:
    ({ ipaddr }) =>
    async ({ addresses, host }) => {
      const literal = new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/u, "$1")
      const address = addresses[0] ?? literal
      // The request is made by name, so that it goes where the next lookup says.
      if (ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast")
        await ask({ addresses, host }, undefined)
    }
}

const bare = (address) => address.replaceAll(/[[\]]/gu, "")

const isAnswer = (address) => [PUBLIC, "2620:fe::fe"].includes(bare(address))

/** The targets that the connections reached although they must not, or did not reach although they must. */
const wrongTargets = async (contender, { mustAllow, targets }, attempts) => {
  const wrong = []
  for (const target of targets) {
    attempts.length = 0
    await contender(target)
    const isWrong = mustAllow ? attempts.length === 0 : attempts.some((address) => !isAnswer(address))
    if (isWrong) wrong.push(target.host)
  }
  return wrong
}

/** The comparison in Markdown. */
export const compare = async ({ folder, load }) => {
  const loaded = {
    filtering: await importFrom(folder, "request-filtering-agent"),
    ssrf: load("ssrf-req-filter"),
    ipaddr: load("ipaddr.js")
  }
  const contenders = Object.values(CONTENDERS).map((make) => make(loaded))
  const { attempts, restore } = await recordConnections()
  try {
    const rows = []
    const mistakes = contenders.map(() => [])
    for (const one of CASES) {
      const cells = []
      for (const [index, contender] of contenders.entries()) {
        const wrong = await wrongTargets(contender, one, attempts)
        const count = one.mustAllow ? one.targets.length - wrong.length : wrong.length
        cells.push(wrong.length > 0 ? `**${count}**` : `${count}`)
        mistakes[index].push(...wrong)
      }
      rows.push(`| ${one.title}, of ${one.targets.length} | ${cells.join(" | ")} |`)
    }
    return [
      `| connections opened to | ${Object.keys(CONTENDERS).join(" | ")} |`,
      `|---|${"---|".repeat(contenders.length)}`,
      ...rows,
      "",
      "Names with a public and a private address count if a connection is opened to the private one. The figures in bold are wrong because of these addresses:",
      "",
      ...Object.keys(CONTENDERS).map(
        (name, index) => `- ${name}: ${mistakes[index].map((host) => `\`${host}\``).join(", ")}`
      )
    ].join("\n")
  } finally {
    restore()
  }
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
