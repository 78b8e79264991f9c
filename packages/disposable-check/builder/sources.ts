// Reads the lists that npm packages contain. The packages are resolved in the ordinary way, so that the lock file pins
// the lists.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { readAdditions } from "./sourcedLists.ts"

/**
 * The origin of a list. Lists of the same lineage copy from each other, so together they count as one independent list.
 */
type Lineage = "curated" | "monitored" | "mailchecker" | "ivolo" | "own"

export interface SourceSpec {
  readonly name: string
  /** The name of the npm package; null for the list in this repository. */
  readonly package: string | null
  readonly lineage: Lineage
  /**
   * Whether a rule is confirmed by this list alone, because people or probes maintain the list and check each entry.
   */
  readonly confirms: boolean
  /** Whether the list gives rules. False for a list that only confirms the rules of other lists. */
  readonly gives: boolean
  readonly note: string
  readonly read: (folder: string) => ReadonlyArray<string>
}

export interface Source {
  readonly spec: SourceSpec
  readonly version: string
  readonly licence: string
  readonly repository: string
  readonly licenceText: string | null
  readonly lines: ReadonlyArray<string>
}

const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  "MIT",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "0BSD",
  "Unlicense"
])

/**
 * Domains of ordinary providers. A list that contains one of them was merged with a list of ordinary providers, so none
 * of its entries can be trusted.
 */
export const MAINSTREAM: ReadonlyArray<string> = [
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.com",
  "live.com",
  "msn.com",
  "yahoo.com",
  "icloud.com",
  "me.com",
  "aol.com",
  "gmx.de",
  "gmx.net",
  "web.de",
  "t-online.de",
  "orange.fr",
  "free.fr",
  "laposte.net",
  "libero.it",
  "mail.ru",
  "yandex.ru",
  "qq.com",
  "163.com",
  "126.com",
  "naver.com",
  "docomo.ne.jp",
  "seznam.cz",
  "wp.pl",
  "onet.pl",
  "uol.com.br",
  "comcast.net",
  "btinternet.com",
  "proton.me",
  "protonmail.com",
  "tuta.com",
  "fastmail.com",
  "mailbox.org",
  "posteo.de",
  "riseup.net",
  "zoho.com",
  "google.com",
  "microsoft.com",
  "apple.com",
  "amazon.com",
  "cloudflare.com",
  "github.com",
  "facebook.com"
]

// All casts of this file are here. The types below match the pinned versions of the packages; a wrong type makes the
// first call of a string method fail.
const json = <A>(folder: string, ...path: ReadonlyArray<string>): A =>
  JSON.parse(readFileSync(join(folder, ...path), "utf8")) as A
const text = (folder: string, ...path: ReadonlyArray<string>): string => readFileSync(join(folder, ...path), "utf8")

interface FakeFilter {
  readonly domains: Readonly<
    Record<string, { readonly providers: ReadonlyArray<string>; readonly hosts: Readonly<Record<string, unknown>> }>
  >
}

/** Returns the service with which fakefilter saw each host. In fakefilter, "static" means that there is no service. */
export const fakefilterProviders = (folder: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { providers, hosts } of Object.values(json<FakeFilter>(folder, "json", "data_version2.json").domains)) {
    const provider = [...providers].sort().find((name) => name !== "static")
    if (provider !== undefined) for (const host of Object.keys(hosts)) found.set(host, provider)
  }
  return found
}

/** The single list of sources. Its order is the order of the bits in the exact list. */
export const SOURCES: ReadonlyArray<SourceSpec> = [
  {
    name: "disposable-email-domains-js",
    package: "disposable-email-domains-js",
    lineage: "curated",
    confirms: true,
    gives: true,
    note: "the community block list: reviewed by people, a screenshot for each entry",
    read: (folder) => json<ReadonlyArray<string>>(folder, "dist", "dict", "disposable_email_blocklist.json")
  },
  {
    name: "fakefilter",
    package: "fakefilter",
    lineage: "monitored",
    confirms: true,
    gives: true,
    note: "domains that the services themselves handed out within the last year",
    read: (folder) =>
      text(folder, "txt", "data.txt")
        .split("\n")
        .filter((line) => !line.startsWith("#"))
  },
  {
    name: "fakefilter, expired",
    package: "fakefilter",
    lineage: "monitored",
    confirms: false,
    gives: true,
    note: "domains that the services handed out before that",
    read: (folder) =>
      Array.from(text(folder, "markdown", "EXPIRED.md").matchAll(/^- (\S+)/gm), (match) => match[1] ?? "")
  },
  {
    name: "mailchecker",
    package: "mailchecker",
    lineage: "mailchecker",
    confirms: false,
    gives: true,
    note: "a large list gathered from many hands",
    read: (folder) => mailcheckerList(folder)
  },
  {
    name: "disposable-domains, recent",
    package: "disposable-domains",
    lineage: "ivolo",
    confirms: false,
    gives: true,
    note: "what the living successor of disposable-email-domains added to it",
    read: (folder) => {
      const old = new Set(ivoloList(dirname(resolveManifest("disposable-email-domains"))))
      return json<ReadonlyArray<string>>(folder, "index.json").filter((domain) => !old.has(domain))
    }
  },
  {
    name: "disposable-email-domains",
    package: "disposable-email-domains",
    lineage: "ivolo",
    confirms: false,
    gives: false,
    note: "no longer maintained; heard as a second witness only",
    read: (folder) => ivoloList(folder)
  },
  {
    name: "own additions",
    package: null,
    lineage: "own",
    confirms: false,
    gives: true,
    note: "services that the other lists miss, each with its reason and source",
    read: () => readAdditions().map(({ domain }) => domain)
  }
]

const require = createRequire(import.meta.url)

export const resolveManifest = (name: string): string => require.resolve(`${name}/package.json`)

const ivoloList = (folder: string): ReadonlyArray<string> => [
  ...json<ReadonlyArray<string>>(folder, "index.json"),
  ...json<ReadonlyArray<string>>(folder, "wildcard.json")
]

// mailchecker publishes its list only inside its code.
const mailcheckerList = (folder: string): ReadonlyArray<string> => {
  const list = /new Set\((\[[^\]]*\])\)/.exec(text(folder, "platform", "node", "index.js"))?.[1]
  if (list === undefined) throw new Error("mailchecker no longer carries its list where it did.")
  return JSON.parse(list) as ReadonlyArray<string>
}

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly repository?: string | { readonly url?: string }
}

export const refusal = (licence: string | undefined, lines: ReadonlyArray<string>): string | null => {
  if (licence === undefined || !ALLOWED_LICENCES.has(licence)) return `its licence is ${licence ?? "not stated"}`
  const held = new Set(lines.map((line) => line.trim().toLowerCase()))
  const mainstream = MAINSTREAM.filter((domain) => held.has(domain))
  return mainstream.length === 0 ? null : `it holds ${mainstream.join(", ")}`
}

const licenceFile = (folder: string): string | null => {
  for (const name of ["LICENSE", "LICENSE.md", "LICENSE.txt"]) {
    try {
      return text(folder, name)
    } catch {
      continue
    }
  }
  return null
}

// The version is constant, because a new version of this package must not change the table.
const ownSource = (spec: SourceSpec): Source => ({
  spec,
  lines: spec.read(""),
  version: "own",
  licence: "MIT",
  repository: "",
  licenceText: null
})

/** Throws an error at the first source that must not be used. */
export const readSources = (): ReadonlyArray<Source> =>
  SOURCES.map((spec) => {
    if (spec.package === null) return ownSource(spec)
    const folder = dirname(resolveManifest(spec.package))
    const manifest = json<Manifest>(folder, "package.json")
    const lines = spec.read(folder)
    const refused = refusal(manifest.license, lines)
    if (refused !== null) throw new Error(`${spec.name} is refused: ${refused}.`)
    const repository = typeof manifest.repository === "string" ? manifest.repository : (manifest.repository?.url ?? "")
    return {
      spec,
      lines,
      version: manifest.version,
      licence: manifest.license ?? "",
      repository: repository
        .replace(/^git\+|^git:\/\//, "")
        .replace(/^(?!https)/, "https://")
        .replace(/\.git$/, ""),
      licenceText: licenceFile(folder)
    }
  })
