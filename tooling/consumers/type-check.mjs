// Consumers that type-check. The declarations of the packages are checked too, and no export of an entry point may be
// `any`.
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" }
}

/** Writes a program that does not compile if a declaration is missing or is `any`. */
export const writeTypedEntryPoints = (entryPoints, folder) => {
  const lines = ["type IsTyped<T> = 0 extends 1 & T ? never : true"]
  for (const [i, { specifier }] of entryPoints.filter(({ module }) => module).entries()) {
    lines.push(`import * as entryPoint${i} from "${specifier}"`)
    lines.push(
      `export const typed${i}: { readonly [Name in keyof typeof entryPoint${i}]: IsTyped<(typeof entryPoint${i})[Name]> } = {} as { readonly [Name in keyof typeof entryPoint${i}]: true }`
    )
  }
  writeFileSync(join(folder, "typed-entry-points.ts"), lines.join("\n"))
}

/** Writes each TypeScript example of the tarball's README to a file. */
export const writeReadmeExamples = (name, folder) => {
  const readme = readFileSync(join(folder, "node_modules", name, "README.md"), "utf8")
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)]
  for (const [i, [, code]] of examples.entries()) writeFileSync(join(folder, `readme-${i + 1}.ts`), code)
}

/**
 * Returns the compiler errors by folder name. Runs the compiler once for all folders, so that it reads the declarations
 * of effect only once.
 */
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
        allowImportingTsExtensions: true,
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
  const errors = new Map(names.map((name) => [name, []]))
  const others = []
  for (const line of `${stdout}${stderr}`.split("\n").filter((text) => text.trim() !== "")) {
    const of = errors.get(line.split("/")[0])
    ;(of ?? others).push(line)
  }
  if (status !== 0 && others.length > 0) errors.get(names[0]).push(...others)
  return errors
}
