import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { brotliCompressSync, constants, crc32 } from "node:zlib"
import { writeExactList } from "./exactList.ts"
import { writeNotices } from "./notices.ts"
import { keysOf, pack } from "./pack.ts"
import { writeReport } from "./report.ts"
import { readRules } from "./rules.ts"
import { mistakes } from "./selfCheck.ts"
import { smallRules } from "./smallRules.ts"

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)

export interface Made {
  readonly bin: Uint8Array
  readonly small: Uint8Array
  readonly list: string
  readonly report: string
  readonly notices: string
  readonly readme: string
}

const kilobytes = (bytes: number): number => Math.round(bytes / 1000)

const withSizes = (readme: string, bin: Uint8Array, small: Uint8Array): string =>
  readme
    .replaceAll(/small table of \d+ KB/gu, `small table of ${kilobytes(small.length)} KB`)
    .replace(/a single \d+ KB binary/u, `a single ${kilobytes(bin.length)} KB binary`)
    .replaceAll(/(?<=in base64 (?:\(|adds ))\d+ KB/gu, `${kilobytes(Math.ceil(bin.length / 3) * 4)} KB`)

/** Builds, in memory, everything that is derived from the sources and from the lists in this repository. */
export const make = (): Made => {
  const rules = readRules()
  const list = writeExactList(rules)
  const packed = pack(keysOf(rules), crc32(list) | 0, (bytes) => mistakes(bytes, rules).length === 0)
  const few = smallRules(rules)
  const { bytes: small } = pack(keysOf(few), crc32(list) | 0, (bytes) => mistakes(bytes, few).length === 0)
  return {
    bin: packed.bytes,
    small,
    list,
    report: writeReport(rules, packed),
    notices: writeNotices(rules.sources),
    readme: withSizes(readFileSync(at("README.md"), "utf8"), packed.bytes, small)
  }
}

// Two processes, such as a build and a test, may write the same file at once. Each process therefore writes a complete
// temporary file with the same content and renames it.
const put = (path: string, content: Uint8Array | string): void => {
  const temporary = at(`${path}.${process.pid}`)
  writeFileSync(temporary, content)
  renameSync(temporary, at(path))
}

const embed = (name: string, bin: Uint8Array): string =>
  `export const ${name} = "${Buffer.from(bin).toString("base64")}"\n`

const isCurrent = (made: Made): boolean => {
  try {
    return readFileSync(at("table/disposable.bin")).equals(made.bin)
  } catch {
    return false
  }
}

const generate = (made: Made): void => {
  put("table/embedded.js", embed("TABLE_BASE64", made.bin))
  put("table/small.js", embed("SMALL_TABLE_BASE64", made.small))
  put(
    "table/list.br",
    brotliCompressSync(made.list, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: made.list.length, [constants.BROTLI_PARAM_LGWIN]: 22 }
    })
  )
}

/**
 * Generates the files that are not in the repository (table/list.br, table/embedded.js, table/small.js) from the pinned
 * lists. Throws an error if the table in the repository is out of date.
 */
export const generateFiles = (): void => {
  const made = make()
  if (!isCurrent(made))
    throw new Error("table/disposable.bin is out of date: run `npm run data` and commit the result.")
  generate(made)
}

/**
 * Writes every file that is derived from the pinned lists: the binary table, its report, the notices, the README with
 * the sizes, and the files of {@link generateFiles}.
 */
export const writeFiles = (): Made => {
  const made = make()
  mkdirSync(at("table"), { recursive: true })
  put("table/disposable.bin", made.bin)
  put("table/report.json", made.report)
  put("THIRD_PARTY_NOTICES.md", made.notices)
  put("README.md", made.readme)
  generate(made)
  return made
}
