// Sets the address of the repository in every published package: in the fields repository, homepage and bugs, and in
// the links of the README, because npm shows the README outside of the repository. Removes the paragraphs that say that
// nothing is published yet. Without --set, only checks the address; a release does this first.
import { command, ExitCode, optional, runProcess, text } from "@mon/bundled/command-line"
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join, posix, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { publicPackages } from "../tooling/packages/public-packages.mjs"

const PLACEHOLDER = /\bexample\.(?:invalid|com|org)\b/u
/**
 * A pattern for a relative link to another page. Matches in code samples do not matter, because they name no existing
 * file.
 */
const RELATIVE_LINK = /\]\((?![a-z][a-z0-9+.-]*:|[#/])([^)\s#]+)(#[^)\s]*)?\)/giu

const address = {
  ...text("URL", "the https URL of the repository, such as https://github.com/owner/name"),
  read: (given) => {
    const url = URL.parse(given)
    return url?.protocol === "https:" && !PLACEHOLDER.test(url.hostname)
      ? given.replace(/(?:\.git)?\/?$/u, "")
      : undefined
  }
}

/** A pattern for a paragraph that is only for readers before the first release. */
const UNPUBLISHED = /^Not published yet: [\s\S]*?\n\n/gmu

const readmeOf = ({ path }) => join(path, "README.md")

/** Returns whether a link leads to a file or a folder of this repository. */
const isRelative = ({ path }, link) => link.startsWith(".") || existsSync(join(path, link))

const isFolder = (path) => existsSync(path) && statSync(path).isDirectory()

/** Returns the pages other than READMEs that say how to install a package. */
const guides = (root) =>
  globSync(["docs/*.md", "action/README.md"], { cwd: root })
    .map((page) => ({ page, file: join(root, page) }))
    .filter(({ file }) => new RegExp(UNPUBLISHED).test(readFileSync(file, "utf8")))

const problemsOf = (one) => {
  const { manifest, path } = one
  const fields = [
    ["repository", manifest.repository?.url],
    ["homepage", manifest.homepage],
    ["bugs", manifest.bugs?.url]
  ]
  const readme = readFileSync(readmeOf(one), "utf8")
  const links = [...readme.matchAll(RELATIVE_LINK)].map(([, link]) => link).filter((link) => isRelative(one, link))
  return [
    ...fields.filter(([, value]) => value === undefined).map(([name]) => `${name} is missing`),
    ...fields.filter(([, value]) => PLACEHOLDER.test(value ?? "")).map(([name]) => `${name} is a placeholder`),
    ...(new RegExp(UNPUBLISHED).test(readme) ? ["the README says that it is not published yet"] : []),
    ...links.map((link) => `the README links to ${link}, which npm cannot resolve`),
    ...(existsSync(join(path, "CHANGELOG.md")) ? [] : ["there is no CHANGELOG.md"])
  ]
}

const setAddress = (one, url) => {
  const { manifest, path } = one
  const directory = `packages/${one.folder}`
  const { repository: _, homepage: _homepage, bugs: _bugs, ...others } = manifest
  const entries = Object.entries(others).flatMap(([key, value]) =>
    key === "author"
      ? [
          [key, value],
          ["homepage", `${url}/tree/main/${directory}#readme`],
          ["bugs", { url: `${url}/issues` }],
          ["repository", { type: "git", url: `git+${url}.git`, directory }]
        ]
      : [[key, value]]
  )
  writeFileSync(join(path, "package.json"), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  const readme = readFileSync(readmeOf(one), "utf8").replaceAll(UNPUBLISHED, "")
  const absolute = (link) =>
    `${url}/${isFolder(join(path, link)) ? "tree" : "blob"}/main/${posix.join(directory, link)}`
  writeFileSync(
    readmeOf(one),
    readme.replaceAll(RELATIVE_LINK, (all, link, part = "") =>
      isRelative(one, link) ? `](${absolute(link)}${part})` : all
    )
  )
}

const releaseAddress = command({
  name: "node scripts/release-address.mjs",
  description: "Checks, or sets, the address of the repository in every published package.",
  options: {
    set: optional(
      address,
      "Set this address in the manifests, make the links of the READMEs absolute, and remove the notes for the time before the first release"
    ),
    root: optional(text("folder", "the path of a repository"), "Use this repository, which has the same folders")
  },
  arguments: {},
  exitCodes: {
    ok: "Every package can be released",
    finding: "A package has a placeholder, a relative link or no changelog",
    couldNot: "A package could not be read or written"
  },
  run: async ({ root, set }) => {
    const folder = resolve(root ?? fileURLToPath(new URL("..", import.meta.url)))
    if (set !== null) {
      for (const one of publicPackages(folder)) setAddress(one, set)
      for (const { file } of guides(folder)) writeFileSync(file, readFileSync(file, "utf8").replaceAll(UNPUBLISHED, ""))
    }
    const problems = [
      ...publicPackages(folder).flatMap((one) => problemsOf(one).map((problem) => `${one.manifest.name}: ${problem}`)),
      ...guides(folder).map(({ page }) => `${page}: it says that the packages are not published yet`)
    ]
    if (problems.length === 0) {
      console.log("Every package names the repository, and its README has no relative links.")
      return ExitCode.ok
    }
    console.error(
      `${problems.join("\n")}\nRun \`node scripts/release-address.mjs --set URL\` once before the first release.`
    )
    return ExitCode.finding
  }
})
await runProcess(releaseAddress, new URL("../package.json", import.meta.url))
