// Packs every published package and uses each tarball alone in an empty folder, with only its declared dependencies: in
// Node (the oldest supported versions and the pinned version) with import and require(), in Bun and Deno, in TypeScript
// with two resolutions, in bundles of esbuild and vite, on a page in Chromium, in a worker of workerd, and in one
// installation of all packages by npm. Prints one line for each package and consumer.
import { command, ExitCode, list, runProcess, text } from "@mon/bundled/command-line"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { EFFECT_VERSIONS, installAlone, installBeside, worksPlain } from "./effect.mjs"
import { consumerFolder } from "./folder.mjs"
import { installAll, refuseOldNode } from "./npm.mjs"
import { bundleWithEsbuild, bundleWithVite, importLightly, loadEntryPoints, runProgram } from "./node.mjs"
import { chromiumPath, openPage, PURE, runPure, runWorker } from "./pure.mjs"
import { accepts, nodes, otherRuntimes, runWith, workerd } from "./runtimes.mjs"
import { RESOLUTIONS, typeCheck, writeReadmeExamples, writeTypedEntryPoints } from "./type-check.mjs"
import { inParallel } from "../packages/inParallel.mjs"
import { closure, publicPackages } from "../packages/public-packages.mjs"
import { packInto } from "../packages/tarballs.mjs"
import { LIGHT, ON_BUN_AND_DENO } from "../packages/where-it-runs.mjs"
import { makeAuthority } from "../testbed/index.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const work = mkdtempSync(join(tmpdir(), "mon-pack-"))
process.once("exit", () => rmSync(work, { recursive: true, force: true }))

/** A stack trace may quote a line of a bundle, which is as long as the bundle. */
const messageOf = (error) =>
  String(error.stderr || error.message || error)
    .split("\n")
    .map((line) => line.slice(0, 300))
    .slice(0, 20)
    .join("\n")

/**
 * The projects that do not work, each with the first line of its error. They are printed again at the end of the long
 * output.
 */
const failures = []
const report = (name, consumer, result) => console.log(`${name.padEnd(22)} ${consumer.padEnd(24)} ${result}`)
const consume = async (name, consumer, use) => {
  try {
    report(name, consumer, (await use()) ?? "fine")
  } catch (error) {
    const message = messageOf(error)
    failures.push(`${name}, ${consumer}: ${message.split("\n").find((line) => line.trim() !== "") ?? "no message"}`)
    report(name, consumer, "FAILED")
    console.error(message)
  }
}

const plural = (count) => (count === 1 ? "1 entry point" : `${count} entry points`)

const consumersOf = (program) => join(root, "tooling/consumers/programs", program)

/** Writes a certificate to a file, for the programs that need one. */
const writeCredentials = async (folder) => {
  const authority = await makeAuthority()
  const { certPem, keyPem } = await authority.issue({ names: ["shop.example.com"] })
  writeFileSync(join(folder, "credentials.json"), JSON.stringify({ certPem, keyPem, rootPem: authority.rootPem }))
}

/** Runs the program that works without effect and, if there is one, the program with connections, in each runtime. */
const tryOthers = async ({ folder: program, manifest: { name } }, folder, runtimes) => {
  const sockets = consumersOf(`${program}.sockets.ts`)
  if (existsSync(sockets)) {
    copyFileSync(sockets, join(folder, "sockets.ts"))
    await writeCredentials(folder)
  }
  for (const runtime of runtimes) {
    await consume(name, runtime.name, async () => {
      if (!ON_BUN_AND_DENO.has(name) && runtime.version === undefined) return "not supported"
      await runWith(runtime, "plain.ts", folder)
      if (!existsSync(sockets)) return "program ran"
      await runWith(runtime, "sockets.ts", folder)
      return "program ran, with connections"
    })
  }
}

/** Uses the entry points that do not need effect, in a project without effect. */
const tryPlain = async (one, node, others, tarballs) => {
  const {
    entryPoints,
    folder,
    manifest: { name }
  } = one
  const place = consumerFolder({ root, folder: join(work, `${folder}-plain`), packages, names: [name], tarballs })
  copyFileSync(consumersOf(`${folder}.plain.ts`), join(place.folder, "plain.ts"))
  await consume(name, "without effect", () => runProgram(node, "plain.ts", place.folder).then(() => "program ran"))
  for (const { specifier, subpath } of entryPoints.filter((entryPoint) => LIGHT.has(entryPoint.specifier)))
    await consume(name, `import "${subpath}"`, () =>
      importLightly(node, specifier, place.folder).then(() => "loads no large module of Node")
    )
  await tryOthers(one, place.folder, [node, ...others])
}

/** Uses every entry point of a package, with types, in the package's program. */
const tryPackage = async (one, runtimes, others, tarballs) => {
  const {
    folder: program,
    manifest: { name },
    entryPoints
  } = one
  const place = consumerFolder({ root, folder: join(work, program), packages, names: [name], tarballs })
  const count = plural(entryPoints.filter(({ module }) => module).length)
  if (worksPlain(root, one)) {
    await tryPlain(one, runtimes.at(-1), others, tarballs)
    copyFileSync(consumersOf(`${program}.plain.ts`), join(place.folder, "plain.ts"))
  }
  place.addOptionalPeers()
  copyFileSync(consumersOf(`${program}.ts`), join(place.folder, "program.ts"))
  const source = ["plain.ts", "program.ts"]
    .map((file) => join(place.folder, file))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  const unused = entryPoints.find(({ module, specifier }) => module && !source.includes(`from "${specifier}"`))
  if (unused !== undefined) throw new Error(`tooling/consumers/programs/${program}.ts does not use ${unused.specifier}`)
  writeTypedEntryPoints(entryPoints, place.folder)
  writeReadmeExamples(name, place.folder)
  for (const node of runtimes) {
    await consume(name, node.name, async () => {
      if (!accepts(one, node.version))
        return refuseOldNode({ folder: join(work, `${program}-${node.version}`), node, one, packages, tarballs })
      await loadEntryPoints(node, entryPoints, place.folder)
      await runProgram(node, "program.ts", place.folder)
      return `${count} with import and require(), program ran`
    })
  }
  place.hoist()
  for (const [bundler, bundle] of [
    ["esbuild", bundleWithEsbuild],
    ["vite", bundleWithVite]
  ]) {
    await consume(name, bundler, async () =>
      runProgram(runtimes.at(-1), await bundle("program.ts", place.folder), place.folder).then(() => "bundle ran")
    )
  }
}

/**
 * Runs one program with the pure parts of all packages in each runtime, and also on a page and in a worker, where there
 * is no Node.
 */
const tryPure = async (others, tarballs) => {
  const place = consumerFolder({ root, folder: join(work, "page"), packages, names: PURE, tarballs })
  copyFileSync(consumersOf("page.ts"), join(place.folder, "page.ts"))
  for (const runtime of others) await consume("pure parts", runtime.name, () => runPure(place.folder, runtime))
  place.hoist()
  const executablePath = chromiumPath()
  if (executablePath === undefined) console.log("No Chromium at MON_CHROMIUM_PATH or /usr/bin/chromium: not tested.")
  else await consume("pure parts", "Chromium page", () => openPage(place.folder, executablePath))
  const runtime = workerd()
  if (runtime !== undefined) await consume("pure parts", "workerd", () => runWorker(place.folder, runtime))
}

const packages = publicPackages(root)

const packSmoke = command({
  name: "node tooling/consumers/main.mjs",
  description: "Packs every published package and uses each tarball in projects of its own. Needs a build.",
  options: {},
  arguments: {
    folder: list(
      text("folder", "the folder of a package below packages/, or page"),
      "Try only these packages (default: all)"
    )
  },
  exitCodes: {
    ok: "Every project works",
    finding: "A project does not work",
    couldNot: "The packages could not be packed"
  },
  run: async ({ folder: only }) => {
    const tried = packages.filter(({ folder }) => only.length === 0 || only.includes(folder))
    const page = only.length === 0 || only.includes("page")
    const needed = new Set(
      [...tried.map(({ manifest }) => manifest.name), ...(page ? PURE : [])].flatMap((name) => [
        ...closure(packages, name)
      ])
    )
    const packed = packInto(
      root,
      work,
      packages.filter(({ manifest }) => needed.has(manifest.name))
    )
    for (const [name, { entryCount, size }] of packed)
      report(name, "tarball", `${entryCount} files, ${(size / 1024).toFixed(0)} KiB`)
    const tarballs = new Map([...packed].map(([name, { file }]) => [name, file]))
    const runtimes = nodes()
    const others = otherRuntimes()
    await inParallel(tried, (one) => tryPackage(one, runtimes, others, tarballs))
    if (page) await tryPure([runtimes.at(-1), ...others], tarballs)
    const plain = tried.filter((one) => worksPlain(root, one))
    const programs = [
      ...tried.map(({ folder, manifest }) => ({ folder, name: manifest.name })),
      ...plain.map(({ folder, manifest }) => ({ folder: `${folder}-plain`, name: manifest.name })),
      ...(page ? [{ folder: "page", name: "pure parts" }] : [])
    ]
    for (const resolution of Object.keys(RESOLUTIONS)) {
      const errors = typeCheck(
        root,
        work,
        programs.map(({ folder }) => folder),
        resolution
      )
      for (const { folder, name } of programs) {
        await consume(name, `TypeScript ${resolution}`, () => {
          const lines = errors.get(folder)
          if (lines.length > 0) throw new Error(lines.slice(0, 20).join("\n"))
          if (folder.endsWith("-plain")) return "the program without effect"
          return folder === "page" ? "the page" : "every export, the program, the examples of the README"
        })
      }
    }
    const node = runtimes.at(-1)
    await inParallel(plain, (one) => {
      const folder = join(work, "alone", one.folder)
      return consume(one.manifest.name, "npm install", () =>
        installAlone({ folder, node, one, packages, root, tarballs })
      )
    })
    if (only.length === 0) {
      // The API contract needs one minor version of effect, so npm cannot install it with any other version.
      const engines = packages.filter(
        (one) => worksPlain(root, one) && (one.manifest.peerDependencies?.effect ?? "^3").startsWith("^3")
      )
      await inParallel(EFFECT_VERSIONS, (effect) => {
        const folder = join(work, `effect-${effect}`)
        return consume("engines", `npm install, effect ${effect}`, () =>
          installBeside({ effect, folder, node, packages: engines, root, tarballs })
        )
      })
      await consume("all of them", "npm install", () => installAll({ folder: join(work, "all"), packages, tarballs }))
    }
    for (const failure of failures) console.log(`FAILED ${failure}`)
    const works = failures.length === 0
    console.log(
      `${tried.length} packages: ${works ? "every project works" : `${failures.length} projects do not work`}.`
    )
    return works ? ExitCode.ok : ExitCode.finding
  }
})
await runProcess(packSmoke, new URL("../../package.json", import.meta.url))
