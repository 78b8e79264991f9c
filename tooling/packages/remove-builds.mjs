// Removes all builds. turbo restores a cached build into the folder of an older build, so files of the older build
// would stay and be packed too.
import { readdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"

const packages = new URL("../../packages/", import.meta.url)
for (const folder of readdirSync(packages))
  rmSync(fileURLToPath(new URL(`${folder}/dist`, packages)), { recursive: true, force: true })
