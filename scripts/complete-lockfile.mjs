// Adds to package-lock.json the platform packages that the registry did not have when the lock file was written. If the
// registry answers 404 for an optional dependency, npm leaves it out of the lock file, but `npm ci` then refuses a lock
// file without it. This script has no dependencies. `npm run relock` runs it after `npm install`. It prints the
// packages that it added.
import { readFileSync, writeFileSync } from "node:fs"

const file = new URL("../package-lock.json", import.meta.url)
const lock = JSON.parse(readFileSync(file, "utf8"))
const packages = lock.packages

const found = (from, name) => {
  for (let at = from; ; at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : "") {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`]) return true
    if (at === "") return false
  }
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = {
  arm64: "arm64",
  aarch64: "arm64",
  x64: "x64",
  64: "x64",
  arm: "arm",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  loong64: "loong64",
  mips64el: "mips64el"
}

const added = []
for (const [at, entry] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (found(at, name)) continue
    const version = /\d+\.\d+\.\d+\S*/.exec(range)?.[0]
    if (version === undefined) throw new Error(`No version in ${name}@${range}`)
    const words = name
      .replace(/^@[^/]*\//, "")
      .replace("windows", "win32")
      .split(/[-_./]/)
    const os = name === "fsevents" ? "darwin" : words.find((word) => systems.includes(word))
    const cpu = words.map((word) => processors[word]).find((word) => word !== undefined)
    const libc = words.some((word) => word === "musl" || word === "musleabihf")
      ? "musl"
      : words.some((word) => word === "gnu" || word === "gnueabihf")
        ? "glibc"
        : undefined
    if (os === undefined && cpu === undefined) {
      if (!words.includes("wasm32")) throw new Error(`No platform in the name ${name}`)
    }
    packages[`node_modules/${name}`] = {
      version,
      ...(words.includes("wasm32") ? { cpu: ["wasm32"] } : cpu ? { cpu: [cpu] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(os === "linux" && libc ? { libc: [libc] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {})
    }
    added.push(`${name}@${version}`)
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added.length === 0 ? "The lock is complete." : `Added ${added.length} platform packages:\n  ${added.join("\n  ")}`
)
