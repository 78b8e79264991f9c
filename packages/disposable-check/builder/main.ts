// `write`: table/disposable.bin, table/report.json, THIRD_PARTY_NOTICES.md, then as `generate`.
// `generate`: table/list.br and table/embedded.js, which are build products of the same rules.
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

/** Everything that the sources and the manually maintained lists determine, in memory. */
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

export const embed = (bin: Uint8Array): string =>
  `export const TABLE_BASE64 = "${Buffer.from(bin).toString("base64")}"\n`

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

/** Makes the files that are not in the repository, from the pinned lists. Throws when they would not fit the table that is. */
export const generateFiles = (): void => {
  const made = make()
  if (!isCurrent(made))
    throw new Error(
      "table/disposable.bin is not what the pinned lists and lists/ give: run `npm run data` and commit it."
    )
  generate(made)
}

const writeFiles = (): void => {
  const made = make()
  mkdirSync(at("table"), { recursive: true })
  put("table/disposable.bin", made.bin)
  put("table/report.json", made.report)
  put("THIRD_PARTY_NOTICES.md", made.notices)
  generate(made)
  console.log(made.report)
}

if (import.meta.main) {
  if (process.argv[2] === "write") writeFiles()
  else generateFiles()
}
