// The turbo tasks for the short forms of the benchmarks. @mon/bench depends on nearly every package, but each benchmark
// depends on only a few. Therefore, the inputs of each task are found by following imports and `new URL`.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, resolve, sep } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * A pattern for imports of files and packages, and for the files that `new URL` names: programs, built files and
 * folders.
 */
const REFERENCES = /\b(?:from|import)\s*\(?\s*"([^"]+)"|\bnew URL\(\s*"(\.[^"]+)",\s*import\.meta\.url/gu
/** A pattern for code that names a file in another way, which cannot be followed. */
const UNKNOWN = /\bnew URL\([^")]+import\.meta\.url|\bimport\(\s*[^"\s]|import\.meta\.(?:dirname|filename)/u
/** The files that are not followed, because they read no file that decides whether a benchmark runs. */
const NOT_FOLLOWED = new Set(["bench/src/harness/Machine.ts", "bench/src/main.ts"])

/** The folders of a package that count only if a program of a benchmark is in them or imports from them. */
const NO_SOURCES = new Set(["bench", "coverage", "dist", "node_modules", "src", "test"])

const folderOf = (root, name) => {
  const folder = ["packages", "apps"].map((place) => `${place}/${name}`).find((path) => existsSync(join(root, path)))
  if (folder === undefined) throw new Error(`A benchmark imports @mon/${name}, which is no package.`)
  return folder
}

/** Returns the folder of tooling that contains an entry point such as @mon/tooling/testbed. */
const toolingFolderOf = (root, entryPoint) => {
  const { exports } = JSON.parse(readFileSync(join(root, "tooling/package.json"), "utf8"))
  if (!Object.hasOwn(exports, `./${entryPoint}`))
    throw new Error(`A benchmark imports @mon/tooling/${entryPoint}, which is no entry point.`)
  return dirname(exports[`./${entryPoint}`]).slice("./".length)
}

class Reader {
  constructor(root) {
    this.root = root
    /** The source folders of @mon/bench. */
    this.folders = new Set()
    this.packages = new Set()
    /** The folders of tooling. They do not import each other. */
    this.toolingFolders = new Set()
    /** The `test` and `bench` folders of packages. */
    this.asked = new Set()
    this.builds = new Set()
    this.files = new Set()
    this.seen = new Set()
  }

  read(file) {
    if (this.seen.has(file)) return
    this.seen.add(file)
    const [place, name, part, ...rest] = file.split("/")
    if (place === "bench" && name === "src" && rest.length > 0) this.folders.add(part)
    if (place === "packages" || place === "apps") {
      if (part === "dist") return this.builds.add(name)
      this.packages.add(name)
      if (part === "test" || part === "bench") this.asked.add(`${place}/${name}/${part}`)
      // Imports of sources are not followed, because scripts/layers.mjs contains what each package may import.
      if (part === "src" || part === undefined) return
    } else if (place !== "bench") return this.files.add(file)
    if (/\.[cm]?[jt]s$/u.test(file)) this.follow(file)
  }

  follow(file) {
    const text = readFileSync(join(this.root, file), "utf8")
    if (UNKNOWN.test(text) && file.startsWith("bench/") && !NOT_FOLLOWED.has(file))
      throw new Error(`${file}: name files with "import" or new URL("...", import.meta.url), so that they are found.`)
    this.readAll(text, file)
  }

  readAll(text, file) {
    for (const [, imported, url] of text.matchAll(REFERENCES)) {
      const target = imported ?? url
      if (target.startsWith(".")) {
        const path = resolve(this.root, dirname(file), target)
        if (path.startsWith(this.root)) this.read(relative(this.root, path).split(sep).join("/"))
      } else if (target.startsWith("@mon/tooling/"))
        this.toolingFolders.add(toolingFolderOf(this.root, target.slice("@mon/tooling/".length)))
      else if (target.startsWith("@mon/")) this.packages.add(target.split("/")[1])
    }
  }
}

const closure = (names, layers, seen = new Set()) => {
  for (const name of names)
    if (!seen.has(name)) {
      seen.add(name)
      closure(layers[name] ?? [], layers, seen)
    }
  return [...seen].toSorted()
}

/** Returns the files outside of dist that the build of a package writes and its sources read. */
const generatedIn = (root, folder) => {
  const file = join(root, folder, "turbo.json")
  const outputs = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")).tasks?.["build:js"]?.outputs ?? []) : []
  return outputs.filter((output) => !output.startsWith("dist/"))
}

const inputsOf = (root, folder, reader) => {
  const more = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_SOURCES.has(entry.name) && !entry.name.startsWith("."))
    .map(({ name }) => `${folder}/${name}`)
  const asked = [...more, ...[...reader.asked].filter((name) => dirname(name) === folder)]
  return [
    ...asked.map((name) => `$TURBO_ROOT$/${name}/**`),
    ...generatedIn(root, folder).map((name) => `!$TURBO_ROOT$/${folder}/${name}`)
  ]
}

const taskOf = (root, layers, load) => {
  const reader = new Reader(root)
  reader.readAll(String(load), "bench/src/benchmarks.ts")
  if (reader.folders.size === 0) throw new Error(`bench/src/benchmarks.ts: no import in ${load}.`)
  const folders = closure(reader.packages, layers).map((name) => folderOf(root, name))
  const built = [
    ...[...reader.builds].toSorted(),
    ...folders.filter((folder) => generatedIn(root, folder).length > 0).map((folder) => basename(folder))
  ]
  return {
    ...(built.length === 0 ? {} : { dependsOn: [...new Set(built)].map((name) => `@mon/${name}#build`) }),
    inputs: [
      ...["*.ts", ...[...reader.folders].toSorted().map((name) => `${name}/**`)].map((name) => `src/${name}`),
      "$TURBO_ROOT$/scripts/proof*.mjs",
      "$TURBO_ROOT$/package-lock.json",
      ...[...reader.files].toSorted().map((file) => `$TURBO_ROOT$/${file}`),
      ...["packages", "apps"].flatMap((place) => {
        const names = folders.filter((folder) => dirname(folder) === place).map((folder) => basename(folder))
        return names.length === 0 ? [] : [`$TURBO_ROOT$/${place}/{${names.join(",")}}/{package.json,src/**}`]
      }),
      ...[...reader.toolingFolders].toSorted().map((name) => `$TURBO_ROOT$/tooling/${name}/**`),
      ...folders.flatMap((folder) => inputsOf(root, folder, reader))
    ],
    outputs: [],
    env: ["MON_TEST_SURROUNDINGS"]
  }
}

/** Returns the turbo tasks for the short forms, by the name of the benchmark. */
export const benchTasks = async (root) => {
  const at = (file) => pathToFileURL(join(root, file)).href
  const { benchmarks } = await import(at("bench/src/benchmarks.ts"))
  const { packages } = await import(at("scripts/layers.mjs"))
  return Object.fromEntries(
    Object.entries(benchmarks).map(([name, { load }]) => [`bench:${name}`, taskOf(resolve(root), packages, load)])
  )
}
