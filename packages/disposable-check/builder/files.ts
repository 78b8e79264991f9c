import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { brotliCompressSync, constants, crc32 } from "node:zlib"
import { writeExactList } from "./exactList.ts"
import { writeNotices } from "./notices.ts"
import { keysOf, pack } from "./pack.ts"
import { writeReport } from "./report.ts"
import { readRules } from "./rules.ts"
import { mistakes } from "./selfCheck.ts"

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)

export interface Made {
  readonly bin: Uint8Array
  readonly list: string
  readonly report: string
  readonly notices: string
}

/** Everything that the sources and the lists of this repository determine, in memory. */
export const make = (): Made => {
  const rules = readRules()
  const list = writeExactList(rules)
  const packed = pack(keysOf(rules), crc32(list) | 0, (bytes) => mistakes(bytes, rules).length === 0)
  return { bin: packed.bytes, list, report: writeReport(rules, packed), notices: writeNotices(rules.sources) }
}

// Two processes may make the same file at once (a build and a test): each renames a whole file of the same content.
const put = (path: string, content: Uint8Array | string): void => {
  const temporary = at(`${path}.${process.pid}`)
  writeFileSync(temporary, content)
  renameSync(temporary, at(path))
}

const embed = (bin: Uint8Array): string => `export const TABLE_BASE64 = "${Buffer.from(bin).toString("base64")}"\n`

const isCurrent = (made: Made): boolean => {
  try {
    return readFileSync(at("table/disposable.bin")).equals(made.bin)
  } catch {
    return false
  }
}

const generate = (made: Made): void => {
  put("table/embedded.js", embed(made.bin))
  put(
    "table/list.br",
    brotliCompressSync(made.list, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: made.list.length, [constants.BROTLI_PARAM_LGWIN]: 22 }
    })
  )
}

/**
 * Makes the files that are not in the repository (table/list.br, table/embedded.js) from the pinned lists. Throws when
 * the table in the repository is out of date.
 */
export const generateFiles = (): void => {
  const made = make()
  if (!isCurrent(made))
    throw new Error("table/disposable.bin is out of date: run `npm run data` and commit the result.")
  generate(made)
}

/**
 * Makes every file from the pinned lists: the binary table, its report, the notices, and what {@link generateFiles}
 * makes.
 */
export const writeFiles = (): Made => {
  const made = make()
  mkdirSync(at("table"), { recursive: true })
  put("table/disposable.bin", made.bin)
  put("table/report.json", made.report)
  put("THIRD_PARTY_NOTICES.md", made.notices)
  generate(made)
  return made
}
