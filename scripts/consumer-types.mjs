// Consumers that type-check: no library check is skipped, and no export of any door may be `any`.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" }
}

/** A program of types alone: it fails to compile where a declaration is missing or says nothing. */
export const writeTypedDoors = (doors, folder) => {
  const lines = ["type Says<T> = 0 extends 1 & T ? never : true"]
  for (const [i, { specifier }] of doors.filter(({ module }) => module).entries()) {
    lines.push(`import * as door${i} from "${specifier}"`)
    lines.push(
      `export const said${i}: { readonly [Name in keyof typeof door${i}]: Says<(typeof door${i})[Name]> } = {} as { readonly [Name in keyof typeof door${i}]: true }`
    )
  }
  writeFileSync(join(folder, "typed-doors.ts"), lines.join("\n"))
}

/** The examples of a README, as its tarball has it. */
export const writeReadmeExamples = (name, folder) => {
  const readme = readFileSync(join(folder, "node_modules", name, "README.md"), "utf8")
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)]
  for (const [i, [, code]] of examples.entries()) writeFileSync(join(folder, `readme-${i + 1}.ts`), code)
}

/** Folders -> the compiler's complaints by folder name. One run for all: the declarations of effect are read once. */
export const typeCheck = (root, work, names, resolution) => {
  const config = join(work, `tsconfig.${resolution}.json`)
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        ...RESOLUTIONS[resolution],
        target: "es2024",
        lib: ["es2024", "dom", "dom.iterable"],
        types: ["node"],
        typeRoots: [join(root, "node_modules", "@types")],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        skipLibCheck: false,
        noEmit: true
      },
      include: names.flatMap((name) => [`${name}/*.ts`])
    })
  )
  const { status, stdout, stderr } = spawnSync(
    join(root, "node_modules", ".bin", "tsc"),
    ["-p", config, "--pretty", "false"],
    { cwd: work, encoding: "utf8", shell: process.platform === "win32" }
  )
  const complaints = new Map(names.map((name) => [name, []]))
  const others = []
  for (const line of `${stdout}${stderr}`.split("\n").filter((text) => text.trim() !== "")) {
    const of = complaints.get(line.split("/")[0])
    ;(of ?? others).push(line)
  }
  if (status !== 0 && others.length > 0) complaints.get(names[0]).push(...others)
  return complaints
}
