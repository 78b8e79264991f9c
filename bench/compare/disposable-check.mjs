// What a sign-up form asks of a list of disposable domains: the services that people know, new ones, and no mistake
// about the addresses of customers.
import { readFileSync, writeFileSync } from "node:fs"
// @boundaries-ignore a file of the builder
import { readGroups } from "../../packages/disposable-check/builder/Groups.ts"
// @boundaries-ignore a file of the builder
import { usualTypos } from "../../packages/disposable-check/builder/usualTypos.ts"
import { isDisposable } from "@mon/disposable-check"
import { GOOD_SOURCES, HASHES, knownGood, ORIGIN } from "./known-good.mjs"

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/disposable-check/package.json", import.meta.url), "utf8")
)

/** The other packages of npm: exact versions, and how each answers for a domain. */
const PEERS = [
  {
    name: "disposable-email-domains-js",
    version: "1.26.0",
    open: (load) => {
      const { isDisposableEmail } = load("disposable-email-domains-js")
      return (domain) => isDisposableEmail(`anna@${domain}`)
    }
  },
  {
    name: "mailchecker",
    version: "6.0.21",
    open: (load) => {
      const mailchecker = load("mailchecker")
      return (domain) => !mailchecker.isValid(`anna@${domain}`)
    }
  },
  {
    name: "disposable-domains",
    version: "2.0.1",
    open: (load) => {
      const listed = new Set(load("disposable-domains"))
      return (domain) => listed.has(domain)
    }
  },
  {
    name: "disposable-email-domains",
    version: "1.0.62",
    open: (load) => {
      const listed = new Set(load("disposable-email-domains"))
      return (domain) => listed.has(domain)
    }
  },
  {
    name: "disposable-email-detector",
    version: "3.0.0",
    open: (load) => {
      const { default: detect } = load("disposable-email-detector")
      return (domain) => detect(`anna@${domain}`)
    }
  },
  {
    name: "burner-email-providers",
    version: "1.0.67",
    open: (load) => {
      const { isEmailBurner } = load("burner-email-providers")
      return (domain) => isEmailBurner(`anna@${domain}`)
    }
  },
  {
    name: "fakefilter",
    version: "0.1.1476",
    open: (load) => {
      const { isFakeDomain } = load("fakefilter")
      return (domain) => isFakeDomain(domain) !== false
    }
  },
  {
    name: "@dahoom/disposable-email",
    version: "0.3.253",
    open: (load) => {
      const { validate } = load("@dahoom/disposable-email")
      return (domain) => !validate(`anna@${domain}`)
    }
  },
  {
    name: "disposable-email",
    version: "0.2.3",
    open: (load) => {
      const { validate } = load("disposable-email")
      return (domain) => !validate(`anna@${domain}`)
    }
  },
  {
    name: "emailvalid",
    version: "1.0.4",
    open: (load) => {
      const EmailValidation = load("emailvalid")
      const validation = new EmailValidation({ allowFreemail: true })
      return (domain) => validation.check(`anna@${domain}`).errors.includes("disposable")
    }
  },
  {
    name: "is-disposable-email-domain",
    version: "1.0.7",
    open: (load) => {
      const { isDisposable: isListed } = load("is-disposable-email-domain")
      return (domain) => isListed(`anna@${domain}`)
    }
  },
  {
    name: "is-disposable-email",
    version: "0.0.1",
    open: (load) => {
      const isDisposableEmail = load("is-disposable-email")
      return (domain) => isDisposableEmail(`anna@${domain}`)
    }
  },
  {
    name: "freemail",
    version: "1.7.0",
    open: (load) => {
      const freemail = load("freemail")
      return (domain) => freemail.isDisposable(`anna@${domain}`)
    }
  }
]

const OURS = [
  { name: "**@mon/disposable-check**", version, open: () => (domain) => isDisposable(domain) },
  {
    name: '**@mon/disposable-check**, `tiers: "confirmed"`',
    version,
    open: () => (domain) => isDisposable(domain, { tiers: "confirmed" })
  }
]

export const versions = Object.fromEntries(PEERS.map((peer) => [peer.name, peer.version]))
/** Packages that are no peers, but name inputs. */
export const inputs = GOOD_SOURCES

const fixture = (name) =>
  readFileSync(new URL(`../../packages/disposable-check/test/fixtures/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(/\s+/u).filter((word) => word !== ""))

const MISSPELT = ["gmail.com", "hotmail.com", "icloud.com", "outlook.com", "yahoo.com"]

const permanent = () =>
  readGroups().flatMap((group) => (group.class === "privacy" || group.class === "alias" ? group.domains : []))

const columns = (good) => [
  { title: "well-known services found", wants: "more", domains: fixture("notorious") },
  { title: "new services found", wants: "more", domains: fixture("fresh") },
  {
    title: "subdomains of services found",
    wants: "more",
    domains: fixture("notorious").map((domain) => `x7.${domain}`)
  },
  { title: "good domains classified as disposable", wants: "fewer", domains: good },
  { title: "privacy and alias domains classified as disposable", wants: "fewer", domains: permanent() },
  {
    title: "misspelt providers classified as disposable",
    wants: "fewer",
    domains: MISSPELT.flatMap((provider) => usualTypos(provider))
  }
]

const number = new Intl.NumberFormat("en")

const counted = async (answers, { domains }) => {
  let found = 0
  for (const domain of domains) if (await answers(domain)) found += 1
  return found
}

/** The columns in which a peer has a better figure than ours, in words. */
const losses = ([ours, , ...peers], measured) =>
  measured.flatMap(({ title, wants }, at) => {
    const better = peers.filter(({ figures }) =>
      wants === "more" ? figures[at] > ours.figures[at] : figures[at] < ours.figures[at]
    )
    const names = better.map(({ figures, name }) => `${name} (${number.format(figures[at])})`)
    return names.length === 0 ? [] : [`- ${title}, ${wants} is better: ${names.join(", ")}`]
  })

/** The comparison in Markdown. */
export const compare = async (installed) => {
  const { domains } = knownGood(installed)
  const measured = columns(domains)
  const rows = []
  for (const { name, open, version: ofPackage } of [...OURS, ...PEERS]) {
    const answers = open(installed.load)
    const figures = []
    for (const column of measured) figures.push(await counted(answers, column))
    rows.push({ name, version: ofPackage, figures })
  }
  const behind = losses(rows, measured)
  return [
    `| package | ${measured.map(({ domains: all, title }) => `${title}, of ${number.format(all.length)}`).join(" | ")} |`,
    `|---|${measured.map(() => "---|").join("")}`,
    ...rows.map(
      ({ figures, name, version: ofPackage }) =>
        `| ${name} ${ofPackage} | ${figures.map((figure) => number.format(figure)).join(" | ")} |`
    ),
    "",
    ...(behind.length === 0
      ? ["No other package has a better figure than ours in any column."]
      : ["Better figures than ours:", "", ...behind])
  ].join("\n")
}

/** Writes what else depends on the installed packages: the hashes of the good domains, and their sources. */
export const writeFiles = (installed) => {
  const { hashes, origin } = knownGood(installed)
  writeFileSync(HASHES, hashes)
  writeFileSync(ORIGIN, `${JSON.stringify(origin, null, 2)}\n`)
}
