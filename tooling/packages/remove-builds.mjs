// Removes what was built. turbo restores a cached build into the folder of another one, whose files stay and would be
// packed with it.
import { readdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"

const packages = new URL("../../packages/", import.meta.url)
for (const folder of readdirSync(packages))
  rmSync(fileURLToPath(new URL(`${folder}/dist`, packages)), { recursive: true, force: true })
