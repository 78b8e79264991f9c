import { readFileSync } from "node:fs"
import { brotliDecompressSync, crc32 } from "node:zlib"
import { type ExactList, readExactList } from "./ExactList.ts"
import { checker } from "./index.ts"

let loaded: ExactList | undefined

/**
 * Loads the full list behind the table, to verify or explain a verdict, or to iterate over all rules. The first call
 * takes tens of milliseconds and some megabytes. Throws an Error if the list and the table are from different builds.
 *
 * @example
 * loadList().get("mailinator.com")?.tier // => "confirmed"
 */
export const loadList = (): ExactList => {
  if (loaded === undefined) {
    const text = brotliDecompressSync(readFileSync(new URL("../table/list.br", import.meta.url))).toString("utf8")
    const revision = crc32(text).toString(16).padStart(8, "0")
    if (revision !== checker().info.revision)
      throw new Error(`The list (${revision}) and the table (${checker().info.revision}) are from different builds.`)
    loaded = readExactList(text)
  }
  return loaded
}
