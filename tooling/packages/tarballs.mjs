import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** Packs packages into a folder with one run of npm. Returns the tarballs by the names of their packages. */
export const packInto = (root, folder, packages) => {
  const chosen = packages.flatMap(({ manifest }) => ["--workspace", manifest.name])
  const output = execFileSync(
    "npm",
    ["pack", "--json", "--loglevel=error", "--ignore-scripts", "--pack-destination", folder, ...chosen],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "inherit"],
      shell: process.platform === "win32"
    }
  )
  return new Map(
    Object.values(JSON.parse(output)).map(({ entryCount, filename, name, size }) => [
      name,
      { entryCount, size, file: join(folder, filename.replace("@", "").replace("/", "-")) }
    ])
  )
}
