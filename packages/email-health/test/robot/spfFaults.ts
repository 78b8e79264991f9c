import { nodeAt, type Sender, type World } from "./World.ts"
import { host, setMx, setSpf } from "./records.ts"
import type { Fault, Faults } from "./Fault.ts"

const spf =
  (make: (world: World) => ReadonlyArray<string>): Fault =>
  (world) =>
    setSpf(world, ...make(world).map((text) => text.replaceAll(/(?<=\S) {2,}(?=\S)/g, " ")))

/** Returns a fault with a record at another name, and an SPF record that refers to it. */
const behind =
  (name: string, texts: ReadonlyArray<string>, make: (world: World) => ReadonlyArray<string>): Fault =>
  (world, random) => {
    nodeAt(world, name).TXT = texts
    spf(make)(world, random)
  }

const branches = (world: World, count: number, prefix = "_spf"): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const name = `${prefix}${index}.vendor.net`
    nodeAt(world, name).TXT = [`v=spf1 ip4:6.6.${index}.0/24 ~all`]
    return `include:${name}`
  })

const networks = (count: number): string =>
  Array.from({ length: count }, (_, index) => `ip4:7.7.${index * 2}.0/24`).join(" ")

const first = ({ senders }: World): string => senders.find(({ ip }) => !ip.includes(":"))?.ip ?? "5.5.5.1"

/** Adds a server that sends with the domain in its MAIL FROM, and that only the term of this fault allows. */
const addSender = (world: World, ip: string): void => {
  const [known] = world.senders
  if (known === undefined || known.envelope !== null) return
  const sender: Sender = { ip, selector: known.selector, envelope: null }
  world.senders.push(sender)
}

const withSender =
  (ip: string, fault: Fault): Fault =>
  (world, random) => {
    fault(world, random)
    addSender(world, ip)
  }

const severalRecords: Faults = {
  "two records": spf(({ term }) => [`v=spf1 ${term} -all`, "v=spf1 include:_spf.sender.net ~all"]),
  "two records, one of them open": spf(({ term }) => [`v=spf1 ${term} -all`, "v=spf1 ?all"]),
  "three records": spf(({ term }) => [`v=spf1 ${term} -all`, "v=spf1 include:_spf.sender.net ~all", "v=spf1 a"]),
  "two records, one of them unreadable": spf(({ term }) => [`v=spf1 ${term} -all`, "v=spf1 whatever:x a -all"]),
  "two records, one of them a redirect": withSender(
    "5.5.5.20",
    spf(({ term }) => [`v=spf1 ${term} -all`, "v=spf1 redirect=_spf.sender.net"])
  ),
  "two records with terms behind all": spf(({ term }) => [`v=spf1 ${term} -all ip4:7.8.9.1`, "v=spf1 a ~all"]),
  "two records with two explanations": spf(({ domain, term }) => [
    `v=spf1 ${term} -all exp=e1.${domain}`,
    `v=spf1 a -all exp=e2.${domain}`
  ]),
  "a record and one that resembles it": spf(({ term }) => [`v=spf1 ${term} -all`, "v=spf1; a -all"]),
  "two that resemble a record": withSender(
    "5.5.5.21",
    spf(({ term }) => [`v=spf1; ${term} -all`, '"v=spf1 include:_spf.sender.net -all"'])
  )
}

const includes: Faults = {
  "dead include": spf(({ term }) => [`v=spf1 ${term} include:gone.example.net -all`]),
  "dead include before our servers": spf(({ term }) => [`v=spf1 include:gone.example.net ${term} -all`]),
  "dead include with a soft end": spf(({ term }) => [`v=spf1 ${term} include:gone.example.net ~all`]),
  "dead include in two records": spf(({ term }) => [`v=spf1 ${term} include:gone.example.net ~all`, `v=spf1 -all`]),
  "a server behind a dead include": withSender(
    "9.8.7.6",
    spf(({ term }) => [`v=spf1 ${term} include:gone.example.net -all`])
  ),
  "broken include": behind("_spf.broken.net", ["v=spf1 ip4:5.5.7.0/24 nonsense ~all"], ({ term }) => [
    `v=spf1 ${term} include:_spf.broken.net -all`
  ]),
  "a server behind a broken include": withSender(
    "5.5.7.7",
    behind("_spf.broken.net", ["v=spf1 ip4:5.5.7.0/24 nonsense ~all"], ({ term }) => [
      `v=spf1 ${term} include:_spf.broken.net -all`
    ])
  ),
  "a server behind a macro of a broken include": withSender("5.5.17.7", (world) => {
    nodeAt(world, "5.5.17.7.list.broken.net").A = ["127.0.0.2"]
    nodeAt(world, "_spf.broken.net").TXT = ["v=spf1 exists:%{i}.list.broken.net include:gone.example.net ~all"]
    setSpf(world, `v=spf1 ${world.term} include:_spf.broken.net -all`.replaceAll("  ", " "))
  }),
  "a server behind a host of a broken include": withSender("5.5.17.8", (world) => {
    nodeAt(world, "out.broken.net").A = ["5.5.17.8"]
    nodeAt(world, "_spf.broken.net").TXT = ["v=spf1 a:out.broken.net include:gone.example.net -all"]
    setSpf(world, `v=spf1 ${world.term} include:_spf.broken.net -all`.replaceAll("  ", " "))
  }),
  "include of a name with two records": behind(
    "_spf.twice.net",
    ["v=spf1 ip4:5.5.8.0/24 -all", "v=spf1 ip4:5.5.9.0/24 -all"],
    ({ term }) => [`v=spf1 ${term} include:_spf.twice.net -all`]
  ),
  "include of names that are gone": behind(
    "_spf.voids.net",
    ["v=spf1 a:v1.gone.net a:v2.gone.net a:v3.gone.net ip4:5.5.10.0/24 -all"],
    ({ term }) => [`v=spf1 ${term} include:_spf.voids.net -all`]
  ),
  "loop to itself": spf(({ domain, term }) => [`v=spf1 ${term} include:${domain} -all`]),
  "loop behind an include": behind(
    "_spf.loop.net",
    ["v=spf1 ip4:5.5.6.0/24 include:_spf.loop.net ~all"],
    ({ term }) => [`v=spf1 ${term} include:_spf.loop.net -all`]
  ),
  "loop through another name": (world) => {
    nodeAt(world, "_spf.round.net").TXT = [`v=spf1 ip4:5.5.11.0/24 include:${world.domain} ~all`]
    setSpf(world, `v=spf1 ${world.term} include:_spf.round.net -all`.replaceAll("  ", " "))
  },
  "mx of a name with many hosts": (world) => {
    nodeAt(world, "many.example.net").MX = Array.from({ length: 12 }, (_, index) => ({
      preference: index,
      exchange: `h${index}.many.example.net`
    }))
    for (let index = 0; index < 12; index++) nodeAt(world, `h${index}.many.example.net`).A = [`5.4.3.${index}`]
    setSpf(world, `v=spf1 ${world.term} mx:many.example.net -all`.replaceAll("  ", " "))
  }
}

const redirects: Faults = {
  "redirect to nothing": spf(({ term }) => [`v=spf1 ${term} redirect=gone.example.net`]),
  "redirect to itself": spf(({ domain, term }) => [`v=spf1 ${term} redirect=${domain}`]),
  "redirect to an open end": withSender(
    "5.5.12.1",
    behind("_spf.open.net", ["v=spf1 ip4:5.5.12.0/24 ?all"], ({ term }) => [`v=spf1 ${term} redirect=_spf.open.net`])
  ),
  "redirect over ten lookups": (world) => {
    const many = branches(world, 12, "_r")
    nodeAt(world, "_spf.wide.net").TXT = [`v=spf1 ${many.join(" ")} ip4:5.5.13.0/24 -all`]
    setSpf(world, `v=spf1 ${world.term} redirect=_spf.wide.net`.replaceAll("  ", " "))
    addSender(world, "6.6.3.3")
  },
  "redirect over ten lookups with a macro": (world) => {
    const many = branches(world, 11, "_m")
    nodeAt(world, "_spf.macro.net").TXT = [`v=spf1 exists:%{i}.list.macro.net ${many.join(" ")} -all`]
    nodeAt(world, "5.5.14.9.list.macro.net").A = ["127.0.0.2"]
    setSpf(world, `v=spf1 ${world.term} redirect=_spf.macro.net`.replaceAll("  ", " "))
    addSender(world, "5.5.14.9")
  },
  "redirect with a colon": spf(({ term }) => [`v=spf1 ${term} redirect:_spf.sender.net`]),
  "two redirects": spf(({ term }) => [`v=spf1 ${term} redirect=_spf.sender.net redirect=spf.vendor.net`]),
  "redirect beside all": spf(({ term }) => [`v=spf1 ${term} redirect=gone.example.net whatever -all`])
}

const limits: Faults = {
  "too many lookups": spf((world) => [`v=spf1 ${world.term} ${branches(world, 11).join(" ")} -all`]),
  "far too many lookups": spf((world) => [`v=spf1 ${world.term} ${branches(world, 19).join(" ")} ~all`]),
  "too many lookups behind one include": (world) => {
    nodeAt(world, "_spf.tree.net").TXT = [`v=spf1 ${branches(world, 12, "_t").join(" ")} -all`]
    setSpf(world, `v=spf1 ${world.term} include:_spf.tree.net -all`.replaceAll("  ", " "))
    addSender(world, "6.6.11.1")
  },
  "too many lookups, and a branch with a macro": (world) => {
    nodeAt(world, "_spf.mixed.net").TXT = [
      `v=spf1 exists:%{i}.list.mixed.net ${branches(world, 11, "_x").join(" ")} -all`
    ]
    setSpf(world, `v=spf1 ${world.term} include:_spf.mixed.net -all`.replaceAll("  ", " "))
    addSender(world, "6.6.10.10")
  },
  "too many lookups that all depend on the message": spf(({ term }) => [
    `v=spf1 ${term} ${Array.from({ length: 11 }, (_, index) => `exists:%{i}.e${index}.example.net`).join(" ")} -all`
  ]),
  "too many lookups and a long list": spf((world) => [
    `v=spf1 ${world.term} ${networks(60)} ${branches(world, 10).join(" ")} -all`
  ]),
  "too many lookups and a denial": spf((world) => [
    `v=spf1 ${world.term} -ip4:6.6.5.7 ${branches(world, 11).join(" ")} -all`
  ]),
  "nine lookups": spf((world) => [`v=spf1 ${world.term} ${branches(world, 8).join(" ")} -all`]),
  "three names without records": spf(({ term }) => [`v=spf1 ${term} a:x1.gone.net a:x2.gone.net a:x3.gone.net -all`]),
  "names without records before our servers": spf(({ term }) => [
    `v=spf1 a:x1.gone.net a:x2.gone.net mx:x3.gone.net ${term} -all`
  ]),
  "two names without records": spf(({ term }) => [`v=spf1 ${term} a:x1.gone.net a:x2.gone.net -all`]),
  "one name without records": spf(({ term }) => [`v=spf1 ${term} a:x1.gone.net -all`]),
  "names with IPv6 addresses only": (world) => {
    for (const index of [1, 2, 3]) nodeAt(world, `six${index}.example.net`).AAAA = [`2620:fe::${index}`]
    setSpf(world, `v=spf1 ${world.term} a:six1.example.net a:six2.example.net a:six3.example.net -all`)
  },
  "long record": spf(({ term }) => [`v=spf1 ${term} ${networks(32)} -all`]),
  "too long record": spf(({ term }) => [`v=spf1 ${term} ${networks(60)} ~all`]),
  "too long record with a denial": spf(({ term }) => [
    `v=spf1 ${networks(30)} -ip4:7.7.9.9 ${networks(60)} ${term} -all`
  ])
}

const spelling: Faults = {
  "no record": spf(() => []),
  "misspelt include": spf(({ term }) => [`v=spf1 ${term} includ:_spf.sender.net -all`]),
  "a server behind a misspelt include": withSender(
    "5.5.5.22",
    spf(({ term }) => [`v=spf1 ${term} includ:_spf.sender.net -all`])
  ),
  "blank behind a colon": spf((world) => [`v=spf1 ${world.term} ip4: ${first(world)} -all`]),
  "glued all": spf((world) => [`v=spf1 ip4:${first(world)} ${world.term} include:_spf.sender.net-all`]),
  "glued all behind an address": spf((world) => [`v=spf1 ${world.term} ip4:${first(world)}~all`]),
  "glued terms": spf((world) => [`v=spf1 ${world.term} ip4:${first(world)}include:_spf.sender.net -all`]),
  "semicolon in the version": spf(({ term }) => [`v=spf1; ${term} -all`]),
  "blanks in the version": spf(({ term }) => [`v = spf1 ${term} -all`]),
  "quotes around the record": spf(({ term }) => [`"v=spf1 ${term} -all"`]),
  "typographic dash": spf(({ term }) => [`v=spf1 ${term} \u2013all`]),
  "invisible character": spf(({ term }) => [`v=spf1 ${term}\u200b include:_spf.sender.net -all`]),
  "unknown word": spf(({ term }) => [`v=spf1 ${term} whatever -all`]),
  "only unknown words": spf(() => ["v=spf1 whatever nonsense"]),
  "unknown word and no servers": spf(() => ["v=spf1 whatever -all"]),
  "bad prefix length": spf(({ term }) => [`v=spf1 ${term} ip4:5.5.15.0/33 -all`]),
  "a host as ip4": withSender("8.7.6.5", (world) => {
    nodeAt(world, `out.${world.domain}`).A = ["8.7.6.5"]
    setSpf(world, `v=spf1 ${world.term} ip4:out.${world.domain} -all`.replaceAll("  ", " "))
  }),
  "IPv6 as ip4": spf(({ term }) => [`v=spf1 ${term} ip4:2620:fe::9 -all`]),
  "a bare address": withSender(
    "8.7.6.4",
    spf(({ term }) => [`v=spf1 ${term} 8.7.6.4 -all`])
  ),
  "mechanism as modifier": spf((world) => [`v=spf1 ${world.term} ip4=${first(world)} -all`]),
  "dead include as modifier": spf(({ term }) => [`v=spf1 ${term} include=gone.example.net -all`]),
  "a modifier that nobody can read": spf(({ term }) => [`v=spf1 ${term} ip4=nonsense -all`]),
  "terms behind all": spf(({ term }) => [`v=spf1 ${term} -all include:_spf.sender.net`]),
  "misspelt term behind all": spf(({ term }) => [`v=spf1 ${term} -all includ:_spf.sender.net`]),
  "two ends": spf(({ term }) => [`v=spf1 ${term} ~all -all`]),
  "repeated terms": spf(({ term }) => [`v=spf1 ${term} ${term} include:_spf.sender.net include:_spf.sender.net -all`]),
  "sender ID beside": spf(({ term }) => [`v=spf1 ${term} -all`, "spf2.0/pra a -all"]),
  "sender ID and a dead include": spf(({ term }) => [
    `v=spf1 ${term} include:gone.example.net -all`,
    "spf2.0/mfrom,pra a -all"
  ])
}

const meaning: Faults = {
  "everybody allowed": spf(() => ["v=spf1 +all"]),
  "everybody allowed without a sign": spf(() => ["v=spf1 all"]),
  "everybody allowed, and a stranger sends": withSender(
    "9.8.7.1",
    spf(() => ["v=spf1 +all"])
  ),
  "everybody allowed beside our servers": withSender(
    "9.8.7.2",
    spf(({ term }) => [`v=spf1 ${term} +all`])
  ),
  "everybody allowed by a network": withSender(
    "9.8.7.3",
    spf(({ term }) => [`v=spf1 ${term} ip4:0.0.0.0/0 -all`])
  ),
  "everybody allowed by two networks": spf(({ term }) => [`v=spf1 ${term} ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all`]),
  "everybody allowed by an include": behind("_spf.open2.net", ["v=spf1 +all"], ({ term }) => [
    `v=spf1 ${term} include:_spf.open2.net -all`
  ]),
  "everybody allowed by a redirect": behind("_spf.open2.net", ["v=spf1 +all"], () => [
    "v=spf1 redirect=_spf.open2.net"
  ]),
  "everybody allowed before a dead include, and a stranger sends": withSender(
    "9.8.7.5",
    spf(({ term }) => [`v=spf1 ${term} ip4:0.0.0.0/1 ip4:128.0.0.0/1 include:gone.example.net -all`])
  ),
  "everybody allowed in a broken record": spf(({ term }) => [`v=spf1 ${term} whatever +all`]),
  "everybody allowed in a broken record by an include": behind("_spf.open2.net", ["v=spf1 +all"], ({ term }) => [
    `v=spf1 ${term} include:_spf.open2.net include:gone.example.net -all`
  ]),
  "everybody allowed by the networks of two includes": (world) => {
    nodeAt(world, "_spf.half1.net").TXT = ["v=spf1 ip4:0.0.0.0/1 -all"]
    nodeAt(world, "_spf.half2.net").TXT = ["v=spf1 ip4:128.0.0.0/1 -all"]
    setSpf(world, `v=spf1 ${world.term} include:_spf.half1.net include:_spf.half2.net -all`.replaceAll("  ", " "))
  },
  "everybody allowed by the prefix of a host": (world) => {
    host(world, "out.open3.net", "5.5.18.1")
    setSpf(world, `v=spf1 ${world.term} a:out.open3.net/0 -all`.replaceAll("  ", " "))
  },
  "everybody allowed by a name that exists": (world) => {
    nodeAt(world, "there.open3.net").A = ["127.0.0.2"]
    setSpf(world, `v=spf1 ${world.term} exists:there.open3.net -all`.replaceAll("  ", " "))
  },
  "everybody with IPv6 allowed": withSender(
    "2620:fe:9::9",
    spf(({ term }) => [`v=spf1 ${term} ip6:::/0 -all`])
  ),
  "everybody meant in a record that nobody can read": spf(() => ["v=spf1; +all"]),
  "neutral, and names nobody": spf(() => ["v=spf1 ?all"]),
  "no end, and names nobody": spf(() => ["v=spf1"]),
  "no end": spf(({ term }) => [`v=spf1 ${term}`.trim()]),
  "neutral end": spf(({ term }) => [`v=spf1 ${term} ?all`]),
  "soft end": spf(({ term }) => [`v=spf1 ${term} ~all`]),
  "private network": spf(({ term }) => [`v=spf1 ${term} ip4:10.0.0.0/8 -all`]),
  "documentation network": spf(({ term }) => [`v=spf1 ${term} ip4:192.0.2.0/24 -all`]),
  "private network behind a broken include": behind(
    "_spf.inside.net",
    ["v=spf1 ip4:192.168.0.0/16 ip4:5.5.16.0/24 nonsense -all"],
    ({ term }) => [`v=spf1 ${term} include:_spf.inside.net -all`]
  ),
  "large network": spf(({ term }) => [`v=spf1 ${term} ip4:96.0.0.0/6 -all`]),
  ptr: spf(({ term }) => [`v=spf1 ${term} ptr -all`]),
  "ptr in a broken record": spf(({ term }) => [`v=spf1 ${term} ptr whatever -all`]),
  "explanation that is gone": spf(({ term }) => [`v=spf1 ${term} includ:_spf.sender.net -all exp=gone.example.net`]),
  "denial before a broken include": behind("_spf.broken.net", ["v=spf1 ip4:5.5.7.0/24 nonsense ~all"], ({ term }) => [
    `v=spf1 -ip4:5.5.7.9 ${term} include:_spf.broken.net -all`
  ]),
  "mx term without mail hosts": (world) => {
    if (world.noEmail) setMx(world)
    setSpf(world, `v=spf1 ${world.term} mx a:x1.gone.net a:x2.gone.net ~all`.replaceAll("  ", " "))
  }
}

export const SPF_FAULTS: Faults = { ...severalRecords, ...includes, ...redirects, ...limits, ...spelling, ...meaning }
