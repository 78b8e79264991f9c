// Rehearses a release in a copy: sets versions and changelogs from the changesets, then runs npm's dry run of
// publishing each package. Uploads nothing, and changes nothing in this repository. Needs `npm run build`. Prints one
// line for each package.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const copy = mkdtempSync(join(tmpdir(), "mon-release-"))
const isWindows = process.platform === "win32"
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell: isWindows })
const read = (...path) => readFileSync(join(...path), "utf8")
const manifestOf = (...path) => JSON.parse(read(...path, "package.json"))

const changed = () =>
  new Set(
    readdirSync(join(copy, ".changeset"))
      .filter((name) => name.endsWith(".md"))
      .flatMap((name) =>
        [
          ...read(copy, ".changeset", name)
            .split("---")[1]
            .matchAll(/^"([^"]+)":/gmu)
        ].map(([, found]) => found)
      )
  )

const rehearse = (folder, before, named) => {
  const manifest = manifestOf(copy, "packages", folder)
  const errors = []
  if (named.has(manifest.name)) {
    if (manifest.version === before.version) errors.push("has changesets but keeps its version")
    const log = join(copy, "packages", folder, "CHANGELOG.md")
    if (!existsSync(log) || !read(log).includes(`## ${manifest.version}`))
      errors.push("has no changelog of its version")
  }
  cpSync(join(root, "packages", folder, "dist"), join(copy, "packages", folder, "dist"), { recursive: true })
  // The dry run of npm prints the files that would be in the package. It runs offline and without scripts.
  const printed = run(
    "npm",
    ["publish", "--dry-run", "--json", "--offline", "--ignore-scripts", "--access", "public", "--loglevel=error"],
    join(copy, "packages", folder)
  )
  const published = Object.values(JSON.parse(printed))[0]
  const { files = [], version } = published?.files === undefined ? JSON.parse(printed) : published
  if (version !== manifest.version) errors.push(`would be published as ${version}`)
  for (const wanted of ["README.md", "CHANGELOG.md", "LICENSE", "package.json"])
    if (!files.some(({ path }) => path === wanted)) errors.push(`lacks ${wanted}`)
  if (files.some(({ path }) => /(?:^|\/)(?:test|\.env|node_modules)\//u.test(path)))
    errors.push("contains files that nobody needs")
  console.log(
    `${manifest.name}: ${before.version} -> ${manifest.version}, ${files.length} files${errors.length === 0 ? "" : `: ${errors.join(", ")}`}`
  )
  return errors.length
}

const names = (manifests) => manifests.map((manifest) => manifest.name).join(", ")

/**
 * Checks that a patch of one package changes only the versions of this package and of the packages that depend on it.
 */
const oneAlone = (folders, name) => {
  const versions = () => new Map(folders.map((folder) => [folder, manifestOf(copy, "packages", folder)]))
  const before = versions()
  writeFileSync(join(copy, ".changeset", "one-alone.md"), `---\n"${name}": patch\n---\n\nOne package alone.\n`)
  run(join(root, "node_modules", ".bin", "changeset"), ["version"], copy)
  const after = [...versions()].map(([folder, manifest]) => ({ ...manifest, old: before.get(folder) }))
  const moved = after.filter(({ old, version }) => version !== old.version)
  const dependents = new Set([name])
  for (const _ of after)
    for (const one of after)
      if (Object.keys(one.dependencies ?? {}).some((dependency) => dependents.has(dependency))) dependents.add(one.name)
  const stray = moved.filter((one) => !dependents.has(one.name))
  console.log(
    `A patch of ${name} alone moves ${names(moved)}${stray.length === 0 ? "." : `: ${names(stray)} should have stayed.`}`
  )
  return moved.some((one) => one.name === name) ? stray.length : 1
}

try {
  run("git", ["clone", "--quiet", "--no-hardlinks", root, copy], root)
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), isWindows ? "junction" : "dir")
  const folders = readdirSync(join(root, "packages")).filter((folder) => !manifestOf(root, "packages", folder).private)
  const before = new Map(folders.map((folder) => [folder, manifestOf(copy, "packages", folder)]))
  const named = changed()
  if (named.size === 0) console.log("There is no changeset: versions stay.")
  else run(join(root, "node_modules", ".bin", "changeset"), ["version"], copy)
  const errors =
    folders.map((folder) => rehearse(folder, before.get(folder), named)).reduce((sum, count) => sum + count, 0) +
    oneAlone(folders, "@mon/disposable-check")
  console.log(
    `${folders.length} packages, ${errors} errors: ${named.size === 0 ? "" : "changeset version and "}a dry run of npm publish.`
  )
  process.exitCode = errors === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
