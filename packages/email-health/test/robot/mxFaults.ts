import type { Fault, Faults } from "./Fault.ts"
import { addMx, host, setMx, setPtr } from "./records.ts"
import { nodeAt, type World } from "./World.ts"

/** Returns a fault that replaces the mail hosts of a domain that does not send from its mail hosts. */
const only =
  (...hosts: ReadonlyArray<readonly [number, string]>): Fault =>
  (world) => {
    if (!/\bmx\b/.test(world.term)) setMx(world, ...hosts)
  }

const add =
  (...hosts: ReadonlyArray<readonly [number, string]>): Fault =>
  (world) =>
    addMx(world, ...hosts)

const receives = ({ domain, nodes }: World): boolean =>
  (nodes.get(domain)?.MX ?? []).some(({ exchange }) => exchange !== ".")

export const MX_FAULTS: Faults = {
  "null MX beside others": add([0, "."]),
  "null MX with a preference beside others": add([10, "."]),
  "localhost beside others": add([20, "localhost"]),
  "reserved name beside others": add([20, "ms1234.msv1.invalid"]),
  "address instead of a name": add([30, "8.8.4.4"]),
  "address whose PTR names the host": (world) => {
    if (receives(world)) host(world, `ptr.${world.domain}`, "8.8.4.6")
    addMx(world, [30, "8.8.4.6"])
  },
  "address whose PTR names a host of the MX": (world) => {
    const [first] = (nodeAt(world, world.domain).MX ?? []).filter(({ exchange }) => exchange !== ".")
    const address = first === undefined ? undefined : nodeAt(world, first.exchange).A?.[0]
    if (address !== undefined) addMx(world, [30, address])
  },
  "two addresses instead of names": add([30, "8.8.4.4"], [40, "8.8.4.7"]),
  "only an address": only([10, "8.8.4.8"]),
  "private address instead of a name": add([30, "10.1.2.9"]),
  "alias as mail host": (world) => {
    if (!receives(world)) return
    host(world, `real.${world.domain}`, "8.8.4.5")
    nodeAt(world, `mail.${world.domain}`).CNAME = [`real.${world.domain}`]
    addMx(world, [30, `mail.${world.domain}`])
  },
  "chain of aliases as mail host": (world) => {
    if (!receives(world)) return
    host(world, `real.${world.domain}`, "8.8.4.5")
    nodeAt(world, `alias2.${world.domain}`).CNAME = [`real.${world.domain}`]
    nodeAt(world, `alias1.${world.domain}`).CNAME = [`alias2.${world.domain}`]
    addMx(world, [30, `alias1.${world.domain}`])
  },
  "alias of another mail host": (world) => {
    const [first] = nodeAt(world, world.domain).MX ?? []
    if (first === undefined || first.exchange === ".") return
    nodeAt(world, `mail.${world.domain}`).CNAME = [first.exchange]
    addMx(world, [30, `mail.${world.domain}`])
  },
  "alias of a name that is gone": (world) => {
    nodeAt(world, `mail.${world.domain}`).CNAME = ["gone.example.net"]
    addMx(world, [30, `mail.${world.domain}`])
  },
  "mail host without address": (world) => addMx(world, [30, `old.${world.domain}`]),
  "private mail host": (world) => {
    nodeAt(world, `inside.${world.domain}`).A = ["10.1.2.3"]
    addMx(world, [30, `inside.${world.domain}`])
  },
  "mail host with a public and a private address": (world) => {
    if (!receives(world)) return
    host(world, `both.${world.domain}`, "8.8.4.9")
    nodeAt(world, `both.${world.domain}`).A = ["8.8.4.9", "192.168.1.1"]
    addMx(world, [30, `both.${world.domain}`])
  },
  "all mail hosts private": (world) => {
    if (/\bmx\b/.test(world.term)) return
    nodeAt(world, `inside.${world.domain}`).A = ["10.1.2.3"]
    setMx(world, [30, `inside.${world.domain}`])
  },
  "no mail host has an address": (world, random) =>
    only([10, `old1.${world.domain}`], [20, `old2.${world.domain}`])(world, random),
  "only localhost": only([0, "localhost"]),
  "localhost and a null MX": only([0, "localhost"], [10, "."]),
  "the same host twice": (world) => {
    const [first] = nodeAt(world, world.domain).MX ?? []
    if (first !== undefined && first.exchange !== ".") addMx(world, [50, first.exchange])
  },
  "mail host without reverse DNS": (world) => {
    nodeAt(world, `new.${world.domain}`).A = ["8.8.4.10"]
    addMx(world, [30, `new.${world.domain}`])
  },
  "mail host with the reverse DNS of another": (world) => {
    nodeAt(world, `new.${world.domain}`).A = ["8.8.4.11"]
    setPtr(world, "8.8.4.11", "somebody.example.net")
    addMx(world, [30, `new.${world.domain}`])
  },
  "no MX and no address": (world) => {
    if (/ip4:|spf\.vendor/.test(world.term) || world.noEmail)
      Object.assign(nodeAt(world, world.domain), { A: [], MX: [] })
  },
  "no MX": (world) => {
    if (!/\bmx\b/.test(world.term)) setMx(world)
  },
  "no MX and only an IPv6 address": (world) => {
    if (/\bmx\b/.test(world.term) || world.term === "a") return
    Object.assign(nodeAt(world, world.domain), { A: [], AAAA: ["2620:fe::1"], MX: [] })
  },
  "alias of the domain at every name": (world) => {
    const node = nodeAt(world, world.domain)
    if ((node.CNAME ?? []).length === 0) nodeAt(world, `*.${world.domain}`).CNAME = [world.domain]
  },
  "text at every name": (world) => {
    nodeAt(world, `*.${world.domain}`).TXT = ["v=spf1 -all"]
  },
  "policy at every name": (world) => {
    nodeAt(world, `*.${world.domain}`).TXT = ["v=DMARC1; p=reject"]
  },
  "no MX and a private address": (world) => {
    if (/\bmx\b/.test(world.term) || world.term === "a") return
    Object.assign(nodeAt(world, world.domain), { A: ["10.9.9.9"], MX: [] })
  },
  "the domain is an alias": (world) => {
    const node = nodeAt(world, world.domain)
    if (world.term.includes(world.domain)) return
    world.nodes.set("hosted.example.net", { ...node })
    world.nodes.set(world.domain, { CNAME: ["hosted.example.net"] })
  }
}
