import { existsSync, readFileSync } from "node:fs"
import { generateFiles } from "../builder/files.ts"

const path = (name: string): URL => new URL(`../table/${name}`, import.meta.url)

/**
 * The exact list and the base64 modules are build products; tests make them when they are missing or of another table.
 */
export default (): void => {
  const table = readFileSync(path("disposable.bin")).toString("base64")
  const current =
    existsSync(path("list.br")) &&
    existsSync(path("small.js")) &&
    existsSync(path("embedded.js")) &&
    readFileSync(path("embedded.js"), "utf8").includes(table)
  if (!current) generateFiles()
}
