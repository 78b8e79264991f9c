import { crc32, deflateRawSync } from "node:zlib"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { importFiles } from "../src/files.ts"
import { importMonitors } from "../src/index.ts"
import { application, oldBackup as old, plain, settings, watch } from "./fixtures/changedetection.ts"
import { linesOf, silentPaths, worked } from "./imported.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mon-import-test-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("translates watches of the older layout", async () => {
  const result = await worked(importMonitors("changedetection", old))
  expect(result.document.urls).toEqual({
    "watch-w1": {
      url: "https://shop.example.org/price?id=1",
      name: "Price",
      checkInterval: 93_600,
      request: { headers: { Cookie: "${env:WATCH_W1_HEADERS_COOKIE}" } },
      expect: [{ text: "Error", absent: true, ignoreCase: true }],
      include: ["#price", "$.price"],
      exclude: [".ad"],
      ignoreLines: [
        { text: "visitors", ignoreCase: true },
        { matches: String.raw`^Visitors: \d+$`, ignoreCase: true }
      ],
      trigger: { appears: "In stock", ignoreCase: true },
      onlyLines: "added",
      render: true,
      tags: ["watch-shops", "watch-gone"]
    },
    "watch-p": { url: "https://plain.example.org/", checkInterval: 10_800, paused: true }
  })
  expect(Object.values(result.document.channels ?? {})).toMatchObject([{ kind: "ntfy" }])
  expect(result.report.missingKinds).toEqual([{ kind: "restock_diff", count: 1 }])
  expect(silentPaths(watch, result, "monitor", "w1")).toEqual([])
  expect(silentPaths(plain, result, "monitor", "p")).toEqual([])
  expect(silentPaths(application.tags.t1, result, "tag", "t1")).toEqual([])
  expect(linesOf(result, "monitor", "w1")).toContain(
    "include_filters[1]: left_out - Mon does not support XPath. Write a CSS selector."
  )
  expect(linesOf(result, "monitor", "w1").find((line) => line.startsWith("include_filters[3]"))).toContain("left_out")
  expect(JSON.stringify([result.document, result.report])).not.toContain("not-a-real-one")
})

interface ZipEntry {
  readonly name: string
  readonly text: string
  /** The size that the archive's directory states, which may be false. */
  readonly claimed?: number
  readonly stored?: boolean
  readonly flags?: number
}

/** Makes a zip archive (APPNOTE.TXT, section 4.3). */
const zipOf = (entries: ReadonlyArray<ZipEntry>): Buffer => {
  const locals: Array<Buffer> = []
  const central: Array<Buffer> = []
  let offset = 0
  for (const { claimed, flags = 0, name, stored = false, text } of entries) {
    const bytes = Buffer.from(text)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(stored ? 0 : 8, 8)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x0201_4b50, 0)
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(stored ? 0 : 8, 10)
    head.writeUInt32LE(crc32(bytes), 16)
    head.writeUInt32LE(packed.length, 20)
    head.writeUInt32LE(claimed ?? bytes.length, 24)
    head.writeUInt16LE(Buffer.byteLength(name), 28)
    head.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    central.push(head, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const imported = (name: string, bytes: Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return importFiles("changedetection", [path])
}

it("reads the backup of the newer layout", async () => {
  const backup = zipOf([
    { name: "changedetection.json", text: JSON.stringify({ settings: { ...settings, application: {} } }) },
    { name: "w1/watch.json", text: JSON.stringify(watch) },
    { name: "w1/history.txt", text: "x".repeat(10_000) },
    { name: "p/watch.json", text: JSON.stringify(plain), stored: true },
    { name: "t1/tag.json", text: JSON.stringify(application.tags.t1) },
    { name: "url-list.txt", text: "https://shop.example.org" }
  ])
  const read = await imported("backup.zip", backup)
  const given = await worked(
    importMonitors("changedetection", JSON.stringify({ watching: { w1: watch, p: plain }, settings }))
  )
  if (!read.ok) throw new Error(read.message)
  expect(read.document).toEqual(given.document)
})

it("refuses archives that grow, lead elsewhere, are encrypted or broken", async () => {
  const entry = { name: "a/watch.json", text: "{}" }
  const messages: Array<string> = []
  for (const [name, bytes] of [
    ["bomb.zip", zipOf([{ name: "a/watch.json", text: " ".repeat(50_000_000), claimed: 10 }])],
    ["path.zip", zipOf([{ name: "../../etc/watch.json", text: "{}" }])],
    ["absolute.zip", zipOf([{ name: "/etc/watch.json", text: "{}" }])],
    ["windows.zip", zipOf([{ name: "C:\\watch.json", text: "{}" }])],
    ["twice.zip", zipOf([entry, entry])],
    ["encrypted.zip", zipOf([{ ...entry, flags: 1 }])],
    ["cut.zip", zipOf([entry]).subarray(0, 60)],
    [
      "damaged.zip",
      Buffer.from(
        zipOf([{ ...entry, stored: true }])
          .toString("latin1")
          .replace("{}", "{]"),
        "latin1"
      )
    ]
  ] as const) {
    const read = await imported(name, bytes)
    messages.push(read.ok ? "read" : read.message.replace(`${folder}/`, ""))
  }
  expect(messages).toEqual([
    "bomb.zip: a/watch.json has more than 4194304 bytes.",
    "path.zip has an entry whose path leads outside the archive.",
    "absolute.zip has an entry whose path leads outside the archive.",
    "windows.zip has an entry whose path leads outside the archive.",
    "twice.zip has a/watch.json twice.",
    "encrypted.zip: a/watch.json is encrypted.",
    "cut.zip is not a readable zip archive.",
    "damaged.zip: a/watch.json is damaged."
  ])
})
