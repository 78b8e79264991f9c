import { readFileSync } from "node:fs"
import { brotliDecompressSync, crc32 } from "node:zlib"
import { type ExactList, readExactList } from "./ExactList.ts"
import { checker } from "./index.ts"

let loaded: ExactList | undefined

/**
 * The full list behind the table: to verify a hit, to explain it, to go through all rules. Reads and unpacks a file at the first call
 * (some tens of milliseconds, some megabytes). Throws an Error when the file is not the one that the table was made with.
 *
 * @example
 * loadList().get("mailinator.com")?.tier // => "confirmed"
 */
export const loadList = (): ExactList => {
  if (loaded === undefined) {
    const text = brotliDecompressSync(readFileSync(new URL("../table/list.br", import.meta.url))).toString("utf8")
    const revision = crc32(text).toString(16).padStart(8, "0")
    if (revision !== checker().info.revision)
      throw new Error(`The list (${revision}) and the table (${checker().info.revision}) are of different builds.`)
    loaded = readExactList(text)
  }
  return loaded
}
