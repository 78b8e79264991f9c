import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const index = join(root, "dist", "index.html")

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => statSync(join(root, folder, name)).mtimeMs
    )
  )

/**
 * Builds the dashboard before its tests, unless the build is newer than the files in `src` and `build`. Vitest sets
 * NODE_ENV to "test", which would put the development version of React into the build.
 */
export const setup = (): void => {
  if (existsSync(index) && statSync(index).mtimeMs > Math.max(newest("src"), newest("build"))) return
  execFileSync("npm", ["run", "build", "--silent"], {
    cwd: root,
    stdio: "pipe",
    env: { ...process.env, NODE_ENV: "production" }
  })
}
