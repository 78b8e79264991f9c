// Sends ICMP packets with the rights that containers and systemd units give to a service. Needs root and Linux.
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"

const PROGRAMS = ["/usr/bin/fping", "/usr/bin/ping"]
const isPossible =
  process.platform === "linux" && process.getuid?.() === 0 && PROGRAMS.every((path) => existsSync(path))

/** A folder with programs as in the image: fping with its file capability, and ping without one. */
const image = mkdtempSync(join(tmpdir(), "mon-ping-"))
if (isPossible) {
  copyFileSync("/usr/bin/ping", join(image, "ping"))
  spawnSync("cp", ["--preserve=all", "/usr/bin/fping", image])
  spawnSync("chmod", ["755", image])
}
afterAll(() => rmSync(image, { recursive: true }))

const NOBODY = "65534"
const program = new URL("selfTest.ts", import.meta.url).pathname

interface Rights {
  /** The folder with ping and fping. */
  readonly path: string
  readonly sysctl: "0 2147483647" | "1 0"
  /** The capabilities that programs can get from their files. */
  readonly bounding: "-all" | "-all,+net_raw"
  /** The capabilities that the service has itself. */
  readonly ambient?: "-all,+net_raw"
  readonly mayGain?: boolean
}

/** Returns what is missing, as the service says it. Null if pings work. */
const missing = ({ ambient = undefined, bounding, mayGain = false, path, sysctl }: Rights): string | null => {
  const drop = [
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    "--clear-groups",
    `--bounding-set=${bounding}`,
    ...(mayGain ? [] : ["--no-new-privs"]),
    ...(ambient === undefined ? ["--inh-caps=-all"] : [`--inh-caps=${ambient}`, `--ambient-caps=${ambient}`])
  ].join(" ")
  const script = [
    "ip link set lo up",
    `echo "${sysctl}" > /proc/sys/net/ipv4/ping_group_range`,
    `exec setpriv ${drop} env PATH=${path} ${process.execPath} --conditions=@mon/source ${program}`
  ].join(" && ")
  const { stderr, stdout } = spawnSync("unshare", ["--net", "/bin/sh", "-c", script], { encoding: "utf8" })
  if (stdout === "") throw new Error(stderr)
  return JSON.parse(stdout) as string | null
}

const system = "/usr/bin"
const open = { sysctl: "0 2147483647" } as const
const closed = { sysctl: "1 0" } as const

describe.skipIf(!isPossible)("a service without root", () => {
  it.each<[where: string, rights: Rights]>([
    ["in Docker", { ...open, path: image, bounding: "-all,+net_raw", mayGain: true }],
    ["in compose.yaml, or in a restricted pod with the sysctl", { ...open, path: image, bounding: "-all" }],
    ["in Podman with NET_RAW", { ...closed, path: image, bounding: "-all,+net_raw", mayGain: true }],
    ["in the systemd units, with the sysctl", { ...open, path: system, bounding: "-all,+net_raw" }],
    [
      "in the systemd units, with the capability",
      { ...closed, path: system, bounding: "-all,+net_raw", ambient: "-all,+net_raw" }
    ],
    ["as a user of Debian", { ...closed, path: system, bounding: "-all,+net_raw", mayGain: true }]
  ])("can ping %s", (_, rights) => {
    expect(missing(rights)).toBeNull()
  })

  it("says what is missing otherwise", () => {
    const expected = /^fping and ping may not send ICMP packets on this machine\. In a container, set the sysctl/u
    expect(missing({ ...closed, path: system, bounding: "-all,+net_raw" })).toMatch(expected)
    expect(missing({ ...closed, path: image, bounding: "-all" })).toMatch(expected)
  })
})
